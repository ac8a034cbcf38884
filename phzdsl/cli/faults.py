"""Diagnostics about what stands on a command line rather than in a rule file."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from phzdsl.errors import HandError, OptionError
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Edit, Fix, Language, Value
from phzdsl.text.source import Source, Span

__all__ = ["about", "about_hand", "mends", "nowhere", "putting", "shown"]


def nowhere(name: str) -> Span:
    """Return a place that has a name and no text: a file that could not be read, a word that names nothing."""
    return Span(Source(name, ""), 0, 0)


def about(code: str, name: str, *, fixes: tuple[Fix, ...] = (), **values: Value) -> Diagnostic:
    """Return a diagnostic about something that has a name only, such as a file that is not there."""
    return Diagnostic(code, nowhere(name), {"name": name, **values}, fixes=fixes)


def about_hand(error: HandError | OptionError, span: Span) -> Diagnostic:
    """Return the diagnostic of an error of the library about a hand or an option."""
    what: Bilingual | str = error.words or str(error)
    fixes: tuple[Fix, ...] = ()
    part = error.part if isinstance(error, HandError) else None
    at = span.text.find(part) if part else -1
    if part and at >= 0:
        span = Span(span.source, span.start + at, span.start + at + len(part))
        mend = error.mend if isinstance(error, HandError) else None
        fixes = putting([mend] if mend else [], span)
    return Diagnostic(error.code, span, {"what": what}, fixes=fixes)


def mends(word: str, known: Iterable[str], span: Span) -> tuple[Fix, ...]:
    """Return a mend for each known word that a mistyped one was likely meant to be."""
    from phzdsl.text.similar import closest  # noqa: PLC0415 - only a mistyped word needs it

    return putting(closest(word, known), span)


def putting(words: Iterable[str], span: Span) -> tuple[Fix, ...]:
    """Return a mend for each word that may be put in a place."""
    return tuple(Fix(Bilingual(one, f"`{one}`"), (Edit(span, one),)) for one in words)


def shown(found: Diagnostic, language: Language, *, colour: bool) -> str:
    """Write a diagnostic for people; one about a word of the command line has no place to show."""
    from phzdsl.text.cells import visible  # noqa: PLC0415 - a run without faults does not pay for it
    from phzdsl.text.render import render  # noqa: PLC0415 - as above

    if found.span.source.text or not found.code.startswith("D9"):
        return render(found, language, colour=colour)
    plain = attrs.evolve(found, fixes=tuple(attrs.evolve(fix, edits=()) for fix in found.fixes))
    return render(plain, language, colour=colour).removeprefix(f"{visible(found.span.source.name)}:1:1: ")
