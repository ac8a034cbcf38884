"""Options and presets: what a room may choose."""

from __future__ import annotations

from collections.abc import Iterable

from phzdsl.ruleset.expressions import Ref, Unit
from phzdsl.ruleset.facts import Scope
from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.model import Forbidden, Option, Preset
from phzdsl.ruleset.read.row import RowReader, no_sizes
from phzdsl.ruleset.scope import Names, own_name
from phzdsl.ruleset.suggest import suggestions
from phzdsl.ruleset.vocabulary import term
from phzdsl.ruleset.words import joined
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic

__all__ = ["option_ref", "read_choices", "read_options", "read_presets"]

_YES_NO = ("no", "yes")
_MOST_NUMBERS = 1_000


def option_ref(option: Option) -> Ref:
    """Return the typed reference to an option."""
    key = f"option:{option.id}"
    if option.truth:
        return Ref(key, Unit.TRUTH, 0, 1)
    if option.choices:
        return Ref(key, Unit.CHOICE, 0, len(option.choices) - 1, option.choices)
    return Ref(key, Unit.NUMBER, min(option.numbers), max(option.numbers))


def read_options(
    rows: Iterable[MergedRow], broken: set[str], faults: list[Diagnostic]
) -> tuple[tuple[Option, ...], tuple[Forbidden, ...]]:
    """Read the block of options; one may depend on those above it."""
    options: list[Option] = []
    forbidden: list[Forbidden] = []
    refs: dict[str, Ref] = {}
    for merged in rows:
        reader = RowReader(merged, Names(Scope.OPTION, no_sizes(), options=dict(refs), broken=broken), faults)
        if reader.has("bars"):
            condition = reader.truth("bars")
            if condition is not None:
                forbidden.append(Forbidden(reader.row(), condition))
            continue
        option = _option(reader)
        if option is not None:
            options.append(option)
            refs[option.id] = option_ref(option)
        else:
            reader.leave_out()
    return tuple(options), tuple(forbidden)


def _option(reader: RowReader) -> Option | None:
    given = reader.arguments("of")
    if not given:
        reader.fault("T319", word=reader.name, means=Bilingual("选 …", "`of` ..."))
        return None
    choices, numbers = read_choices(reader, given)
    if not choices and not numbers:
        return None
    default = _default(reader, choices, numbers)
    return Option(reader.row(), reader.name, choices, numbers, default, reader.truth("when"))


def read_choices(reader: RowReader, given: tuple[nodes.Argument, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Read the choices: all names, or all numbers."""
    seen: set[str] = set()
    for one in given:
        if one.span.text in seen:
            reader.fault("T324", one.span, key=one.span.text)
        seen.add(one.span.text)
    if all(isinstance(one, nodes.Name) for one in given):
        words = [one.text for one in given if isinstance(one, nodes.Name)]
        known = [term("option-value", word) for word in words]
        ids = sorted(one.id for one in known if one is not None)
        if len(ids) == len(words) and ids == sorted(_YES_NO):
            return _YES_NO, ()
        return tuple(dict.fromkeys(map(own_name, words))), ()
    numbers: list[int] = []
    for low, high in reader.ranges(given):
        if low is None or high is None or high - low > _MOST_NUMBERS:
            reader.fault("T322", given[0].span)
            return (), ()
        numbers.extend(range(low, high + 1))
    return (), tuple(dict.fromkeys(numbers))


def _default(reader: RowReader, choices: tuple[str, ...], numbers: tuple[int, ...]) -> int:
    """Read the default; the first choice when nothing is said, no for yes and no."""
    arguments = reader.arguments("default")
    if not arguments:
        return 0 if choices else numbers[0]
    return value_of(reader, arguments[0], choices, numbers) or 0


def value_of(
    reader: RowReader, argument: nodes.Argument, choices: tuple[str, ...], numbers: tuple[int, ...]
) -> int | None:
    """Read one value of an option."""
    text = argument.span.text
    if choices:
        word = term("option-value", text)
        written = word.id if word is not None and choices == _YES_NO else own_name(text)
        if written in choices:
            return choices.index(written)
        fixes = suggestions(text, choices, argument.span)
        reader.fault("T309", argument.span, fixes=fixes, word=text, choices=_choice_words(choices))
        return None
    ranges = reader.ranges((argument,))
    if ranges and ranges[0][0] in numbers:
        return ranges[0][0]
    if ranges:
        reader.fault("T309", argument.span, word=text, choices=joined(map(str, numbers)))
    return None


def _choice_words(choices: tuple[str, ...]) -> Bilingual:
    """Write the choices of an option for a message."""
    return Bilingual("否、是", "no, yes") if choices == _YES_NO else joined(choices)


def read_presets(
    rows: Iterable[MergedRow], options: tuple[Option, ...], broken: set[str], faults: list[Diagnostic]
) -> tuple[Preset, ...]:
    """Read the block of presets."""
    refs = {option.id: option_ref(option) for option in options}
    presets: list[Preset] = []
    for merged in rows:
        reader = RowReader(merged, Names(Scope.OPTION, no_sizes(), options=refs, broken=broken), faults)
        values = read_settings(reader, reader.arguments("sets"), options)
        presets.append(Preset(reader.row(), reader.name, values))
    return tuple(presets)


def read_settings(
    reader: RowReader, arguments: tuple[nodes.Argument, ...], options: tuple[Option, ...]
) -> tuple[tuple[str, int], ...]:
    """Read ``option = value`` pairs; a yes/no option may stand alone."""
    found: list[tuple[str, int]] = []
    known = {option.id: option for option in options}
    for argument in arguments:
        sides = (argument.left, argument.right) if isinstance(argument, nodes.Comparison) else (argument, None)
        name, value = sides
        option = known.get(own_name(name.text)) if isinstance(name, nodes.Name) else None
        if option is None and reader.names.left_out(name.span.text):
            continue
        if option is None:
            fixes = suggestions(name.span.text, known, name.span)
            reader.fault("N201", name.span, fixes=fixes, name=name.span.text, kind=Bilingual("选项", "option"))
        elif value is None and option.truth:
            found.append((option.id, 1))
        elif value is None or (isinstance(argument, nodes.Comparison) and argument.operator != "="):
            reader.fault("T325", argument.span, text=argument.span.text, name=option.id)
        else:
            read = value_of(reader, value, option.choices, option.numbers)
            if read is not None:
                found.append((option.id, read))
    return tuple(found)
