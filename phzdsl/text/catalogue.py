"""The catalogue of diagnostic codes: what each is called, says, and means, in two languages.

Every code is a file ``codes/<CODE>.toml``, and only the files asked for are read. An entry holds the sentence
with holes that ``Diagnostic.values`` fill, the longer story, a minimal wrong example and its mended form.
What finds a fault is not here, nor how it is laid out on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

import attrs

from phzdsl.errors import PhzError
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Language, Severity, Value
from phzdsl.text.words import spell

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from typing import Any

__all__ = ["Entry", "UnknownCodeError", "codes", "entry", "fill", "holes", "sentence"]

_CODE = re.compile(r"[A-Z][0-9]{3}")
_HOLE = re.compile(r"\{\{|\}\}|\{([a-z_][a-z0-9_]*)\}")
_KEYS = frozenset(
    {"code", "severity", "title", "message", "explain", "bad", "bad_bytes", "bad_command", "good", "beside"},
)
_CUT = 3
_MOST = 3


class UnknownCodeError(PhzError, KeyError):
    """No diagnostic has this code.

    Attributes:
        code: the code asked for.
        suggestions: codes that are spelled like it, the closest first.
    """

    def __init__(self, code: str, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.suggestions = suggestions

    def __str__(self) -> str:
        """Say what is wrong in words; the sentence of ``KeyError`` is only the quoted key."""
        near = f"; did you mean {' or '.join(self.suggestions)}?" if self.suggestions else ""
        return f"no diagnostic has the code {self.code!r}{near}"


@attrs.frozen
class Entry:
    """What the catalogue says about one code.

    Attributes:
        code: the stable code, such as ``N201``.
        severity: how bad it is unless a diagnostic states otherwise.
        title: a few words.
        message: one sentence, with holes such as ``{name}``.
        explain: the longer story.
        good: the mended form of what is wrong.
        bad: a minimal wrong rule file, unless one of the next two stands for it.
        bad_bytes: a wrong file that is not text.
        bad_command: a wrong command line.
        beside: further files that lie in the folder of the wrong and the good one, by name.
    """

    code: str
    severity: Severity
    title: Bilingual
    message: Bilingual
    explain: Bilingual
    good: str
    bad: str | None = None
    bad_bytes: bytes | None = None
    bad_command: str | None = None
    beside: Mapping[str, str] = attrs.field(factory=dict)


@cache
def entry(code: str) -> Entry:
    """Return the entry of a code.

    Raises:
        UnknownCodeError: the catalogue has no such code.
    """
    import tomli  # noqa: PLC0415 - only runs that report something need it

    file = _folder() / f"{code}.toml"
    # The pattern also keeps a code typed by a user from naming a file elsewhere.
    if not _CODE.fullmatch(code) or not file.is_file():
        raise UnknownCodeError(code, _suggestions(code))
    return _read(code, tomli.loads(file.read_text(encoding="utf-8")))


@cache
def codes() -> tuple[str, ...]:
    """Return every code of the catalogue, sorted."""
    names = (file.name.removesuffix(".toml") for file in _folder().iterdir() if file.name.endswith(".toml"))
    return tuple(sorted(filter(_CODE.fullmatch, names)))


def sentence(diagnostic: Diagnostic, language: Language) -> str:
    """Say in one sentence what is wrong, in the reader's language.

    The words of the user's text stand in it as they are: whoever prints it makes them harmless.

    Raises:
        UnknownCodeError: the catalogue has no such code.
    """
    return fill(entry(diagnostic.code).message.in_language(language), diagnostic.values, language)


def fill(template: str, values: Mapping[str, Value], language: Language) -> str:
    """Fill the holes of a template; a hole without a value stays as it is written.

    >>> fill("no {kind} is named `{name}`", {"kind": Bilingual("番", "pattern")}, Language.EN)
    'no pattern is named `{name}`'
    """

    def filled(hole: re.Match[str]) -> str:
        name = hole[1]
        if name is None:
            return hole[0][0]
        return spell(values[name], language) if name in values else hole[0]

    return _HOLE.sub(filled, template)


def holes(template: str) -> frozenset[str]:
    """Return the names of the holes of a template; a doubled brace is a brace, not a hole.

    >>> sorted(holes("{name} is no {kind}, {{yet}}"))
    ['kind', 'name']
    """
    return frozenset(found[1] for found in _HOLE.finditer(template) if found[1])


def _folder() -> Traversable:
    from importlib.resources import files  # noqa: PLC0415 - costs start-up time

    return files("phzdsl.text") / "codes"


def _suggestions(code: str) -> tuple[str, ...]:
    # A letter O for a zero, and a code cut short, are the usual slips; what merely looks alike comes after.
    meant = code.strip().upper()
    meant = meant[:1] + meant[1:].replace("O", "0").replace("L", "1").replace("I", "1")
    if meant in codes():
        return (meant,)
    begun = [known for known in codes() if len(meant) == _CUT and known.startswith(meant)]
    near = [known for known in codes() if _one_apart(meant, known)]
    return tuple(dict.fromkeys([*begun, *near]))[:_MOST]


def _one_apart(code: str, known: str) -> bool:
    """Tell whether one character was mistyped, left out or put in."""
    if len(code) == len(known):
        return sum(one != other for one, other in zip(code, known, strict=True)) == 1
    shorter, longer = sorted((code, known), key=len)
    return len(longer) - len(shorter) == 1 and any(
        longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))
    )


def _read(code: str, table: dict[str, Any]) -> Entry:
    """Make an entry of a parsed file, refusing what the format does not have."""
    for fault in _faults(code, table):
        msg = f"codes/{code}.toml: {fault}"
        raise ValueError(msg)
    bad_bytes = table.get("bad_bytes")
    return Entry(
        code=code,
        severity=Severity(table["severity"]),
        title=Bilingual(**table["title"]),
        message=Bilingual(**table["message"]),
        explain=Bilingual(**table["explain"]),
        good=table["good"],
        bad=table.get("bad"),
        bad_bytes=None if bad_bytes is None else bytes.fromhex(bad_bytes),
        bad_command=table.get("bad_command"),
        beside=table.get("beside", {}),
    )


def _faults(code: str, table: dict[str, Any]) -> Iterator[str]:
    if table.get("code") != code:
        yield "the code inside is another than the file's name"
    if unknown := table.keys() - _KEYS:
        yield f"unknown keys {sorted(unknown)}"
    if missing := {"severity", "title", "message", "explain", "good"} - table.keys():
        yield f"missing keys {sorted(missing)}"
    if len(table.keys() & {"bad", "bad_bytes", "bad_command"}) != 1:
        yield "exactly one of bad, bad_bytes and bad_command must be there"
