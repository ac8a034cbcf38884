"""The page about rule books: what it quotes stands in a book, its example is true, its attributes are those of the page."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from phzdsl.book.html import html
from phzdsl.book.making import rule_book
from phzdsl.cli.main import main
from phzdsl.ruleset.library import load
from phzdsl.text.diagnostics import Language
from tests.readme import ROOT, blocks

PAGE = ROOT / "docs" / "rulebook.md"
TEXT = PAGE.read_text("utf-8")


def test_python_example_is_true() -> None:
    """The Python example gives what the page shows."""
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (result.attempted, result.failed) == (6, 0)


def test_what_is_quoted_stands_in_the_book(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each command writes a book, and each quotation stands in the first of them."""
    monkeypatch.setenv("PHZDSL_LANG", "zh")
    monkeypatch.chdir(tmp_path)
    commands = [line for language, text in blocks(TEXT) if language == "sh" for line in text.splitlines()]
    written = []
    for command in commands:
        words, _, name = command.partition(" > ")
        assert name.startswith("rules.")
        assert main(shlex.split(words)[1:]) == 0
        written.append(capsys.readouterr().out)
    assert len(written) == 3
    for language, text in blocks(TEXT):
        if language == "text":
            assert text in written[0]


def test_every_attribute_is_told() -> None:
    """What a page says for programs is what its table lists, and no more."""
    page = html(rule_book(load("cd-quan"), Language.ZH))
    told = set(re.findall(r"`(data-\w+)`", TEXT))
    # The head of a column, for a phone, says nothing to a program.
    assert set(re.findall(r" (data-\w+)=", page)) == told | {"data-head"}
