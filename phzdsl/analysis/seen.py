"""What sampled hands show of a ruleset: whatever they show is possible, and needs no proof."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import attrs

from phzdsl.analysis.clock import Clock
from phzdsl.analysis.sample import Sample, sample_hands
from phzdsl.fields import ByFields
from phzdsl.ruleset.expressions import evaluate
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.parts import word_of
from phzdsl.scoring.counting import count_reading
from phzdsl.scoring.facts import HandFacts, Values

__all__ = ["MINIMUM", "Seen", "look", "nothing"]

MINIMUM = "minimum"
_SAMPLES = 600


@attrs.frozen(repr=False, eq=False)
class Seen(ByFields):
    """What samples showed, by reference key: patterns that counted; patterns and ways that held, the minimum reached."""

    counted: frozenset[str]
    held: frozenset[str]

    def met(self, room: Ruleset) -> frozenset[str]:
        """Return what need not be looked for; where only the dearest pattern counts it is enough that one holds."""
        best = {table.id for table in room.count.tables if word_of(table.combine) == "best"}
        patterns = {key for key in self.held if key.startswith("pattern:")}
        return self.counted | (self.held - patterns) | {key for key in patterns if key[8:].partition("/")[0] in best}


def nothing() -> Seen:
    """Return what is seen before the first sample."""
    return Seen(frozenset(), frozenset())


def look(room: Ruleset, goals: Iterable[str], seen: Seen, clock: Clock) -> Seen:
    """Count sampled hands of a bound ruleset until goals were seen, or enough hands were, or the turn is over."""
    wanted = frozenset(goals)
    for sample in islice(sample_hands(room), _SAMPLES):
        if clock.turn_over or wanted <= seen.met(room):
            break
        one = _count(room, sample)
        if one is not None:
            seen = Seen(seen.counted | one.counted, seen.held | one.held)
    return seen


def _count(room: Ruleset, sample: Sample) -> Seen | None:
    """Count one sample; None when it is no win."""
    facts = HandFacts.of(sample.hand, room)
    count = count_reading(room, Values(facts, sample.reading, room, lambda: 1))
    waives = {waived for way in count.ways for waived in way.waives}
    if sample.hand.card is None and "groups" not in waives and sample.reading.rest:
        return None
    minimum = room.win.minimum
    reached = minimum is None or bool(evaluate(minimum.value, count.values))
    if not reached and "minimum" not in waives:
        return None
    counted = {f"pattern:{one.table.id}/{pattern.id}" for one in count.tables for pattern, _ in one.counted}
    held = {key for key, value in count.values.items() if value and key.startswith(("pattern:", "way:"))}
    return Seen(frozenset(counted), frozenset(held | ({MINIMUM} if reached else set())))
