"""Likely words: the same sound and the traditional form come before edited letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phzdsl.syntax.lexicon import KEYWORDS, Zone
from phzdsl.text.similar import Likeness, closest, likeness

BLOCKS = [word.zh for word in KEYWORDS if word.zone is Zone.VARIANT]
WORDS = sorted({spelling for word in KEYWORDS for spelling in (word.zh, word.en)})


@pytest.mark.parametrize(
    ("word", "likely"),
    [
        ("糊", "胡"), ("變體", "变体"), ("繼承", "继承"), ("門子", "门子"), ("計", "计"), ("选項", "选项"),
        ("選項", "选项"), ("記", "计"), ("當", "当"), ("噹", "当"), ("动做", "动作"), ("坐", "座"), ("排", "牌"),
        ("when", "when"), ("When", "when"), ("wehn", "when"), ("socres", "scores"), ("ｗｈｅｎ", "when"),
        ("in_hand", "in-hand"), ("否責", "否则"), ("启佣", "启用"), ("代題", "代替"), ("melsd", "melds"),
    ],
)  # fmt: skip
def test_slips_of_keywords(word: str, likely: str) -> None:
    """What people mistype is first among what is suggested."""
    assert closest(word, WORDS)[:1] == (likely,)


@pytest.mark.parametrize(
    ("word", "candidate", "how"),
    [
        ("WHEN", "when", Likeness.SAME),
        ("紅胡", "红胡", Likeness.TRADITIONAL),
        ("红糊", "红胡", Likeness.SOUND),
        ("末张", "未张", Likeness.LOOK),
        ("红胡胡", "红胡", Likeness.EDITED),
        ("胡红", "红胡", Likeness.EDITED),
        ("红胡", "点胡", None),
        ("红", "黑", None),
        ("by", "to", None),
        ("红" * 50, "红" * 50, None),
    ],
)
def test_how_a_word_is_like(word: str, candidate: str, how: Likeness | None) -> None:
    """The surest likeness is told; half of a two-character word is no slip, nor is a very long word."""
    assert likeness(word, candidate) is how


def test_blocks() -> None:
    """What is a word of rows may be a slip among the words of blocks."""
    assert closest("翻", BLOCKS) == ("番",)


def test_sure_ones_come_first() -> None:
    """Homophones stand before edited words, in the order of the candidates among equals."""
    assert closest("红糊", ["红糊糊", "红壶", "红胡", "黑"]) == ("红壶", "红胡", "红糊糊")


def test_nothing_is_like_nonsense() -> None:
    """Where nothing is close nothing is suggested."""
    assert closest("什么", BLOCKS) == ()
    assert closest("", WORDS) == ()
    assert closest("番", []) == ()


@given(st.text(max_size=60))
def test_any_word(word: str) -> None:
    """Any word gets at most three suggestions, all of them candidates, none twice; a candidate is its own first."""
    found = closest(word, WORDS)
    assert len(found) <= 3
    assert set(found) <= set(WORDS)
    assert len(set(found)) == len(found)
    if word in WORDS:
        assert found[0] == word
