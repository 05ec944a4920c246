"""The README tells the truth: its session runs as shown, its commands are those that `.ci/run` runs."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_session_runs_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (session,) = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    assert len(test.examples) > 10
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert result.failed == 0


@pytest.mark.parametrize("name", ["export", "test"])
def test_commands_set_up_everything_themselves(name: str) -> None:
    (command,) = re.findall(rf"<!-- command: {name} -->\n```sh\n(.*?)\n```", README, re.DOTALL)
    assert command.startswith("python3 -m venv ")
    assert f"command: {name} -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_status_table_names_every_version() -> None:
    from cronos_fmt._gen.versions import PROFILES

    table = README.partition("## What is known")[2].partition("## More")[0]
    for tag, profile in PROFILES.items():
        assert tag in table or (profile.layouts is None and "01.15 to 01.18" in table), tag


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
