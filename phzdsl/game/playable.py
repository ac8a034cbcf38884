"""What a ruleset must state to be played; what is stated wrongly is the loader's to tell."""

from __future__ import annotations

from phzdsl.errors import GameError
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.text.diagnostics import Bilingual

__all__ = ["expect_playable"]


def expect_playable(ruleset: Ruleset) -> None:
    """Refuse what states too little, or what cannot be played yet.

    Raises:
        GameError: it cannot be played; ``words`` say why in both languages.
    """
    seats = ruleset.seats
    missing = [
        word
        for word, part in (
            (Bilingual("人数", "players"), seats.players),
            (Bilingual("起手", "deal"), seats.dealer_cards),
            (Bilingual("余墩", "stock"), seats.stock),
            (Bilingual("门数", "groups"), ruleset.win.groups),
        )
        if part is None
    ]
    if missing:
        zh, en = "、".join(word.zh for word in missing), ", ".join(word.en for word in missing)
        raise _unplayable(ruleset, Bilingual(f"没有写{zh}", f"does not state {en}"))
    if ruleset.deck.wild is not None and constant(ruleset.deck.wild.value):
        raise _unplayable(ruleset, Bilingual("有王，程序还不会打", "has wild cards, which are not played yet"))


def _unplayable(ruleset: Ruleset, why: Bilingual) -> GameError:
    return GameError(f"{ruleset.id} {why.en}", words=Bilingual(why.zh, f"it {why.en}"))
