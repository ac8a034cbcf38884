"""What the commands that count hands share: a library that may be missing, progress on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about

__all__ = ["counting"]


@contextmanager
def counting(console: Console) -> Iterator[Callable[[], None]]:
    """Show on a terminal that something goes on; yield what is to be called now and then.

    Raises:
        FailedError: a library that counting needs is not installed.
    """
    try:
        if not console.err.isatty():
            yield lambda: None
            return
        from phzdsl.cli.progress import waited  # noqa: PLC0415 - rich, which only a terminal needs

        with waited(console.say("数所有的牌", "counting all hands"), console.err) as go_on:
            yield go_on
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] == "phzdsl":
            raise
        raise FailedError(about("D933", error.name or "numpy")) from error
