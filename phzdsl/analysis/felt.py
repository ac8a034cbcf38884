"""What of a ruleset a question can feel, and the rooms that differ in it.

A proof is about every room. To a question, rooms that differ only in what it never looks at are one room; so
everything that it does not look at is cut away first, and only the options that are still named are tried. What
is cut away cannot be looked at by mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import attrs

from phzdsl.analysis.unfold import Unfolder
from phzdsl.ruleset.check.walk import allowed, amounts, amounts_in, options_of
from phzdsl.ruleset.expressions import Constant, Ref, Unit, bounds, refs
from phzdsl.ruleset.model import Count, Option, Pattern, PatternTable, Ruleset, Seats, Session, Way, Win
from phzdsl.ruleset.options import bind_values
from phzdsl.ruleset.rewriting import substitute

__all__ = ["Parts", "combinations_of", "rooms_of"]

# So many combinations of the options that one question feels are tried.
_MOST_ROOMS = 4_096
_TRUE = Constant(1, Unit.TRUTH)
_AT_DEAL = Ref("fact:deal-win", Unit.TRUTH, 0, 1)


class Parts:
    """Cuts the parts out of one ruleset that is not bound."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Note what stands under which key."""
        self._ruleset = ruleset
        self._steps = {f"step:{step.id}": step for step in ruleset.count.steps}
        self._ways = {f"way:{way.id}": way for way in ruleset.win.ways}
        self._patterns = {f"pattern:{table.id}/{one.id}": (table, one) for table, one in ruleset.patterns()}
        self._places = {key: place for place, key in enumerate(self._patterns)}
        self._counting: dict[str, list[str]] = {}
        for way in ruleset.win.ways:
            for name in way.counts_as:
                self._counting.setdefault(f"fact:{name}", []).append(f"way:{way.id}")
        self._common = _common(ruleset)
        self._any_deal = _any_deal(ruleset)
        bare = attrs.evolve(self._common, win=Win(), count=Count())
        named = {ref.key: ref for _, expr in amounts(bare) for ref in refs(expr) if ref.key.startswith("option:")}
        self._felt_by_all = tuple(named.values())

    def of(self, named: Iterable[str], *, whole: bool) -> Ruleset:
        """Return the part that says when something holds of a win.

        Args:
            named: reference keys that the question names.
            whole: keep the minimum and the conditions of ways that waive. Without it every hand with enough groups
                counts as a win, and every dealt hand where some way needs no groups: all wins and more.
        """
        win = self._ruleset.win
        least = win.minimum if whole else None
        waiving = {key for key, way in self._ways.items() if way.waives} if whole else set()
        asked = {ref.key for ref in refs(least.value)} if least is not None else set()
        kept = self._closed({*named, *waiving, *asked})
        ways = tuple(way for key, way in self._ways.items() if key in kept)
        if not whole:
            ways = (*(attrs.evolve(way, waives=frozenset()) for way in ways), *self._any_deal)
        steps = tuple(step for key, step in self._steps.items() if key in kept)
        count = attrs.evolve(self._ruleset.count, steps=steps, tables=self._tables(kept), order=())
        return attrs.evolve(self._common, win=Win(groups=win.groups, minimum=least, ways=ways), count=count)

    def options(self, part: Ruleset) -> tuple[Option, ...]:
        """Return the options that a part depends on."""
        win = (amounts_in(part.win), amounts_in(part.count))
        return options_of(self._ruleset, (*self._felt_by_all, *(expr for exprs in win for expr in exprs)))

    def _closed(self, named: Iterable[str]) -> frozenset[str]:
        """Return all keys that some keys lead to."""
        reached: set[str] = set()
        waiting = list(named)
        while waiting:
            key = waiting.pop()
            if key not in reached:
                reached.add(key)
                waiting.extend(self._counting.get(key, ()))
                waiting.extend(ref.key for ref in self._refs(key))
        return frozenset(reached)

    def _refs(self, key: str) -> Iterator[Ref]:
        if key in self._steps:
            yield from refs(self._steps[key].formula)
        elif key in self._ways:
            yield from refs(self._ways[key].when)
        elif key in self._patterns:
            yield from refs(self._patterns[key][1].when)

    def _tables(self, kept: frozenset[str]) -> tuple[PatternTable, ...]:
        """Return the tables with the patterns that are looked at; what these are worth is not."""
        found: dict[str, list[Pattern]] = {}
        for key in sorted(kept & self._patterns.keys(), key=self._places.__getitem__):
            table, pattern = self._patterns[key]
            found.setdefault(table.id, []).append(attrs.evolve(pattern, worth=Constant(0)))
        return tuple(
            attrs.evolve(table, patterns=tuple(found[table.id]), cap=None)
            for table in self._ruleset.count.tables
            if table.id in found
        )


def _common(ruleset: Ruleset) -> Ruleset:
    """Return what every question feels: cards, melds, the deal, and how one may win."""
    seats = ruleset.seats
    return attrs.evolve(
        ruleset,
        deck=attrs.evolve(ruleset.deck, wild=None, removed=None, bonus=None, indicator=None),
        seats=Seats(
            players=seats.players,
            deal_row=seats.deal_row,
            dealer_cards=seats.dealer_cards,
            other_cards=seats.other_cards,
        ),
        melds=tuple(attrs.evolve(meld, face_up=None) for meld in ruleset.melds),
        claims=tuple(
            attrs.evolve(claim, when=None, bi=None, at_most=None)
            for claim in ruleset.claims
            if claim.wins or "deal" in claim.events
        ),
        bars=(),
        discards=(),
        payments=(),
        faults=(),
        session=Session(),
        options=(),
        presets=(),
        forbidden=(),
        examples=(),
        rows=(),
    )


def _any_deal(ruleset: Ruleset) -> tuple[Way, ...]:
    """Return a way to win with any dealt cards, where some way needs no groups; its name is none that a file can write."""
    unfolder = Unfolder(ruleset)
    found = [way for way in ruleset.win.ways if "groups" in way.waives]
    if not found:
        return ()
    elsewhere = any(bounds(substitute(unfolder.unfold(way.when), {_AT_DEAL.key: 0}))[1] for way in found)
    row = attrs.evolve(found[0].row, enabled=None)
    return (Way(row, "", _TRUE if elsewhere else _AT_DEAL, frozenset({"groups", "minimum"})),)


# ---------------------------------------------------------------- rooms


def rooms_of(ruleset: Ruleset, part: Ruleset, felt: tuple[Option, ...]) -> Iterator[Ruleset]:
    """Yield a part bound to every combination of the options it feels, the default first; none for too many.

    Combinations that no room may choose are left out where they can be told, and harm nothing where not.
    """
    if combinations_of(felt) <= _MOST_ROOMS:
        for values in _choices(ruleset, felt):
            yield bind_values(part, values)


def _choices(ruleset: Ruleset, felt: tuple[Option, ...]) -> Iterator[dict[str, int]]:
    """Yield the values of all options for each combination of those felt."""
    wide = _barred_with(ruleset, felt)
    tried = wide if combinations_of(wide) <= _MOST_ROOMS else felt
    defaults = {option.id: option.default for option in ruleset.options}
    seen: set[tuple[int, ...]] = set()
    for values in product(*map(_values, tried)):
        chosen = defaults | dict(zip((option.id for option in tried), values, strict=True))
        key = tuple(chosen[option.id] for option in felt)
        # Where not all options that bar each other were tried, others may yet allow the combination.
        if key not in seen and (tried is not wide or allowed(ruleset, chosen)):
            seen.add(key)
            yield chosen


def _barred_with(ruleset: Ruleset, felt: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return options with all that are named together with them where combinations are barred."""
    while True:
        keys = {f"option:{option.id}" for option in felt}
        for rule in ruleset.forbidden:
            named = {ref.key for ref in refs(rule.when)}
            keys |= named if named & keys else set()
        named_too = options_of(ruleset, [option.when for option in felt])
        wide = tuple(one for one in ruleset.options if f"option:{one.id}" in keys or one in named_too)
        if len(wide) == len(felt):
            return felt
        felt = wide


def _values(option: Option) -> tuple[int, ...]:
    """Return what an option may be, its default first."""
    every = option.numbers or tuple(range(len(option.choices)))
    return (option.default, *(value for value in every if value != option.default))


def combinations_of(options: tuple[Option, ...]) -> int:
    """Return in how many ways a room may choose some options."""
    total = 1
    for option in options:
        total *= len(_values(option))
    return total
