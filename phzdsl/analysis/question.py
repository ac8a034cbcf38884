"""A condition that somebody asks of one ruleset: a text outside of any rule file, read as its rows are.

The same parser and the same checks; a name means what it means in the last row of the rules, where all steps, ways and
patterns are known. Faults have their place in the text that was given. What a condition is asked of is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from phzdsl.cards import POINTS
from phzdsl.errors import LoadError, expect
from phzdsl.ruleset.declared import Declared
from phzdsl.ruleset.elaborate import Elaborator
from phzdsl.ruleset.expressions import Expr, Ref, Unit
from phzdsl.ruleset.facts import Scope, SizeBounds
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.read.count import step_ref, table_ref, way_ref
from phzdsl.ruleset.read.rooms import option_ref
from phzdsl.ruleset.rewriting import substitute
from phzdsl.ruleset.scope import Names
from phzdsl.ruleset.vocabulary import term
from phzdsl.syntax import nodes
from phzdsl.syntax.parse import parse
from phzdsl.text.diagnostics import Diagnostic, Edit, Fix, Severity, ordered
from phzdsl.text.source import Source, Span

__all__ = ["Question", "read_question"]

# A row for the condition to stand in, in the language of the words around it, so that mends are in that language too.
_ZH = ("变体 问 {\n番 {\n增 问 当 ", "\n}\n}\n")
_EN = ("variant ask {\nfan {\nadd ask when ", "\n}\n}\n")
# A condition holds none; a text with some would end the row and go on outside of it.
_BRACES = frozenset("{}｛｝")
_COMMENT = re.compile(r"#[^\n]*")
_GROUP_CARDS = 4
_LEAST_MELD = 3


@attrs.frozen
class Question:
    """A condition, ready to be asked.

    Attributes:
        condition: with the values of the options put in; what the options leave out is 0.
        text: as it was given.
        remarks: what is worth saying of it that is no fault: a comparison that is always true.
    """

    condition: Expr
    text: str
    remarks: tuple[Diagnostic, ...] = ()


def read_question(ruleset: Ruleset, text: str, name: str = "CONDITION") -> Question:
    """Read a condition.

    Args:
        ruleset: a ruleset, with its default options unless it is bound.
        text: the condition, with Chinese or English words as in a rule file.
        name: what the text is called in reports.

    Raises:
        ArgumentError: the text is none.
        LoadError: it has faults; all of them are in ``diagnostics``, at their places in the text.
    """
    expect("text", text, str, "a condition in words")
    room = bind(ruleset)
    before, after = _EN if text.isascii() else _ZH
    brace = next((at for at, sign in enumerate(text) if sign in _BRACES), None)
    if brace is not None:
        raise LoadError((_besides(Source(name, text), brace),))
    place = _Place(Source(name, text), Source(name, f"{before}{text}{after}"), len(before))
    parsed = parse(place.read)
    found = [place.moved(one) for one in parsed.diagnostics]
    node = _condition(parsed.tree)
    if not found and node is None:
        found.append(_no_condition(parsed.tree, place))
    faults: list[Diagnostic] = []
    if node is not None and not any(one.severity is Severity.ERROR for one in found):
        condition = Elaborator(_names(room), faults).truth(node)
        found += [place.moved(one) for one in faults]
        if condition is not None and not any(one.severity is Severity.ERROR for one in found):
            return Question(substitute(condition, _known(room)), text, ordered(found))
    raise LoadError(ordered(found))


# ---------------------------------------------------------------- places


@attrs.frozen
class _Place:
    """Where the text that was given stands in the text that was read."""

    given: Source
    read: Source
    before: int

    def moved(self, found: Diagnostic) -> Diagnostic:
        """Return a diagnostic with its places in the given text."""
        related = tuple(attrs.evolve(one, span=self._span(one.span)) for one in found.related)
        fixes = tuple(self._fix(one) for one in found.fixes)
        return attrs.evolve(found, span=self._span(found.span), related=related, fixes=fixes)

    def _span(self, span: Span) -> Span:
        # Other sources are those of the rules.
        return self.between(span.start, span.end) if span.source is self.read else span

    def between(self, start: int, end: int) -> Span:
        """Return the part of the given text that lies between two places of the text that was read."""
        most = len(self.given.text)
        first = min(max(start - self.before, 0), most)
        return Span(self.given, first, min(max(end - self.before, first), most))

    def _fix(self, fix: Fix) -> Fix:
        return attrs.evolve(fix, edits=tuple(Edit(self._span(one.span), one.text) for one in fix.edits))


def _condition(tree: nodes.FileNode) -> nodes.Argument | None:
    """Return the condition, None where the text was anything but one condition."""
    blocks = () if tree.variant is None else tree.variant.blocks
    rows = [row for block in blocks for row in block.rows()]
    if len(blocks) != 1 or len(rows) != 1 or len(rows[0].clauses) != 1 or rows[0].cites:
        return None
    arguments = rows[0].clauses[0].arguments
    return arguments[0] if len(arguments) == 1 else None


def _no_condition(tree: nodes.FileNode, place: _Place) -> Diagnostic:
    """Say that the text is no condition, or that something stands behind one."""
    first = next((one for one in _arguments(tree)), None)
    text = place.given.text
    start = 0 if first is None else min(max(first.span.end - place.before, 0), len(text))
    rest = text[start:].lstrip()
    said = _COMMENT.sub("", rest).strip()
    return _besides(place.given, len(text) - len(rest)) if said else Diagnostic("D937", Span(place.given, 0, len(text)))


def _besides(given: Source, start: int) -> Diagnostic:
    """Say that what stands from a place on is no part of a condition."""
    rest = given.text[start:].rstrip()
    return Diagnostic("D938", Span(given, start, start + len(rest)), {"rest": rest})


def _arguments(tree: nodes.FileNode) -> Iterator[nodes.Argument]:
    for block in () if tree.variant is None else tree.variant.blocks[:1]:
        for row in tuple(block.rows())[:1]:
            yield from (one for clause in row.clauses[:1] for one in clause.arguments[:1])


# ---------------------------------------------------------------- names


def _names(room: Ruleset) -> Names:
    """Return what may be named behind the last row of a bound ruleset."""
    left: dict[str, dict[str, Ref]] = {"pattern": {}, "way": {}, "step": {}}
    for key, name in _left_out(room):
        kind = key.partition(":")[0]
        left[kind][name] = Ref(key, Unit.NUMBER if kind == "step" else Unit.TRUTH, 0, 0 if kind == "step" else 1)
    every = [(one, Ref(f"pattern:{table.id}/{one.id}", Unit.TRUTH, 0, 1)) for table, one in room.patterns()]
    # A pattern answers to what its players call it too, where no row has that name.
    patterns = {one.called: ref for one, ref in every} | {one.id: ref for one, ref in every}
    melds = tuple(meld.id for meld in room.melds)
    return Names(
        Scope.WIN,
        _sizes(room),
        options={option.id: option_ref(option) for option in room.options},
        melds=melds,
        ways=left["way"] | {way.id: way_ref(way) for way in room.win.ways},
        steps=left["step"] | {step.id: step_ref(step) for step in room.count.steps},
        tables={table.id: table_ref(table) for table in room.count.tables},
        patterns=left["pattern"] | patterns,
        declared={meld.id: (Declared("meld", meld.id, meld.row.span),) for meld in room.melds},
    )


def _left_out(room: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield key and name of the patterns, ways and steps that the options leave out."""
    here = {step.row.path for step in room.count.steps} | {way.row.path for way in room.win.ways}
    here |= {pattern.row.path for _, pattern in room.patterns()} | {one.row.path for one in room.win.requirements}
    for row in room.rows:
        block, _, table = row.block.partition("/")
        if row.path in here or term(f"{block}-row", row.name) is not None:
            continue
        if block == "fan":
            yield f"pattern:{table or 'fan'}/{row.name}", row.name
        elif block in {"win", "count"}:
            yield f"{'way' if block == 'win' else 'step'}:{row.name}", row.name


def _known(room: Ruleset) -> dict[str, int]:
    """Return what the options settle."""
    known = {f"option:{name}": value for name, value in room.bound or ()}
    return known | {key: 0 for key, _ in _left_out(room)}


def _sizes(room: Ruleset) -> SizeBounds:
    """Return the bounds that cards, seats and melds give to facts."""
    copies = room.deck.copies()
    groups = constant(room.win.groups.value) if room.win.groups else 0
    dealt = [constant(one) for one in (room.seats.dealer_cards, room.seats.other_cards) if one is not None]
    cards = min(sum(copies), max([_GROUP_CARDS * groups, *dealt]))
    most = max(groups, cards // _LEAST_MELD)
    worth = max((constant(part) for meld in room.melds for part in meld.value.parts()), default=0)
    return SizeBounds(
        cards,
        most,
        constant(room.seats.players.value) if room.seats.players else 4,
        sum(count for kind, count in enumerate(copies) if kind in room.deck.red),
        sum(copies[POINTS:]),
        sum(copies[:POINTS]),
        sum(copies),
        worth * most,
    )
