"""Ranges: which values they hold and which they leave out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phzdsl.ruleset.intervals import Range, inside, outside, uncovered, within_bounds, written

_end = st.none() | st.integers(-3, 12)
_RANGES = st.lists(st.tuples(_end, _end), max_size=4)
_BOUNDS = st.tuples(st.integers(-2, 4), st.integers(4, 10))


@given(_BOUNDS, _RANGES)
def test_uncovered_is_what_no_range_holds(bounds: tuple[int, int], ranges: list[Range]) -> None:
    """The gaps hold exactly the values of the bounds that no range holds, each once and in order."""
    gaps = [value for low, high in uncovered(bounds, ranges) for value in range(low, high + 1)]
    assert gaps == [value for value in range(bounds[0], bounds[1] + 1) if not inside(value, ranges)]


@given(_BOUNDS, st.tuples(_end, _end))
def test_the_part_within_bounds(bounds: tuple[int, int], one: Range) -> None:
    """The part of a range within bounds holds the values that both hold, and is None when they share none."""
    part = within_bounds(one, bounds)
    shared = [value for value in range(bounds[0], bounds[1] + 1) if inside(value, [one])]
    assert (part is None) == outside(one, bounds) == (not shared)
    if part is not None:
        assert list(range(part[0], part[1] + 1)) == shared


def test_ranges_are_written_as_in_a_rule_file() -> None:
    """A range in a message reads as it would in the file."""
    assert [written(one) for one in [(3, 3), (3, 5), (None, 5), (3, None)]] == ["3", "3..5", "..5", "3.."]
