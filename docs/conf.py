"""Sphinx settings of the documentation: `sphinx-build -W --keep-going -b html docs docs/_build/html`."""

import sys
from pathlib import Path

# The pages of the API and of the command line are made from the package of this checkout.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

project = "cronos_fmt"
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]
exclude_patterns = ["_build"]
nitpicky = False

# Text of the specs is shown as it stands: a straight quote in it may be a byte.
smartquotes = False
myst_heading_anchors = 3

autodoc_member_order = "groupwise"
autodoc_typehints = "signature"

html_theme = "furo"
html_title = "cronos_fmt"
html_static_path = ["_static"]
html_css_files = ["wide.css"]
html_show_copyright = False
html_copy_source = False
