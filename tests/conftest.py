"""Fixtures that several test modules share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parent.parent
_DIRECTORIES = (
    "cronodump_all_field_types",
    "cronosparser_old_format",
    "cronosparser_new_format",
    "cronosparser_long_text",
    "cronosparser_empty",
)
# Five main banks and the Voc of each.
SAMPLE_BANKS = tuple(f"{name}{voc}" for name in _DIRECTORIES for voc in ("", "/Voc"))


@pytest.fixture(scope="session")
def repo_root() -> Path:
    """Root of the repository."""
    return _ROOT


@pytest.fixture(scope="session")
def samples(repo_root: Path) -> Path:
    """Folder with the public sample banks; the test is skipped where there is none."""
    given = os.environ.get("CRONOS_FMT_SAMPLES")
    folder = Path(given) if given else repo_root.parent / "shared" / "samples"
    if not folder.is_dir():
        pytest.skip(f"no sample banks at {folder}; CRONOS_FMT_SAMPLES names another place")
    return folder


@pytest.fixture(scope="session")
def sample_banks(samples: Path) -> dict[str, Path]:
    """The ten sample banks: name such as `cronosparser_empty/Voc` -> directory."""
    return {name: samples / name for name in SAMPLE_BANKS}


@pytest.fixture(params=SAMPLE_BANKS)
def sample_bank(request: pytest.FixtureRequest, sample_banks: dict[str, Path]) -> Path:
    """Each of the ten sample banks in turn."""
    return sample_banks[request.param]
