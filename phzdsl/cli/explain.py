"""``phz explain``: the longer story of a code, with a wrong and a right example; or what a clause says that rows cite."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about, nowhere, putting
from phzdsl.text.catalogue import Entry, UnknownCodeError, codes, entry
from phzdsl.text.words import severity_word

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]

_LONGEST = 60
_END = 8


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "code",
        "代码，如 N201，或一条出处，如 s0.deng；不写就列出全部代码",
        "a code such as N201, or a clause such as s0.deng; all codes when left out",
        nargs="?",
        metavar="CODE",
    )
    parser.choice("--all", zh="列出全部代码", en="list all codes", action="store_true")
    parser.json_choice()


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Explain a code or a clause, or list all codes."""
    if arguments.code is None or arguments.all:
        _list(console, as_json=arguments.json)
        return 0
    if _is_clause(arguments.code):
        from phzdsl.cli.clauses import loaded_of, show_clause  # noqa: PLC0415 - a code needs no rules

        show_clause(arguments.code, loaded_of(()), console, as_json=arguments.json)
        return 0
    try:
        found = entry(arguments.code.strip().upper())
    except UnknownCodeError as error:
        fixes = putting(error.suggestions, nowhere(arguments.code))
        raise FailedError(about("D915", arguments.code, fixes=fixes)) from error
    if arguments.json:
        console.write_json(_value(found, console))
    else:
        console.write(_page(found, console))
    return 0


def _is_clause(written: str) -> bool:
    """Tell whether a word is meant as a citation: codes have no point in them."""
    return written.startswith("@") or "." in written.strip(".")


def _list(console: Console, *, as_json: bool) -> None:
    found = [entry(code) for code in codes()]
    language = console.language
    if as_json:
        heads = [
            {"code": one.code, "severity": one.severity.value, "title": one.title.in_language(language)}
            for one in found
        ]
        console.write_json({"codes": heads})
        return
    for one in found:
        console.write(f"{one.code}  {severity_word(one.severity, language)}  {one.title.in_language(language)}")


def _page(found: Entry, console: Console) -> str:
    language = console.language
    head = f"{found.code}  {found.title.in_language(language)}  ({severity_word(found.severity, language)})"
    parts = [
        head,
        found.explain.in_language(language).strip(),
        f"{console.say('错的：', 'Wrong:')}\n\n{_shown(_bad(found))}",
        f"{console.say('对的：', 'Right:')}\n\n{_shown(found.good)}",
    ]
    return "\n\n".join(parts)


def _bad(found: Entry) -> str:
    if found.bad_bytes is not None:
        return found.bad_bytes.hex(" ")
    return found.bad or found.bad_command or ""


def _shown(example: str) -> str:
    """Indent an example; of one that is long only to be too long, show both ends."""
    lines = example.strip("\n").splitlines()
    if len(lines) > _LONGEST:
        lines = [*lines[:_END], f"... ({len(lines)})", *lines[-_END:]]
    return "\n".join(f"    {line}".rstrip() for line in lines)


def _value(found: Entry, console: Console) -> dict[str, str | None]:
    language = console.language
    return {
        "code": found.code,
        "severity": found.severity.value,
        "title": found.title.in_language(language),
        "message": found.message.in_language(language),
        "explain": found.explain.in_language(language).strip(),
        "bad": found.bad,
        "bad_bytes": None if found.bad_bytes is None else found.bad_bytes.hex(),
        "bad_command": found.bad_command,
        "good": found.good,
    }
