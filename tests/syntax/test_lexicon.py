"""The keywords: one spelling means one thing, in each language, and each is read where it can act."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from phzdsl.syntax.grammar import grammar
from phzdsl.syntax.lexicon import KEYWORDS, Keyword, Zone, keyword, keywords_of, terminal_words
from phzdsl.syntax.rows import rows_of
from phzdsl.syntax.tokens import tokens_of
from phzdsl.text.source import Source

DEPTHS = {Zone.FILE: "{word} 1", Zone.VARIANT: "x {{ {word} 1", Zone.BLOCK: "x {{ x {{ x {word} 1"}


@pytest.mark.parametrize("zone", Zone)
def test_spellings_are_unique_in_a_zone(zone: Zone) -> None:
    """In a zone no spelling, of either language, is two keywords, and no id either."""
    words = [word for word in KEYWORDS if word.zone is zone]
    assert max(Counter(spelling for word in words for spelling in {word.zh, word.en}).values()) == 1
    assert max(Counter(word.id for word in words).values()) == 1


@pytest.mark.parametrize("word", KEYWORDS, ids=lambda word: f"{word.zone.name}-{word.id}")
def test_both_spellings_are_read(word: Keyword) -> None:
    """In its zone each spelling is scanned whole and becomes its terminal, and is found by both."""
    for spelling in (word.zh, word.en):
        source = Source("x", DEPTHS[word.zone].format(word=spelling))
        kinds = {token.text: token.kind for token in rows_of(tokens_of(source, [], 0))}
        assert kinds[spelling] == word.terminal
        assert keyword(spelling, word.zone) == word


@pytest.mark.parametrize("word", KEYWORDS, ids=lambda word: f"{word.zone.name}-{word.id}")
def test_spellings_are_chinese_and_english(word: Keyword) -> None:
    """The Chinese spelling is Chinese; the English one is small letters, with hyphens between."""
    assert not any(character.isascii() for character in word.zh)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", word.en)


def test_every_terminal_is_used() -> None:
    """Each keyword's terminal stands in the grammar, and each terminal has words for a message."""
    terminals = {name for row in grammar().rows for name in row if name.isupper()}
    assert {word.terminal for word in KEYWORDS} <= terminals
    for terminal in terminals:
        assert all(terminal_words(terminal))
    assert terminal_words("$END") == ("文件末尾", "the end of the file")


def test_words_of_a_terminal() -> None:
    """The words of a terminal come in the order of the table."""
    assert [word.zh for word in keywords_of("OPERATION")] == ["增", "改", "删", "移"]
