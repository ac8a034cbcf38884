"""Diagnostics for people: the sentence, the place with a mark under it, related places and mends.

Enters: diagnostics, the reader's language. Leaves: text for a terminal, in which nothing that comes from a
rule file can steer the terminal. Forms for machines are in ``machine.py`` and ``sarif.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from phzdsl.text.catalogue import sentence
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Diagnostic, Fix, Language, Related, Severity
from phzdsl.text.excerpt import Mark, excerpt, last_line, mended
from phzdsl.text.pen import Ink, Pen
from phzdsl.text.source import Span
from phzdsl.text.words import counted, mend, severity_word, spell

__all__ = ["render", "render_all", "summary"]


def render(diagnostic: Diagnostic, language: Language, *, colour: bool = False) -> str:
    """Write one diagnostic for people, without a line end after it.

    Raises:
        UnknownCodeError: the catalogue has no such code.
    """
    pen = Pen(colour, _gutter(diagnostic))
    ink = Ink(diagnostic.severity.value)
    word = pen.write(f"{severity_word(diagnostic.severity, language)}[{diagnostic.code}]", ink)
    lines = [
        f"{_where(diagnostic.span)}: {word}: {visible(sentence(diagnostic, language))}",
        *_shown(diagnostic.span, Mark.FAULT, ink, pen),
    ]
    for related in diagnostic.related:
        lines.extend(_related(related, language, pen))
    for fix in diagnostic.fixes:
        lines.extend(_mend(fix, language, pen))
    return "\n".join(lines)


def render_all(diagnostics: Iterable[Diagnostic], language: Language, *, colour: bool = False) -> str:
    """Write diagnostics in the order given, a blank line after each, and a last line that counts them."""
    found = tuple(diagnostics)
    blocks = [render(one, language, colour=colour) for one in found]
    return "\n\n".join([*blocks, summary(found, language)]) + "\n"


def summary(diagnostics: Iterable[Diagnostic], language: Language) -> str:
    """Write how many faults there are: 3 个错误，1 个警告, or ``3 errors, 1 warning``."""
    return counted(Counter(one.severity for one in diagnostics), language)


def _gutter(diagnostic: Diagnostic) -> int:
    spans = [diagnostic.span, *(related.span for related in diagnostic.related)]
    last = max(map(last_line, spans))
    for fix in diagnostic.fixes:
        if len(fix.edits) == 1:
            piece, above = mended(fix.edits[0])
            last = max(last, last_line(piece) + above)
    return len(str(last))


def _where(span: Span) -> str:
    place = span.start_place
    return f"{visible(span.source.name)}:{place.line}:{place.column}"


def _shown(span: Span, mark: Mark, ink: Ink, pen: Pen, above: int = 0) -> list[str]:
    # A text that is empty, or could not be read at all, has nothing to show.
    return excerpt(span, mark, ink, pen, above=above) if span.source.text else []


def _related(related: Related, language: Language, pen: Pen) -> Iterator[str]:
    word = pen.write(severity_word(Severity.NOTE, language), Ink.NOTE)
    yield f"{_where(related.span)}: {word}: {visible(spell(related.words, language))}"
    yield from _shown(related.span, Mark.RELATED, Ink.NOTE, pen)


def _mend(fix: Fix, language: Language, pen: Pen) -> Iterator[str]:
    yield f"  = {pen.write(visible(mend(fix, language)), Ink.MEND)}"
    # Several edits lie in several places; their words must do.
    if len(fix.edits) == 1:
        piece, above = mended(fix.edits[0])
        yield from _shown(piece, Mark.MEND, Ink.MEND, pen, above)
