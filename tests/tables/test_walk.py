"""The two forms that read whole closed hands: nested lists in plain Python, and numpy rows. Both against the automaton."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from phzdsl.ruleset.library import load
from phzdsl.ruleset.options import bind
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.kernel import Kernel, TooWideError, fours_of, sizes_of, words_of
from phzdsl.tables.plan import Plan
from phzdsl.tables.symbols import GROUP_FIELD, QUAD_SHIFT, TALLY_BITS
from phzdsl.tables.walk import Walk
from tests.tables.plain import random_deals


def plan_of(variant: str) -> Plan:
    """Return the plan of a shipped variant."""
    plan = Plan.of(bind(load(variant)))
    assert plan is not None
    return plan


@pytest.mark.parametrize("variant", ["cd-quan", "jiben", "peng"])
def test_vectors_of_random_hands(variant: str) -> None:
    """Vectors of 400 hands, half complete, by both forms; expected: weights of the automaton plus the cards' features."""
    plan = plan_of(variant)
    automaton = compile_automaton(plan.shape, weigh=plan.features.of_form, mode=plan.mode)
    walk, kernel = Walk(plan), Kernel(plan, automaton)
    hands = [deal.counts for deal in random_deals(plan.shape, 400, seed=9) if deal.table == (0, 0)]
    rows = np.array(hands, np.uint8)
    read = kernel.read(words_of(rows), kernel.work(len(rows)))
    places = {int(row): at for at, row in enumerate(read.rows)}
    for number, counts in enumerate(hands):
        cards = plan.features.of_cards(counts)
        expected = tuple(weight + cards for weight in automaton.weights(counts))
        assert vectors(walk, counts) == expected
        found: tuple[int, ...] = ()
        if number in places:
            total, final = int(read.sums[places[number]]), int(read.finals[places[number]])
            groups, quads = total & GROUP_FIELD, total >> QUAD_SHIFT & GROUP_FIELD
            found = automaton.answer(final, groups, quads, total >> TALLY_BITS)
        assert found == expected


def vectors(walk: Walk, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Read a hand step by step, learning what is not known."""
    walk.learn(counts)
    node, total = walk.start, 0
    for at, reader in zip(range(0, 10, 2), walk.readers, strict=True):
        column, added = reader[counts[at]][counts[at + 10]][counts[at + 1]][counts[at + 11]]
        node, weight = node[column]
        total += added + weight
        if node is walk.dead:
            return ()
    return walk.vectors(total)


def test_a_walk_that_forgets_gives_the_same() -> None:
    """With room for ten states nodes are dropped again and again; sums keep their meaning."""
    plan = plan_of("jiben")
    roomy, tight = Walk(plan), Walk(plan, max_states=10)
    for deal in random_deals(plan.shape, 60, seed=1):
        assert vectors(tight, deal.counts) == vectors(roomy, deal.counts)


def test_free_copies_may_be_given() -> None:
    """Rows with the usual free copies given read the same; one more than the tables hold does not fit."""
    plan = plan_of("jiben")
    kernel = Kernel(plan, compile_automaton(plan.shape, weigh=plan.features.of_form, mode=plan.mode))
    rows = np.array([deal.counts for deal in random_deals(plan.shape, 200, seed=2)], np.uint8)
    words, free = words_of(rows), words_of(kernel.free(rows))
    usual, given = kernel.read(words, kernel.work(len(rows))), kernel.read(words, kernel.work(len(rows)), free)
    assert usual.rows.tolist() == given.rows.tolist()
    assert usual.sums.tolist() == given.sums.tolist()
    many = kernel.free(rows)
    many[3, 7], many[5, 19] = 3, 255
    assert np.flatnonzero(~kernel.fits(words_of(many))).tolist() == [3, 5]


def test_sizes_and_fours() -> None:
    """Cards and kinds held four times, of random rows; expected: numpy's own sums."""
    random = Random(6)
    rows = np.array([[random.randint(0, 4) for _ in range(20)] for _ in range(500)], np.uint8)
    assert sizes_of(words_of(rows)).tolist() == rows.sum(axis=1).tolist()
    assert fours_of(words_of(rows)).tolist() == (rows == 4).sum(axis=1).tolist()


def test_tables_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """More cells than allowed raise before they are laid out."""
    plan = plan_of("peng")
    monkeypatch.setattr("phzdsl.tables.kernel._MOST_CELLS", 1000)
    with pytest.raises(TooWideError):
        Kernel(plan, compile_automaton(plan.shape, weigh=plan.features.of_form, mode=plan.mode))
