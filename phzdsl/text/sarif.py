"""Diagnostics as a SARIF 2.1.0 document, for code scanning and editors.

Enters: diagnostics, the reader's language. Leaves: plain values for ``json.dumps``. Regions count in code
points. Only the rules that some result names are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypedDict

from phzdsl.text.catalogue import Entry, entry, sentence
from phzdsl.text.diagnostics import Diagnostic, Edit, Fix, Language, Related, Severity
from phzdsl.text.source import Span
from phzdsl.text.words import spell

__all__ = ["Log", "sarif"]

_LEVELS: Mapping[Severity, str] = MappingProxyType(
    {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
)


class Message(TypedDict):
    """Words for people."""

    text: str


class Configuration(TypedDict):
    """How bad a rule is by default."""

    level: str


class Rule(TypedDict):
    """A code of the catalogue."""

    id: str
    shortDescription: Message
    fullDescription: Message
    help: Message
    defaultConfiguration: Configuration


class Driver(TypedDict):
    """The program, and the rules that it found broken."""

    name: str
    version: str
    rules: list[Rule]


class Tool(TypedDict):
    """The tool of a run."""

    driver: Driver


class Artifact(TypedDict):
    """Which file."""

    uri: str


class Region(TypedDict):
    """Lines and columns from 1, the end just past the last character."""

    startLine: int
    startColumn: int
    endLine: int
    endColumn: int


class PhysicalLocation(TypedDict):
    """A place in a file."""

    artifactLocation: Artifact
    region: Region


class Location(TypedDict):
    """Where a result is."""

    physicalLocation: PhysicalLocation


class RelatedLocation(TypedDict):
    """Another place that explains a result."""

    id: int
    physicalLocation: PhysicalLocation
    message: Message


class Replacement(TypedDict):
    """One edit."""

    deletedRegion: Region
    insertedContent: Message


class ArtifactChange(TypedDict):
    """The edits of one file."""

    artifactLocation: Artifact
    replacements: list[Replacement]


class Mend(TypedDict):
    """A fix."""

    description: Message
    artifactChanges: list[ArtifactChange]


class Result(TypedDict):
    """One fault or remark."""

    ruleId: str
    ruleIndex: int
    level: str
    message: Message
    locations: list[Location]
    relatedLocations: list[RelatedLocation]
    fixes: list[Mend]


class Run(TypedDict):
    """One run of the tool."""

    tool: Tool
    language: str
    columnKind: str
    newlineSequences: list[str]
    results: list[Result]


Log = TypedDict("Log", {"$schema": str, "version": str, "runs": list[Run]})


def sarif(diagnostics: Iterable[Diagnostic], language: Language, *, version: str) -> Log:
    """Return a SARIF log with one run.

    Args:
        diagnostics: the results, in their order.
        language: of the messages and of the rules' descriptions.
        version: of phzdsl.
    """
    found = tuple(diagnostics)
    used = sorted({one.code for one in found})
    index = {code: number for number, code in enumerate(used)}
    rules = [_rule(entry(code), language) for code in used]
    run: Run = {
        "tool": {"driver": {"name": "phzdsl", "version": version, "rules": rules}},
        "language": language.value,
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": [_result(one, index[one.code], language) for one in found],
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _rule(known: Entry, language: Language) -> Rule:
    return {
        "id": known.code,
        "shortDescription": {"text": known.title.in_language(language)},
        "fullDescription": {"text": known.explain.in_language(language).strip()},
        "help": {"text": f"phz explain {known.code}"},
        "defaultConfiguration": {"level": _LEVELS[known.severity]},
    }


def _result(diagnostic: Diagnostic, index: int, language: Language) -> Result:
    # SARIF wants fixes that differ, and edits in each.
    fixes = [fix for fix in dict.fromkeys(diagnostic.fixes) if fix.edits]
    return {
        "ruleId": diagnostic.code,
        "ruleIndex": index,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": sentence(diagnostic, language)},
        "locations": [{"physicalLocation": _physical(diagnostic.span)}],
        "relatedLocations": [_related(number, one, language) for number, one in enumerate(diagnostic.related)],
        "fixes": [_fix(fix, language) for fix in fixes],
    }


def _related(number: int, related: Related, language: Language) -> RelatedLocation:
    return {
        "id": number,
        "physicalLocation": _physical(related.span),
        "message": {"text": spell(related.words, language)},
    }


def _fix(fix: Fix, language: Language) -> Mend:
    by_file: dict[str, list[Replacement]] = {}
    for edit in fix.edits:
        by_file.setdefault(edit.span.source.name, []).append(_replacement(edit))
    changes: list[ArtifactChange] = [
        {"artifactLocation": _artifact(name), "replacements": edits} for name, edits in by_file.items()
    ]
    return {"description": {"text": spell(fix.words, language)}, "artifactChanges": changes}


def _replacement(edit: Edit) -> Replacement:
    return {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}


def _physical(span: Span) -> PhysicalLocation:
    return {"artifactLocation": _artifact(span.source.name), "region": _region(span)}


def _region(span: Span) -> Region:
    start, end = span.start_place, span.end_place
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }


def _artifact(name: str) -> Artifact:
    """Name a file as a URI, relative if its path is."""
    from pathlib import PurePath  # noqa: PLC0415 - costs start-up time
    from urllib.parse import quote  # noqa: PLC0415 - costs start-up time

    path = PurePath(name)
    uri = quote(path.as_posix(), errors="replace")
    return {"uri": f"file://{uri}" if path.is_absolute() else uri}
