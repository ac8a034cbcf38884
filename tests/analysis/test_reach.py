"""The exact set of fact vectors, against every hand of a small deck tried one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from phzdsl.analysis.arcs import arcs_of, open_shape
from phzdsl.analysis.dealt import dealt_vectors
from phzdsl.analysis.reach import reach
from phzdsl.ruleset.library import loads
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.tables.shapes import Form

SMALL_DECK = """
版本 1
变体 small "四点牌" 继承 common {{
  牌 {{ 改 小字 一..四 各 4；改 大字 壹..肆 各 3 }}
  座 {{ 改 起手 庄 9 闲 8；改 余墩 3 }}
  胡 {{ 改 门数 {groups}；改 起胡 息 >= 0 }}
}}
"""


@pytest.fixture(params=[2, 3])
def small(request: pytest.FixtureRequest) -> Ruleset:
    """Return the common rules on a deck of four points, with two or three groups to a hand."""
    return bind(loads(SMALL_DECK.format(groups=request.param)))


def complete_sets(ruleset: Ruleset) -> Iterator[tuple[Form, ...]]:
    """Yield every set of melds that is a complete hand, by trying all of them."""
    shape = open_shape(ruleset)
    for melds in combinations_with_replacement(shape.free, shape.groups):
        cards = Counter(kind for form in melds for kind in form.kinds)
        if any(count > shape.copies[kind] for kind, count in cards.items()):
            continue
        quads = sum(len(form.kinds) == 4 for form in melds)
        pairs = sum(len(form.kinds) == 2 for form in melds)
        if pairs == (quads > 0):
            yield melds


def test_reach_equals_trying_everything(small: Ruleset) -> None:
    """息, red cards and the number of runs take together exactly the values that some set of melds has."""
    keys = frozenset({"fact:meld-xi", "fact:red-cards", "count:shun"})
    run = next(index for index, meld in enumerate(small.melds) if meld.id == "shun")
    expected = {
        (
            sum(form.xi for form in melds),
            sum(kind in small.deck.red for form in melds for kind in form.kinds),
            sum(form.meld == run for form in melds),
        )
        for melds in complete_sets(small)
    }
    reached = reach(small, arcs_of(small), keys)
    assert reached is not None
    assert {(one["fact:meld-xi"], one["fact:red-cards"], one["count:shun"]) for one in reached.vectors} == expected


def test_every_vector_has_a_witness(small: Ruleset) -> None:
    """The melds given for a vector can be laid from the deck and add up to that vector."""
    reached = reach(small, arcs_of(small), frozenset({"fact:meld-xi", "fact:big-cards"}))
    assert reached is not None
    copies = small.deck.copies()
    for vector in reached.vectors:
        melds = reached.witness(small, vector)
        cards = Counter(kind for _, kinds in melds for kind in kinds)
        assert all(count <= copies[kind] for kind, count in cards.items())
        assert sum(small.meld(name).value.of(kinds, small.deck.red) for name, kinds in melds) == vector["fact:meld-xi"]
        assert sum(kind >= 10 for _, kinds in melds for kind in kinds) == vector["fact:big-cards"]


def test_dealt_hands_of_a_small_deck(small: Ruleset) -> None:
    """Numbers of 提 and 坎 in eight or nine dealt cards are those that counts of the kinds allow, and no others."""
    copies = small.deck.copies()
    states = {(0, 0, 0)}
    for kind in range(20):
        states = {
            (cards + count, quads + (count == 4), triplets + (count == 3))
            for cards, quads, triplets in states
            for count in range(copies[kind] + 1)
        }
    expected = {(quads, triplets) for cards, quads, triplets in states if cards in {8, 9}}
    vectors = dealt_vectors(small, frozenset({"count:ti", "count:kan"}))
    assert vectors is not None
    assert {(one["count:ti"], one["count:kan"]) for one in vectors} == expected
