"""Find what a command line names: variants by id or path, and every rule file in a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from phzdsl.cli.console import FailedError
from phzdsl.cli.faults import about, mends
from phzdsl.cli.files import is_folder, is_there, rule_files, shipped_file
from phzdsl.cli.intake import read_text, unreadable
from phzdsl.errors import OptionError
from phzdsl.paths import shipped
from phzdsl.ruleset.intervals import runs
from phzdsl.ruleset.library import Folder, Loaded, Loader
from phzdsl.ruleset.model import Option, Ruleset
from phzdsl.ruleset.options import bind, parse_options
from phzdsl.syntax.reading import read_source
from phzdsl.text.diagnostics import Bilingual, Diagnostic
from phzdsl.text.source import Source, Span

__all__ = ["Library", "bound", "files_named", "read_file"]

_ENDING = ".phz"


class Library:
    """Loads the variants of one run, each text once.

    A file may inherit from what lies in or under the working folder, or in its own folder when it lies elsewhere.
    """

    def __init__(self) -> None:
        self._loaders: dict[Path, Loader] = {}

    def load(self, name: str) -> Loaded:
        """Load the variant of an id or path, with whatever faults it has.

        Raises:
            FailedError: there is no such variant, or it cannot be read.
        """
        path = self.find(name)
        source = read_file(path)
        try:
            return self._loader(path).load(source)
        except OSError as error:  # a parent that cannot be read
            raise FailedError(unreadable(error, str(path))) from error

    def usable(self, name: str) -> Ruleset:
        """Load a variant that can be used.

        Raises:
            FailedError: there is none of that name, or it has faults.
        """
        loaded = self.load(name)
        if not loaded.ok or loaded.ruleset is None:
            raise FailedError(*loaded.diagnostics)
        return loaded.ruleset

    def find(self, name: str) -> Path:
        """Return the file of an id or path.

        Raises:
            FailedError: there is none.
        """
        if name in shipped():
            return shipped_file(name)
        path = Path(name)
        if is_folder(path):
            raise FailedError(about("D912", name))
        if not is_there(path):
            raise FailedError(_no_variant(name))
        return path

    def files(self, name: str) -> Iterator[Path]:
        """Yield the rule files that a word of ``check`` or ``test`` names: a file, an id, or all of a folder.

        Raises:
            FailedError: there are none.
        """
        if name in shipped():
            yield self.find(name)
        else:
            yield from files_named(name)

    def _loader(self, path: Path) -> Loader:
        own = path.resolve().parent
        here = Path.cwd()
        root = here if own.is_relative_to(here) else own
        if root not in self._loaders:
            self._loaders[root] = Loader(Folder(root))
        return self._loaders[root]


def files_named(name: str) -> tuple[Path, ...]:
    """Return the file of a path, or all rule files of a folder.

    Raises:
        FailedError: there are none.
    """
    if not is_folder(Path(name)):
        if not is_there(Path(name)):
            raise FailedError(_no_variant(name))
        return (Path(name),)
    found = rule_files(name)
    if not found:
        raise FailedError(about("D914", name))
    return found


def read_file(path: Path) -> Source:
    """Read a rule file, not more of it than the language allows.

    Raises:
        FailedError: it cannot be read, or is no text.
    """
    try:
        with path.open("rb") as stream:
            data = read_text(stream)
    except (OSError, ValueError) as error:
        raise FailedError(unreadable(error, str(path))) from error
    source = read_source(str(path), data)
    if isinstance(source, Diagnostic):
        raise FailedError(source)
    return source


def bound(ruleset: Ruleset, words: Mapping[str, str], flag: str = "-o") -> Ruleset:
    """Return a ruleset bound to options as people write them.

    Args:
        ruleset: an unbound ruleset.
        words: what the command line chooses, by option.
        flag: behind what it stands there.

    Raises:
        FailedError: an option, value or combination that the variant does not have.
    """
    chosen: dict[str, int] = {}
    for name, value in words.items():
        try:
            chosen.update(parse_options(ruleset, {name: value}))
        except OptionError as error:
            raise FailedError(_no_option(ruleset, name, value, flag)) from error
    try:
        return bind(ruleset, chosen)
    except OptionError as error:
        what = error.words or str(error).partition(": ")[2] or str(error)
        text = " ".join(f"{name}={value}" for name, value in words.items())
        raise FailedError(about(error.code, text or ruleset.id, what=what)) from error


def _no_option(ruleset: Ruleset, name: str, value: str, flag: str) -> Diagnostic:
    option = ruleset.option(name)
    written = f"{name}={value}"
    source = Source(f"{flag} {written}", written)
    preset = next((one for one in ruleset.presets if one.id == name), None)
    if preset is not None:
        listed = Bilingual("是", "yes")
        kind = Bilingual(f"「{name}」是一个预设，不能是「{value}」", f"`{name}` is a preset and cannot be `{value}`")
        span = Span(source, len(name) + 1, len(written))
        fixes = mends(value, (listed.zh, listed.en), span)
    elif option is None:
        known = [*(one.id for one in ruleset.options), *(one.id for one in ruleset.presets)]
        listed = _listed(known) if known else Bilingual("没有选项", "no options")
        kind = Bilingual(f"{ruleset.id} 没有叫「{name}」的选项", f"{ruleset.id} has no option `{name}`")
        fixes = mends(name, known, Span(source, 0, len(name)))
        span = Span(source, 0, len(name))
    else:
        listed = _values_listed(option)
        kind = Bilingual(f"选项「{name}」不能是「{value}」", f"option `{name}` cannot be `{value}`")
        span = Span(source, len(name) + 1, len(written))
        fixes = mends(value, _values_of(option), span)
    return Diagnostic("D902", span, {"what": kind, "known": listed}, fixes=fixes)


def _values_of(option: Option) -> list[str]:
    if option.truth:
        return ["是", "否", "yes", "no"]
    return list(option.choices) or [str(number) for number in option.numbers]


def _values_listed(option: Option) -> Bilingual:
    if option.truth:
        return Bilingual("是、否", "yes, no")
    return _listed(option.choices or runs(option.numbers))


def _listed(names: Iterable[str]) -> Bilingual:
    known = tuple(names)
    return Bilingual("、".join(known), ", ".join(known))


def _no_variant(name: str) -> Diagnostic:
    span = Span(Source(name, ""), 0, 0)
    if name.endswith(_ENDING) or os.sep in name or "/" in name:
        return about("D911", name)
    return about("D910", name, known=_listed(shipped()), fixes=mends(name, shipped(), span))
