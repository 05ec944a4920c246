"""The native kernel of the bulk path; everything else stands in pyproject.toml.

It is optional: where it cannot be compiled, the package does the same in Python. One binary serves all Python versions.
"""

from setuptools import Extension, setup

KERNEL = Extension(
    "cronos_fmt.bulk._kernel",
    ["cronos_fmt/bulk/_kernel.c"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")],
    py_limited_api=True,
    optional=True,
)

setup(ext_modules=[KERNEL], options={"bdist_wheel": {"py_limited_api": "cp311"}})
