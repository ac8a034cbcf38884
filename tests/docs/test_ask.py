"""The page about questions: its examples are what the commands and the library give, and its tables have every key."""

from __future__ import annotations

import doctest
import json
import re
import shlex

import pytest

from phzdsl.cli.main import main
from tests.readme import ROOT, blocks

pytest.importorskip("numpy")

PAGE = ROOT / "docs" / "ask.md"
TEXT = PAGE.read_text("utf-8")
SHELL = [content for language, content in blocks(TEXT) if language == "sh"]


def test_python_example_is_true() -> None:
    """The Python example of the page gives what the page shows."""
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (result.attempted, result.failed) == (10, 0)


@pytest.mark.parametrize("command", SHELL)
def test_the_pages_that_are_shown(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command of the page writes the text under it."""
    monkeypatch.setenv("PHZDSL_LANG", "zh")
    every = blocks(TEXT)
    shown = every[every.index(("sh", command)) + 1][1]
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("command", SHELL)
def test_every_key_is_told(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every key of the JSON of either command stands in the tables."""
    assert main([*shlex.split(command)[1:], "--json"]) == 0
    keys = set(json.loads(capsys.readouterr().out))
    told = set(re.findall(r"`(\w+)`", "".join(line for line in TEXT.splitlines() if line.startswith("| `"))))
    assert keys <= told
