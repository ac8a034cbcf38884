"""A variant's merged rows to a ruleset: the readers in the order in which names become known.

Options come first, for they may stand anywhere; then cards, melds and the number of groups, from which
facts have their ranges; then ways, steps and tables, which name each other; then play.
"""

from __future__ import annotations

import attrs

from phzdsl.ruleset import expressions as ex
from phzdsl.ruleset.declared import declared
from phzdsl.ruleset.expressions import Ref, Unit
from phzdsl.ruleset.facts import Scope, SizeBounds
from phzdsl.ruleset.inherit import Layer
from phzdsl.ruleset.model import Count, Deck, Meld, PatternTable, Row, Ruleset, Seats, Setting
from phzdsl.ruleset.order import counting_order
from phzdsl.ruleset.read.count import (
    read_groups,
    read_steps,
    read_table,
    read_ways,
    read_win,
    step_ref,
    step_units,
    table_ref,
    way_ref,
)
from phzdsl.ruleset.read.examples import read_examples
from phzdsl.ruleset.read.melds import read_melds
from phzdsl.ruleset.read.play import read_claims, read_discards, read_faults, read_payments, read_session
from phzdsl.ruleset.read.rooms import option_ref, read_options, read_presets
from phzdsl.ruleset.read.row import no_sizes
from phzdsl.ruleset.read.table import read_deck, read_seats
from phzdsl.ruleset.scope import Names
from phzdsl.ruleset.structure import check_needed
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["resolve"]


def resolve(variant: nodes.VariantNode, line: tuple[str, ...], layer: Layer, faults: list[Diagnostic]) -> Ruleset:
    """Read merged rows into a ruleset; what has faults is left out and noted."""
    for block in layer.blocks:
        for row in layer.rows(block):
            faults.extend(check_needed(row))
    broken: set[str] = set()
    options, forbidden = read_options(layer.rows("options"), broken, faults)
    refs = {option.id: option_ref(option) for option in options}
    bare = Names(Scope.WIN, no_sizes(), options=refs, broken=broken, declared=declared(layer))
    deck = read_deck(layer.rows("deck"), bare, faults)
    seats = read_seats(layer.rows("seats"), bare, faults)
    groups = read_groups(layer.rows("win"), bare, faults)
    sizes = _sizes(deck, seats, groups, ())
    melds = read_melds(layer.rows("melds"), attrs.evolve(bare, sizes=sizes), faults)
    sizes = _sizes(deck, seats, groups, melds)
    names = attrs.evolve(bare, sizes=sizes, melds=tuple(meld.id for meld in melds))
    counted = _Counting(layer, names, faults)
    win = read_win(layer.rows("win"), groups, counted.ways, counted.names, faults)
    claim_names = attrs.evolve(names, scope=Scope.CLAIM, ways=counted.names.ways)
    claims, bars = read_claims(layer.blocks.get("claims", ()), claim_names, faults)
    found_faults = read_faults(layer.rows("faults"), claim_names, faults)
    events = (*(claim.id for claim in claims), *(fault.id for fault in found_faults))
    session = read_session(layer.rows("session"), attrs.evolve(names, scope=Scope.SESSION), faults)
    pay_names = attrs.evolve(counted.names, scope=Scope.PAY)
    ruleset = Ruleset(
        variant.name.text,
        variant.title.text if variant.title else variant.name.text,
        line,
        deck,
        seats,
        melds,
        claims,
        bars,
        read_discards(layer.rows("discards"), claim_names, faults),
        win,
        Count(counted.steps, counted.tables, ()),
        read_payments(layer.rows("pay"), events, pay_names, faults),
        found_faults,
        session,
        options,
        read_presets(layer.rows("presets"), options, broken, faults),
        forbidden,
        read_examples(layer.rows("examples"), options, counted.names, faults),
        span=variant.name.span,
    )
    order = counting_order(ruleset, faults)
    rows = tuple(_row_list(layer))
    return attrs.evolve(ruleset, count=attrs.evolve(ruleset.count, order=order), rows=rows)


def _row_list(layer: Layer) -> list[Row]:
    """Return every row of the variant with where it comes from, in the order of the blocks."""
    found: list[Row] = []
    for block in layer.blocks:
        for merged in layer.rows(block):
            cites = tuple(cite.id for cite in merged.node.cites)
            unclear = merged.clause("unclear")
            doubt = unclear.text.text if unclear is not None and unclear.text is not None else None
            written = merged.node.name.text
            found.append(Row(block, merged.name, written, merged.origin, cites, doubt, span=merged.node.span))
    return found


class _Counting:
    """Ways, steps and tables, read so that each may name the others."""

    def __init__(self, layer: Layer, names: Names, faults: list[Diagnostic]) -> None:
        provisional = step_units(layer.rows("count"))
        self.ways = read_ways(layer.rows("win"), attrs.evolve(names, steps=provisional), faults)
        ways = {way.id: way_ref(way) for way in self.ways}
        # Steps are read once without faults, so that patterns know their ranges, and once for good.
        first = attrs.evolve(names, ways=ways, broken=set())
        drafted = self._tables(layer, attrs.evolve(first, steps=provisional), [])
        totals = {table.id: table_ref(table) for table in drafted}
        draft = read_steps(layer.rows("count"), attrs.evolve(first, tables=totals), [])
        steps = provisional | {step.id: step_ref(step) for step in draft}
        self.tables = self._tables(layer, attrs.evolve(names, ways=ways, steps=steps), faults)
        totals = {table.id: table_ref(table) for table in self.tables}
        patterns = _pattern_refs(self.tables)
        full = attrs.evolve(names, ways=ways, tables=totals, patterns=patterns)
        self.steps = read_steps(layer.rows("count"), full, faults)
        self.names = attrs.evolve(full, steps={step.id: step_ref(step) for step in self.steps})

    @staticmethod
    def _tables(layer: Layer, names: Names, faults: list[Diagnostic]) -> tuple[PatternTable, ...]:
        tables: list[PatternTable] = []
        for block in layer.blocks:
            if block.split("/")[0] == "fan":
                table_id = block.partition("/")[2] or "fan"
                known = attrs.evolve(names, patterns=_pattern_refs(tuple(tables)))
                tables.append(read_table(table_id, layer.rows(block), known, faults))
        return tuple(tables)


def _pattern_refs(tables: tuple[PatternTable, ...]) -> dict[str, Ref]:
    return {
        pattern.id: Ref(f"pattern:{table.id}/{pattern.id}", Unit.TRUTH, 0, 1)
        for table in tables
        for pattern in table.patterns
    }


# ---------------------------------------------------------------- ranges of facts


def _sizes(deck: Deck, seats: Seats, groups: Setting | None, melds: tuple[Meld, ...]) -> SizeBounds:
    """Return the bounds that the cards, the seats and the win rule give to facts."""
    each: dict[int, int] = {}
    for part in deck.cards:
        high = ex.bounds(part.each)[1]
        for kind in part.kinds:
            each[kind] = each.get(kind, 0) + high
    total = sum(each.values())
    most_groups = ex.bounds(groups.value)[1] if groups else 0
    dealt = [ex.bounds(one)[1] for one in (seats.dealer_cards, seats.other_cards) if one is not None]
    cards = min(total, max([4 * most_groups, *dealt]))
    worth = max((ex.bounds(part)[1] for meld in melds for part in meld.value.parts()), default=0)
    return SizeBounds(
        cards,
        max(most_groups, cards // 3),
        ex.bounds(seats.players.value)[1] if seats.players else 4,
        sum(count for kind, count in each.items() if kind in deck.red),
        sum(count for kind, count in each.items() if kind >= 10),  # noqa: PLR2004 - the first big kind
        sum(count for kind, count in each.items() if kind < 10),  # noqa: PLR2004 - as above
        total,
        worth * max(most_groups, cards // 3),
    )
