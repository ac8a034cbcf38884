"""The page of figures: what is measured comes to stand between the markers, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench.clock import Side, interleaved
from tests.bench.targets import Figure, Plan


def figure(ratio: float, *, more: bool = True) -> Figure:
    """Return a figure with goal 20 and floor 10, or the other way round."""
    goal, floor = (20, 10) if more else (10, 20)
    return Figure("1", "points", "others", "2 k/s", "1 k/s", ratio, goal, floor, more)


@pytest.mark.parametrize(
    ("ratio", "more", "verdict"),
    [
        (25, True, "goal"),
        (12, True, "floor"),
        (9, True, "below"),
        (9, False, "goal"),
        (20, False, "floor"),
        (21, False, "below"),
    ],
)
def test_what_a_ratio_reaches(ratio: float, more: bool, verdict: str) -> None:  # noqa: FBT001 - pytest gives it by name
    """Both senses of a ratio."""
    assert figure(ratio, more=more).verdict == verdict


def test_only_the_table_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text before and after the markers stays; written twice, the table stands there once."""
    pytest.importorskip("mahjong")
    page = tmp_path / "performance.md"
    page.write_text(f"before\n{bench.BEGIN}\nold\n{bench.END}\nafter\n", "utf-8")
    monkeypatch.setattr(bench, "DOCS", page)
    for _ in range(2):
        bench.write([figure(12)], Plan())
    text = page.read_text("utf-8")
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "old" not in text
    assert text.count("| 1 | points | others | 2 k/s | 1 k/s | 12 x | 20 x | 10 x | floor |") == 1


def test_rounds_are_interleaved_and_the_first_is_left_out() -> None:
    """Sides take turns; the median is of what follows the first round."""
    turns: list[str] = []
    times = {"a": iter([9.0, 1.0, 3.0, 2.0]), "b": iter([9.0, 8.0, 8.0, 8.0])}

    def side(name: str, per: int) -> Side:
        def run() -> float:
            turns.append(name)
            return next(times[name])

        return Side(run, per)

    assert interleaved([side("a", 1), side("b", 4)], 3) == [2.0, 2.0]
    assert turns == ["a", "b"] * 4
