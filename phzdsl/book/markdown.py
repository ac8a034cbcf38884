"""A rule book as Markdown that reads well as it is, in a terminal, and drawn, on GitHub.

Red cards are bold. Sources are footnotes. Tables are padded where a line of them stays short.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from phzdsl.book.pages import Book, Cards, Chapter, Line, Lines, Part, Shown, Table
from phzdsl.cards import Kind, write_kind
from phzdsl.text.cells import visible, width

__all__ = ["markdown"]

# Tables with longer lines are not padded.
_WIDE = 100
_ACTIVE = re.compile(r"([\\`*_\[\]<>|#~])")


def markdown(book: Book) -> str:
    """Return the book as Markdown."""
    return "\n".join(_Writer(book).lines()) + "\n"


class _Writer:
    def __init__(self, book: Book) -> None:
        self._book = book
        self._say = book.say

    def lines(self) -> Iterator[str]:
        """Yield the book line by line."""
        yield f"# {_text(self._book.title)}"
        yield ""
        yield from (f"{self._line(one)}  " for one in self._book.head)
        yield self._say("红牌写粗体。", "Red cards are bold.")
        for chapter in self._book.chapters:
            yield from self._chapter(chapter, "##")
        if self._book.sources:
            yield ""
            yield f"## {_text(self._book.sources_title)}"
            yield ""
            for said in self._book.sources_said:
                yield from (_text(said), "")
            for one in self._book.sources:
                where = f"{_text(one.where)} " if one.where else ""
                says = f"{self._say('：', ': ')}{_text(one.says)}" if one.says else ""
                yield f"[^{one.number}]: {where}`@{visible(one.id)}`{says}"

    def _chapter(self, chapter: Chapter, marks: str) -> Iterator[str]:
        worth = f"{self._say('：', ': ')}{_text(chapter.worth)}" if chapter.worth else ""
        yield ""
        yield f"{marks} {_text(chapter.title)}{worth}"
        for part in chapter.parts:
            yield ""
            yield from self._part(part)
        for one in chapter.under:
            yield from self._chapter(one, f"{marks}#")

    def _part(self, part: Part) -> Iterator[str]:
        match part:
            case Lines() if len(part.lines) == 1:
                yield self._line(part.lines[0])
            case Lines():
                for at, one in enumerate(part.lines, 1):
                    yield f"{f'{at}.' if part.numbered else '-'} {self._line(one)}"
            case Table():
                rows = [[self._line(cell) for cell in cells] for cells in part.rows]
                yield from _table([_text(head) for head in part.heads], rows, part.numbers)
            case Shown():
                yield from self._shown(part)

    def _line(self, one: Line) -> str:
        text = "".join(self._cards(piece.kinds) if isinstance(piece, Cards) else _text(piece) for piece in one.pieces)
        mark = self._say("〔存疑〕", " (open)") if one.open else ""
        if one.open_kept:
            mark = self._say("〔存疑，上家的〕", " (open, parent's)")
        kept = self._say("（上家的）", " (parent's)") if one.notes_kept else ""
        return text.strip() + mark + "".join(f"[^{number}]" for number in one.notes) + kept

    def _cards(self, kinds: Iterable[Kind]) -> str:
        """Return cards with the red ones bold, neighbours under one mark."""
        text = "".join(f"**{write_kind(kind)}**" if kind in self._book.red else write_kind(kind) for kind in kinds)
        return text.replace("****", "")

    def _shown(self, one: Shown) -> Iterator[str]:
        title = f"{_text(one.title)}{self._say('：', ': ')}" if one.title else self._say("例：", "Example: ")
        chosen = f"{self._say('；选项 ', '; options ')}{_text(one.chosen)}" if one.chosen else ""
        yield f"{title}{_text(one.came)}{chosen}"
        yield ""
        heads = [f"{_text(group.name)}{self._say(' 胡', ' wins') if group.wins else ''}" for group in one.groups]
        rows = [[self._cards(group.cards) for group in one.groups]]
        where = [self._say("桌上", "table") if group.laid else "" for group in one.groups]
        if any(group.xi for group in one.groups):
            rows.append([group.xi for group in one.groups])
        if any(where):
            rows.append(where)
        yield from _table(heads, rows, frozenset())
        yield ""
        yield from (f"- {_text(counted)}" for counted in one.counted)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: frozenset[int]) -> Iterator[str]:
    wide = [max(width(line[at]) for line in (heads, *rows)) for at in range(len(heads))]
    padded = sum(wide) + 3 * len(wide) <= _WIDE
    yield _row(heads, wide, padded=padded)
    rules = (
        "-" * (max(3, size) - 1 if padded else 2) + (":" if at in numbers else "-") for at, size in enumerate(wide)
    )
    yield "| " + " | ".join(rules) + " |"
    yield from (_row(row, wide, padded=padded) for row in rows)


def _row(cells: Sequence[str], wide: Sequence[int], *, padded: bool) -> str:
    filled = (
        cell + " " * (max(3, size) - width(cell)) if padded else cell for cell, size in zip(cells, wide, strict=True)
    )
    return f"| {' | '.join(filled)} |"


def _text(text: str) -> str:
    return _ACTIVE.sub(r"\\\1", visible(text))
