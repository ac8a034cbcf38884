"""Finished rules to nodes: one method a rule of ``phz.lark``.

Called by the machine as it finishes each rule, so a tree is built once and bottom-up. Decides nothing but how the
parts of a rule fall into the fields of a node.
"""

# ruff: noqa: D102 - a method makes what the rule of its name says

from __future__ import annotations

from collections.abc import Callable

import attrs

from phzdsl.cards import parse_number
from phzdsl.syntax import nodes
from phzdsl.syntax.lexicon import Zone, keyword
from phzdsl.syntax.tokens import Token
from phzdsl.text.source import Source, Span

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import Any

    Parts = list[Any]

__all__ = ["Builder"]

# Every other way to write an operator.
_SIGNS = {
    "＋": "+", "－": "-", "−": "-", "×": "*", "＊": "*", "÷": "/", "／": "/", "＾": "^", "余": "mod",
    "≥": ">=", "＞＝": ">=", "≤": "<=", "＜＝": "<=", "≠": "!=", "！＝": "!=", "＝": "=", "＞": ">", "＜": "<",
}  # fmt: skip

# What the machine hands over: tokens and nodes, in the order of the text.


class Builder:
    """Makes the nodes of one source."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def maker(self, name: str) -> Callable[[Parts], Any] | None:
        """Return what finishes a rule; None for one that only hands on its part."""
        made: Callable[[Parts], Any] | None = getattr(self, name) if name else None
        return made

    def _(self, parts: Parts) -> Parts:
        return parts

    def _span(self, parts: Parts) -> Span:
        return Span(self._source, parts[0].span.start, parts[-1].span.end)

    # ------------------------------------------------------------ file, variant, block

    def file(self, parts: Parts) -> nodes.FileNode:
        *headers, variant = parts
        versions = [part for part in headers if isinstance(part, nodes.Number)]
        sources = tuple(part for part in headers if isinstance(part, nodes.Text))
        span = Span(self._source, 0, len(self._source.text))
        return nodes.FileNode(versions[0] if versions else None, sources, variant, (), span=span)

    def version(self, parts: Parts) -> nodes.Number:
        token = parts[1]
        value = int(token.text) if token.kind == "NUMBER" else parse_number(token.text)
        return nodes.Number(value or 0, span=self._span(parts))

    def sources(self, parts: Parts) -> nodes.Text:
        return _text(parts[1])

    def variant(self, parts: Parts) -> nodes.VariantNode:
        title = next((_text(part) for part in parts if isinstance(part, Token) and part.kind == "STRING"), None)
        parent = next((part for part in parts if isinstance(part, nodes.Name | nodes.Text)), None)
        blocks = tuple(part for part in parts if isinstance(part, nodes.BlockNode))
        return nodes.VariantNode(_name(parts[1]), title, parent, blocks, span=self._span(parts))

    def inherits(self, parts: Parts) -> nodes.Name | nodes.Text:
        return _text(parts[1]) if parts[1].kind == "STRING" else _name(parts[1])

    def block(self, parts: Parts) -> nodes.BlockNode:
        word = _word(parts[0], Zone.VARIANT)
        name = _name(parts[1]) if parts[1].kind == "NAME" else None
        return nodes.BlockNode(word, name, _nodes(parts), span=self._span(parts))

    def rank(self, parts: Parts) -> nodes.RankNode:
        return nodes.RankNode(_nodes(parts), span=self._span(parts))

    # ------------------------------------------------------------ rows and clauses

    def row(self, parts: Parts) -> nodes.RowNode:
        first = parts[0]
        operation = _word(first) if first.kind == "OPERATION" else None
        name = first if operation is None else parts[1]
        arguments: list[nodes.Argument] = []
        keyed: list[nodes.Keyed] = []
        clauses: list[nodes.Clause] = []
        dropped: tuple[nodes.Word, ...] = ()
        cites: list[nodes.Cite] = []
        for part in parts:
            if isinstance(part, nodes.Clause):
                clauses.append(part)
            elif isinstance(part, nodes.Cite):
                cites.append(part)
            elif isinstance(part, nodes.Keyed):
                keyed.append(part)
            elif isinstance(part, _Dropped):
                dropped += part.words
            elif not isinstance(part, Token):
                arguments.append(part)
        return nodes.RowNode(
            operation,
            _name(name),
            tuple(arguments),
            tuple(keyed),
            tuple(clauses),
            dropped,
            tuple(cites),
            span=self._span(parts),
        )

    def clause(self, parts: Parts) -> nodes.Clause:
        word, *rest = parts
        if rest and isinstance(rest[0], nodes.Keyed):
            return nodes.Clause(_word(word), (), tuple(rest), span=self._span(parts))
        if rest and isinstance(rest[0], Token):
            return nodes.Clause(_word(word), text=_text(rest[0]), span=self._span(parts))
        return nodes.Clause(_word(word), _nodes(rest), span=self._span(parts))

    def equals(self, parts: Parts) -> nodes.Clause:
        sign, formula = parts
        return nodes.Clause(nodes.Word("=", span=sign.span), (formula,), span=self._span(parts))

    def drop(self, parts: Parts) -> _Dropped:
        words = tuple(_word(part) for part in parts if part.kind == "CLAUSE")
        return _Dropped(words, self._span(parts))

    def hand(self, parts: Parts) -> nodes.Clause:
        hand = nodes.HandNode(_nodes(parts), span=self._span(parts[1:]))
        return nodes.Clause(_word(parts[0]), hand=hand, span=self._span(parts))

    def group(self, parts: Parts) -> nodes.Group:
        name, *cards = parts
        kept = tuple(_name(card) if card.kind == "NAME" else _digits(card) for card in cards)
        return nodes.Group(_name(name), kept, span=self._span(parts))

    def cite(self, parts: Parts) -> nodes.Cite:
        return nodes.Cite(parts[0].text[1:].rstrip("."), span=parts[0].span)

    def keyed(self, parts: Parts) -> nodes.Keyed:
        return nodes.Keyed(_word(parts[0]), parts[1], span=self._span(parts))

    # ------------------------------------------------------------ expressions

    def number(self, parts: Parts) -> nodes.Number:
        return nodes.Number(int(parts[0].text), span=parts[0].span)

    def digits(self, parts: Parts) -> nodes.Digits:
        return _digits(parts[0])

    def name(self, parts: Parts) -> nodes.Name:
        return _name(parts[0])

    def grouped(self, parts: Parts) -> nodes.Expression:
        # The parentheses belong to no node, for the printer sets those that are needed; its span holds them.
        inner: nodes.Expression = parts[1]
        return attrs.evolve(inner, span=self._span(parts))

    def call(self, parts: Parts) -> nodes.Call:
        return nodes.Call(_name(parts[0]), _nodes(parts[1:]), span=self._span(parts))

    def negative(self, parts: Parts) -> nodes.Negative:
        return nodes.Negative(parts[1], span=self._span(parts))

    def arithmetic(self, parts: Parts) -> nodes.Arithmetic:
        left, sign, right = parts
        operator = "mod" if sign.kind == "MODULO" else _SIGNS.get(sign.text, sign.text)
        return nodes.Arithmetic(operator, left, right, span=self._span(parts))

    def comparison(self, parts: Parts) -> nodes.Comparison:
        left, sign, right = parts
        return nodes.Comparison(_SIGNS.get(sign.text, sign.text), left, right, span=self._span(parts))

    def within(self, parts: Parts) -> nodes.Within:
        value, *ranges = _nodes(parts)
        return nodes.Within(value, tuple(ranges), span=self._span(parts))

    def range(self, parts: Parts) -> nodes.RangeNode:
        return nodes.RangeNode(parts[0], parts[2], span=self._span(parts))

    def range_from(self, parts: Parts) -> nodes.RangeNode:
        return nodes.RangeNode(parts[0], None, span=self._span(parts))

    def range_to(self, parts: Parts) -> nodes.RangeNode:
        return nodes.RangeNode(None, parts[1], span=self._span(parts))

    def negation(self, parts: Parts) -> nodes.Not:
        return nodes.Not(parts[1], span=self._span(parts))

    def combined(self, parts: Parts) -> nodes.Combined:
        return nodes.Combined(parts[1].kind.lower(), tuple(parts[::2]), span=self._span(parts))

    def choice(self, parts: Parts) -> nodes.Choice:
        return nodes.Choice(parts[1], parts[3], parts[5], span=self._span(parts))

    def table(self, parts: Parts) -> nodes.LookupNode:
        value, *arms = _nodes(parts)
        return nodes.LookupNode(value, tuple(arms), span=self._span(parts))

    def arm(self, parts: Parts) -> nodes.ArmNode:
        *ranges, result = _nodes(parts)
        return nodes.ArmNode(tuple(ranges), result, span=self._span(parts))

    def otherwise(self, parts: Parts) -> nodes.ArmNode:
        return nodes.ArmNode((), parts[-1], span=self._span(parts))


class _Dropped:
    """What ``drop`` takes away; on its way into a row, so no node."""

    def __init__(self, words: tuple[nodes.Word, ...], span: Span) -> None:
        self.words = words
        self.span = span


def _nodes(parts: Parts) -> tuple[Any, ...]:
    """Return the nodes among parts."""
    return tuple([part for part in parts if not isinstance(part, Token)])


def _word(token: Token, zone: Zone = Zone.BLOCK) -> nodes.Word:
    word = keyword(token.text, zone)
    return nodes.Word(word.id if word else token.text, span=token.span)


def _name(token: Token) -> nodes.Name:
    return nodes.Name(token.text, span=token.span)


def _digits(token: Token) -> nodes.Digits:
    return nodes.Digits(token.text, span=token.span)


def _text(token: Token) -> nodes.Text:
    return nodes.Text(token.text[1:-1], span=token.span)
