# Generated from specs/ by `python -m codegen build`; do not edit.
"""What codegen made of the specs."""
