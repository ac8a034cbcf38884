"""The tree of a rule file: one frozen class a construct, each with its span.

Keywords are kept by id, names as written. Nothing is looked up and nothing is left out: the tree with
its comments is the whole text but for blanks.
"""

from __future__ import annotations

import attrs

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


@attrs.frozen
class Name:
    """A name as the author wrote it."""

    text: str
    span: Span = _span


@attrs.frozen
class Word:
    """A keyword, by its id."""

    id: str
    span: Span = _span


@attrs.frozen
class Text:
    """Words in quotes, without the quotes."""

    text: str
    span: Span = _span


@attrs.frozen
class Cite:
    """``@source.clause``, without the sign."""

    id: str
    span: Span = _span


# ---------------------------------------------------------------- expressions


@attrs.frozen
class Number:
    """A number in digits, of half or full width."""

    value: int
    span: Span = _span


@attrs.frozen
class Digits:
    """A word made of Chinese digits only: cards or a number, as its place demands."""

    text: str
    span: Span = _span


@attrs.frozen
class Call:
    """``name(argument, ...)``."""

    name: Name
    arguments: tuple[Argument, ...]
    span: Span = _span


@attrs.frozen
class Negative:
    """``-operand``."""

    operand: Expression
    span: Span = _span


@attrs.frozen
class Arithmetic:
    """``left operator right`` with one of ``+ - * / mod ^``."""

    operator: str
    left: Expression
    right: Expression
    span: Span = _span


@attrs.frozen
class Comparison:
    """``left operator right`` with one of ``= != < <= > >=``."""

    operator: str
    left: Expression
    right: Expression
    span: Span = _span


@attrs.frozen
class RangeNode:
    """``low..high``, both ends included; a missing end is open."""

    low: Expression | None
    high: Expression | None
    span: Span = _span


@attrs.frozen
class Within:
    """``value in ranges``."""

    value: Expression
    ranges: tuple[Argument, ...]
    span: Span = _span


@attrs.frozen
class Not:
    """``not operand``."""

    operand: Expression
    span: Span = _span


@attrs.frozen
class Combined:
    """``and`` or ``or`` between two or more operands."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span = _span


@attrs.frozen
class Choice:
    """``if condition then value else otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span = _span


@attrs.frozen
class ArmNode:
    """One line of a table: which values, and what they give; no ranges for ``otherwise``."""

    ranges: tuple[Argument, ...]
    result: Expression
    span: Span = _span


@attrs.frozen
class LookupNode:
    """``table value [range: result, ...]``."""

    value: Expression
    arms: tuple[ArmNode, ...]
    span: Span = _span


Expression = (
    Name | Number | Digits | Call | Negative | Arithmetic | Comparison | Within | Not | Combined | Choice | LookupNode
)
Argument = Expression | RangeNode

# ---------------------------------------------------------------- rows and blocks


@attrs.frozen
class Keyed:
    """``key value`` in a list such as ``small 1 big 3``."""

    key: Word
    value: Expression
    span: Span = _span


@attrs.frozen
class Group:
    """One group of a hand: what it is and its cards, as written."""

    name: Name
    cards: tuple[Name | Digits, ...]
    span: Span = _span


@attrs.frozen
class HandNode:
    """The groups of a hand, in the order written."""

    groups: tuple[Group, ...]
    span: Span = _span


@attrs.frozen
class Clause:
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


@attrs.frozen
class RowNode:
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


@attrs.frozen
class RankNode:
    """Claims of one rank."""

    rows: tuple[RowNode, ...]
    span: Span = _span


@attrs.frozen
class BlockNode:
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


@attrs.frozen
class VariantNode:
    """A variant: id, title, parent (an id or a path in quotes), blocks."""

    name: Name
    title: Text | None
    parent: Name | Text | None
    blocks: tuple[BlockNode, ...]
    span: Span = _span


@attrs.frozen
class Comment:
    """``# words`` up to the end of its line."""

    text: str
    span: Span = _span


@attrs.frozen
class FileNode:
    """A whole file; ``variant`` is None when the text has none that could be read."""

    version: Number | None
    sources: tuple[Text, ...]
    variant: VariantNode | None
    comments: tuple[Comment, ...]
    span: Span = _span
