"""A file of hands: each line scored by itself, a JSON object a line; a bad line does not stop the others."""

from __future__ import annotations

import argparse
import codecs
import shlex
from functools import cache, lru_cache
from typing import Any, NoReturn

import attrs

from phzdsl.cli.answer import answer
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.intake import lines_of
from phzdsl.cli.parser import in_chinese
from phzdsl.cli.situation import Bench, Situation, add_situation, situation_of
from phzdsl.scoring.score import Score
from phzdsl.syntax.limits import Limits
from phzdsl.text.catalogue import sentence
from phzdsl.text.diagnostics import Bilingual, Language
from phzdsl.text.source import Source, Span

__all__ = ["score_file"]

# Options of lines that are remembered; a file may have any number of different ones.
_KEPT = 256


class _LineError(Exception):
    """The options of a line cannot be read.

    Attributes:
        words: why.
    """

    def __init__(self, words: Bilingual) -> None:
        super().__init__(words.en)
        self.words = words


class _LineParser(argparse.ArgumentParser):
    """Reads the options after a tab."""

    def error(self, message: str) -> NoReturn:
        raise _LineError(Bilingual(in_chinese(message), message))

    def choice(self, *names: str, zh: str, en: str, **settings: object) -> None:
        """Add an argument; nobody asks it for help."""
        del zh, en
        self.add_argument(*names, **settings)  # type: ignore[arg-type]  # whatever argparse takes by name


def score_file(name: str, bench: Bench, situation: Situation, console: Console) -> int:
    """Score every line of a file, ``-`` for standard input; blank lines and those that begin with # are left out.

    Raises:
        FailedError: the file cannot be read, or has a line that is too long.
    """
    status = 0
    file = _File(name, bench, situation, console.language)
    for number, line in enumerate(lines_of(name), 1):
        text = line.strip()
        if text and not text.startswith(b"#"):
            value = file.scored(number, text)
            status |= "error" in value
            console.write_json(value, indent=None)
    return status


@attrs.frozen
class _File:
    """A file of hands, and what the command line says of all of them."""

    name: str
    bench: Bench
    situation: Situation
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
            raise FailedError(about("D917", self.name, what=error.words)) from error
        situation = Situation(
            own.by or self.situation.by, (*self.situation.facts, *own.facts), (*self.situation.options, *own.options)
        )
        return self.bench.score(hand, situation, Span(Source(self.name, hand), 0, len(hand)))


@lru_cache(maxsize=_KEPT)
def _options(text: str) -> Situation:
    """Read the options of a line; files repeat the same ones, so they are read once."""
    parser = _parser()
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise _LineError(Bilingual("引号没有关上，或者末尾是反斜杠", str(error))) from error
    if len(words) > (most := Limits().row_tokens):
        raise _LineError(Bilingual(f"选项太多，最多 {most} 个词", f"too many options: at most {most} words"))
    return situation_of(parser.parse_args(words))


@cache
def _parser() -> _LineParser:
    parser = _LineParser(prog="", add_help=False, allow_abbrev=False)
    add_situation(parser)
    parser.set_defaults(by="")  # what the command line says holds where the line says nothing
    return parser
