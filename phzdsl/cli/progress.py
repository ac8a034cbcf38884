"""How far a long run is, drawn with rich on a terminal; nothing is drawn elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["followed"]


def followed(done: Iterable[int], total: int, what: str, stream: TextIO) -> None:
    """Follow a run to its end.

    Args:
        done: yields how much is done, again and again.
        total: how much there is to do.
        what: what is counted, in the reader's language.
        stream: the terminal.
    """
    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(file=stream), transient=True) as progress:
        task = progress.add_task(what, total=total)
        for number in done:
            progress.update(task, completed=number)
