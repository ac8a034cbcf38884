"""Columns of text that line up under double-width characters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from phzdsl.text.cells import visible, width

__all__ = ["aligned"]

_GAP = "  "


def aligned(rows: Sequence[Sequence[str]], *, right: Collection[int] = (), indent: int = 0) -> Iterator[str]:
    """Yield a line for each row, its columns lined up; those in ``right`` against their right edge.

    >>> list(aligned([("红胡", "3"), ("大团圆", "16")], right=(1,)))
    ['红胡     3', '大团圆  16']
    """
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*shown, strict=True)]
    used = [at for at, wide in enumerate(widths) if wide]
    for row in shown:
        cells = []
        for at in used:
            blanks = " " * (widths[at] - width(row[at]))
            cells.append(blanks + row[at] if at in right else row[at] + blanks)
        yield (" " * indent + _GAP.join(cells)).rstrip()
