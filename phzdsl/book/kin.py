"""What neighbours of a variant play that it does not: their patterns and claims that no row of it matches.

Rows are matched by what they mean (``analysis/changes.py``), so a pattern of another name is no other pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from phzdsl.analysis.changes import Side, between
from phzdsl.book.pages import Chapter, Lines, Table, line
from phzdsl.book.playing import claim_called, claim_said
from phzdsl.book.teller import Teller
from phzdsl.book.winning import pattern_worth, ways_named
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.sources import CitedClause

__all__ = ["not_played"]


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


def not_played(teller: Teller, neighbours: Sequence[Ruleset], clauses: Mapping[str, CitedClause]) -> Chapter | None:
    """Tell what neighbours play and this room does not, None where they play nothing else.

    Args:
        teller: tells the room.
        neighbours: other rulesets, with their default options.
        clauses: as for the book; nothing of a neighbour is cited.
    """
    own = Side(teller.room)
    found: dict[_Elsewhere, list[str]] = {}
    for other in map(bind, neighbours):
        them = Teller(other, other, teller.language, clauses)
        gone = {one.id for one in between(Side(other), own) if one.change == "removed"}
        for one in _elsewhere(them, gone):
            found.setdefault(one, []).append(other.title or other.id)
    if not found:
        return None
    say = teller.say
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
    return Chapter(say("这里不打的", "Not played here"), (Lines((line(said),)), Table(heads, rows)), name="elsewhere")


def _elsewhere(them: Teller, paths: set[str]) -> Iterator[_Elsewhere]:
    for table, pattern in them.room.patterns():
        if pattern.row.path in paths:
            said = (them.sentences.condition(pattern.when), *ways_named(pattern, them))
            when = them.say("。", ". ").join(one.rstrip("。.") for one in said)
            yield _Elsewhere(them.say("番", "pattern"), pattern.called, when, pattern_worth(table, pattern, them))
    for claim in them.room.claims:
        if claim.row.path in paths:
            yield _Elsewhere(them.say("动作", "claim"), claim_called(claim, them), claim_said(claim, them), "")
