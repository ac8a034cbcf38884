"""A ruleset bound to option values: what a room chose put in, and rows that it leaves out dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

import attrs

from phzdsl.errors import OptionError
from phzdsl.ruleset.expressions import Constant, Expr, Unit, evaluate, refs
from phzdsl.ruleset.model import Deck, Option, PatternTable, Row, Ruleset, Seats, Win
from phzdsl.ruleset.rewriting import substitute
from phzdsl.ruleset.scope import own_name
from phzdsl.ruleset.vocabulary import term
from phzdsl.text.diagnostics import Bilingual

__all__ = ["bind", "bind_values", "parse_options", "settings"]

Part = TypeVar("Part")
_EXPRS = Expr.__args__
# What goes with a row that the options leave out, where the part keeps more of it than an amount.
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_WITH_ROW: Mapping[type, Mapping[str, Mapping[str, object]]] = {
    Deck: {"red_row": {"red": frozenset()}},
    Seats: {
        "deal_row": {"dealer_cards": None, "other_cards": None},
        "last_row": {"last": frozenset()},
        "shown_row": {"shown": None},
        "sitter_row": {"sitter": None},
    },
    Win: {"winners_row": {"winners": None}},
    PatternTable: {"combine_row": {"combine": Constant(0, Unit.CHOICE, "sum")}},
}


def parse_options(ruleset: Ruleset, written: Mapping[str, str]) -> dict[str, int]:
    """Read option values as people write them; a preset's name with the value ``yes`` sets several.

    Raises:
        OptionError: no such option, or no such value.
    """
    values: dict[str, int] = {}
    for name, text in written.items():
        preset = next((one for one in ruleset.presets if one.id == own_name(name)), None)
        if preset is not None:
            values.update(preset.values)
            continue
        option = ruleset.option(own_name(name))
        if option is None:
            known = "、".join(one.id for one in ruleset.options)
            msg = f"{ruleset.id} has no option {name!r}; it has {known or 'none'}"
            raise OptionError(msg)
        values[option.id] = _value(option, text)
    return values


def _value(option: Option, text: str) -> int:
    word = term("option-value", text)
    written = word.id if word is not None and option.truth else own_name(text)
    if written in option.choices:
        return option.choices.index(written)
    if option.numbers and _NUMBER.fullmatch(text) and int(text) in option.numbers:
        return int(text)
    known = "、".join(option.choices or (str(number) for number in option.numbers))
    msg = f"option {option.id} is one of {known}, not {text!r}"
    raise OptionError(msg)


def settings(ruleset: Ruleset, chosen: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return the value of every option: chosen, or the default.

    Raises:
        OptionError: an unknown option, a value it does not take, or a combination that is not allowed.
    """
    values = {option.id: option.default for option in ruleset.options}
    for name, value in (chosen or {}).items():
        option = ruleset.option(name)
        if option is None or value not in (option.numbers or range(len(option.choices))):
            msg = f"{ruleset.id} has no option {name!r} with the value {value}"
            raise OptionError(msg)
        values[name] = value
    for option in ruleset.options:
        known = {f"option:{name}": value for name, value in values.items()}
        if option.when is not None and not evaluate(option.when, known):
            if values[option.id] != option.default and option.id in (chosen or {}):
                msg = f"{ruleset.id} has the option {option.id!r} only together with other choices"
                raise OptionError(msg)
            values[option.id] = option.default
    known = {f"option:{name}": value for name, value in values.items()}
    for rule in ruleset.forbidden:
        if evaluate(rule.when, known):
            row, span = rule.row.written, rule.when.span
            why = " ".join(span.text.split()) if span is not None else ""
            words = Bilingual(f"「{row}」不许（{why}）", f"row `{row}` bars it ({why})")
            msg = f"these options do not go together: {row}"
            raise OptionError(msg, code="D903", words=words)
    return values


def bind(ruleset: Ruleset, chosen: Mapping[str, int] | None = None) -> Ruleset:
    """Return the ruleset with option values in place of options.

    Raises:
        OptionError: as ``settings``.
    """
    return bind_values(ruleset, settings(ruleset, chosen))


def bind_values(ruleset: Ruleset, values: Mapping[str, int]) -> Ruleset:
    """Return the ruleset with a value for every option put in, whether or not they may go together."""
    known = {f"option:{name}": value for name, value in values.items()}
    known |= dict.fromkeys(_absent(ruleset, known), 0)
    bound = _bound(ruleset, known)
    steps = {f"step:{step.id}" for step in bound.count.steps}
    order = tuple(key for key in bound.count.order if key in steps or key.startswith("table:"))
    count = attrs.evolve(bound.count, order=order)
    return attrs.evolve(bound, count=count, bound=tuple(sorted(values.items())))


def _absent(ruleset: Ruleset, known: Mapping[str, int]) -> list[str]:
    """Return the keys of what the options leave out: naming it then means 0."""
    keys = [f"count:{meld.id}" for meld in ruleset.melds if not _enabled(meld.row, known)]
    keys += [f"step:{step.id}" for step in ruleset.count.steps if not _enabled(step.row, known)]
    keys += [f"way:{way.id}" for way in ruleset.win.ways if not _enabled(way.row, known)]
    keys += [
        f"pattern:{table.id}/{pattern.id}" for table, pattern in ruleset.patterns() if not _enabled(pattern.row, known)
    ]
    return keys


def _enabled(row: Row, known: Mapping[str, int]) -> bool:
    if row.enabled is None or any(ref.key not in known for ref in refs(row.enabled)):
        return True
    return bool(evaluate(row.enabled, known))


def _bound(part: Part, known: Mapping[str, int]) -> Part:
    """Rewrite every expression inside a part of the model, and drop what is not enabled."""
    changes: dict[str, object] = {}
    for row_name, blanks in _WITH_ROW.get(type(part), {}).items():
        row = getattr(part, row_name)
        if row is not None and not _enabled(row, known):
            changes |= {row_name: None, **blanks}
    for field in attrs.fields(type(part)):  # type: ignore[arg-type]
        if not field.init or field.name == "span" or field.name in changes:
            continue
        value = getattr(part, field.name)
        changed = _bound_value(value, known)
        if changed is not value:
            changes[field.name] = changed
    return attrs.evolve(part, **changes) if changes else part  # type: ignore[misc]


def _bound_value(value: object, known: Mapping[str, int]) -> object:
    if isinstance(value, _EXPRS):
        return value if isinstance(value, Constant) else substitute(value, known)
    if isinstance(value, Row):
        return value
    if attrs.has(type(value)):
        row = getattr(value, "row", None)
        return None if isinstance(row, Row) and not _enabled(row, known) else _bound(value, known)
    if isinstance(value, tuple) and value and attrs.has(type(value[0])):
        parts = [_bound_value(one, known) for one in value]
        return tuple(one for one in parts if one is not None)
    return value
