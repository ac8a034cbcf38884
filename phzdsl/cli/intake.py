"""Bytes that a command takes in: files and standard input, never more of them than a rule file may have.

What is read may come from a stranger and need not end. Nothing here knows what the bytes mean.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from phzdsl.cli.console import FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.files import is_folder
from phzdsl.syntax.limits import Limits
from phzdsl.text.diagnostics import Bilingual, Diagnostic

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["STDIN", "lines_of", "read_stdin", "read_text", "unreadable"]

STDIN = "-"
"""The word of a command line for standard input."""

_SHOWN = "<stdin>"
_BYTES_OF_A_CHARACTER = 4


def read_text(stream: BinaryIO) -> bytes:
    """Return the bytes of a rule file; of one that is too long, enough to show that it is."""
    most = _BYTES_OF_A_CHARACTER * (Limits().characters + 1)
    data = stream.read(most)
    # Cut between characters: the fault to report is the length.
    return data if len(data) < most else data.decode("utf-8", errors="ignore").encode()


def read_stdin() -> tuple[str, bytes]:
    """Return what standard input is called, and its bytes as of a rule file.

    Raises:
        FailedError: it is closed, or cannot be read.
    """
    try:
        return _SHOWN, read_text(_stdin())
    except (OSError, ValueError) as error:
        raise FailedError(unreadable(error, _SHOWN)) from error


def lines_of(name: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of standard input, as they come.

    Raises:
        FailedError: it cannot be read, or a line is longer than a whole rule file may be.
    """
    if name != STDIN and is_folder(Path(name)):
        raise FailedError(about("D912", name))
    try:
        if name == STDIN:
            yield from _lines(_stdin(), _SHOWN)
        else:
            with Path(name).open("rb") as stream:
                yield from _lines(stream, name)
    except FileNotFoundError as error:
        raise FailedError(about("D911", name)) from error
    except (OSError, ValueError) as error:
        raise FailedError(unreadable(error, _SHOWN if name == STDIN else name)) from error


def unreadable(error: Exception, name: str) -> Diagnostic:
    """Return what the system says of a file that cannot be read; the error may name another file."""
    named = getattr(error, "filename", None)
    why = getattr(error, "strerror", None) or str(error)
    return about("D913", str(named or name), why=why)


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise FailedError(about("D913", _SHOWN, why=Bilingual("标准输入是关着的", "standard input is closed")))
    return sys.stdin.buffer


def _lines(stream: BinaryIO, name: str) -> Iterator[bytes]:
    limit = Limits().characters
    number = 0
    while line := stream.readline(limit + 1):
        number += 1
        if len(line) > limit:
            raise FailedError(about("D919", name, line=number, limit=limit))
        yield line
