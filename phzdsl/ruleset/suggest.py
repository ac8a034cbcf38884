"""Mends for names: what the author may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from phzdsl.text.diagnostics import Bilingual, Edit, Fix
from phzdsl.text.similar import closest
from phzdsl.text.source import Span

__all__ = ["glued", "instead", "suggestions"]

_JOINERS = ("且", "或", "非", "在", "则", "否则")


def suggestions(word: str, candidates: Iterable[str], span: Span) -> tuple[Fix, ...]:
    """Return a mend for each known name that the word may have meant, the likeliest first."""
    return tuple(instead(span, found) for found in closest(word, tuple(candidates)))


def instead(span: Span, text: str, words: str | None = None) -> Fix:
    """Return the mend that puts a text in place of a span; ``words`` show it where the text alone says little."""
    shown = text.strip() if words is None else words
    return Fix(Bilingual(shown, f"`{shown}`"), (Edit(span, text),))


def glued(word: str, candidates: Iterable[str]) -> str | None:
    """Cut a word that is several known words run together; None when it is not.

    >>> glued("自摸且天胡", ["自摸", "天胡"])
    '自摸 且 天胡'
    """
    known = (*candidates, *_JOINERS)
    parts: list[str] = []
    rest = word
    while rest:
        part = max((one for one in known if rest.startswith(one)), key=len, default=None)
        if part is None:
            return None
        parts.append(part)
        rest = rest.removeprefix(part)
    return " ".join(parts) if any(part in _JOINERS for part in parts) else None
