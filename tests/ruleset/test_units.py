"""Units: the whole table of what may be added, multiplied and divided."""

from __future__ import annotations

import pytest

from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.units import fits, result_unit

N, X, D, F, P = Unit.NUMBER, Unit.XI, Unit.DENG, Unit.FAN, Unit.POINTS
UNITS = (N, X, D, F, P)

_: Unit | None = None
TABLES: dict[str, list[tuple[Unit | None, ...]]] = {
    "+": [(N, X, D, F, P), (X, X, _, _, _), (D, _, D, _, _), (F, _, _, F, _), (P, _, _, _, P)],
    "*": [(N, X, D, F, P), (X, _, _, X, _), (D, _, _, P, _), (F, X, P, F, P), (P, _, _, P, _)],
    "/": [(N, _, _, _, _), (N, N, _, _, _), (N, _, N, _, _), (N, _, _, N, _), (N, _, _, _, N)],
    "^": [(N, _, _, N, _), *[(_, _, _, _, _)] * 4],
}
TABLES |= {"-": TABLES["+"], "mod": TABLES["/"]}


@pytest.mark.parametrize("operator", sorted(TABLES))
def test_the_unit_of_each_result(operator: str) -> None:
    """A row for the left unit and a column for the right one: 等 by 番 are 点, a quotient is a pure number."""
    found = [tuple(result_unit(operator, left, right) for right in UNITS) for left in UNITS]
    assert found == TABLES[operator]


def test_what_fits_a_place() -> None:
    """A place takes its own unit and pure numbers; 番 pass for a number, as factors and exponents do."""
    assert {(one, place) for one in UNITS for place in UNITS if fits(one, place)} == {
        *((one, one) for one in UNITS),
        *((N, place) for place in UNITS),
        (F, N),
    }
