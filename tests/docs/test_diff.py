"""The page about ``phz diff``: its examples are what the command and the library give, and its tables are whole."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest

from phzdsl.analysis.changes import Bearing
from phzdsl.cli.differences import BEARINGS
from phzdsl.cli.main import main
from tests.readme import ROOT, blocks

PAGE = ROOT / "docs" / "diff.md"
TEXT = PAGE.read_text("utf-8")


def test_python_example_is_true() -> None:
    """The Python example of the page gives what the page shows."""
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (result.attempted, result.failed) == (4, 0)


def test_the_page_that_is_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first command of the page writes the text under it."""
    monkeypatch.setenv("PHZDSL_LANG", "zh")
    (_, command), (_, shown) = blocks(TEXT)[:2]
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out == shown


def test_every_class_is_told() -> None:
    """What a change may bear on stands in the table, as text and as JSON have it."""
    rows = re.findall(r"^\| (\S+) \| `([a-z ]+)` \|", TEXT, re.MULTILINE)
    assert rows == [(BEARINGS[one].zh, one.value) for one in Bearing]
