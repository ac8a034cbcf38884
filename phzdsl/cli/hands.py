"""A file of hands: each line scored by itself, a JSON object a line; a bad line does not stop the others."""

from __future__ import annotations

import argparse
import codecs
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import attrs

from phzdsl.cli.answer import answer
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.play import Bench, Play, add_play, play_of
from phzdsl.scoring.score import Score
from phzdsl.text.catalogue import sentence
from phzdsl.text.diagnostics import Language
from phzdsl.text.source import Source, Span

__all__ = ["score_file"]


class _LineError(Exception):
    """The options of a line cannot be read."""


class _LineParser(argparse.ArgumentParser):
    """Reads the options after a tab."""

    def error(self, message: str) -> NoReturn:
        raise _LineError(message)

    def choice(self, *names: str, zh: str, en: str, **settings: object) -> None:
        """Add an argument; nobody asks it for help."""
        del zh, en
        self.add_argument(*names, **settings)  # type: ignore[arg-type]


def score_file(name: str, bench: Bench, play: Play, console: Console) -> int:
    """Score every line of a file, ``-`` for standard input; blank lines and those that begin with # are left out.

    Raises:
        FailedError: the file cannot be read.
    """
    status = 0
    file = _File(name, bench, play, console.language)
    for number, line in enumerate(_lines(name), 1):
        text = line.strip()
        if text and not text.startswith(b"#"):
            value = file.scored(number, text)
            status |= "error" in value
            console.write_json(value, indent=None)
    return status


def _lines(name: str) -> Iterator[bytes]:
    if name == "-":
        yield from sys.stdin.buffer
        return
    path = Path(name)
    if path.is_dir():
        raise FailedError(about("D912", name))
    try:
        with path.open("rb") as stream:
            yield from stream
    except FileNotFoundError as error:
        raise FailedError(about("D911", name)) from error
    except (OSError, ValueError) as error:
        raise FailedError(about("D913", name, why=getattr(error, "strerror", None) or str(error))) from error


@attrs.frozen
class _File:
    """A file of hands, and what the command line says of all of them."""

    name: str
    bench: Bench
    play: Play
    language: Language

    def scored(self, number: int, raw: bytes) -> dict[str, Any]:
        """Return the answer for one line, or what is wrong with it."""
        try:
            score = self._score(raw)
        except FailedError as failed:
            found = failed.diagnostics[0]
            error = {"code": found.code, "message": sentence(found, self.language), "line": number}
            return {"line": number, "error": error}
        return {"line": number, **answer(score, self.language)}

    def _score(self, raw: bytes) -> Score:
        try:
            text = raw.removeprefix(codecs.BOM_UTF8).decode()
        except UnicodeDecodeError as error:
            raise FailedError(about("D918", self.name, offset=error.start + 1)) from error
        hand, _, options = text.partition("\t")
        try:
            own = _options(options)
        except _LineError as error:
            raise FailedError(about("D917", self.name, what=str(error))) from error
        play = Play(own.by or self.play.by, (*self.play.facts, *own.facts), (*self.play.options, *own.options))
        return self.bench.score(hand, play, Span(Source(self.name, hand), 0, len(hand)))


@cache
def _options(text: str) -> Play:
    """Read the options of a line; files repeat the same ones, so they are read once."""
    parser = _parser()
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise _LineError(str(error)) from error
    return play_of(parser.parse_args(words))


@cache
def _parser() -> _LineParser:
    parser = _LineParser(prog="", add_help=False, allow_abbrev=False)
    add_play(parser)
    parser.set_defaults(by="")  # what the command line says holds where the line says nothing
    return parser
