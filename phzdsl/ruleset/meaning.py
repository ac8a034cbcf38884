"""What the rows of a ruleset mean, as plain values: the same for rules that mean the same, however they are written.

Left out is what can change without a hand being played, won or paid otherwise: places, citations, remarks, local
names, the variant that states a row, units of a formula, and every order that decides nothing. Where an order does
decide, a row names those before it (``after``). Laying these values out for people or programs is ``export.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from phzdsl.cards import write_cards
from phzdsl.ruleset.expressions import (
    Arithmetic,
    Arm,
    Combined,
    Comparison,
    Conditional,
    Constant,
    Expr,
    Extreme,
    Lookup,
    Not,
    Ref,
    Unit,
    Within,
    refs,
)
from phzdsl.ruleset.intervals import Range
from phzdsl.ruleset.model import Claim, Meld, Option, PatternTable, Row, Ruleset, Way
from phzdsl.ruleset.parts import Bonus
from phzdsl.ruleset.rewriting import substitute

__all__ = ["Plain", "canonical", "meaning"]

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold."""

_TURNED: Mapping[str, str] = {">": "<", ">=": "<="}
_EITHER_WAY = frozenset({"+", "*"})
_Row = tuple[Row, dict[str, Plain]]


def canonical(value: Plain) -> str:
    """Write a value as the one JSON text that is hashed: keys sorted, no blanks, characters as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def meaning(ruleset: Ruleset) -> dict[str, Plain]:
    """Return what each row means, by the path of the row, such as ``fan/红胡``.

    Of a ruleset that is bound the options are left out: what they decide is decided.
    """
    known = {f"option:{name}": value for name, value in ruleset.bound or ()}
    return dict(sorted(_written(row, content, ruleset, known) for row, content in _rows(ruleset)))


def _written(row: Row, content: dict[str, Plain], ruleset: Ruleset, known: Mapping[str, int]) -> tuple[str, Plain]:
    """Return a row's path and content, with what may stand in every row."""
    if row.enabled is not None and ruleset.bound is None:
        content["enabled"] = _expr(row.enabled)
    if row.undefined is not None:
        content["undefined"] = _expr(substitute(row.undefined, known))
    return row.path, {
        key: value for key, value in content.items() if value is not None and value is not False and value != []
    }


def _rows(ruleset: Ruleset) -> Iterator[_Row]:
    if ruleset.bound is None:
        yield from _options(ruleset)
    yield from _deck(ruleset)
    yield from _seats(ruleset)
    for at, meld in enumerate(ruleset.melds):
        yield meld.row, _meld(meld, ruleset.melds[:at])
    for at, claim in enumerate(ruleset.claims):
        yield claim.row, _claim(claim, ruleset.claims[:at])
    for bar in ruleset.bars:
        yield bar.row, {"bars": _words(bar.actions), "when": _expr(bar.when)}
    for rule in ruleset.discards:
        yield rule.row, {"skips": rule.skips, "free": rule.free, "when": _expr(rule.when)}
    yield from _win(ruleset)
    yield from _count(ruleset)
    yield from _play(ruleset)


# ---------------------------------------------------------------- block by block


def _options(ruleset: Ruleset) -> Iterator[_Row]:
    for option in ruleset.options:
        numbers: list[Plain] = [*sorted(option.numbers)]
        of: list[Plain] = [*sorted(option.choices)] or numbers
        yield option.row, {"of": of, "default": _chosen(option, option.default), "when": _maybe(option.when)}
    for preset in ruleset.presets:
        named = {name: _chosen(ruleset.option(name), value) for name, value in preset.values}
        yield preset.row, {"sets": {**named}}
    for rule in ruleset.forbidden:
        yield rule.row, {"bars": _expr(rule.when)}


def _chosen(option: Option | None, value: int) -> Plain:
    return option.choices[value] if option is not None and option.choices else value


def _deck(ruleset: Ruleset) -> Iterator[_Row]:
    deck = ruleset.deck
    for part in deck.cards:
        yield part.row, {"cards": write_cards(sorted(part.kinds)), "each": _expr(part.each)}
    if deck.red_row is not None:
        yield deck.red_row, {"cards": write_cards(sorted(deck.red))}
    for setting in (deck.wild, deck.removed):
        if setting is not None:
            yield setting.row, {"is": _expr(setting.value)}
    for bonus in (deck.bonus, deck.indicator):
        if bonus is not None:
            yield bonus.row, _bonus(bonus)


def _bonus(bonus: Bonus) -> dict[str, Plain]:
    return {"matches": _unordered(map(_expr, bonus.match)), "turns": [*bonus.turns], "again": _maybe(bonus.again)}


def _seats(ruleset: Ruleset) -> Iterator[_Row]:
    seats = ruleset.seats
    for setting in (seats.players, seats.stock):
        if setting is not None:
            yield setting.row, {"is": _expr(setting.value)}
    for row, word in ((seats.sitter_row, seats.sitter), (seats.shown_row, seats.shown)):
        if row is not None:
            yield row, {"is": _maybe(word)}
    if seats.deal_row is not None:
        yield seats.deal_row, {"dealer": _maybe(seats.dealer_cards), "other": _maybe(seats.other_cards)}
    if seats.last_row is not None:
        yield seats.last_row, {"is": _words(seats.last)}


def _meld(meld: Meld, earlier: tuple[Meld, ...]) -> dict[str, Plain]:
    """Return a meld; cards that could make two make the one that is written first."""
    forms = set(meld.forms)
    value = meld.value
    return {
        "forms": [write_cards(form) for form in sorted(forms)],
        "in_hand": meld.in_hand,
        "on_table": meld.on_table,
        "whole": meld.whole,
        "whole_for": _words(meld.whole_for),
        "value": [_expr(value.place(place)) for place in range(6)],
        "face_up": _maybe(meld.face_up),
        "exactly": _maybe(meld.exactly),
        "at_most": _maybe(meld.at_most),
        "after": _words(one.id for one in earlier if forms & set(one.forms) and _meet(one, meld)),
    }


def _meet(one: Meld, other: Meld) -> bool:
    """Tell whether the same cards, in one place, could be taken for either."""
    return (one.in_hand and other.in_hand) or (one.on_table and other.on_table)


def _claim(claim: Claim, earlier: tuple[Claim, ...]) -> dict[str, Plain]:
    """Return a claim; of two of one rank that are forced on a card a seat makes the one that is written first."""
    events = set(claim.events)
    before = (one.id for one in earlier if one.rank == claim.rank and events & set(one.events))
    return {
        "rank": claim.rank,
        "on": _words(claim.events),
        "holding": [*claim.holding],
        "into": [*claim.into],
        "forced": claim.forced,
        "when": _maybe(claim.when),
        "bi": _maybe(claim.bi),
        "at_most": _maybe(claim.at_most),
        "after": _words(before),
    }


def _win(ruleset: Ruleset) -> Iterator[_Row]:
    win = ruleset.win
    for setting in (win.groups, win.minimum, win.break_quad):
        if setting is not None:
            yield setting.row, {"is": _expr(setting.value)}
    if win.winners_row is not None:
        yield win.winners_row, {"is": _maybe(win.winners)}
    for at, way in enumerate(win.ways):
        yield way.row, _way(way, win.ways[:at])
    for setting in win.requirements:
        yield setting.row, {"requires": _expr(setting.value)}


def _way(way: Way, earlier: tuple[Way, ...]) -> dict[str, Plain]:
    """Return a way; what it counts as holds for those below it."""
    named = {ref.key for ref in refs(way.when)}
    before = (one.id for one in earlier if named & {f"fact:{fact}" for fact in one.counts_as})
    return {
        "when": _expr(way.when),
        "waives": _words(way.waives),
        "counts_as": _words(way.counts_as),
        "after": _words(before),
    }


def _count(ruleset: Ruleset) -> Iterator[_Row]:
    for step in ruleset.count.steps:
        yield step.row, {"is": _expr(step.formula), "unit": step.unit.value}
    for table in ruleset.count.tables:
        yield from _table(table)


def _table(table: PatternTable) -> Iterator[_Row]:
    if table.combine_row is not None:
        yield table.combine_row, {"is": _expr(table.combine), "unit": table.unit.value}
    if table.cap is not None:
        yield table.cap.row, {"is": _expr(table.cap.value)}
    ordered = "first-match" in canonical(_expr(table.combine))
    for at, pattern in enumerate(table.patterns):
        yield (
            pattern.row,
            {
                "when": _expr(pattern.when),
                "worth": _expr(pattern.worth),
                "replaces": _words(pattern.replaces),
                "after": _words(one.id for one in table.patterns[:at]) if ordered else None,
            },
        )


def _play(ruleset: Ruleset) -> Iterator[_Row]:
    for pay in ruleset.payments:
        yield (
            pay.row,
            {
                "at": _words(pay.events),
                "from": pay.payer,
                "to": pay.payee,
                "amount": _expr(pay.amount),
                "when": _maybe(pay.when),
            },
        )
    for fault in ruleset.faults:
        yield fault.row, {"result": fault.result, "at": _words(fault.events), "when": _maybe(fault.when)}
    for rule in ruleset.session.rules:
        word = rule.amount if rule.word is None else rule.word
        yield rule.row, {"is": _maybe(word), "when": _maybe(rule.when)}
    for stake in ruleset.session.stakes:
        yield stake.row, {"of": [*sorted(stake.numbers)]}


# ---------------------------------------------------------------- expressions


def _maybe(expr: Expr | None) -> Plain:
    return None if expr is None else _expr(expr)


def _expr(expr: Expr) -> Plain:  # noqa: C901, PLR0911 - one line a form
    """Return a formula: a number, a word as ``{"word": ...}``, or one key that names the sign or the reference."""
    match expr:
        case Constant():
            return {"word": expr.label} if expr.unit is Unit.CHOICE and expr.label is not None else expr.value
        case Ref():
            return {"ref": expr.key}
        case Arithmetic() if expr.operator in _EITHER_WAY:
            return {expr.operator: _unordered(map(_expr, _chained(expr, expr.operator)))}
        case Arithmetic():
            return {expr.operator: [_expr(expr.left), _expr(expr.right)]}
        case Comparison():
            return _comparison(expr)
        case Within():
            return {"in": [_expr(expr.value), _ranges(expr.ranges, expr.value)]}
        case Not():
            return {"not": _expr(expr.operand)}
        case Combined():
            return {expr.operator: _unordered(map(_expr, expr.operands))}
        case Extreme():
            return {"max" if expr.greatest else "min": _unordered(map(_expr, expr.operands))}
        case Conditional():
            return {"if": [_expr(expr.condition), _expr(expr.then), _expr(expr.otherwise)]}
        case Lookup():
            arms: list[Plain] = [[_ranges(arm.ranges, expr.value), _expr(arm.result)] for arm in _settled(expr.arms)]
            return {"table": [_expr(expr.value), arms, _expr(expr.otherwise)]}


def _chained(expr: Expr, operator: str) -> Iterator[Expr]:
    """Yield what a chain of one sign joins: ``a + b + c`` is one sum."""
    if isinstance(expr, Arithmetic) and expr.operator == operator:
        yield from _chained(expr.left, operator)
        yield from _chained(expr.right, operator)
    else:
        yield expr


def _comparison(expr: Comparison) -> Plain:
    sides = [_expr(expr.left), _expr(expr.right)]
    if expr.operator in _TURNED:
        return {_TURNED[expr.operator]: sides[::-1]}
    return {expr.operator: _unordered(sides) if expr.operator in {"=", "!="} else sides}


def _ranges(ranges: Iterable[Range], value: Expr) -> Plain:
    """Return ranges in order; those of a named choice as its words."""
    if isinstance(value, Ref) and value.choices:
        words = value.choices
        return _words(
            words[at] for low, high in ranges for at in range(low or 0, (len(words) - 1 if high is None else high) + 1)
        )
    return _unordered([low, high] for low, high in ranges)


def _settled(arms: tuple[Arm, ...]) -> Iterable[Arm]:
    """Return the lines of a table; sorted where no value is on two of them, so that their order decides nothing."""
    ends = sorted((low, high) for arm in arms for low, high in arm.ranges if low is not None and high is not None)
    closed = len(ends) == sum(len(arm.ranges) for arm in arms)
    apart = all(left[1] < right[0] for left, right in pairwise(ends))
    return sorted(arms, key=lambda arm: canonical(_ranges(arm.ranges, Constant(0)))) if closed and apart else arms


def _words(words: Iterable[str]) -> Plain:
    return [*sorted(set(words))]


def _unordered(values: Iterable[Plain]) -> list[Plain]:
    return sorted(values, key=canonical)
