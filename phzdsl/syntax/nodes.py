"""The tree of a rule file: one frozen class a construct, each with its span.

Keywords are kept by id, names as written. Nothing is looked up and nothing is left out: the tree with
its comments is the whole text but for blanks.
"""

from __future__ import annotations

import attrs

from phzdsl.fields import ByFields
from phzdsl.text.source import Span

__all__ = [
    "Argument",
    "Arithmetic",
    "ArmNode",
    "BlockNode",
    "Call",
    "Choice",
    "Cite",
    "Clause",
    "Combined",
    "Comment",
    "Comparison",
    "Digits",
    "Expression",
    "FileNode",
    "Group",
    "HandNode",
    "Keyed",
    "LookupNode",
    "Name",
    "Negative",
    "Not",
    "Number",
    "RangeNode",
    "RankNode",
    "RowNode",
    "Text",
    "VariantNode",
    "Within",
    "Word",
]

# Spans take no part in equality: two trees are equal when they say the same.
_span = attrs.field(eq=False, repr=False, kw_only=True)


# Nodes of one shape share one class that attrs makes: making it is what costs.


@attrs.frozen(repr=False, eq=False)
class _Written(ByFields):
    text: str
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class _Identified(ByFields):
    id: str
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class _OfOne(ByFields):
    operand: Expression
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class _OfTwo(ByFields):
    operator: str
    left: Expression
    right: Expression
    span: Span = _span


class Name(_Written):
    """A name as the author wrote it."""

    __slots__ = ()


class Word(_Identified):
    """A keyword, by its id."""

    __slots__ = ()


class Text(_Written):
    """Words in quotes, without the quotes."""

    __slots__ = ()


class Cite(_Identified):
    """``@source.clause``, without the sign."""

    __slots__ = ()


# ---------------------------------------------------------------- expressions


@attrs.frozen(repr=False, eq=False)
class Number(ByFields):
    """A number in digits, of half or full width."""

    value: int
    span: Span = _span


class Digits(_Written):
    """A word made of Chinese digits only: cards or a number, as its place demands."""

    __slots__ = ()


@attrs.frozen(repr=False, eq=False)
class Call(ByFields):
    """``name(argument, ...)``."""

    name: Name
    arguments: tuple[Argument, ...]
    span: Span = _span


class Negative(_OfOne):
    """``-operand``."""

    __slots__ = ()


class Arithmetic(_OfTwo):
    """``left operator right`` with one of ``+ - * / mod ^``."""

    __slots__ = ()


class Comparison(_OfTwo):
    """``left operator right`` with one of ``= != < <= > >=``."""

    __slots__ = ()


@attrs.frozen(repr=False, eq=False)
class RangeNode(ByFields):
    """``low..high``, both ends included; a missing end is open."""

    low: Expression | None
    high: Expression | None
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class Within(ByFields):
    """``value in ranges``."""

    value: Expression
    ranges: tuple[Argument, ...]
    span: Span = _span


class Not(_OfOne):
    """``not operand``."""

    __slots__ = ()


@attrs.frozen(repr=False, eq=False)
class Combined(ByFields):
    """``and`` or ``or`` between two or more operands."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class Choice(ByFields):
    """``if condition then value else otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class ArmNode(ByFields):
    """One line of a table: which values, and what they give; no ranges for ``otherwise``."""

    ranges: tuple[Argument, ...]
    result: Expression
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class LookupNode(ByFields):
    """``table value [range: result, ...]``."""

    value: Expression
    arms: tuple[ArmNode, ...]
    span: Span = _span


Expression = (
    Name | Number | Digits | Call | Negative | Arithmetic | Comparison | Within | Not | Combined | Choice | LookupNode
)
Argument = Expression | RangeNode

# ---------------------------------------------------------------- rows and blocks


@attrs.frozen(repr=False, eq=False)
class Keyed(ByFields):
    """``key value`` in a list such as ``small 1 big 3``."""

    key: Word
    value: Expression
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class Group(ByFields):
    """One group of a hand: what it is and its cards, as written."""

    name: Name
    cards: tuple[Name | Digits, ...]
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class HandNode(ByFields):
    """The groups of a hand, in the order written."""

    groups: tuple[Group, ...]
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class Clause(ByFields):
    """A keyword of a row with what follows it.

    Attributes:
        word: the keyword; ``=`` for the formula of a row.
        arguments: list of expressions and ranges, or empty.
        keyed: list of keyed values, or empty.
        hand: the hand after ``hand``.
    """

    word: Word
    arguments: tuple[Argument, ...] = ()
    keyed: tuple[Keyed, ...] = ()
    hand: HandNode | None = None
    text: Text | None = None
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class RowNode(ByFields):
    """A row: its operation on the parent's row, its name, its clauses and citations.

    Attributes:
        operation: ``add``, ``change``, ``remove``, ``move``, or None.
        name: the row's id inside its block.
        arguments, keyed: what stands between the name and the first clause.
        dropped: keywords that a change takes away from the parent's row.
    """

    operation: Word | None
    name: Name
    arguments: tuple[Argument, ...]
    keyed: tuple[Keyed, ...]
    clauses: tuple[Clause, ...]
    dropped: tuple[Word, ...]
    cites: tuple[Cite, ...]
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class RankNode(ByFields):
    """Claims of one rank."""

    rows: tuple[RowNode, ...]
    span: Span = _span


@attrs.frozen(repr=False, eq=False)
class BlockNode(ByFields):
    """A block: its keyword, the author's name for it where it has one, its rows."""

    word: Word
    name: Name | None
    entries: tuple[RowNode | RankNode, ...]
    span: Span = _span

    def rows(self) -> tuple[RowNode, ...]:
        """Return the rows in order, those of ranks among them."""
        found: list[RowNode] = []
        for entry in self.entries:
            found.extend(entry.rows if isinstance(entry, RankNode) else (entry,))
        return tuple(found)


@attrs.frozen(repr=False, eq=False)
class VariantNode(ByFields):
    """A variant: id, title, parent (an id or a path in quotes), blocks."""

    name: Name
    title: Text | None
    parent: Name | Text | None
    blocks: tuple[BlockNode, ...]
    span: Span = _span


class Comment(_Written):
    """``# words`` up to the end of its line."""

    __slots__ = ()


@attrs.frozen(repr=False, eq=False)
class FileNode(ByFields):
    """A whole file; ``variant`` is None when the text has none that could be read."""

    version: Number | None
    sources: tuple[Text, ...]
    variant: VariantNode | None
    comments: tuple[Comment, ...]
    span: Span = _span
