"""Expressions: what they give, the ranges they are promised to keep, and what rewriting leaves as it is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Constant, Expr, Ref, Unit, bounds, evaluate, refs
from phzdsl.ruleset.rewriting import fold, substitute
from tests.ruleset.expressions import AMOUNTS, REFS, TRUTHS, VALUES

EITHER = AMOUNTS | TRUTHS


def amount(operator: str, left: int, right: int) -> int:
    """Return what a sign gives for two numbers."""
    return evaluate(ex.Arithmetic(operator, Constant(left), Constant(right), Unit.NUMBER), {})


@pytest.mark.parametrize(
    ("operator", "left", "right", "wanted"),
    [
        *[("+", 2, 3, 5), ("-", 2, 3, -1), ("*", -2, 3, -6), ("/", 7, 3, 2), ("/", -7, 3, -3), ("/", 7, 0, 0)],
        *[("mod", 7, 3, 1), ("mod", 7, 0, 0), ("^", 2, 10, 1024), ("^", 2, -1, 1), ("^", 2, 1000, 2**64)],
    ],
)
def test_signs(operator: str, left: int, right: int, wanted: int) -> None:
    """Each sign gives a whole number for every pair, rounding down, and never fails."""
    assert amount(operator, left, right) == wanted


def test_a_table_answers_by_its_first_line() -> None:
    """Of two lines that fit the first answers, and what fits none is the rest."""
    table = ex.Lookup(
        REFS[0],
        (ex.Arm(((1, 3),), Constant(10)), ex.Arm(((3, None),), Constant(20))),
        Constant(5),
        Unit.NUMBER,
    )
    assert [evaluate(table, {"fact:a": value}) for value in range(5)] == [5, 10, 10, 10, 20]


def test_an_unknown_name_is_an_error() -> None:
    """Evaluating without a value for a name is a mistake of the caller and does not pass for zero."""
    with pytest.raises(KeyError, match="fact:a"):
        evaluate(REFS[0], {})


@given(EITHER, VALUES)
def test_values_keep_their_bounds(expr: Expr, values: Mapping[str, int]) -> None:
    """Whatever its names stand for, an expression gives a value within its bounds."""
    low, high = bounds(expr)
    assert low <= evaluate(expr, values) <= high


@given(TRUTHS, VALUES)
def test_truths_are_zero_or_one(expr: Expr, values: Mapping[str, int]) -> None:
    """A condition gives 0 or 1 and nothing else, so truths can be added up."""
    assert evaluate(expr, values) in {0, 1}


@given(EITHER, VALUES)
def test_folding_keeps_the_value(expr: Expr, values: Mapping[str, int]) -> None:
    """Folding makes an expression simpler and never another one."""
    assert evaluate(fold(expr), values) == evaluate(expr, values)


@given(EITHER, VALUES, st.sets(st.sampled_from([ref.key for ref in REFS])))
def test_substitution_keeps_the_value(expr: Expr, values: Mapping[str, int], known: set[str]) -> None:
    """Putting some values in first and the others later gives what all at once give, and leaves no known name."""
    part = {key: values[key] for key in known}
    changed = substitute(expr, part)
    assert evaluate(changed, values) == evaluate(expr, values)
    assert not {ref.key for ref in refs(changed)} & known


@given(EITHER, VALUES)
def test_with_every_value_known_only_a_constant_is_left(expr: Expr, values: Mapping[str, int]) -> None:
    """With all names known an expression is its value: binding options leaves amounts that need no evaluation."""
    changed = substitute(expr, values)
    assert isinstance(changed, Constant)
    assert changed.value == evaluate(expr, values)


def test_a_known_choice_keeps_its_word() -> None:
    """The word of a choice survives binding, for messages and exports."""
    option = Ref("option:自摸底", Unit.CHOICE, 0, 1, ("番后", "番前"))
    changed = substitute(option, {"option:自摸底": 1})
    assert changed == Constant(1, Unit.CHOICE, "番前")
