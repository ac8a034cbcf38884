"""Tables drawn with rich: lines between head and rows, numbers to the right, colour only on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from rich import box
from rich.console import Console as Canvas
from rich.table import Table
from rich.text import Text

from phzdsl.cli.console import Console
from phzdsl.text.cells import visible, width

__all__ = ["write_grid"]

_MARGIN = 4


def write_grid(console: Console, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a table to standard output; its first column holds words, the others numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for at, word in enumerate(head):
        table.add_column(word, justify="right" if at else "left", no_wrap=True)
    for row in rows:
        # As text, so that a name of a pattern is never taken for markup.
        table.add_row(*(Text(visible(cell)) for cell in row))
    wide = sum(max(map(width, column)) + _MARGIN for column in zip(head, *rows, strict=True))
    paper = StringIO()
    coloured = console.coloured()
    canvas = Canvas(file=paper, width=wide, force_terminal=coloured, no_color=not coloured)
    canvas.print(table)
    console.write("")
    for line in paper.getvalue().splitlines():
        console.write(line.rstrip())
