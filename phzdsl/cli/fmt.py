"""``phz fmt``: rule files in their canonical layout, or turned into the other language's keywords."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from phzdsl.cli.console import LANGUAGES, Console, FailedError, harmless
from phzdsl.cli.faults import about
from phzdsl.cli.intake import STDIN, read_stdin
from phzdsl.cli.variants import Library, files_named, read_file
from phzdsl.ruleset.respelled import OwnNames, own_names_of, respelled
from phzdsl.syntax.format import format_file, language_of
from phzdsl.syntax.parse import parse
from phzdsl.syntax.reading import read_source
from phzdsl.text.diagnostics import Diagnostic, Language, Severity
from phzdsl.text.source import Source

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "paths",
        "规则文件或文件夹；- 从标准输入读，写到标准输出",
        "rule files or folders; - reads standard input and writes standard output",
        nargs="+",
        metavar="PATH",
    )
    parser.choice(
        "--check",
        zh="不改文件，有要改的就算不合格",
        en="change nothing; fail when something would change",
        action="store_true",
    )
    parser.choice(
        "--diff", zh="不改文件，写出要改什么", en="change nothing; show what would change", action="store_true"
    )
    parser.choice(
        "--to",
        zh="换成哪种语言的词；自己起的名字不动",
        en="turn the language's words, not the author's names, into a language",
        choices=LANGUAGES,
    )


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Lay out everything that is named; a file with faults of its text is left alone."""
    work = _Work(arguments, console)
    for name in arguments.paths:
        try:
            for path in [None] if name == STDIN else files_named(name):
                work.lay(path)
        except FailedError as failed:
            work.failed(failed)
    work.summary()
    return int(work.faulty or (arguments.check and work.changed > 0))


class _Work:
    """A run over files.

    Attributes:
        looked, changed: how many files there were, and how many were not as they should be.
        faulty: some file could not be laid out.
    """

    def __init__(self, arguments: argparse.Namespace, console: Console) -> None:
        self.looked = self.changed = 0
        self.faulty = False
        self._check: bool = arguments.check
        self._diff: bool = arguments.diff
        self._to = Language(arguments.to) if arguments.to else None
        self._console = console
        self._library = Library()

    def failed(self, failed: FailedError) -> None:
        """Note and say that something could not be laid out."""
        self.faulty = True
        self._console.report(failed.diagnostics)

    def lay(self, path: Path | None) -> None:
        """Lay out one file, or standard input."""
        try:
            source = _from_stdin() if path is None else read_file(path)
            text = _canonical(source, self._to, self._above(path))
        except FailedError as failed:
            self.failed(failed)
            return
        self.looked += 1
        self.changed += text != source.text
        if self._diff:
            self._console.out.writelines(map(harmless, _difference(source, text)))
        elif self._check:
            if text != source.text:
                self._console.write(source.name)
        elif path is None:
            self._console.out.write(text)
        elif text != source.text:
            try:
                _replace(path, text)
            except FailedError as failed:
                self.failed(failed)

    def _above(self, path: Path | None) -> OwnNames:
        """Return the names that the parents of a file give, where its words are turned and the parents can be read."""
        if self._to is None or path is None:
            return OwnNames()
        try:
            return own_names_of(self._library.load(str(path)).layer)
        except FailedError:
            return OwnNames()

    def summary(self) -> None:
        """Say beside the output what was done."""
        say, looked, changed = self._console.say, self.looked, self.changed
        if self._check or self._diff:
            self._console.note(say(f"{looked} 个文件，{changed} 个要改", f"{looked} files, {changed} would change"))
        else:
            self._console.note(say(f"{looked} 个文件，改了 {changed} 个", f"{looked} files, {changed} changed"))


def _canonical(source: Source, to: Language | None, above: OwnNames) -> str:
    parsed = parse(source)
    if parsed.tree.variant is None or any(one.severity is Severity.ERROR for one in parsed.diagnostics):
        raise FailedError(*parsed.diagnostics)
    language = to or language_of(parsed.tree)
    return format_file(attrs.evolve(parsed, tree=respelled(parsed.tree, language, above)), language)


def _from_stdin() -> Source:
    source = read_source(*read_stdin())
    if isinstance(source, Diagnostic):
        raise FailedError(source)
    return source


def _difference(source: Source, text: str) -> Iterator[str]:
    before, after = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
    for line in unified_diff(before, after, source.name, source.name):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _replace(path: Path, text: str) -> None:
    """Put a text in a file's place in one step, so that a stop in between leaves the old one whole."""
    real = path.resolve()
    beside = real.with_name(f".{real.name}.{os.getpid()}")
    try:
        beside.write_bytes(text.encode())
        shutil.copymode(real, beside)
        beside.replace(real)
    except KeyboardInterrupt:
        beside.unlink(missing_ok=True)
        raise
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise FailedError(about("D916", str(path), why=error.strerror or str(error))) from error
