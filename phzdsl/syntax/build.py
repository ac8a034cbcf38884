"""Finished rules to nodes: one method a rule of ``phz.lark``.

Called by the machine as it finishes each rule, so a tree is built once and bottom-up. Decides nothing but how the
parts of a rule fall into the fields of a node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from phzdsl.cards import parse_number
from phzdsl.syntax import nodes
from phzdsl.syntax.lexicon import Zone, keyword
from phzdsl.syntax.tokens import Token
from phzdsl.text.source import Source, Span

__all__ = ["SIGNS", "Builder"]

# Every way to write an operator, and the one that stands in the tree.
SIGNS = {
    "＋": "+", "－": "-", "−": "-", "×": "*", "＊": "*", "÷": "/", "//": "/", "／": "/", "＾": "^",
    "≥": ">=", "＞＝": ">=", "≤": "<=", "＜＝": "<=", "≠": "!=", "！＝": "!=", "＝": "=", "＞": ">", "＜": "<",
    "余": "mod",
}  # fmt: skip

# What the machine hands over: tokens and nodes, in the order of the text.
Parts = list[Any]


class Builder:
    """Makes the nodes of one source."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def maker(self, name: str) -> Callable[[Parts], Any] | None:
        """Return what finishes a rule; None for one that hands on its only part."""
        if name == "_":
            return _listed
        made: Callable[[Parts], Any] | None = getattr(self, name) if name else None
        return made

    # ------------------------------------------------------------ helpers

    def _span(self, parts: Parts) -> Span:
        return Span(self._source, parts[0].span.start, parts[-1].span.end)

    @staticmethod
    def _word(token: Token, zone: Zone = Zone.BLOCK) -> nodes.Word:
        word = keyword(token.text, zone)
        return nodes.Word(word.id if word else token.text, span=token.span)

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
        return nodes.Number(value or 0, span=token.span)

    def sources(self, parts: Parts) -> nodes.Text:
        return _text(parts[1])

    def variant(self, parts: Parts) -> nodes.VariantNode:
        name, title, parent = parts[1], parts[2], next((part for part in parts if isinstance(part, tuple | None)), None)
        raise NotImplementedError((name, title, parent))

    def inherits(self, parts: Parts) -> nodes.Name | nodes.Text:
        return _text(parts[1]) if parts[1].kind == "STRING" else _name(parts[1])

    def block(self, parts: Parts) -> nodes.BlockNode:
        name = parts[1] if parts[1].kind == "NAME" else None
        return nodes.BlockNode(
            self._word(parts[0], Zone.VARIANT), _name(name) if name else None, tuple(_nodes(parts)), span=self._span(parts)
        )

    def rank(self, parts: Parts) -> nodes.RankNode:
        return nodes.RankNode(tuple(_nodes(parts)), span=self._span(parts))
