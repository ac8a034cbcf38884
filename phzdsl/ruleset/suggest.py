"""Mends for names: what the author may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from phzdsl.text.diagnostics import Bilingual, Edit, Fix
from phzdsl.text.source import Span

__all__ = ["instead", "suggestions"]

# A text with more faults needs another kind of help, and looking for mends costs.
_MOST_MENDED = 200


def suggestions(word: str, candidates: Iterable[str], span: Span, told: int = 0) -> tuple[Fix, ...]:
    """Return a mend for each known name that the word may have meant, the likeliest first.

    Args:
        word: the word.
        candidates: the names that mean something at its place.
        span: where the word stands.
        told: how many faults were found before; after very many there are no mends.
    """
    if told > _MOST_MENDED:
        return ()
    from phzdsl.ruleset.players import meant  # noqa: PLC0415 - a text without faults pays nothing for mends
    from phzdsl.text.similar import closest  # noqa: PLC0415 - as above

    known = tuple(candidates)
    return tuple(instead(span, found) for found in meant(word, known) or closest(word, known))


def instead(span: Span, text: str, words: str | None = None) -> Fix:
    """Return the mend that puts a text in place of a span; ``words`` show it where the text alone says little."""
    shown = text.strip() if words is None else words
    return Fix(Bilingual(shown, f"`{shown}`"), (Edit(span, text),))
