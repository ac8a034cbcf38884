"""A rule book as one HTML page that needs nothing else, neither a script nor the network; it reads on a phone and prints.

What tells a row of the ruleset has its path in ``data-row``; a hand has in ``data-hand``, ``data-by``, ``data-facts`` and
``data-points`` what it takes to score it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from phzdsl.book import drawn
from phzdsl.book.drawn import text
from phzdsl.book.pages import Book, Cards, Chapter, Line, Lines, Part, Shown, Table

__all__ = ["html"]

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.6 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif; color: #1f2328; background: #fff;
  max-width: 50rem; margin: 1.5rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin-bottom: .4rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; border-bottom: 1px solid #d1d9e0; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .3rem; } .worth { color: #b3372f; margin-left: .4rem; }
p { margin: .4rem 0; } ul, ol { padding-left: 1.4rem; margin: .4rem 0; } li { margin: .2rem 0; }
nav { font-size: .9rem; line-height: 2; } nav a { margin-right: .8rem; white-space: nowrap; }
a { color: #2f5f8f; text-decoration: none; } small, .faint { color: #59636e; font-size: .8rem; }
sup { line-height: 0; } sup a { padding: 0 .1rem; } .open { color: #8a5a00; font-size: .8rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
td, th { padding: .3rem .6rem; text-align: left; vertical-align: top; } tr { border-bottom: 1px solid #eaeef2; }
th, .number { white-space: nowrap; overflow-wrap: normal; } .number { text-align: right; font-variant-numeric: tabular-nums; }
sup { white-space: normal; }
figure { margin: .6rem 0 1rem; padding: .4rem .8rem; border-left: 3px solid #d1d9e0; } figcaption { font-size: .9rem; }
figure ul { list-style: none; padding-left: 0; font-size: .9rem; } figure li { margin: 0; }
.sources { font-size: .8rem; color: #59636e; }
@media (max-width: 36rem) {
  table.read thead { display: none; } table.read tr { display: flex; flex-wrap: wrap; column-gap: .9rem; padding: .4rem 0; }
  table.read td { padding: .1rem 0; text-align: left; } table.read td:first-child { font-weight: 600; }
  table.read td.number::before { content: attr(data-head) " "; color: #59636e; } table.read td:last-child { flex-basis: 100%; }
  table.stacked thead { display: none; } table.stacked tr { display: block; padding: .4rem 0; }
  table.stacked td { display: block; padding: .1rem 0; } table.stacked td:empty { display: none; }
  table.stacked td:first-child { font-weight: 600; } table.stacked td + td::before { content: attr(data-head) "："; color: #59636e; }
  :lang(en) table.stacked td + td::before { content: attr(data-head) ": "; }
}
@media print {
  body { max-width: none; margin: 0; font-size: 10pt; } nav { display: none; } a { color: inherit; }
  h2, h3 { break-after: avoid; } figure, tr { break-inside: avoid; } .wide { overflow: visible; }
}
"""


def html(book: Book) -> str:
    """Return the book as a page."""
    return "\n".join(_Writer(book).lines()) + "\n"


class _Writer:
    def __init__(self, book: Book) -> None:
        self._book = book
        self._say = book.say

    def lines(self) -> Iterator[str]:
        """Yield the page line by line."""
        book = self._book
        yield f'<!DOCTYPE html>\n<html lang="{self._say("zh-Hans", "en")}">\n<head>\n<meta charset="utf-8"/>'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        yield f"<title>{text(book.title)}</title>\n<style>{_STYLE}{drawn.STYLE}</style>\n</head>\n<body>"
        yield f"<h1>{text(book.title)}</h1>"
        yield from (f'<p class="faint">{self._line(one)}</p>' for one in book.head)
        links = (f'<a href="#{text(one.name)}">{text(one.title)}</a>' for one in book.chapters)
        yield f"<nav>{''.join(links)}</nav>"
        for chapter in book.chapters:
            yield from self._chapter(chapter)
        if book.sources:
            yield from self._sources()
        yield "</body>\n</html>"

    def _chapter(self, chapter: Chapter) -> Iterator[str]:
        level = "h2" if chapter.name else "h3"
        place = f' id="{text(chapter.name)}"' if chapter.name else ""
        worth = f'<span class="worth">{text(chapter.worth)}</span>' if chapter.worth else ""
        yield f"<section{place}{_row(chapter.row)}>\n<{level}>{text(chapter.title)}{worth}</{level}>"
        for part in chapter.parts:
            yield from self._part(part)
        for one in chapter.under:
            yield from self._chapter(one)
        yield "</section>"

    def _part(self, part: Part) -> Iterator[str]:
        match part:
            case Lines() if len(part.lines) == 1:
                yield f"<p{_row(part.lines[0].row)}>{self._line(part.lines[0])}</p>"
            case Lines():
                kind = "ol" if part.numbered else "ul"
                items = "".join(f"<li{_row(one.row)}>{self._line(one)}</li>\n" for one in part.lines)
                yield f"<{kind}>\n{items}</{kind}>"
            case Table():
                yield from self._table(part)
            case Shown():
                yield from self._shown(part)

    def _line(self, one: Line) -> str:
        pieces = (
            f'<span class="run">{drawn.cards(piece.kinds, self._book.red)}</span>'
            if isinstance(piece, Cards)
            else text(piece)
            for piece in one.pieces
        )
        asked = self._say("存疑，上家的", "open, parent's") if one.open_kept else self._say("存疑", "open")
        mark = f' <a class="open" href="#open">{asked}</a>' if one.open else ""
        notes = " ".join(f'<a href="#n{number}">{number}</a>' for number in one.notes)
        notes += self._say("（上家的）", " (parent's)") if one.notes_kept else ""
        return "".join(pieces) + mark + (f"<sup>{notes}</sup>" if notes else "")

    def _table(self, table: Table) -> Iterator[str]:
        # On a phone tables of words are stacked cell by cell; of tables of numbers each row wraps.
        kind_of = "read" if table.numbers else "stacked"
        heads = [text(head) for head in table.heads]
        numbers = [' class="number"' if at in table.numbers else "" for at in range(len(heads))]
        top = "".join(f"<th{kind}>{head}</th>" for head, kind in zip(heads, numbers, strict=True))
        yield f'<div class="wide"><table class="{kind_of}">\n<thead><tr>{top}</tr></thead>\n<tbody>'
        for cells in table.rows:
            drawn_cells = (
                f'<td{kind} data-head="{head}">{self._line(cell)}</td>'
                for cell, head, kind in zip(cells, heads, numbers, strict=True)
            )
            yield f"<tr{_row(next((cell.row for cell in cells if cell.row), ''))}>{''.join(drawn_cells)}</tr>"
        yield "</tbody>\n</table></div>"

    def _shown(self, one: Shown) -> Iterator[str]:
        facts, options = (text(json.dumps(dict(pairs), ensure_ascii=False)) for pairs in (one.facts, one.options))
        data = f'data-hand="{text(one.hand)}" data-by="{one.by}" data-facts="{facts}" data-options="{options}"'
        result = f'data-win="{int(one.win)}" data-points="{one.points}" data-counts="{text(" ".join(one.counts))}"'
        title = f"<b>{text(one.title)}</b>{self._say('：', ': ')}" if one.title else ""
        chosen = f"{self._say('；选项 ', '; options ')}{text(one.chosen)}" if one.chosen else ""
        yield f"<figure{_row(one.row)} {data} {result}>\n<figcaption>{title}{text(one.came)}{chosen}</figcaption>"
        yield drawn.hand(one.groups, self._book.red, self._say)
        counted = "".join(f"<li>{text(said)}</li>\n" for said in one.counted)
        yield f"<ul>\n{counted}</ul>\n</figure>"

    def _sources(self) -> Iterator[str]:
        yield f'<section id="sources">\n<h2>{text(self._book.sources_title)}</h2>'
        yield from (f'<p class="faint">{text(said)}</p>' for said in self._book.sources_said)
        yield '<ol class="sources">'
        for one in self._book.sources:
            where = f"<b>{text(one.where)}</b> " if one.where else ""
            says = f"{self._say('：', ': ')}{text(one.says)}" if one.says else ""
            yield f'<li id="n{one.number}">{where}@{text(one.id)}{says}</li>'
        yield "</ol>\n</section>"


def _row(path: str) -> str:
    return f' data-row="{text(path)}"' if path else ""
