"""A tree with its comments as canonical text.

One row a line, two blanks for each brace; neighbours that say the same kinds of things stand in columns; a row that is
too long is broken before its clauses. What the text means does not change, nor does anything its author wrote in
words. Printing twice gives the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from phzdsl.syntax import nodes
from phzdsl.syntax.columns import EQUALS, NAME, VALUES, Row
from phzdsl.syntax.folding import Cell
from phzdsl.syntax.layout import HAND, laid
from phzdsl.syntax.lexicon import KEYWORDS, Zone
from phzdsl.syntax.parse import Parsed
from phzdsl.syntax.remarks import Place, Remarks
from phzdsl.syntax.spell import Speller
from phzdsl.syntax.tokens import in_english
from phzdsl.text.diagnostics import Language, Severity

__all__ = ["format_file", "language_of"]

_INDENT = 2
# What joins the parts of a formula, the loosest first, and the groups of a hand.
_JOINS = ("ELSE", "OR", "AND")
_BETWEEN_GROUPS = (frozenset("/"),)


def format_file(parsed: Parsed, to: Language | None = None, translate: Callable[[str], str] = lambda name: name) -> str:
    """Return the canonical text of a file.

    Args:
        parsed: the file, without faults of its text.
        to: language of the keywords; the one that most of them are in unless stated.
        translate: gives the spelling of a name in that language; by default names stay as they are.

    Raises:
        ValueError: the text has faults, so that printing its tree would lose a part of it.
    """
    tree = parsed.tree
    if tree.variant is None or any(found.severity is Severity.ERROR for found in parsed.diagnostics):
        msg = "a text with faults cannot be printed without losing a part of it"
        raise ValueError(msg)
    printer = _Printer.of(tree, tree.variant, _Clear(to or language_of(tree), translate))
    return "\n".join(printer.lines()) + "\n"


def language_of(tree: nodes.FileNode) -> Language:
    """Return the language that most keywords of a file are in."""
    words = [word.span.text for word in _words(tree) if word.id != "="]
    english = sum(text.isascii() for text in words)
    if english * 2 == len(words):
        return Language.EN if in_english(tree.span.source) else Language.ZH
    return Language.EN if english * 2 > len(words) else Language.ZH


def _words(tree: nodes.FileNode) -> Iterator[nodes.Word]:
    for block in () if tree.variant is None else tree.variant.blocks:
        yield block.word
        for row in block.rows():
            yield from (row.operation,) if row.operation else ()
            yield from (clause.word for clause in row.clauses)


@attrs.frozen
class _Clear(Speller):
    """Spells with the parentheses that the eye needs too: round 且 inside 或, and round 若 as one of several values."""

    def _keyed(self, keyed: nodes.Keyed) -> str:
        value = self.expression(keyed.value)
        return f"{self.word(keyed.key.id)} {f'({value})' if isinstance(keyed.value, nodes.Choice) else value}"

    def _spelled(self, node: nodes.Expression) -> tuple[str, int]:
        if not isinstance(node, nodes.Combined) or node.operator != "or":
            return super()._spelled(node)
        joined = f" {self.word(node.operator)} ".join(map(self._operand, node.operands))
        return joined, super()._spelled(attrs.evolve(node, operands=()))[1]

    def _operand(self, node: nodes.Expression) -> str:
        text = self.expression(node)
        return f"({text})" if isinstance(node, nodes.Combined | nodes.Choice) else text


@attrs.frozen
class _Printer:
    """Prints one tree."""

    tree: nodes.FileNode
    variant: nodes.VariantNode
    speller: Speller
    joins: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, tree: nodes.FileNode, variant: nodes.VariantNode, speller: Speller) -> _Printer:
        """Return a printer."""
        words = (next(word for word in KEYWORDS if word.terminal == terminal) for terminal in _JOINS)
        joins = (*(frozenset({speller.word(word.id, word.zone)}) for word in words), frozenset("+-"))
        return cls(tree, variant, speller, joins)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file."""
        end = len(self.tree.span.source.text)
        last = Place(end, end)
        remarks = Remarks(self.tree.span.source, self.tree.comments, [*self._places(), last])
        page = _Page(remarks)
        for head in self._heads():
            page.put(_heading_place(head), [self._header(head)])
        page.put(self._variant_place(), [f"{self._title()} {{"])
        for number, block in enumerate(self.variant.blocks):
            self._block(page, block, apart=number > 0)
        page.close(Place.closing(self.variant.span), 0)
        page.put(last, [])
        return iter(page.lines)

    def _places(self) -> Iterator[Place]:
        """Yield the place of every line to come."""
        yield from map(_heading_place, self._heads())
        yield self._variant_place()
        yield Place.closing(self.variant.span)
        for block in self.variant.blocks:
            yield _head_place(block)
            yield Place.closing(block.span)
            for entry in block.entries:
                if isinstance(entry, nodes.RankNode):
                    yield _rank_place(entry)
                    yield Place.closing(entry.span)
            yield from (Place.of(row.span) for row in block.rows())

    # ------------------------------------------------------------ heads

    def _heads(self) -> list[nodes.Number | nodes.Text]:
        """Return what stands before the variant, in the order of the text."""
        version = () if self.tree.version is None else (self.tree.version,)
        return sorted((*version, *self.tree.sources), key=lambda head: head.span.start)

    def _word(self, terminal: str) -> str:
        word = next(word for word in KEYWORDS if word.terminal == terminal)
        return self.speller.word(word.id, word.zone)

    def _header(self, head: nodes.Number | nodes.Text) -> str:
        if isinstance(head, nodes.Number):
            return f"{self._word('VERSION')} {head.value}"
        return f"{self._word('SOURCES')} {self.speller.text(head)}"

    def _title(self) -> str:
        words = [self._word("VARIANT"), self.variant.name.text]
        if self.variant.title is not None:
            words.append(self.speller.text(self.variant.title))
        parent = self.variant.parent
        if parent is not None:
            words.append(self._word("INHERITS"))
            words.append(parent.text if isinstance(parent, nodes.Name) else self.speller.text(parent))
        return " ".join(words)

    def _variant_place(self) -> Place:
        last = self.variant.parent or self.variant.title or self.variant.name
        return Place(self.variant.span.start, last.span.end)

    # ------------------------------------------------------------ blocks and rows

    def _block(self, page: _Page, block: nodes.BlockNode, *, apart: bool) -> None:
        words = [self.speller.word(block.word.id, Zone.VARIANT), *([block.name.text] if block.name else ())]
        page.put(_head_place(block), [f"{' ' * _INDENT}{' '.join(words)} {{"], apart=apart, first=not apart)
        rows = self._laid(page, block)
        first = True
        for entry in block.entries:
            if isinstance(entry, nodes.RowNode):
                page.put(Place.of(entry.span), next(rows), first=first)
            else:
                page.put(_rank_place(entry), [f"{' ' * (_INDENT * 2)}{self._word('RANK')} {{"], first=first)
                for number, row in enumerate(entry.rows):
                    page.put(Place.of(row.span), next(rows), first=not number)
                page.close(Place.closing(entry.span), _INDENT * 2)
            first = False
        page.close(Place.closing(block.span), _INDENT)

    def _laid(self, page: _Page, block: nodes.BlockNode) -> Iterator[list[str]]:
        """Yield the lines of each row of a block; ranks share their columns, an empty line ends them."""
        run: list[Row] = []
        for entry in block.entries:
            rows: Iterable[nodes.RowNode]
            if isinstance(entry, nodes.RankNode):
                # An empty line may stand above the head of a rank; above its first row none is printed.
                rows, indent, place = entry.rows, _INDENT * 3, _rank_place(entry)
            else:
                rows, indent, place = (entry,), _INDENT * 2, Place.of(entry.span)
            for number, row in enumerate(rows):
                if page.gap(Place.of(row.span) if number else place):
                    yield from laid(run)
                    run = []
                run.append(self._row(row, indent))
        yield from laid(run)

    def _row(self, row: nodes.RowNode, indent: int) -> Row:
        operation = (self.speller.word(row.operation.id),) if row.operation else ()
        cells = [Cell(NAME, " ".join((*operation, self.speller.name(row.name))))]
        following = [clause.word.id for clause in row.clauses]
        values = self._before(following).values(row.arguments, row.keyed)
        if values:
            cells.append(Cell(VALUES, values, self.joins, listed=bool(row.keyed)))
        cells.extend(self._clause(clause, following[at:]) for at, clause in enumerate(row.clauses, 1))
        if row.dropped:
            dropped = (self.speller.word(word.id) for word in row.dropped)
            cells.append(Cell("drop", f"{self._word('DROP')} {', '.join(dropped)}"))
        return Row(indent, tuple(cells), tuple(f"@{cite.id}" for cite in row.cites))

    def _clause(self, clause: nodes.Clause, following: Sequence[str]) -> Cell:
        text = self._before(following).clause(clause)
        if clause.hand is not None:
            return Cell(HAND, text, _BETWEEN_GROUPS)
        return Cell(clause.word.id, text, () if clause.text is not None else self.joins, listed=bool(clause.keyed))

    def _before(self, following: Sequence[str]) -> Speller:
        """Return what spells values with these clauses behind them: = behind a parenthesis would compare it."""
        if following[:1] == [EQUALS]:
            return Speller(self.speller.language, self.speller.translate)
        return self.speller


class _Page:
    """Lines as they come, with the comments and empty lines that belong to them."""

    def __init__(self, remarks: Remarks) -> None:
        self.lines: list[str] = []
        self._remarks = remarks

    def gap(self, place: Place) -> bool:
        """Tell whether an empty line stands above what is printed for a place."""
        above = self._remarks.above(place)
        return self._remarks.gap(above[0].span.start if above else place.start)

    def put(self, place: Place, lines: list[str], *, apart: bool | None = None, first: bool = False) -> None:
        """Add lines with their comments.

        Args:
            place: where they come from.
            lines: the lines.
            apart: whether an empty line stands above; unless stated, whether one did.
            first: whether this is the first in its braces, where none stands.
        """
        if self.lines and not first and (self.gap(place) if apart is None else apart):
            self.lines.append("")
        margin = " " * (len(lines[0]) - len(lines[0].lstrip()) if lines else 0)
        self._comments(place, margin)
        if self._remarks.above(place) and lines and self._remarks.gap(place.start):
            self.lines.append("")
        self._add(place, lines)

    def close(self, place: Place, indent: int) -> None:
        """Add a closing brace; the comments above it belong inside."""
        if self._remarks.above(place) and self.gap(place):
            self.lines.append("")
        self._comments(place, " " * (indent + _INDENT))
        self._add(place, [f"{' ' * indent}}}"])

    def _comments(self, place: Place, margin: str) -> None:
        for number, comment in enumerate(self._remarks.above(place)):
            if number and self._remarks.gap(comment.span.start):
                self.lines.append("")
            self.lines.append(f"{margin}{comment.text}")

    def _add(self, place: Place, lines: list[str]) -> None:
        self.lines.extend(lines)
        behind = self._remarks.behind(place)
        if behind is not None:
            self.lines[-1] = f"{self.lines[-1]}  {behind.text}"


def _heading_place(head: nodes.Number | nodes.Text) -> Place:
    """Return the place of a header; the span of a source list is that of its path, without the word before it."""
    start = head.span.start
    if isinstance(head, nodes.Text):
        start = len(head.span.source.text[:start].rstrip().removesuffix("出处").removesuffix("sources"))
    return Place(start, head.span.end)


def _head_place(block: nodes.BlockNode) -> Place:
    last = block.name or block.word
    return Place(block.span.start, last.span.end)


def _rank_place(rank: nodes.RankNode) -> Place:
    return Place(rank.span.start, rank.span.start + 1)
