"""A file of the records of one run: a first line that says what was played, then a line for every hand.

A line is written whole with its end, and says itself whether it is whole. So a run that was killed leaves whole hands
and at most one line that was cut off, and the next run goes on from there. One run at a time has the file. Whether its
hands are those of the plan is ``run.py``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import attrs

from phzdsl.errors import RecordError
from phzdsl.game.form import short
from phzdsl.game.lines import Line, opened, sealed, whole_lines
from phzdsl.game.record import FORMAT, Record, record_from
from phzdsl.ruleset.export import chosen_options, digest, row_digests
from phzdsl.ruleset.meaning import Plain
from phzdsl.text.diagnostics import Bilingual

TYPE_CHECKING = False  # reading records needs nothing of what plays them
if TYPE_CHECKING:
    from phzdsl.analysis.simulate import Plan

__all__ = ["Entry", "RecordFile", "UnwrittenError", "entries", "is_head"]

# What two runs must have alike for one to go on with the file of the other.
_SAME = ("format", "variant", "digest", "options", "seed", "players")
# No line of a record is as long, in bytes; what is longer is not read on.
_LONGEST = 1 << 20


class UnwrittenError(OSError):
    """A file that takes no more: the disk is full, say."""


@attrs.frozen
class Entry:
    """A record of a file.

    Attributes:
        number: its line, from 1.
        text: the line, without its end.
        record: the hand; None for what is left of a line that was cut off.
        end: as in ``Line``.
        ended: as in ``Line``.
    """

    number: int
    text: str
    record: Record | None
    end: int
    ended: bool


def entries(lines: Iterable[bytes]) -> Iterator[Entry]:
    """Yield the records of a file or of single lines; those of a file have the rows that its first line states.

    Raises:
        RecordError: a line is no record, or not whole and not the last; ``line`` of its words says which.
    """
    rows: dict[str, dict[str, str]] = {}
    for line in whole_lines(lines):
        try:
            head = _head(line)
            if head is not None:
                rows[str(head["digest"])] = _rows(head)
            elif line.text is None:
                yield Entry(line.number, "", None, line.end, line.ended)
            else:
                record = record_from(line.text)
                if not record.rows:
                    record = attrs.evolve(record, rows=rows.get(record.digest, {}))
                yield Entry(line.number, line.text.strip(), record, line.end, line.ended)
        except RecordError as error:
            zh, en = f"第 {line.number} 行：{error.words.zh}", f"line {line.number}: {error.words.en}"
            raise RecordError(Bilingual(zh, en), code=error.code) from error


def is_head(text: str) -> bool:
    """Tell whether a line says what was played rather than a hand."""
    return '"records":' in text[:40]


def _head(line: Line) -> dict[str, Plain] | None:
    """Return the first line of a run; None for the line of a hand."""
    if line.text is None or not is_head(line.text):
        return None
    head = opened(line.text)
    if not isinstance(head.get("digest"), str):
        raise RecordError(Bilingual("没写规则的指纹", "it states no digest"))
    return head


def _rows(head: dict[str, Plain]) -> dict[str, str]:
    rows = head.get("rows")
    return {path: str(short_digest) for path, short_digest in rows.items()} if isinstance(rows, dict) else {}


class RecordFile:
    """The file of a run, open for more hands."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Name a file and what is played for it; nothing is opened yet."""
        self._path = path
        self._head = _head_of(plan)
        self._stream: BinaryIO | None = None

    def open(self) -> Iterator[Entry]:
        """Open the file, and yield the hands that it has; what was cut off is taken away when all were asked for.

        Raises:
            OSError: it cannot be opened or read; ``UnwrittenError`` where it cannot be written.
            RecordError: it is of another run (``D965``), in use by one (``D969``), or no file of records.
        """
        self._stream = stream = _taken(self._path)
        stream.seek(0)
        first, end = stream.readline(_LONGEST), 0
        if first.endswith(b"\n"):
            self._check(first)
            stream.seek(0)
            end = len(first)
            for entry in entries(_lines(stream)):
                if entry.record is not None and entry.ended:
                    yield entry
                    end = entry.end
            stream.seek(end)
            if stream.readline(_LONGEST).endswith(b"\n"):
                raise RecordError(Bilingual("最后一局以后还有别的行", "lines follow its last hand"), code="D965")
        elif not sealed(self._head).encode().startswith(first):
            raise RecordError(Bilingual("不是记录文件", "it is no file of records"))
        with _writing(self._path):
            stream.truncate(end)
        if not end:
            self.write([sealed(self._head)])

    def write(self, lines: Iterable[str]) -> None:
        """Add lines, handed to the system in one piece.

        Raises:
            UnwrittenError: the file takes no more.
        """
        if self._stream is not None:
            with _writing(self._path):
                self._stream.write("".join(f"{line}\n" for line in lines).encode())
                self._stream.flush()

    def close(self) -> None:
        """Close the file, with everything on the disk.

        Raises:
            UnwrittenError: the file takes no more.
        """
        stream, self._stream = self._stream, None
        if stream is not None:
            with _writing(self._path), stream:
                os.fsync(stream.fileno())

    def _check(self, first: bytes) -> None:
        """Refuse a file that is no file of records, or of another run."""
        line = next(whole_lines([first]), None)
        found = None if line is None else _head(line)
        if found is None:
            raise RecordError(Bilingual("第 1 行没说是哪一场", "line 1 does not say what was played"))
        for key in _SAME:
            if found.get(key) != self._head[key]:
                then, now = short(found.get(key)), short(self._head[key])
                words = Bilingual(f"{key} 是 {then}，这次是 {now}", f"its {key} is {then}, and now it is {now}")
                raise RecordError(words, code="D965")


def _taken(path: Path) -> BinaryIO:
    """Open a file for one run, which has it until it is closed or the process ends.

    Raises:
        OSError: it cannot be opened.
        RecordError: it is no regular file, or another run has it.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        # A pipe or a device holds nothing to go on with, and reading it need not end; a folder is told by the system.
        raise RecordError(Bilingual("不是普通的文件", "it is no regular file"))
    stream = path.open("a+b")
    try:
        _lock(stream)
    except RecordError:
        stream.close()
        raise
    return stream


def _lock(stream: BinaryIO) -> None:
    """Keep other runs away from a file, where the system has such locks."""
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415 - not every system has it

    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise RecordError(Bilingual("另一个程序正在写它", "another program is writing it"), code="D969") from error
    except OSError:  # a file system without locks
        return


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file, none longer than a record may be."""
    number = 0
    while line := stream.readline(_LONGEST + 1):
        number += 1
        if len(line) > _LONGEST:
            raise RecordError(Bilingual(f"第 {number} 行太长", f"line {number} is too long"))
        yield line


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Tell faults of writing from those of reading."""
    try:
        yield
    except OSError as error:
        raise UnwrittenError(error.errno, error.strerror, str(path)) from error


def _head_of(plan: Plan) -> dict[str, Plain]:
    ruleset = plan.ruleset
    return {
        "records": True,
        "format": FORMAT,
        "variant": ruleset.id,
        "digest": digest(ruleset),
        "options": {**chosen_options(ruleset)},
        "rows": {**row_digests(ruleset)},
        "seed": plan.seed,
        "players": [*plan.players],
    }
