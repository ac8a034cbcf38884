"""The closed lists of words: one meaning a spelling, one spelling a language."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from phzdsl.ruleset.facts import FACTS, Origin, Scope, SizeBounds, fact
from phzdsl.ruleset.schema import BLOCKS
from phzdsl.ruleset.vocabulary import VOCABULARY, term, terms, translate
from phzdsl.syntax.lexicon import KEYWORDS

GROUPS = tuple(dict.fromkeys(one.group for one in VOCABULARY))


@pytest.mark.parametrize("group", GROUPS)
def test_a_list_spells_each_word_once(group: str) -> None:
    """No two words of a list share a spelling, in either language, and a word is found by both of its own."""
    words = [one for one in VOCABULARY if one.group == group]
    assert max(Counter(one.zh for one in words).values()) == 1
    assert max(Counter(one.id for one in words).values()) == 1
    for one in words:
        assert term(group, one.zh) == term(group, one.id) == one
    assert set(terms(group)) == {spelling for one in words for spelling in (one.zh, one.id)}


def test_names_turn_into_the_other_language_without_their_place() -> None:
    """A word that stands in several lists, or is a fact too, has the same two spellings in all of them."""
    pairs = [(one.zh, one.id) for one in VOCABULARY] + [(one.zh, one.id) for one in FACTS]
    english, chinese = defaultdict(set), defaultdict(set)
    for zh, en in pairs:
        english[zh].add(en)
        chinese[en].add(zh)
    assert {zh: sorted(found) for zh, found in english.items() if len(found) > 1} == {}
    assert {en: sorted(found) for en, found in chinese.items() if len(found) > 1} == {}


def test_translation_goes_both_ways() -> None:
    """Every word of the lists comes back when it is turned into the other language and back."""
    for one in VOCABULARY:
        assert translate(one.zh, to_chinese=False) == one.id
        assert translate(one.id, to_chinese=True) == one.zh
    assert translate("红胡", to_chinese=False) == "红胡"


def test_facts_are_spelled_once() -> None:
    """A spelling means one fact, and both of its spellings mean it."""
    assert max(Counter(one.zh for one in FACTS).values()) == 1
    assert max(Counter(one.id for one in FACTS).values()) == 1
    for one in FACTS:
        assert fact(one.zh) is fact(one.id) is one


def test_facts_have_a_range_and_a_place() -> None:
    """Each fact is known somewhere, says what it means, and has a greatest value once the sizes are known."""
    sizes = SizeBounds(cards=28, groups=9, players=3, red=24, big=40, small=40, deck=80, xi=108)
    for one in FACTS:
        # Which card was turned is stated with a hand; conditions name what follows from it.
        assert one.scopes or one.id == "turned-card"
        assert Scope.OPTION not in one.scopes
        assert one.means_zh
        assert one.means_en
        assert one.greatest(sizes) >= 1
        if one.origin in {Origin.CARDS, Origin.DIVISION}:
            # 对子数 may be asked of a hand at the table too.
            assert one.scopes - {Scope.CLAIM} == {Scope.WIN, Scope.PAY}


def test_the_schema_names_words_that_exist() -> None:
    """Each row, clause and list that the schema speaks of is one that the lexicon or the vocabulary has."""
    keywords = {word.id for word in KEYWORDS} | {"="}
    known = {*GROUPS, None, "fact"}
    for block in BLOCKS:
        assert block.id in keywords
        assert {block.group, block.names} <= known
        rows = (*block.rows, *((block.free,) if block.free else ()))
        assert {row.id for row in block.rows} == (
            {one.id for one in terms(block.group or "").values()} if block.group else set()
        )
        for row in rows:
            assert row.group in known
            assert {clause.word for clause in row.clauses} <= keywords
            assert {clause.group for clause in row.clauses} <= known
