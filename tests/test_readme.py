"""The two READMEs say the same, and their Python examples are true."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.readme import ROOT, blocks, saved_files

PAGES = ("README.md", "README.zh.md")


@pytest.mark.parametrize("page", PAGES)
def test_python_examples_are_true(page: str) -> None:
    """Every Python example of the page gives what the page shows."""
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


def test_same_commands_and_headings() -> None:
    """Both pages have the same code blocks in the same order, and headings of the same levels."""
    texts = [(ROOT / page).read_text("utf-8") for page in PAGES]
    assert blocks(texts[0]) == blocks(texts[1])
    levels = [re.findall(r"^(#+) ", text, re.MULTILINE) for text in texts]
    assert levels[0] == levels[1]


def test_saved_rule_file_checks() -> None:
    """The rule file that the page asks to save has no fault."""
    from phzdsl.ruleset.library import loads  # noqa: PLC0415 - only here

    files = saved_files((ROOT / "README.md").read_text("utf-8"))
    assert set(files) == {"mine.phz"}
    assert loads(files["mine.phz"]).id == "mine"
