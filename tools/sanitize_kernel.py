"""Run the tests of the bulk path with a kernel that watches its memory: `python tools/sanitize_kernel.py [OPTIONS]`.

The kernel is compiled with the address and undefined-behaviour sanitizers into a temporary folder and takes the place
of the installed one. The tests bring it every kind of bank, sound and damaged; options are those of pytest. Needs gcc,
or another compiler named in CC, on Linux.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "cronos_fmt" / "bulk" / "_kernel.c"
TESTS = ("tests/test_bulk.py",)
FLAGS = (
    *("-std=c99", "-O1", "-g", "-fno-omit-frame-pointer", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DPy_LIMITED_API=0x030B0000"),
)
# A plugin of pytest, so that it comes before every import of the kernel.
PLUGIN = """
import importlib.util
import sys

_spec = importlib.util.spec_from_file_location("cronos_fmt.bulk._kernel", {path!r})
_kernel = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_kernel)
sys.modules["cronos_fmt.bulk._kernel"] = _kernel


def pytest_sessionfinish():
    from cronos_fmt.bulk.engine import find_engine

    assert find_engine("native") is _kernel
"""


def main() -> int:
    compiler = shlex.split(os.environ.get("CC", "gcc"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library = folder / "_kernel.so"
        include = sysconfig.get_path("include")
        subprocess.run([*compiler, *FLAGS, f"-I{include}", str(SOURCE), "-o", str(library)], check=True)
        (folder / "sanitized_kernel.py").write_text(PLUGIN.format(path=str(library)), encoding="utf-8")
        found = subprocess.run([*compiler, "-print-file-name=libasan.so"], check=True, capture_output=True, text=True)
        environment = os.environ | {
            "LD_PRELOAD": found.stdout.strip(),
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",  # Python keeps much until its end
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "PYTHONMALLOC": "malloc",  # each object has bounds of its own
            "PYTHONPATH": os.pathsep.join([name, str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "sanitized_kernel", "-p", "no:cacheprovider", *TESTS]
        return subprocess.run([*command, *sys.argv[1:]], cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
