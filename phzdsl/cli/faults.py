"""Diagnostics about what stands on a command line rather than in a rule file."""

from __future__ import annotations

from phzdsl.errors import HandError, OptionError
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Fix, Value
from phzdsl.text.source import Source, Span

__all__ = ["about", "about_hand", "about_text", "nowhere"]


def nowhere(name: str) -> Span:
    """Return a place that has a name and no text: a file that could not be read, a word that names nothing."""
    return Span(Source(name, ""), 0, 0)


def about(code: str, name: str, *, fixes: tuple[Fix, ...] = (), **values: Value) -> Diagnostic:
    """Return a diagnostic about something that has a name only, such as a file that is not there."""
    return Diagnostic(code, nowhere(name), {"name": name, **values}, fixes=fixes)


def about_text(code: str, where: str, text: str, *, fixes: tuple[Fix, ...] = (), **values: Value) -> Diagnostic:
    """Return a diagnostic about a whole text of the command line."""
    return Diagnostic(code, Span(Source(where, text), 0, len(text)), dict(values), fixes=fixes)


def about_hand(error: HandError | OptionError, span: Span) -> Diagnostic:
    """Return the diagnostic of an error of the library about a hand or an option."""
    what: Bilingual | str = error.words or str(error)
    return Diagnostic(error.code, span, {"what": what})
