"""Win, steps and patterns: what a hand must be and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.expressions import Constant, Expr, Ref, Unit
from phzdsl.ruleset.facts import Fact, facts_by_spelling
from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.model import Pattern, PatternTable, Setting, Step, Way, Win
from phzdsl.ruleset.read.row import RowReader, needed
from phzdsl.ruleset.read.table import setting
from phzdsl.ruleset.scope import Names
from phzdsl.ruleset.suggest import instead, suggestions
from phzdsl.ruleset.vocabulary import term
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic

__all__ = [
    "COMBINE",
    "read_groups",
    "read_steps",
    "read_table",
    "read_ways",
    "read_win",
    "step_ref",
    "step_units",
    "table_ref",
    "way_ref",
]

COMBINE = ("sum", "product", "best", "first-match")
_STEP_UNITS: Mapping[str, Unit] = {"xi": Unit.XI, "deng": Unit.DENG, "fan": Unit.FAN}
# What a pure number becomes in a step whose unit is nowhere stated.
_BASE_UNITS: Mapping[str, Unit] = {"base": Unit.POINTS}
_MOST = 1_000_000_000


def read_groups(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> Setting | None:
    """Read how many groups a win needs; the ranges of many facts depend on it."""
    for merged in rows:
        if merged.name == "groups":
            return setting(RowReader(merged, names, faults))
    return None


def read_ways(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> tuple[Way, ...]:
    """Read the named ways to win; one may name those above it."""
    ways: list[Way] = []
    for merged in rows:
        if term("win-row", merged.name) is not None or merged.clause("requires") is not None:
            continue
        known = {way.id: way_ref(way) for way in ways}
        reader = RowReader(merged, attrs.evolve(names, ways=known), faults)
        if not reader.has("when"):
            needed(reader, "when")
        when = reader.truth("when")
        waives = frozenset(reader.words("waives", "win-row"))
        counts_as = tuple(name for name in (_fact(reader, one) for one in reader.arguments("counts-as")) if name)
        if when is not None:
            ways.append(Way(reader.row(), reader.name, when, waives, counts_as))
        else:
            reader.leave_out()
    return tuple(ways)


def way_ref(way: Way) -> Ref:
    """Return the typed reference to a way to win."""
    return Ref(f"way:{way.id}", Unit.TRUTH, 0, 1)


def _fact(reader: RowReader, argument: nodes.Argument) -> str | None:
    every = facts_by_spelling()
    found = every.get(argument.text) if isinstance(argument, nodes.Name) else None
    if found is not None and _is_plain_truth(found):
        return found.id
    known = [word for word, one in every.items() if _is_plain_truth(one)]
    fixes = suggestions(argument.span.text, known, argument.span)
    reader.fault(
        "N201", argument.span, fixes=fixes, name=argument.span.text, kind=Bilingual("牌局的事", "fact of play")
    )
    return None


def _is_plain_truth(one: Fact) -> bool:
    return one.unit is Unit.TRUTH and one.takes is None


def read_win(
    rows: Iterable[MergedRow], groups: Setting | None, ways: tuple[Way, ...], names: Names, faults: list[Diagnostic]
) -> Win:
    """Read what a win must be; its minimum may name steps and patterns."""
    win = Win(groups=groups, ways=ways)
    for merged in rows:
        reader = RowReader(merged, names, faults)
        match reader.name:
            case "minimum":
                condition = reader.truth(None)
                _amount_of_xi(merged, names, faults)
                win = attrs.evolve(win, minimum=None if condition is None else Setting(reader.row(), condition))
            case "break-quad":
                condition = reader.truth(None)
                win = attrs.evolve(win, break_quad=None if condition is None else Setting(reader.row(), condition))
            case "winners":
                win = attrs.evolve(win, winners=reader.chosen(None, "winners"), winners_row=reader.row())
            case _ if reader.has("requires"):
                condition = reader.truth("requires")
                if condition is not None:
                    win = attrs.evolve(win, requirements=(*win.requirements, Setting(reader.row(), condition)))
    return win


def _amount_of_xi(merged: MergedRow, names: Names, faults: list[Diagnostic]) -> None:
    """Put a mend to what was said of ``起胡 12``, a number where a condition is wanted."""
    node = merged.node.arguments[0] if merged.node.arguments else None
    if isinstance(node, nodes.Number) and faults and (faults[-1].code, faults[-1].span) == ("T303", node.span):
        known = "xi" in names.steps
        xi = ("xi" if known else "meld-xi") if merged.node.name.text.isascii() else "息" if known else "门子息"
        faults[-1] = attrs.evolve(faults[-1], fixes=(instead(node.span, f"{xi} >= {node.span.text}"),))


# ---------------------------------------------------------------- steps


def step_units(rows: Iterable[MergedRow]) -> dict[str, Ref]:
    """Return provisional references to all steps, for patterns to name; ranges are wide."""
    found: dict[str, Ref] = {}
    for merged in rows:
        unit = _STEP_UNITS.get(merged.name, _BASE_UNITS.get(merged.name, Unit.NUMBER))
        stated = merged.clause("unit")
        if stated is not None and stated.arguments and isinstance(stated.arguments[0], nodes.Name):
            known = term("unit", stated.arguments[0].text)
            unit = Unit(known.id) if known else unit
        found[merged.name] = Ref(f"step:{merged.name}", unit, -_MOST, _MOST)
    return found


def read_steps(rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> tuple[Step, ...]:
    """Read the steps of the count; each may name those above it."""
    steps: list[Step] = []
    known: dict[str, Ref] = {}
    for merged in rows:
        reader = RowReader(merged, attrs.evolve(names, steps=known), faults)
        stated = reader.word("unit", "unit")
        wanted = Unit(stated) if stated else _STEP_UNITS.get(reader.name)
        # A unit that the row states is a conversion: the author has said what the amount is to count as.
        formula = reader.amount("=", None if stated else wanted)
        if formula is not None:
            unit = wanted or (
                _BASE_UNITS.get(reader.name, Unit.NUMBER) if formula.unit is Unit.NUMBER else formula.unit
            )
            steps.append(Step(reader.row(), reader.name, formula, unit))
            known = known | {reader.name: step_ref(steps[-1])}
        else:
            reader.leave_out()
    return tuple(steps)


def step_ref(step: Step) -> Ref:
    """Return the typed reference to a step, with the range of its formula."""
    low, high = ex.bounds(step.formula)
    return Ref(f"step:{step.id}", step.unit, low, high)


# ---------------------------------------------------------------- patterns


def read_table(table_id: str, rows: Iterable[MergedRow], names: Names, faults: list[Diagnostic]) -> PatternTable:
    """Read one table of patterns; a condition may name patterns above it and those of earlier tables."""
    rows = tuple(rows)
    combine: Expr = Constant(0, Unit.CHOICE, "sum")
    unit = _table_unit(rows)
    cap = combine_row = None
    patterns: list[Pattern] = []
    known = dict(names.patterns)
    own = tuple(row.name for row in rows if term("fan-row", row.name) is None)
    for merged in rows:
        reader = RowReader(merged, attrs.evolve(names, patterns=dict(known)), faults)
        if reader.name == "combine":
            combine = reader.chosen(None, "combine") or combine
            reader.word("unit", "unit")
            combine_row = reader.row()
        elif reader.name == "cap":
            cap = _cap(reader)
        else:
            pattern = _pattern(reader, unit, own)
            if pattern is not None:
                patterns.append(pattern)
                known[pattern.id] = Ref(f"pattern:{table_id}/{pattern.id}", Unit.TRUTH, 0, 1)
            else:
                reader.leave_out()
    return PatternTable(table_id, combine, unit, tuple(patterns), cap, combine_row)


def _table_unit(rows: Iterable[MergedRow]) -> Unit:
    """Return the unit that the row of combining states, wherever among the rows it stands."""
    for merged in rows:
        stated = merged.clause("unit") if merged.name == "combine" else None
        if stated is not None and stated.arguments:
            known = term("unit", stated.arguments[0].span.text)
            return Unit(known.id) if known else Unit.FAN
    return Unit.FAN


def _cap(reader: RowReader) -> Setting | None:
    """Read a cap; the word for none means that there is none."""
    arguments = reader.arguments(None)
    word = term("role", arguments[0].text) if arguments and isinstance(arguments[0], nodes.Name) else None
    if word is not None and word.id == "none":
        return None
    return setting(reader)


def _pattern(reader: RowReader, unit: Unit, own: tuple[str, ...]) -> Pattern | None:
    when = reader.truth("when")
    worth = reader.amount("scores", unit)
    replaces = reader.words("replaces", "pattern", own=own)
    if when is None or worth is None:
        return None
    called = reader.text("called") or reader.node.name.text
    return Pattern(reader.row(), reader.name, called, when, worth, replaces)


def table_ref(table: PatternTable) -> Ref:
    """Return the typed reference to a table's total, with its range."""
    worths = [ex.bounds(pattern.worth) for pattern in table.patterns]
    low = sum(min(0, least) for least, _ in worths)
    high = sum(max(0, most) for _, most in worths)
    if "product" in _combines(table):
        product = 1
        for _, most in worths:
            product = min(_MOST, product * max(1, most))
        low, high = min(low, 0), max(high, product)
    if table.cap is not None:
        high = min(high, max(0, ex.bounds(table.cap.value)[1]))
    return Ref(f"table:{table.id}", table.unit, low, high)


def _combines(table: PatternTable) -> frozenset[str]:
    """Return the ways of combining that a table may have, by the options."""
    low, high = ex.bounds(table.combine)
    return frozenset(COMBINE[low : high + 1])
