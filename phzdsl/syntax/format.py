"""A tree with its comments as canonical text.

One row a line, two blanks for each brace; neighbours that say the same kinds of things stand in columns; a row that is
too long is broken before its clauses. What the text means does not change, nor does anything its author wrote in
words. Printing twice gives the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from phzdsl.syntax import nodes
from phzdsl.syntax.columns import VALUES, Row, laid
from phzdsl.syntax.lexicon import KEYWORDS, Zone
from phzdsl.syntax.parse import Parsed
from phzdsl.syntax.remarks import Place, Remarks
from phzdsl.syntax.spell import Speller
from phzdsl.syntax.tokens import in_english
from phzdsl.text.diagnostics import Language, Severity

__all__ = ["format_file", "language_of"]

_INDENT = 2


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
    printer = _Printer(tree, tree.variant, Speller(to or language_of(tree), translate))
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
class _Printer:
    """Prints one tree."""

    tree: nodes.FileNode
    variant: nodes.VariantNode
    speller: Speller

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
        run: list[nodes.RowNode] = []
        first = True
        for entry in block.entries:
            if isinstance(entry, nodes.RowNode):
                run.append(entry)
                continue
            self._rows(page, run, _INDENT * 2, first=first)
            head = f"{' ' * (_INDENT * 2)}{self._word('RANK')} {{"
            page.put(_rank_place(entry), [head], first=first and not run)
            self._rows(page, list(entry.rows), _INDENT * 3, first=True)
            page.close(Place.closing(entry.span), _INDENT * 2)
            run, first = [], False
        self._rows(page, run, _INDENT * 2, first=first)
        page.close(Place.closing(block.span), _INDENT)

    def _rows(self, page: _Page, rows: list[nodes.RowNode], indent: int, *, first: bool) -> None:
        """Print rows; an empty line between them ends the columns."""
        runs: list[list[nodes.RowNode]] = []
        for row in rows:
            if not runs or page.gap(Place.of(row.span)):
                runs.append([])
            runs[-1].append(row)
        for run in runs:
            for row, lines in zip(run, laid(map(self._row, run), indent), strict=True):
                page.put(Place.of(row.span), lines, first=first)
                first = False

    def _row(self, row: nodes.RowNode) -> Row:
        operation = (self.speller.word(row.operation.id),) if row.operation else ()
        parts = [("name", " ".join((*operation, self.speller.name(row.name))))]
        values = self.speller.values(row.arguments, row.keyed)
        if values:
            parts.append((VALUES, values))
        parts.extend((clause.word.id, self.speller.clause(clause)) for clause in row.clauses)
        if row.dropped:
            dropped = (self.speller.word(word.id) for word in row.dropped)
            parts.append(("drop", f"{self._word('DROP')} {', '.join(dropped)}"))
        kinds, cells = zip(*parts, strict=True)
        return Row(cells, kinds, " ".join(f"@{cite.id}" for cite in row.cites))


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
