"""What a rule book is made of: chapters of sentences, tables and hands. How they are written is not known here.

All words are in the reader's language already. A line that tells a row of the ruleset holds the row's path.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from phzdsl.cards import Kind, write_cards

__all__ = ["Book", "Cards", "Chapter", "Drawn", "Line", "Lines", "Part", "Piece", "Shown", "Source", "Table", "line"]


@attrs.frozen
class Cards:
    """Cards inside a line, which are coloured where they can be.

    Attributes:
        kinds: in the order in which they are written.
    """

    kinds: tuple[Kind, ...]


Piece = str | Cards
"""A part of a line: words, or cards."""


@attrs.frozen
class Line:
    """Words, most often those of one row.

    Attributes:
        pieces: what is written, one after the other.
        row: path of the row that it tells; empty for none.
        notes: numbers of the sources that the row cites.
        open: the sources leave a question open.
        notes_kept: the row was changed, and the sources are those of the parent's row.
        open_kept: likewise the question.
    """

    pieces: tuple[Piece, ...]
    row: str = ""
    notes: tuple[int, ...] = ()
    open: bool = False
    notes_kept: bool = False
    open_kept: bool = False

    def text(self) -> str:
        """Return what is written, without its marks."""
        return "".join(write_cards(piece.kinds) if isinstance(piece, Cards) else piece for piece in self.pieces)


def line(*pieces: Piece) -> Line:
    """Return a line that tells no row."""
    return Line(pieces)


@attrs.frozen
class Lines:
    """Lines under each other; one is a paragraph, more are a list.

    Attributes:
        lines: at least one.
        numbered: their order says something.
    """

    lines: tuple[Line, ...]
    numbered: bool = False


@attrs.frozen
class Table:
    """A table.

    Attributes:
        heads: over each column.
        rows: for each row of the table a line for each column; the first of them holds the row of the ruleset.
        numbers: columns of numbers.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    numbers: frozenset[int] = frozenset()


@attrs.frozen
class Drawn:
    """A group of a hand that is shown.

    Attributes:
        name: what it is called.
        cards: its cards.
        xi: its 息; empty where melds have none.
        wins: it holds the winning card.
        laid: it lay on the table.
    """

    name: str
    cards: tuple[Kind, ...]
    xi: str
    wins: bool
    laid: bool


@attrs.frozen
class Shown:
    """A hand, and what it comes to in this room.

    Attributes:
        hand: in the notation of the command line.
        by: how the winning card came, the word of the command line.
        facts: what else holds, by id.
        options: what is chosen otherwise than in this room, by option.
        chosen: the options in words; empty for none.
        came: how it came and the facts in words.
        groups: the hand as it is divided.
        counted: how it is counted, line by line.
        win: it is a win.
        points: what one loser pays; 0 for no win.
        counts: paths of the patterns that count.
        title: words over it; empty for none.
        row: path of the example of the rule file that it is; empty where it was looked for.
    """

    hand: str
    by: str
    facts: tuple[tuple[str, int], ...]
    options: tuple[tuple[str, int], ...]
    chosen: str
    came: str
    groups: tuple[Drawn, ...]
    counted: tuple[str, ...]
    win: bool
    points: int
    counts: tuple[str, ...]
    title: str = ""
    row: str = ""


Part = Lines | Table | Shown
"""What stands in a chapter."""


@attrs.frozen
class Chapter:
    """A heading with what stands under it.

    Attributes:
        title: the heading.
        parts: sentences, tables and hands.
        under: chapters of its own, with smaller headings.
        row: path of the row that the heading tells; empty for none.
        worth: what stands beside the heading.
        name: id of the chapter, for links; empty for one that stands under another.
    """

    title: str
    parts: tuple[Part, ...]
    under: tuple[Chapter, ...] = ()
    row: str = ""
    worth: str = ""
    name: str = ""


@attrs.frozen
class Source:
    """A clause that rows cite.

    Attributes:
        number: of its note.
        id: of the clause.
        where: where it stands; empty where no list has it.
        says: what it says, shortened.
    """

    number: int
    id: str
    where: str
    says: str


@attrs.frozen
class Book:
    """A rule book in one language.

    Attributes:
        title: of the page.
        language: ``zh`` or ``en``.
        variant: id.
        red: the kinds that are red.
        head: lines under the title.
        chapters: in the order in which one reads.
        sources: what the notes stand for.
        sources_title: the heading over them.
        sources_said: lines under it.
    """

    title: str
    language: str
    variant: str
    red: frozenset[Kind]
    head: tuple[Line, ...]
    chapters: tuple[Chapter, ...]
    sources: tuple[Source, ...]
    sources_title: str
    sources_said: tuple[str, ...]

    def parts(self) -> Iterator[Part]:
        """Yield everything that stands in the chapters, from the first to the last."""
        waiting = list(self.chapters)
        while waiting:
            chapter = waiting.pop(0)
            yield from chapter.parts
            waiting = [*chapter.under, *waiting]

    def hands(self) -> Iterator[Shown]:
        """Yield the hands that are shown."""
        yield from (part for part in self.parts() if isinstance(part, Shown))

    def rows(self) -> frozenset[str]:
        """Return the paths of the rows that are told."""
        found = {chapter.row for one in self.chapters for chapter in (one, *one.under)}
        for part in self.parts():
            match part:
                case Lines():
                    found.update(one.row for one in part.lines)
                case Table():
                    found.update(cell.row for cells in part.rows for cell in cells)
                case Shown():
                    found.add(part.row)
        return frozenset(found - {""})

    def say(self, zh: str, en: str) -> str:
        """Return what is said in its language."""
        return zh if self.language == "zh" else en
