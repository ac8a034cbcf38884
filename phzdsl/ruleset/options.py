"""A ruleset bound to option values: what a room chose put in, and rows that it leaves out dropped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import attrs

from phzdsl.errors import OptionError
from phzdsl.ruleset.expressions import Constant, Expr, evaluate, refs, substitute
from phzdsl.ruleset.model import Option, Row, Ruleset
from phzdsl.ruleset.vocabulary import term

__all__ = ["bind", "parse_options", "settings"]

Part = TypeVar("Part")
_EXPRS = Expr.__args__


def parse_options(ruleset: Ruleset, written: Mapping[str, str]) -> dict[str, int]:
    """Read option values as people write them; a preset's name with the value ``yes`` sets several.

    Raises:
        OptionError: no such option, or no such value.
    """
    values: dict[str, int] = {}
    for name, text in written.items():
        preset = next((one for one in ruleset.presets if one.id == name), None)
        if preset is not None:
            values.update(preset.values)
            continue
        option = ruleset.option(name)
        if option is None:
            known = "、".join(one.id for one in ruleset.options)
            msg = f"{ruleset.id} has no option {name!r}; it has {known or 'none'}"
            raise OptionError(msg)
        values[name] = _value(option, text)
    return values


def _value(option: Option, text: str) -> int:
    word = term("option-value", text)
    written = word.id if word is not None and option.truth else text
    if written in option.choices:
        return option.choices.index(written)
    if option.numbers and text.lstrip("-").isdecimal() and int(text) in option.numbers:
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
    known = {f"option:{name}": value for name, value in values.items()}
    for rule in ruleset.forbidden:
        if evaluate(rule.when, known):
            msg = f"these options do not go together: {rule.row.written}"
            raise OptionError(msg, code="D903")
    return values


def bind(ruleset: Ruleset, chosen: Mapping[str, int] | None = None) -> Ruleset:
    """Return the ruleset with option values in place of options.

    Raises:
        OptionError: as ``settings``.
    """
    values = settings(ruleset, chosen)
    known = {f"option:{name}": value for name, value in values.items()}
    known |= dict.fromkeys(_absent(ruleset, known), 0)
    bound = _bound(ruleset, known)
    return attrs.evolve(bound, bound=tuple(sorted(values.items())))


def _absent(ruleset: Ruleset, known: Mapping[str, int]) -> list[str]:
    """Return the keys of what the options leave out: naming it then means 0."""
    keys = [f"count:{meld.id}" for meld in ruleset.melds if not _enabled(meld.row, known)]
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
    changes = {}
    for field in attrs.fields(type(part)):  # type: ignore[arg-type]
        if not field.init or field.name == "span":
            continue
        value = getattr(part, field.name)
        changed = _bound_value(value, known)
        if changed is not value:
            changes[field.name.lstrip("_")] = changed
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
