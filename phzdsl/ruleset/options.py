"""A ruleset bound to option values: what a room chose put in, and rows that it leaves out dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from operator import index

import attrs

from phzdsl.cards import parse_number
from phzdsl.errors import OptionError, expect
from phzdsl.ruleset.expressions import Constant, Expr, Unit, evaluate, refs
from phzdsl.ruleset.intervals import runs
from phzdsl.ruleset.model import Deck, Option, PatternTable, Preset, Row, Ruleset, Seats, Win
from phzdsl.ruleset.rewriting import substitute
from phzdsl.ruleset.scope import own_name
from phzdsl.ruleset.vocabulary import term
from phzdsl.text.diagnostics import Bilingual

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import TypeVar

    Part = TypeVar("Part")

__all__ = ["bind", "bind_values", "number_of", "parse_options", "settings"]

_EXPRS = Expr.__args__
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_WIDE = str.maketrans("".join(chr(ord(one) + 0xFEE0) for one in "0123456789-"), "0123456789-")
# What goes with a row that the options leave out, where the part keeps more of it than an amount.
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
            values |= _preset(preset, text)
            continue
        option = ruleset.option(own_name(name))
        if option is None:
            raise _no_option(ruleset, name)
        values[option.id] = _value(option, text)
    return values


def _preset(preset: Preset, text: str) -> dict[str, int]:
    word = term("option-value", text)
    if word is None or word.id != "yes":
        msg = f"{preset.id} is a preset, chosen with yes, not {text!r}"
        raise OptionError(msg)
    return dict(preset.values)


def _value(option: Option, text: str) -> int:
    word = term("option-value", text)
    written = word.id if word is not None and option.truth else own_name(text)
    if written in option.choices:
        return option.choices.index(written)
    number = number_of(text) if option.numbers else None
    if number is not None and number in option.numbers:
        return number
    raise _no_value(option, text)


def number_of(text: str) -> int | None:
    """Read a number as a rule file writes it, in digits or in Chinese; None for anything else.

    >>> number_of("100"), number_of("一百"), number_of("１００"), number_of("٣")
    (100, 100, 100, None)
    """
    plain = text.translate(_WIDE)
    return int(plain) if _NUMBER.fullmatch(plain) else parse_number(text)


def _no_option(ruleset: Ruleset, name: object) -> OptionError:
    known = ", ".join(one.id for one in ruleset.options)
    return OptionError(f"{ruleset.id} has no option {name!r}; it has {known or 'none'}")


def _no_value(option: Option, value: object) -> OptionError:
    known = ", ".join(option.choices or runs(option.numbers))
    return OptionError(f"option {option.id} is one of {known}, not {value!r}")


def settings(ruleset: Ruleset, chosen: Mapping[str, int | str] | None = None) -> dict[str, int]:
    """Return the value of every option: chosen, or the default.

    Args:
        ruleset: an unbound ruleset.
        chosen: by option, the position of a choice or a number; or either as people write it.

    Raises:
        OptionError: an unknown option, a value it does not take, or a combination that is not allowed.
    """
    values = {option.id: option.default for option in ruleset.options}
    made = _numbers(ruleset, chosen or {})
    values.update(made)
    for option in ruleset.options:
        known = {f"option:{name}": value for name, value in values.items()}
        if option.when is not None and not evaluate(option.when, known):
            if values[option.id] != option.default and option.id in made:
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


def _numbers(ruleset: Ruleset, chosen: Mapping[str, int | str]) -> dict[str, int]:
    """Return options by name with their values as numbers."""
    values: dict[str, int] = {}
    for name, value in chosen.items():
        if isinstance(value, str):
            values |= parse_options(ruleset, {str(name): value})
            continue
        option = ruleset.option(name)
        if option is None:
            raise _no_option(ruleset, name)
        try:
            number = index(value)
        except TypeError:
            raise _no_value(option, value) from None
        if number not in (option.numbers or range(len(option.choices))):
            raise _no_value(option, value)
        values[name] = number
    return values


def bind(ruleset: Ruleset, chosen: Mapping[str, int | str] | None = None) -> Ruleset:
    """Return the ruleset with option values in place of options; one that is bound already, as it is.

    Args:
        ruleset: what ``load`` gives.
        chosen: as for ``settings``; every other option has its default.

    Raises:
        ArgumentError: an argument is of no use (a ``TypeError``).
        OptionError: as ``settings``; or the ruleset is bound already, to other values.
    """
    expect("ruleset", ruleset, Ruleset, "a Ruleset, such as load() gives")
    expect("chosen", chosen, (Mapping, type(None)), "a mapping of options to values")
    if ruleset.bound is not None:
        if not _numbers(ruleset, chosen or {}).items() <= dict(ruleset.bound).items():
            msg = f"{ruleset.id} is bound already; bind the ruleset that load() gave"
            raise OptionError(msg)
        return ruleset
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
    for name in _held(type(part)):  # type: ignore[arg-type]  # every class can be a key
        if name not in changes:
            value = getattr(part, name)
            changed = _bound_value(value, known)
            if changed is not value:
                changes[name] = changed
    return attrs.evolve(part, **changes) if changes else part  # type: ignore[misc]  # a part of the model


def _bound_value(value: object, known: Mapping[str, int]) -> object:
    if isinstance(value, tuple):
        if not value or not attrs.has(type(value[0])):
            return value
        parts = [_bound_value(one, known) for one in value]
        # What stays the same is kept: rooms then share it, with all that was worked out of it.
        same = all(part is one for part, one in zip(parts, value, strict=True))
        return value if same else tuple(part for part in parts if part is not None)
    if value is None or not _held(type(value)):  # type: ignore[arg-type]  # as above
        return value
    if isinstance(value, _EXPRS):
        return substitute(value, known)
    row = getattr(value, "row", None)
    return None if isinstance(row, Row) and not _enabled(row, known) else _bound(value, known)


@cache
def _held(kind: type) -> tuple[str, ...]:
    """Return the fields in which a part may hold something to bind; none for what is no part, or is never changed."""
    if kind in {Constant, Row} or not attrs.has(kind):
        return ()
    return tuple(field.name for field in attrs.fields(kind) if field.init and field.name != "span")
