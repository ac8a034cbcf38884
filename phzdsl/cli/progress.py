"""How far a long run is, drawn with rich on a terminal; nothing is drawn elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

__all__ = ["followed", "waited"]

# What is done sooner is not worth a line on the terminal.
_PATIENCE = 1.0


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


@contextmanager
def waited(what: str, stream: TextIO) -> Iterator[Callable[[], None]]:
    """Show that something goes on of which nobody knows how long it takes, from its second second on.

    Args:
        what: what goes on, in the reader's language.
        stream: where it is shown, if that is a terminal.

    Yields:
        What is to be called now and then as long as it goes on.
    """
    since, shown = monotonic(), False
    with ExitStack() as held:

        def go_on() -> None:
            nonlocal shown
            if not shown and stream.isatty() and monotonic() - since > _PATIENCE:
                shown = True
                columns = SpinnerColumn(), TextColumn(what), TimeElapsedColumn()
                held.enter_context(Progress(*columns, console=Console(file=stream), transient=True)).add_task(
                    what, total=None
                )

        yield go_on
