"""Cells: the width of characters and the harmless form of those that steer a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phzdsl.text.cells import glyph, visible, width


@pytest.mark.parametrize(
    ("text", "cells"),
    [("", 0), ("abc", 3), ("红胡", 4), ("｛：", 4), ("e\u0301", 1), ("🀄", 2), ("𠀀", 2), ("é", 1), ("ｶ", 1)],
)
def test_width_counts_terminal_cells(text: str, cells: int) -> None:
    """Wide characters take two cells, combining ones none, all others one."""
    assert width(text) == cells


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "\\x1b[31m"),
        ("a\r\n\tb", "a\\x0d\\x0a\\x09b"),
        ("\x7f\x9b", "\\x7f\\x9b"),
        ("\u202e\u200d\u2028", "\\u202e\\u200d\\u2028"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("红胡 “x” é", "红胡 “x” é"),
    ],
)
def test_visible_escapes_only_what_steers(text: str, shown: str) -> None:
    """Control, formatting and half characters become escapes; words of any language stay as they are."""
    assert visible(text) == shown


@given(st.text(st.characters(codec=None)))
def test_visible_text_is_harmless_and_stays_so(text: str) -> None:
    """Nothing in visible text steers a terminal, and making it visible again changes nothing."""
    shown = visible(text)
    assert all(unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in shown)
    assert visible(shown) == shown


@pytest.mark.parametrize(("cell", "blanks"), [(0, 4), (1, 3), (3, 1), (4, 4)])
def test_tab_reaches_the_next_stop(cell: int, blanks: int) -> None:
    """A tab becomes as many blanks as lead to the next multiple of four."""
    assert glyph("\t", cell) == " " * blanks
