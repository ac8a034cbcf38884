"""Units: the whole table of what may be added, multiplied and divided."""

from __future__ import annotations

import pytest

from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.units import fits, result_unit

N, X, D, F, P = Unit.NUMBER, Unit.XI, Unit.DENG, Unit.FAN, Unit.POINTS
UNITS = (N, X, D, F, P)

TABLES = {
    "+": [(N, X, D, F, P), (X, X, None, None, None), (D, None, D, None, None), (F, None, None, F, None), (P, None, None, None, P)],
    "*": [(N, X, D, F, P), (X, None, None, X, None), (D, None, None, P, None), (F, X, P, F, P), (P, None, None, P, None)],
    "/": [(N, None, None, None, None), (N, N, None, None, None), (N, None, N, None, None), (N, None, None, N, None), (N, None, None, None, N)],
    "^": [(N, None, None, N, None), *[(None,) * 5] * 4],
}  # fmt: skip
TABLES |= {"-": TABLES["+"], "mod": TABLES["/"]}


@pytest.mark.parametrize("operator", sorted(TABLES))
def test_the_unit_of_each_result(operator: str) -> None:
    """A row for the left unit and a column for the right one: 等 by 番 are 点, a quotient is a pure number."""
    found = [tuple(result_unit(operator, left, right) for right in UNITS) for left in UNITS]
    assert found == [tuple(row) for row in TABLES[operator]]


def test_what_fits_a_place() -> None:
    """A place takes its own unit and pure numbers; 番 pass for a number, as factors and exponents do."""
    assert {(one, place) for one in UNITS for place in UNITS if fits(one, place)} == {
        *((one, one) for one in UNITS),
        *((N, place) for place in UNITS),
        (F, N),
    }
