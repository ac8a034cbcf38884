"""The compiled automaton: its size, its limits and the forms in which it is handed on."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from phzdsl.tables.automaton import packed
from phzdsl.tables.division import Mode, TableLimitError
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.lazy import LazyAutomaton, Mark
from phzdsl.tables.symbols import COUNTS
from tests.tables import rules
from tests.tables.plain import random_cards, random_deals


def hand(cards: str) -> tuple[int, ...]:
    """Read a hand."""
    kinds = ["一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾".index(card) for card in cards]
    return tuple(kinds.count(kind) for kind in range(20))


PAIR_WITHOUT_QUAD = hand("一二三四五六七八九贰柒拾壹贰叁伍陆柒十十")
QUAD_AND_PAIR = hand("玖玖玖玖一二三四五六七八九贰柒拾壹贰叁十十")


@pytest.mark.parametrize(
    ("cards", "table", "weights"),
    [
        (hand("一二三四五六七八九贰柒拾壹贰叁伍陆柒十十拾"), (0, 0), (15,)),
        (PAIR_WITHOUT_QUAD, (0, 0), ()),
        (QUAD_AND_PAIR, (0, 0), (27,)),
        (hand("一二三四五六七八九贰柒拾壹贰叁十十"), (1, 1), (15,)),
        (hand("一二三四五六七八九贰柒拾壹贰叁十十"), (1, 0), ()),
        (hand("二二二一三四五六七八九拾拾拾肆伍陆柒捌玖"), (0, 0), ()),
        (hand(""), (7, 0), (0,)),
    ],
)
def test_hands_counted_by_hand(cards: tuple[int, ...], table: tuple[int, int], weights: tuple[int, ...]) -> None:
    """Common rules; 一二三 3, 贰柒拾 6, 壹贰叁 6, quad of big nine 12: added up by hand."""
    assert compile_automaton(rules.common()).weights(cards, *table) == weights
    assert LazyAutomaton(rules.common()).weights(cards, *table) == weights


def test_a_won_card_may_split_its_triplet() -> None:
    """A third 二 that won from a pair may stand in two runs; set aside it leaves 一三 and 三四 alone."""
    lazy = LazyAutomaton(rules.shape(rules.BASE, groups=3))
    cards = hand("一二三二三四二七十")
    assert lazy.weights(cards) == ()
    assert lazy.weights(cards, mark=Mark(1, 3)) == (6,)


@pytest.mark.parametrize(
    ("mode", "states"), [(Mode.BEST, (26_334, 24_383)), (Mode.ALL, (29_613, 27_605))], ids=["best", "all"]
)
def test_size_of_the_common_rules(mode: Mode, states: tuple[int, int]) -> None:
    """Raw and minimal states, recorded: ENGINE.md's prototype, which tracked more, had 30,140 and 27,637."""
    automaton = compile_automaton(rules.common(), mode=mode)
    assert (automaton.raw_states, automaton.states) == states


def test_minimal_means_minimal() -> None:
    """No two states of a layer have the same row, which is what minimising a layered automaton comes to."""
    automaton = compile_automaton(rules.common())
    for layer in automaton.layers:
        tables = zip(layer.next.tolist(), layer.weights.tolist(), strict=True)
        flat = list(tables)
        rows = [tuple(flat[at : at + automaton.columns]) for at in range(0, len(flat), automaton.columns)]
        assert len(set(rows)) == layer.states


def test_edge_weights_are_never_negative() -> None:
    """Census and batch keep sums in bit fields, so a weight that is pushed forward may not fall below none."""
    for mode in Mode:
        automaton = compile_automaton(rules.common(), mode=mode)
        assert all(min(layer.weights) >= 0 for layer in automaton.layers)


def test_too_many_states_are_refused() -> None:
    """The error is an OverflowError and names the point: 450 states up to point 3, 2,090 more after point 4."""
    with pytest.raises(TableLimitError, match="at point 4"):
        compile_automaton(rules.common(), max_states=1000)
    with pytest.raises(OverflowError):
        LazyAutomaton(attrs.evolve(rules.common(), groups=33))


def test_a_shape_that_no_hand_completes_has_dead_tables() -> None:
    """Without forms, and with triplets split, no hand is complete: the start is dead and answers are ()."""
    automaton = compile_automaton(rules.shape([], split=True))
    assert automaton.weights(hand("一一一")) == ()


def test_pairs_that_need_more_quads_than_there_are_groups() -> None:
    """A pair allowed only with three quads, in a hand of two groups, completes nothing; two runs do."""
    shape = rules.shape(rules.BASE, groups=2, bounds=(*((0, 0),) * 3, (1, 1)))
    for automaton in (compile_automaton(shape), LazyAutomaton(shape)):
        assert automaton.weights(hand("一二三四四")) == ()
        assert automaton.weights(hand("一二三四五六")) == (3,)


def test_one_card_too_many_of_the_deck_is_no_hand() -> None:
    """Where the deck has three of a kind, four of it complete nothing, though quads are set aside."""
    shape = rules.SHAPES["three of each kind"]
    assert LazyAutomaton(shape).weights(QUAD_AND_PAIR) == ()
    assert compile_automaton(shape).weights(QUAD_AND_PAIR) == ()


def test_all_cards_at_once_are_refused() -> None:
    """All 80 cards are 20 quads: far more groups than a hand has must not be taken for another number."""
    assert LazyAutomaton(rules.common()).weights((4,) * 20) == ()
    assert compile_automaton(rules.common()).weights((4,) * 20) == ()
    assert compile_automaton(rules.shape(rules.pairs(), bounds=((0, 40),), groups=20)).weights((4,) * 20) == (210,)


def test_lazy_forgets_and_still_answers() -> None:
    """With room for 50 states everything is learnt again and again; expected: an automaton with room."""
    roomy, tight = LazyAutomaton(rules.common()), LazyAutomaton(rules.common(), max_states=50)
    for deal in random_deals(rules.common(), 100, seed=4):
        for mark in (None, *(Mark(kind, 3) for kind, count in enumerate(deal.counts) if count == 3)):
            assert tight.weights(deal.counts, *deal.table, mark) == roomy.weights(deal.counts, *deal.table, mark)
            assert tight.states <= 50


def test_misuse_of_the_lazy_form() -> None:
    """A mark that would set one or two copies aside and a hand of too few kinds are ValueErrors."""
    lazy = LazyAutomaton(rules.common())
    with pytest.raises(ValueError, match="set aside"):
        lazy.weights(QUAD_AND_PAIR, mark=Mark(18, 3))
    with pytest.raises(ValueError, match="twenty kinds"):
        lazy.weights((0,) * 19)


def test_numbers_are_packed_narrowly() -> None:
    """The machine type is the narrowest that holds all numbers, bounds of the types included."""
    cases = {(127, -128): "b", (128,): "h", (-32769,): "i", (1 << 31,): "q", (): "b"}
    assert {numbers: packed(numbers).format for numbers in cases} == cases
    assert packed((1 << 62, -5)).tolist() == [1 << 62, -5]
    with pytest.raises(OverflowError):
        packed((1 << 63,))


def test_arrays_say_what_the_tables_say() -> None:
    """Walking the numpy form by hand gives groups, quads and weight of the plain form on random hands."""
    arrays = pytest.importorskip("phzdsl.tables.arrays")
    automaton = compile_automaton(rules.common())
    steps = arrays.to_arrays(automaton)
    random = Random(5)
    hands = [deal.counts for deal in random_deals(rules.common(), 100, seed=6)]
    for counts in [*hands, *(random_cards(random, rules.common(), 40) for _ in range(20))]:
        state, weight, groups, quads = 1, automaton.base, 0, 0
        for point, step in enumerate(steps):
            symbol = counts[point] * COUNTS + counts[point + 10]
            weight += int(step.weights[state, symbol])
            groups += int(step.groups[symbol])
            quads += int(step.quads[symbol])
            state = int(step.next[state, symbol])
        assert automaton.answer(state, groups, quads, weight) == automaton.weights(counts)


def test_symbol_sums_count_cards() -> None:
    """A feature's sum over a symbol is its weight times the copies, checked for one kind of each size."""
    arrays = pytest.importorskip("phzdsl.tables.arrays")
    weights = tuple(range(20))
    sums = arrays.symbol_sums(weights)
    assert sums[3, 2 * COUNTS + 4] == 2 * 3 + 4 * 13
