"""The examples of rule files, each run and compared with what it says; which rows they exercise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from phzdsl.errors import HandError, OptionError
from phzdsl.ruleset.model import Example, Row, Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.notation import parse_hand
from phzdsl.scoring.score import Score, Scorer

__all__ = ["Outcome", "RowKey", "exercised", "rows_of", "run_examples"]

RowKey = tuple[str, str]


@attrs.frozen
class Outcome:
    """What running one example gave.

    Attributes:
        score: the score, None when the hand could not be scored.
        error: why it could not.
        got: for every key that the example names, what came out; None where nothing did.
    """

    ruleset: Ruleset = attrs.field(repr=False)
    example: Example
    score: Score | None
    error: HandError | OptionError | None = None
    got: tuple[tuple[str, int | None], ...] = ()

    @property
    def wrong(self) -> tuple[tuple[str, int, int | None], ...]:
        """The keys that came out differently: key, expected, got."""
        expected = _expected(self.example)
        return tuple((key, expected[key], value) for key, value in self.got if value != expected[key])

    @property
    def passed(self) -> bool:
        """Tell whether everything came out as the example says."""
        return self.error is None and not self.wrong


def run_examples(ruleset: Ruleset) -> Iterator[Outcome]:
    """Run every example of a variant."""
    scorers: dict[tuple[tuple[str, int], ...], Scorer] = {}
    for example in ruleset.examples:
        try:
            if example.options not in scorers:
                scorers[example.options] = Scorer(bind(ruleset, dict(example.options)))
            scorer = scorers[example.options]
            hand = parse_hand(example.hand, scorer.ruleset, example.by, dict(example.facts))
            score = scorer.score(hand)
        except (HandError, OptionError) as error:
            yield Outcome(ruleset, example, None, error)
            continue
        got = tuple((key, _value_of(score, key, value)) for key, value in _expected(example).items())
        yield Outcome(ruleset, example, score, got=got)


def _expected(example: Example) -> dict[str, int]:
    """Return what an example expects; one that does not say otherwise expects a win."""
    return {"win": 1, **dict(example.expects)}


def _value_of(score: Score, key: str, expected: int) -> int | None:
    """Return what came out for a key; of a pattern whether it counts, or its worth where that is asked."""
    if key == "win":
        return int(score.win)
    if key.startswith("pays:"):
        return sum(one.amount for one in score.payments if one.payer == key.removeprefix("pays:"))
    counted = score.counted
    if counted is None:
        return None
    kind, _, name = key.partition(":")
    if kind != "pattern":
        return counted.values[key]
    table, _, pattern = name.partition("/")
    worth = next((one.fan for one in score.patterns if (one.table, one.row.name) == (table, pattern)), None)
    if worth is None:
        return 0
    return worth if expected > 1 else 1


# ---------------------------------------------------------------- coverage


def rows_of(ruleset: Ruleset) -> dict[RowKey, Row]:
    """Return the rows that a hand can exercise: melds, ways to win, steps, patterns."""
    rows = [meld.row for meld in ruleset.melds]
    rows += [way.row for way in ruleset.win.ways]
    rows += [step.row for step in ruleset.count.steps]
    rows += [pattern.row for _, pattern in ruleset.patterns()]
    return {_key(row): row for row in rows}


def exercised(outcomes: Iterable[Outcome]) -> set[RowKey]:
    """Return the rows that some example made count."""
    found: set[RowKey] = set()
    for outcome in outcomes:
        if outcome.score is not None:
            found.update(map(_key, _counting(outcome.score)))
    return found


def _counting(score: Score) -> Iterator[Row]:
    for group in score.melds:
        yield score.ruleset.meld(group.meld).row
    if score.counted is not None:
        yield from (way.row for way in score.counted.ways)
        yield from (step.row for step, _ in score.counted.steps)
        yield from (pattern.row for table in score.counted.tables for pattern, _ in table.counted)


def _key(row: Row) -> RowKey:
    return row.origin, row.path
