"""The automata against a plain recursion that shares no code with them."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from phzdsl.tables.automaton import Automaton
from phzdsl.tables.division import Mode
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.lazy import LazyAutomaton, Mark
from phzdsl.tables.shapes import Form, HandShape
from tests.tables import rules
from tests.tables.plain import plain_weights, random_deals

JIAO_FIELD = 1000
every_shape = pytest.mark.parametrize("name", rules.SHAPES)


def xi_and_jiao(form: Form) -> int:
    """Weigh a form so that its 息 and the number of 绞 can be told apart."""
    return form.xi + JIAO_FIELD * (form.meld == rules.JIAO)


@cache
def eager(name: str, mode: Mode) -> Automaton:
    """Compile a shape once for all tests."""
    return compile_automaton(rules.SHAPES[name], mode=mode)


@every_shape
def test_random_hands_have_the_weights_of_the_plain_recursion(name: str) -> None:
    """40 hands a shape, half complete, with groups on the table: all weights, and the best, by both forms."""
    lazy = {mode: LazyAutomaton(rules.SHAPES[name], mode=mode) for mode in Mode}
    for deal in random_deals(rules.SHAPES[name], 40, seed=1):
        for automaton in (lazy[Mode.ALL], eager(name, Mode.ALL)):
            assert automaton.weights(deal.counts, *deal.table) == deal.weights, deal
        for automaton in (lazy[Mode.BEST], eager(name, Mode.BEST)):
            assert automaton.weights(deal.counts, *deal.table) == deal.weights[-1:], deal


@every_shape
def test_marked_kinds_have_the_weights_of_the_plain_recursion(name: str) -> None:
    """Every kind of a hand once with all copies free and once with three or four aside; expected: recursion."""
    shape = rules.SHAPES[name]
    lazy = {mode: LazyAutomaton(shape, mode=mode) for mode in Mode}
    for deal in random_deals(shape, 30, seed=2):
        for kind, count in enumerate(deal.counts):
            asides = {0, *([3] if shape.triplets[kind] else []), *([4] if shape.quads[kind] else [])}
            for free in [count - aside for aside in asides if aside <= count]:
                expected = plain_weights(shape, deal.counts, deal.table, {kind: free})
                mark = Mark(kind, free)
                assert lazy[Mode.ALL].weights(deal.counts, *deal.table, mark) == expected, (deal, mark)
                assert lazy[Mode.BEST].weights(deal.counts, *deal.table, mark) == expected[-1:], (deal, mark)


@every_shape
def test_packed_weights_keep_every_combination(name: str) -> None:
    """With 息 low and 绞 high, mode ALL finds each pair of both that some division has; expected: recursion."""
    shape = rules.SHAPES[name]
    lazy = LazyAutomaton(shape, mode=Mode.ALL, weigh=xi_and_jiao)
    whole = compile_automaton(shape, mode=Mode.ALL, weigh=xi_and_jiao)
    for deal in random_deals(shape, 15, seed=3):
        expected = plain_weights(shape, deal.counts, deal.table, weigh=xi_and_jiao)
        assert lazy.weights(deal.counts, *deal.table) == expected, deal
        assert whole.weights(deal.counts, *deal.table) == expected, deal


def three_points(shape: HandShape) -> HandShape:
    """Leave only the points 1 to 3 in the deck."""
    return rules.with_copies(shape, (4, 4, 4, *(0,) * 7) * 2)


@pytest.mark.parametrize(
    "shape",
    [
        rules.shape([*rules.BASE, *rules.jiao()], groups=3),
        rules.shape([*rules.BASE, *rules.jiao()], groups=4, split=True),
        rules.shape(rules.BASE, groups=4, split=True, set_quads=False, bounds=((0, 2),)),
    ],
    ids=["set aside", "triplets split", "all split"],
)
def test_all_hands_of_a_reduced_deck(shape: HandShape) -> None:
    """Every one of the 15,625 hands of six kinds; expected: recursion."""
    small = three_points(shape)
    lazy = LazyAutomaton(small, mode=Mode.ALL)
    whole = compile_automaton(small, mode=Mode.ALL)
    complete = 0
    for six in itertools.product(range(5), repeat=6):
        counts = (*six[:3], *(0,) * 7, *six[3:], *(0,) * 7)
        expected = plain_weights(small, counts)
        complete += bool(expected)
        assert lazy.weights(counts) == whole.weights(counts) == expected, six
    assert complete > 100
