"""One hand scored by the plain search and by the automaton, and what both must say."""

from __future__ import annotations

from phzdsl.scoring.hand import Hand
from phzdsl.scoring.score import Score
from phzdsl.tables.points import Outcome

Answer = tuple[bool, int, int, int]


def plain_answer(score: Score) -> Answer:
    """Return win, 息, 番 and points; 息 of a hand that is no win is that of its best complete reading."""
    return score.win, score.xi if score.counted is not None else 0, score.fan, score.points


def fast_answer(outcome: Outcome | None) -> Answer:
    """Return the same of the automaton's outcome."""
    if outcome is None:
        return False, 0, 0, 0
    return outcome.win, outcome.xi, outcome.fan * outcome.win, outcome.points * outcome.win


def describe(hand: Hand) -> str:
    """Return a hand for a message."""
    return repr(hand)
