"""Proofs about the rules of one variant: what can never happen, said with certainty or not at all.

Each question is first put to sampled hands; what no sample shows is put to all hands (``proofs.py``). Options
are tried in every combination that the rows in question name. Silence means that a thing can happen, or
that its facts are no sums over melds and so not decided here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice, product

import attrs

from phzdsl.analysis.proofs import Prover
from phzdsl.analysis.sample import Sample, sample_hands
from phzdsl.errors import OptionError
from phzdsl.ruleset.check.walk import amounts
from phzdsl.ruleset.expressions import Combined, Constant, Expr, Not, Unit, evaluate, refs
from phzdsl.ruleset.model import Pattern, PatternTable, Row, Ruleset, Way
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.parts import word_of
from phzdsl.ruleset.read.count import COMBINE
from phzdsl.scoring.counting import count_reading
from phzdsl.scoring.facts import HandFacts, Values
from phzdsl.syntax.limits import Limits
from phzdsl.tables.shapes import shape_of
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity

__all__ = ["lint"]

_SAMPLES = 600
_MINIMUM = "minimum"
_MOST_ROOMS = 128
# Blocks whose options decide whether a hand wins and what it is worth.
_COUNTS = frozenset({"deck", "seats", "melds", "win", "count", "fan"})
_SHADOW_WORDS = Bilingual("总是先算这一行", "this row always counts first")


@attrs.frozen
class _Seen:
    """What samples showed: patterns that counted, patterns and ways that held, the minimum reached."""

    counted: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    reached: bool = False


def lint(ruleset: Ruleset, limits: Limits | None = None) -> tuple[Diagnostic, ...]:
    """Return what is proved wrong with the rules of a variant, whatever a room chooses.

    Stops quietly when the time is up: what is not proved is not said.
    """
    try:
        shape_of(bind(ruleset))
    except ValueError:
        # Melds bounded in ways that no automaton holds: nothing is decided here.
        return ()
    rooms = _rooms(ruleset)
    if rooms is None:
        return ()
    prover = Prover(time.monotonic() + (limits or Limits()).seconds)
    seen = _look_all(rooms)
    found: list[Diagnostic] = []
    if not seen.reached:
        found.extend(_minimum(rooms, prover))
    for table, pattern in ruleset.patterns():
        key = f"pattern:{table.id}/{pattern.id}"
        if key not in seen.counted:
            found.extend(_never(rooms, table.id, pattern.id, prover, held=key in seen.held))
    for way in ruleset.win.ways:
        if f"way:{way.id}" not in seen.held:
            found.extend(_no_way(rooms, way.id, prover))
    return tuple(found)


def _rooms(ruleset: Ruleset) -> list[Ruleset] | None:
    """Return every room that differs in what counts, the default first; None where there are too many to look at."""
    named = {ref.key for row, expr in amounts(ruleset) if row.block.split("/")[0] in _COUNTS for ref in refs(expr)}
    named |= {
        ref.key for claim in ruleset.claims if claim.wins and claim.row.enabled for ref in refs(claim.row.enabled)
    }
    options = [option for option in ruleset.options if f"option:{option.id}" in named or option.when is not None]
    total = 1
    for option in options:
        total *= len(option.choices or option.numbers)
        if total > _MOST_ROOMS:
            return None
    rooms = [bind(ruleset)]
    for values in product(*(option.numbers or tuple(range(len(option.choices))) for option in options)):
        try:
            rooms.append(bind(ruleset, dict(zip((option.id for option in options), values, strict=True))))
        except OptionError:
            # No room may choose so.
            continue
    return rooms


# ---------------------------------------------------------------- samples


def _look_all(rooms: list[Ruleset]) -> _Seen:
    """Look at room after room until everything was seen."""
    seen = _Seen()
    for room in rooms:
        goals = _goals(room) - _met(room, seen)
        if goals:
            seen = _look(room, goals, seen)
    return seen


def _goals(room: Ruleset) -> frozenset[str]:
    """Return what is to be seen of a room: the minimum, every way to win, every pattern."""
    patterns = {f"pattern:{table.id}/{pattern.id}" for table, pattern in room.patterns()}
    return frozenset(patterns | {f"way:{way.id}" for way in room.win.ways} | {_MINIMUM})


def _met(room: Ruleset, seen: _Seen) -> frozenset[str]:
    """Return the goals that were seen; where only the dearest pattern counts it is enough that one holds."""
    best = {table.id for table in room.count.tables if word_of(table.combine) == "best"}
    enough = {key for key in seen.held if key.startswith("way:") or key[8:].partition("/")[0] in best}
    return seen.counted | enough | ({_MINIMUM} if seen.reached else set())


def _look(room: Ruleset, goals: frozenset[str], seen: _Seen) -> _Seen:
    """Count sampled hands until the goals were seen or enough hands were."""
    for sample in islice(sample_hands(room), _SAMPLES):
        one = _count(room, sample)
        if one is None:
            continue
        seen = _Seen(seen.counted | one.counted, seen.held | one.held, seen.reached or one.reached)
        if goals <= _met(room, seen):
            break
    return seen


def _count(room: Ruleset, sample: Sample) -> _Seen | None:
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
    return _Seen(frozenset(counted), frozenset(held), reached)


# ---------------------------------------------------------------- proofs


def _minimum(rooms: list[Ruleset], prover: Prover) -> Iterator[Diagnostic]:
    """Say that no hand reaches the minimum."""
    true = Constant(1, Unit.TRUTH)
    if all(prover.impossible(room, true, dealt=False) for room in rooms):
        setting = rooms[0].win.minimum
        if setting is not None:
            yield Diagnostic("R805", setting.row.span, {"text": setting.row.span.text})


def _never(rooms: list[Ruleset], table_id: str, pattern_id: str, prover: Prover, *, held: bool) -> Iterator[Diagnostic]:
    """Say that a pattern can never be won, or never counts because others always stand before it."""
    views = [_pattern(room, table_id, pattern_id) for room in rooms]
    present = [(room, *view) for room, view in zip(rooms, views, strict=True) if view is not None]
    if not present:
        return
    row = present[0][2].row
    if not held and all(prover.impossible(room, pattern.when) for room, _, pattern in present):
        yield Diagnostic("R801", row.span, {"name": row.written})
        return
    shadows = [_shadow(table, pattern) for _, table, pattern in present]
    if all(
        shadow is not None and prover.impossible(room, Combined("and", (pattern.when, Not(shadow[0]))))
        for (room, _, pattern), shadow in zip(present, shadows, strict=True)
    ):
        rows = shadows[0][1] if shadows[0] is not None else ()
        names = "、".join(one.written for one in rows)
        related = tuple(Related(one.span, _SHADOW_WORDS) for one in rows)
        yield Diagnostic("R802", row.span, {"name": row.written, "others": names}, related, severity=Severity.WARNING)


def _pattern(room: Ruleset, table_id: str, pattern_id: str) -> tuple[PatternTable, Pattern] | None:
    return next(((table, one) for table, one in room.patterns() if (table.id, one.id) == (table_id, pattern_id)), None)


def _shadow(table: PatternTable, pattern: Pattern) -> tuple[Expr, tuple[Row, ...]] | None:
    """Return the condition under which others keep a pattern from counting, and their rows."""
    combine = COMBINE[table.combine.value] if isinstance(table.combine, Constant) else "sum"
    before = table.patterns[: table.patterns.index(pattern)] if combine == "first-match" else ()
    others = [one for one in table.patterns if pattern.id in one.replaces or one in before]
    if not others:
        return None
    conditions = tuple(one.when for one in others)
    either = conditions[0] if len(conditions) == 1 else Combined("or", conditions)
    return either, tuple(one.row for one in others)


def _no_way(rooms: list[Ruleset], way_id: str, prover: Prover) -> Iterator[Diagnostic]:
    """Say that a named way to win can never come about."""
    present: list[tuple[Ruleset, Way]] = [(room, way) for room in rooms for way in room.win.ways if way.id == way_id]
    if present and all(prover.impossible(room, way.when) for room, way in present):
        row = present[0][1].row
        yield Diagnostic("R813", row.span, {"name": row.written})
