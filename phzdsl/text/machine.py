"""Diagnostics for programs: plain values for JSON, and the commands that mark lines on GitHub.

Enters: diagnostics, the reader's language. Leaves: values of which ``json.dumps`` makes the document of
``phz check --json``, or lines of text. Lines and columns count from 1, in code points; an end lies just past
the last character. Words of the user's text are left as they are: the writer of JSON escapes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypedDict

from phzdsl.text.catalogue import entry, sentence
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Diagnostic, Edit, Fix, Language, Related, Severity
from phzdsl.text.source import Place, Span
from phzdsl.text.words import mend, spell

__all__ = [
    "DiagnosticValue",
    "EditValue",
    "FixValue",
    "PlaceValue",
    "RelatedValue",
    "Report",
    "annotation",
    "diagnostic_value",
    "github",
    "report",
]

_GITHUB_COMMANDS: Mapping[Severity, str] = MappingProxyType(
    {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
)


class PlaceValue(TypedDict):
    """A line and a column."""

    line: int
    column: int


class RelatedValue(TypedDict):
    """Another place, and what it has to do with the fault."""

    message: str
    file: str
    start: PlaceValue
    end: PlaceValue


class EditValue(TypedDict):
    """Replace what lies from start to end with a text."""

    file: str
    start: PlaceValue
    end: PlaceValue
    text: str


class FixValue(TypedDict):
    """A mend, and the edits that do it."""

    message: str
    edits: list[EditValue]


class DiagnosticValue(TypedDict):
    """One fault or remark."""

    code: str
    severity: str
    message: str
    file: str
    start: PlaceValue
    end: PlaceValue
    related: list[RelatedValue]
    fixes: list[FixValue]


class Report(TypedDict):
    """The whole document: the files looked at, and all that was found in them."""

    files: list[str]
    diagnostics: list[DiagnosticValue]


def report(files: Iterable[str], diagnostics: Iterable[Diagnostic], language: Language) -> Report:
    """Return the document of ``phz check --json``."""
    return {"files": list(files), "diagnostics": [diagnostic_value(one, language) for one in diagnostics]}


def diagnostic_value(diagnostic: Diagnostic, language: Language) -> DiagnosticValue:
    """Return one diagnostic as plain values, its keys in the order that people read."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": sentence(diagnostic, language),
        "file": diagnostic.span.source.name,
        "start": _place(diagnostic.span.start_place),
        "end": _place(diagnostic.span.end_place),
        "related": [_related(related, language) for related in diagnostic.related],
        "fixes": [_fix(fix, language) for fix in diagnostic.fixes],
    }


def _place(place: Place) -> PlaceValue:
    return {"line": place.line, "column": place.column}


def _related(related: Related, language: Language) -> RelatedValue:
    return {
        "message": spell(related.words, language),
        "file": related.span.source.name,
        "start": _place(related.span.start_place),
        "end": _place(related.span.end_place),
    }


def _fix(fix: Fix, language: Language) -> FixValue:
    return {"message": spell(fix.words, language), "edits": [_edit(edit) for edit in fix.edits]}


def _edit(edit: Edit) -> EditValue:
    return {
        "file": edit.span.source.name,
        "start": _place(edit.span.start_place),
        "end": _place(edit.span.end_place),
        "text": edit.text,
    }


def github(diagnostics: Iterable[Diagnostic], language: Language) -> str:
    """Return a workflow command a line, each of which marks its place on GitHub."""
    return "".join(f"{_github_command(one, language)}\n" for one in diagnostics)


def _github_command(diagnostic: Diagnostic, language: Language) -> str:
    title = f"{diagnostic.code} {entry(diagnostic.code).title.in_language(language)}"
    said = [sentence(diagnostic, language), *(mend(fix, language) for fix in diagnostic.fixes)]
    return annotation(diagnostic.severity, diagnostic.span, title, said)


def annotation(severity: Severity, span: Span, title: str, said: Iterable[str]) -> str:
    """Return the workflow command that marks a place on GitHub.

    Args:
        severity: how it is marked.
        span: the place.
        title: what the mark is headed with.
        said: lines of text.
    """
    properties = {"file": span.source.name, **_github_place(span), "title": title}
    head = ",".join(f"{key}={_github_property(value)}" for key, value in properties.items())
    message = _github_data("\n".join(map(visible, said)))
    return f"::{_GITHUB_COMMANDS[severity]} {head}::{message}"


def _github_place(span: Span) -> dict[str, str]:
    start, end = span.start_place, span.end_place
    lines = {"line": str(start.line), "endLine": str(end.line)}
    if start.line != end.line:
        return lines  # GitHub takes columns only inside one line
    return lines | {"col": str(start.column), "endColumn": str(end.column)}


def _github_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github_property(text: str) -> str:
    return visible(_github_data(text)).replace(":", "%3A").replace(",", "%2C")
