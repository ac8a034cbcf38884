"""How a hand was won, in words: how its card came, and what else held."""

from __future__ import annotations

from phzdsl.ruleset.expressions import Unit
from phzdsl.ruleset.facts import fact
from phzdsl.scoring.hand import By, Hand
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Bilingual, Language

__all__ = ["by_words", "came"]

_BY = {
    By.SELF: Bilingual("自摸", "own draw"),
    By.DRAW: Bilingual("别家摸的", "another's draw"),
    By.DISCARD: Bilingual("别家打的", "another's discard"),
    By.DEAL: Bilingual("起手", "at the deal"),
}


def by_words(by: By, language: Language) -> str:
    """Return what a way in which a card came is called."""
    return _BY[by].in_language(language)


def came(hand: Hand, language: Language) -> tuple[str, ...]:
    """Return how a hand's last card came, then each fact of play that holds."""
    held = ((name, value) for name, value in hand.facts if value)
    return by_words(hand.by, language), *(_fact(name, value, language) for name, value in held)


def _fact(name: str, value: int, language: Language) -> str:
    known = fact(name)
    if known is None:
        return visible(name)
    spelled = known.zh if language is Language.ZH else known.id
    return spelled if known.unit is Unit.TRUTH else f"{spelled} {value}"
