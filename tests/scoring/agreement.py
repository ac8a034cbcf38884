"""One hand scored by the plain search, by the automaton and in a batch, and what each says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from phzdsl.errors import HandError
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.batch import BY_CODES, BatchScorer
from phzdsl.scoring.fast import FastScorer
from phzdsl.scoring.hand import Hand
from phzdsl.scoring.notation import check_hand
from phzdsl.scoring.score import Score, Scorer
from phzdsl.tables.points import Outcome
from tests.scoring.hands import counts_of

Answer = tuple[bool, int, int, int]


def plain_answer(score: Score) -> Answer:
    """Return win, 息, 番 and points; 息 of a hand that is no win is that of its best complete reading."""
    return score.win, score.xi if score.counted is not None else 0, score.fan, score.points


def fast_answer(outcome: Outcome | None) -> Answer:
    """Return the same of the automaton's outcome."""
    if outcome is None:
        return False, 0, 0, 0
    return outcome.valid, outcome.xi, outcome.fan * outcome.valid, outcome.points * outcome.valid


def batch_answers(scorer: BatchScorer, hands: Sequence[Hand]) -> list[Answer]:
    """Return the same of closed hands scored together; each brings its card, how it came and its facts."""
    names = sorted({name for hand in hands for name, _ in hand.facts})
    found = scorer.score(
        np.array([counts_of(hand) for hand in hands], np.uint8).reshape(-1, 20),
        card=np.array([-1 if hand.card is None else hand.card for hand in hands], np.int64),
        by=np.array([BY_CODES.index(hand.by) for hand in hands], np.int64),
        facts={name: np.array([dict(hand.facts).get(name, 0) for hand in hands]) for name in names},
    )
    parts = (found.win.tolist(), found.xi.tolist(), found.fan.tolist(), found.points.tolist())
    return list(zip(*parts, strict=True))


def can_lie(hand: Hand, ruleset: Ruleset) -> bool:
    """Tell whether a player can hold the hand."""
    try:
        check_hand(hand, ruleset)
    except HandError:
        return False
    return True


class Trio:
    """Three scorers of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.plain = Scorer(ruleset, remember=False)
        self.scorer = Scorer(ruleset)
        self.fast = FastScorer(ruleset)
        self.batch = BatchScorer(ruleset)

    def disagreements(self, hands: Sequence[Hand]) -> Iterator[tuple[Hand, dict[str, Answer]]]:
        """Yield the hands of which not all say the same; the batch sees those that are closed and can lie."""
        closed = [hand for hand in hands if not hand.table and can_lie(hand, self.ruleset)]
        batch = dict(zip(closed, batch_answers(self.batch, closed), strict=True)) if closed else {}
        for hand in hands:
            answers = {
                "plain": plain_answer(self.plain.score(hand)),
                "scorer": plain_answer(self.scorer.score(hand)),
                "fast": fast_answer(self.fast.outcome(hand)),
            }
            if hand in batch:
                answers["batch"] = batch[hand]
            if len(set(answers.values())) > 1:
                yield hand, answers
