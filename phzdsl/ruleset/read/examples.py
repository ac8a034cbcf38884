"""Examples: a hand, how it was won, and what it must give."""

from __future__ import annotations

from collections.abc import Iterable

from phzdsl.cards import parse_cards, parse_number
from phzdsl.errors import CardError
from phzdsl.ruleset.facts import fact, facts_by_spelling
from phzdsl.ruleset.inherit import MergedRow
from phzdsl.ruleset.model import Example, Option
from phzdsl.ruleset.read.rooms import read_settings
from phzdsl.ruleset.read.row import RowReader
from phzdsl.ruleset.scope import Names, canonical, own_name
from phzdsl.ruleset.suggest import suggestions
from phzdsl.ruleset.vocabulary import term
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Bilingual, Diagnostic

__all__ = ["read_examples"]

# How the winning card came, as the command line calls it.
_BY = {
    "self-draw": "self",
    "others-draw": "draw",
    "any-draw": "draw",
    "previous-draw": "draw",
    "shown": "draw",
    "others-discard": "discard",
    "previous-discard": "discard",
    "first-discard": "discard",
    "discarded": "discard",
    "deal": "deal",
}


def read_examples(
    rows: Iterable[MergedRow], options: tuple[Option, ...], names: Names, faults: list[Diagnostic]
) -> tuple[Example, ...]:
    """Read the block of examples."""
    found: list[Example] = []
    for merged in rows:
        reader = RowReader(merged, names, faults)
        clause = merged.clause("hand")
        if clause is None or clause.hand is None:
            continue
        by = reader.word("by", "by", "event") if reader.has("by") else "self-draw"
        came = ((f"{by}-win", 1),) if by in {"shown", "first-discard"} else ()
        found.append(
            Example(
                reader.row(),
                reader.node.name.text,
                write_hand(clause.hand),
                _BY.get(by or "", "self"),
                came + _facts(reader),
                read_settings(reader, reader.arguments("sets"), options),
                _expects(reader, names),
            )
        )
    return tuple(found)


def write_hand(hand: nodes.HandNode) -> str:
    """Return a hand in the notation of the command line."""
    return " / ".join(" ".join((group.name.text, *(card.text for card in group.cards))) for group in hand.groups)


def _facts(reader: RowReader) -> tuple[tuple[str, int], ...]:
    """Read facts besides the cards: a name alone is yes, ``name = number`` a count."""
    found: list[tuple[str, int]] = []
    for argument in reader.arguments("given"):
        card = _card_fact(argument)
        if card is not None:
            found.append(card)
            continue
        name, value = _pair(reader, argument)
        known = fact(name.span.text)
        if known is None and reader.names.left_out(name.span.text):
            continue
        if known is None:
            fixes = suggestions(name.span.text, facts_by_spelling(), name.span)
            kind = Bilingual("牌局的事", "fact of play")
            reader.fault("N201", name.span, fixes=fixes, name=name.span.text, kind=kind)
        elif value is not None:
            found.append((known.id, value))
    return tuple(found)


def _card_fact(argument: nodes.Argument) -> tuple[str, int] | None:
    """Read ``翻牌 = 柒``: a fact whose value is a card, numbered from 1."""
    if not isinstance(argument, nodes.Comparison) or not isinstance(argument.right, nodes.Digits | nodes.Name):
        return None
    known = fact(argument.left.span.text)
    try:
        kinds = parse_cards(argument.right.text)
    except CardError:
        return None
    return (known.id, kinds[0] + 1) if known is not None and known.id == "turned-card" and len(kinds) == 1 else None


def _expects(reader: RowReader, names: Names) -> tuple[tuple[str, int], ...]:
    """Read what an example must give: ``step = number``, patterns that hold or do not, or no win."""
    found: list[tuple[str, int]] = []
    for argument in reader.arguments("gives"):
        turned = isinstance(argument, nodes.Not)
        name, value = _pair(reader, argument.operand if isinstance(argument, nodes.Not) else argument)
        key = _key(name.span.text, names)
        if key is None and names.left_out(name.span.text):
            continue
        if key is None:
            fixes = suggestions(name.span.text, names.candidates(), name.span)
            kind = Bilingual("步骤或番", "step or pattern")
            reader.fault("N201", name.span, fixes=fixes, name=name.span.text, kind=kind)
        elif value is not None:
            found.append((key, int(not value) if turned or key == "win" else value))
    return tuple(found)


def _key(written: str, names: Names) -> str | None:
    if term("outcome", written) is not None:
        return "win"
    for suffix in ("付", "-pays", "-pay"):
        role = term("role", written.removesuffix(suffix)) if written.endswith(suffix) else None
        if role is not None:
            return f"pays:{role.id}"
    step = canonical("step", written)
    if step in names.steps:
        return f"step:{step}"
    if own_name(written) in names.patterns:
        return names.patterns[own_name(written)].key
    found = names.find(written)
    return getattr(found, "key", None)


def _pair(reader: RowReader, argument: nodes.Argument) -> tuple[nodes.Argument, int | None]:
    """Split ``name = number``; a name alone is worth 1."""
    if not isinstance(argument, nodes.Comparison):
        return argument, 1
    value = _fixed(argument.right) if argument.operator == "=" else None
    if value is None:
        reader.fault("T325", argument.span, text=argument.span.text, name=argument.left.span.text)
    return argument.left, value


def _fixed(node: nodes.Expression) -> int | None:
    """Return a number, or 1 and 0 for yes and no."""
    match node:
        case nodes.Number():
            return node.value
        case nodes.Digits():
            return parse_number(node.text)
        case nodes.Negative(operand=nodes.Number(value=value)):
            return -value
        case nodes.Name():
            word = term("option-value", node.text)
            return None if word is None else int(word.id == "yes")
        case _:
            return None
