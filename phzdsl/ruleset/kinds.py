"""Kinds of cards as a row names them: 二七十, 一..十."""

from __future__ import annotations

from phzdsl.cards import Kind, is_big, parse_cards
from phzdsl.errors import CardError
from phzdsl.syntax import nodes
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["read_kinds"]


def read_kinds(arguments: tuple[nodes.Argument, ...], faults: list[Diagnostic]) -> tuple[Kind, ...] | None:
    """Read kinds of cards: cards written together, and ranges of one size."""
    kinds: list[Kind] = []
    for argument in arguments:
        read = _range(argument, faults) if isinstance(argument, nodes.RangeNode) else _cards(argument)
        if read is None:
            # A range that runs the wrong way has been told already.
            if not isinstance(argument, nodes.RangeNode):
                faults.append(Diagnostic("T310", argument.span, {"text": argument.span.text}))
            return None
        kinds.extend(read)
    return tuple(kinds)


def _range(node: nodes.RangeNode, faults: list[Diagnostic]) -> tuple[Kind, ...] | None:
    low, high = _cards(node.low), _cards(node.high)
    if low is None or high is None:
        faults.append(Diagnostic("T310", node.span, {"text": node.span.text}))
        return None
    if len(low) == len(high) == 1 and low[0] <= high[0] and is_big(low[0]) == is_big(high[0]):
        return tuple(range(low[0], high[0] + 1))
    first, _, last = node.span.text.partition("..")
    faults.append(Diagnostic("T314", node.span, {"low": first.strip(), "high": last.strip() or first.strip()}))
    return None


def _cards(node: nodes.Expression | None) -> tuple[Kind, ...] | None:
    if not isinstance(node, nodes.Digits | nodes.Name):
        return None
    try:
        return parse_cards(node.text)
    except CardError:
        return None
