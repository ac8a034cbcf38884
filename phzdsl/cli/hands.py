"""A file of hands: each line scored by itself, a JSON object a line; a bad line does not stop the others."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from phzdsl.cli.answer import answer
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.play import Bench, Play, add_play, play_of
from phzdsl.text.catalogue import sentence
from phzdsl.text.diagnostics import Diagnostic, Language
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
    for number, line in enumerate(_lines(name), 1):
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        value = _scored(name, number, text, bench, play, console.language)
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


def _scored(name: str, number: int, raw: bytes, bench: Bench, play: Play, language: Language) -> dict[str, Any]:
    try:
        text = raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        return _fault(about("D918", name, offset=error.start), number, language)
    hand, _, options = text.partition("\t")
    try:
        own = _options(options)
    except _LineError as error:
        return _fault(about("D917", name, what=str(error)), number, language)
    both = Play(own.by or play.by, (*play.facts, *own.facts), (*play.options, *own.options))
    try:
        score = bench.score(hand, both, Span(Source(name, hand), 0, len(hand)))
    except FailedError as failed:
        return _fault(failed.diagnostics[0], number, language)
    return {"line": number, **answer(score, language)}


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


def _fault(found: Diagnostic, number: int, language: Language) -> dict[str, Any]:
    message = sentence(found, language)
    return {"line": number, "error": {"code": found.code, "message": message, "line": number}}
