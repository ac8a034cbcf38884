"""Random expressions of the rule language, and values for what they name."""

from __future__ import annotations

from hypothesis import strategies as st

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Expr, Ref, Unit
from phzdsl.ruleset.intervals import Range

__all__ = ["AMOUNTS", "REFS", "TRUTHS", "VALUES"]

REFS = (
    Ref("fact:a", Unit.NUMBER, 0, 4),
    Ref("fact:b", Unit.NUMBER, -3, 2),
    Ref("fact:c", Unit.NUMBER, 7, 30),
    Ref("fact:t", Unit.TRUTH, 0, 1),
)
VALUES = st.fixed_dictionaries({ref.key: st.integers(ref.low, ref.high) for ref in REFS})

_number = st.integers(-6, 12).map(ex.Constant)
_end = st.none() | st.integers(-5, 20)
_NUMBERS = _number | st.sampled_from(REFS[:3])


def _ordered(ends: tuple[int | None, int | None]) -> Range:
    low, high = ends
    return (high, low) if low is not None and high is not None and low > high else (low, high)


_ranges = st.lists(st.tuples(_end, _end).map(_ordered), min_size=1, max_size=3).map(tuple)


def _amounts(inside: st.SearchStrategy[Expr], truths: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    power = st.builds(ex.Arithmetic, st.just("^"), inside, st.integers(0, 3).map(ex.Constant), st.just(Unit.NUMBER))
    arm = st.builds(ex.Arm, _ranges, inside)
    arms = st.lists(arm, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(ex.Arithmetic, st.sampled_from(["+", "-", "*", "/", "mod"]), inside, inside, st.just(Unit.NUMBER)),
        power,
        st.builds(ex.Conditional, truths, inside, inside, st.just(Unit.NUMBER)),
        st.builds(ex.Lookup, inside, arms, inside, st.just(Unit.NUMBER)),
        st.builds(ex.Extreme, st.booleans(), st.lists(inside, min_size=1, max_size=3).map(tuple), st.just(Unit.NUMBER)),
    )


def _truths(amounts: st.SearchStrategy[Expr], inside: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    several = st.lists(inside, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(ex.Comparison, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), amounts, amounts),
        st.builds(ex.Within, amounts, _ranges),
        st.builds(ex.Not, inside),
        st.builds(ex.Combined, st.sampled_from(["and", "or"]), several),
    )


_flat: st.SearchStrategy[Expr] = _truths(_NUMBERS, st.just(REFS[3]))
AMOUNTS: st.SearchStrategy[Expr] = st.recursive(_NUMBERS, lambda inside: _amounts(inside, _flat), max_leaves=8)
TRUTHS: st.SearchStrategy[Expr] = st.recursive(_flat, lambda inside: _truths(AMOUNTS, inside), max_leaves=4)
