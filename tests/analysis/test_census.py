"""Exact counts of complete hands, against published numbers, arithmetic and brute force."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache
from math import comb

import attrs
import pytest

from phzdsl.analysis.census import Census, Vector, census
from phzdsl.tables.division import Mode
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.shapes import Form, HandShape
from tests.tables import rules
from tests.tables.plain import plain_weights

RED = [int(kind % 10 in {1, 6, 9}) for kind in range(20)]
BIG = [int(kind >= 10) for kind in range(20)]


@cache
def common() -> Census:
    """Count the common rules once."""
    return census(rules.common(), features={"red": RED, "big": BIG})


def test_published_counts_of_the_common_rules() -> None:
    """ENGINE.md section 2: complete hands, in all, by quads, and the number of feature vectors."""
    found = common()
    assert found.complete == 569_785_458
    assert found.by_quads == (28_746_844, 188_361_444, 196_077_292, 112_051_038, 37_186_072, 6_820_128, 542_640)
    assert len(found.vectors) == 13_032


def test_six_quads_by_arithmetic() -> None:
    """Six quads leave a pair of another kind: C(20, 6) x 14 hands, each of known 息."""
    assert common().by_quads[6] == comb(20, 6) * 14
    xi: Counter[int] = Counter()
    for vector in common().vectors:
        if vector.quads == 6:
            xi[vector.weights[0]] += vector.count
    # Of six quads, b big and 6 - b small ones are worth 9 each and 3 more for the big.
    assert xi == {54 + 3 * big: comb(10, big) * comb(10, 6 - big) * 14 for big in range(7)}


def test_features_do_not_change_the_counts() -> None:
    """Counting red and big splits vectors but no sum: 息 with and without them, and winning hands, agree."""
    plain = census(rules.common())
    assert plain.by_xi == common().by_xi
    assert sum(count for _, count in plain.by_xi) == plain.complete
    assert plain.winning(0) == plain.complete
    assert plain.winning(15) == sum(count for xi, count in plain.by_xi if xi >= 15) == 540_450_683


def brute_force(shape: HandShape, points: int, mode: Mode, features: list[list[int]]) -> tuple[Vector, ...]:
    """Lay every hand of the first few points and divide it by the plain recursion of the tests."""
    found: Counter[tuple[int, tuple[int, ...], tuple[int, ...]]] = Counter()
    for copies in itertools.product(range(5), repeat=2 * points):
        rest = (0,) * (10 - points)
        counts = (*copies[:points], *rest, *copies[points:], *rest)
        weights = plain_weights(shape, counts)
        if weights:
            quads = sum(count == 4 and shape.quads[kind] is not None for kind, count in enumerate(counts))
            kept = weights if mode is Mode.ALL else weights[-1:]
            sums = tuple(sum(map(int.__mul__, feature, counts)) for feature in features)
            found[quads, kept, sums] += 1
    return tuple(Vector(*key, count) for key, count in sorted(found.items()))


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("split", [False, True])
def test_brute_force_on_a_reduced_deck(mode: Mode, split: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """All 15,625 hands of the points 1 to 3, one by one: the same vectors with the same counts."""
    shape = rules.shape([*rules.BASE, *rules.jiao()], groups=4, split=split)
    shape = rules.with_copies(shape, (4, 4, 4, *(0,) * 7) * 2)
    odd = [kind * kind for kind in range(20)]
    found = census(shape, features={"odd": odd, "big": BIG}, automaton=compile_automaton(shape, mode=mode))
    assert found.vectors == brute_force(shape, 3, mode, [odd, BIG])
    assert found.features == ("odd", "big")
    assert found.complete > 500


def test_xi_is_one_field_of_a_packed_weight() -> None:
    """With 绞 counted above 息 the mask gives 息 back: as many hands by 息 as without 绞."""

    def xi_and_jiao(form: Form) -> int:
        return form.xi + (1 << 10) * (form.meld == rules.JIAO)

    shape = rules.shape([*rules.BASE, *rules.jiao()], groups=4)
    packed = compile_automaton(shape, mode=Mode.ALL, weigh=xi_and_jiao)
    assert census(shape, automaton=packed, xi_mask=(1 << 10) - 1).by_xi == census(shape).by_xi


def test_nothing_to_count() -> None:
    """A shape that no hand completes has a census of nothing."""
    found = census(attrs.evolve(rules.shape([]), quads=(None,) * 20, triplets=(None,) * 20))
    assert (found.complete, found.by_quads, found.by_xi, found.winning(0)) == (0, (), (), 0)


def test_misuse() -> None:
    """Features of a wrong length or sign are ValueErrors, more than 64 bits an OverflowError."""
    shape = rules.shape(rules.BASE, groups=2)
    with pytest.raises(ValueError, match="twenty"):
        census(shape, features={"short": [1]})
    with pytest.raises(ValueError, match="negative"):
        census(shape, features={"negative": [-1] * 20})
    with pytest.raises(OverflowError):
        census(shape, features={"huge": [1 << 50] * 20})
    with pytest.raises(ValueError, match="negative"):
        census(shape, automaton=compile_automaton(shape, weigh=lambda form: -form.xi))
