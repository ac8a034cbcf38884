"""What neighbours of a variant play that it does not, and what both play otherwise.

Rows are matched by what they mean (``analysis/changes.py``), so a pattern of another name is no other pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from phzdsl.analysis.changes import Bearing, Change, Side, between
from phzdsl.book import opening, playing, rooms, winning
from phzdsl.book.pages import Chapter, Lines, Table, line
from phzdsl.book.playing import claim_called, claim_said
from phzdsl.book.teller import Teller
from phzdsl.book.winning import pattern_worth, ways_named
from phzdsl.cli.names import block_name
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.sources import CitedClause

__all__ = ["not_played"]

_WEIGHT = tuple(Bearing)
# More rows that neighbours have otherwise are only counted.
_MOST = 12


@attrs.frozen
class _Elsewhere:
    """A pattern or claim of a neighbour.

    Attributes:
        kind: the chapter it would stand in.
        called: its name.
        said: when it holds, or may be made.
        worth: what it is worth; empty for a claim.
    """

    kind: str
    called: str
    said: str
    worth: str


@attrs.frozen
class _Otherwise:
    """A row that a neighbour has too, and that means something else there.

    Attributes:
        weight: of what it bears on, 0 the weightiest.
        said: what it says there, its name before it.
    """

    weight: int
    said: str


def not_played(teller: Teller, neighbours: Sequence[Ruleset], clauses: Mapping[str, CitedClause]) -> Chapter | None:
    """Tell what neighbours play and this room does not, None where they play nothing else.

    Args:
        teller: tells the room.
        neighbours: other rulesets, with their default options.
        clauses: as for the book; nothing of a neighbour is cited.
    """
    own = Side(teller.room)
    found: dict[_Elsewhere, list[str]] = {}
    differs: dict[_Otherwise, list[str]] = {}
    for other in map(bind, neighbours):
        them = Teller(other, other, teller.language, clauses)
        changes = between(Side(other), own)
        for one in _elsewhere(them, {change.id for change in changes if change.change == "removed"}):
            found.setdefault(one, []).append(other.title or other.id)
        for changed in _changed(changes, them, Teller(teller.ruleset, teller.room, teller.language, clauses)):
            differs.setdefault(changed, []).append(other.title or other.id)
    if not found and not differs:
        return None
    say = teller.say
    under = (_differing(differs, teller),) if differs else ()
    if not found:
        return Chapter(say("这里不打的", "Not played here"), (), under, name="elsewhere")
    rows = tuple(
        (line(one.called), line(one.kind), line(one.said), line(one.worth), line(teller.listed(who)))
        for one, who in found.items()
    )
    heads = (
        say("叫什么", "called"),
        say("是什么", "what"),
        say("怎样", "when"),
        say("值多少", "worth"),
        say("谁打", "played by"),
    )
    said = say("相近的打法有、这里没有的；别处来的人常会问。", "Neighbouring rules have these, and this room has not.")
    return Chapter(
        say("这里不打的", "Not played here"), (Lines((line(said),)), Table(heads, rows)), under, name="elsewhere"
    )


def _changed(changes: Iterable[Change], them: Teller, us: Teller) -> Iterator[_Otherwise]:
    """Yield what the row of a neighbour says, for each row that means something else there and is told otherwise."""
    real = [one for one in changes if one.change == "changed" and one.parts and one.bearing is not Bearing.WORDS]
    theirs = dict(_said(them, {one.a.path: one for one in real if one.a is not None})) if real else {}
    ours = dict(_said(us, {one.b.path: one for one in real if one.b is not None})) if real else {}
    for one in real:
        if one.a is not None and one.b is not None:
            usual = (
                f"{block_name(one.a.path.rpartition('/')[0], them.language)} {one.a.text.in_language(them.language)}"
            )
            said = theirs.get(one.a.path, usual)
            if said != ours.get(one.b.path):
                yield _Otherwise(_WEIGHT.index(one.bearing), said)


def _said(them: Teller, changes: Mapping[str, Change]) -> Iterator[tuple[str, str]]:
    """Yield what a neighbour's own book would say of its rows, by their paths."""
    colon = them.say("：", ": ")
    made = (opening.cards, opening.seats, opening.melds, playing.claims, playing.bars, playing.discards,
            winning.win, rooms.payments, rooms.faults, rooms.session)  # fmt: skip
    chapters = [chapter for make in made if (chapter := make(them)) is not None]
    for part in (part for one in chapters for chapter in (one, *one.under) for part in chapter.parts):
        match part:
            case Lines():
                yield from ((one.row, one.text()) for one in part.lines)
            case Table():
                for first, *rest in part.rows:
                    cells = (
                        f"{head} {cell.text()}" for head, cell in zip(part.heads[1:], rest, strict=True) if cell.text()
                    )
                    yield first.row, f"{first.text()}{colon}{them.say('；', '; ').join(cells)}"
    yield from ((step.row.path, winning.step_told(step, them).text()) for step in them.room.count.steps)
    for table in them.room.count.tables:
        yield from ((one.row, one.text()) for one in winning.table_told(table, them))
        for pattern in table.patterns:
            change = changes.get(pattern.row.path)
            # Where both ask for the same, only the worth is said.
            when = "" if change is None or "when" not in change.parts else them.sentences.condition(pattern.when)
            instead = winning.counts_instead(table, pattern, them)
            told = filter(None, (when, pattern_worth(table, pattern, them), instead.rstrip("。.")))
            yield pattern.row.path, f"{pattern.called}{colon}{them.say('；', '; ').join(told)}"


def _differing(differs: Mapping[_Otherwise, Sequence[str]], teller: Teller) -> Chapter:
    """Tell what neighbours have otherwise, the weightiest first; what is too much is counted."""
    say = teller.say
    lines = []
    for one, who in sorted(differs.items(), key=lambda pair: pair[0].weight):
        lines.append(teller.line(f"{one.said}{say(' —— ', ' – ')}{teller.listed(who)}"))
    more = len(lines) - _MOST
    if more > 0:
        lines[_MOST:] = [line(say(f"另外还有 {more} 处不同。", f"There are {more} more."))]
    said = say("这里也有，别处却是这样的：", "These are here too, but elsewhere they are so:")
    return Chapter(say("别处不一样的", "Otherwise elsewhere"), (Lines((line(said),)), Lines(tuple(lines))))


def _elsewhere(them: Teller, paths: set[str]) -> Iterator[_Elsewhere]:
    for table, pattern in them.room.patterns():
        if pattern.row.path in paths:
            said = (them.sentences.condition(pattern.when), *ways_named(pattern, them))
            when = them.say("。", ". ").join(one.rstrip("。.") for one in said)
            yield _Elsewhere(them.say("番", "pattern"), pattern.called, when, pattern_worth(table, pattern, them))
    for claim in them.room.claims:
        if claim.row.path in paths:
            yield _Elsewhere(them.say("动作", "claim"), claim_called(claim, them), claim_said(claim, them), "")
