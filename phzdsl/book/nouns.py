"""What a formula names, said to players: counts of cards and melds, steps, totals, and truths as half a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phzdsl.book.factwords import COUNTS, TRUTHS, Counting
from phzdsl.cards import write_cards
from phzdsl.cli.names import meld_name, step_name, word
from phzdsl.ruleset.expressions import Ref, Unit
from phzdsl.ruleset.model import Ruleset
from phzdsl.text.diagnostics import Bilingual, Language

__all__ = ["Nouns", "joined"]

_XI = Counting(Bilingual("胡息", "xi"), "息", "xi")
# Amounts that are no count of things, said as they are.
_PLAIN = frozenset({"turned-card", "meld-xi", "passed-xi", "difference", "actor-total", "payer-total"})


def joined(words: Iterable[str], language: Language, *, either: bool = False) -> str:
    """Join words as a sentence lists them: 碰、偎 or 碰或偎; a and b, or a or b.

    >>> joined(["吃", "碰", "跑"], Language.ZH), joined(["chi", "peng", "pao"], Language.EN, either=True)
    ('吃、碰、跑', 'chi, peng or pao')
    """
    listed = tuple(dict.fromkeys(words))
    if language is Language.ZH:
        last = " 或 " if listed and listed[-1][:1].isdecimal() else "或"
        return "、".join(listed[:-1]) + last + listed[-1] if either and len(listed) > 1 else "、".join(listed)
    last = " or " if either else " and "
    return last.join((", ".join(listed[:-1]), listed[-1])) if len(listed) > 1 else "".join(listed)


class Nouns:
    """Names for what one ruleset's formulas name, in one language."""

    def __init__(self, ruleset: Ruleset, language: Language) -> None:
        self._ruleset = ruleset
        self._language = language

    def say(self, zh: str, en: str) -> str:
        """Return what is said in the reader's language."""
        return zh if self._language is Language.ZH else en

    def meld(self, meld: str) -> str:
        """Return what a meld is called."""
        return meld_name(self._ruleset, meld, self._language)

    def melds(self, listed: Iterable[str], *, either: bool = False) -> str:
        """Return what some melds are called."""
        return joined(map(self.meld, listed), self._language, either=either)

    # ------------------------------------------------------------ amounts

    def counting(self, ref: Ref) -> Counting:  # noqa: PLR0911 - one line a kind
        """Return what is counted by something that a formula names."""
        kind, _, name = ref.key.partition(":")
        match kind:
            case "fact" if name == "dealt-quads":
                quad = self.meld("ti")
                return Counting(Bilingual(f"起手的{quad}", f"{quad} dealt"), "副", f"{quad} dealt")
            case "fact" if name in COUNTS:
                return COUNTS[name]
            case "count" | "nth":
                called = self.melds(name.split("+"))
                return Counting(Bilingual(called, called), "副", called)
            case "copies":
                cards = write_cards(int(one) for one in name.split("+"))
                listed = "、".join(cards)
                return Counting(Bilingual(listed, f"card {cards}"), "张", f"cards {cards}")
            case "step" if name == "xi":
                return _XI
            case "step":
                called = step_name(name, self._language)
                return Counting(Bilingual(called, called), "", called)
            case "table":
                zh, en = (
                    ("名堂合计", "the total of the patterns")
                    if name == "fan"
                    else (f"{name}合计", f"the total of {name}")
                )
                return Counting(Bilingual(zh, en), "", en)
        name = name.rpartition("/")[2]
        return Counting(Bilingual(name, name), "", name)

    def amount(self, ref: Ref) -> str:
        """Return an amount by its name: 跑的副数, the number of pao."""
        kind, _, name = ref.key.partition(":")
        counting = self.counting(ref)
        noun = counting.noun.in_language(self._language)
        if kind in {"step", "table", "option"} or (kind == "fact" and (not counting.measure or name in _PLAIN)):
            return noun
        if ref.unit is Unit.XI:
            return noun
        if ref.key == "fact:players":
            return self.say("人数", "the number of players")
        return self.say(f"{noun}的{counting.measure}数", f"the number of {counting.many}")

    # ------------------------------------------------------------ truths

    def truth(self, ref: Ref, *, holds: bool) -> str:
        """Return a truth that a formula names, or its contrary."""
        kind, _, name = ref.key.partition(":")
        if kind == "fact" and name in TRUTHS:
            one = TRUTHS[name]
            return (one.holds if holds else one.fails).in_language(self._language)
        if kind == "wins-in":
            return self.wins_in(name.split("+"), holds=holds)
        called = name.rpartition("/")[2]
        if kind == "way":
            return self.say(f"{'是' if holds else '不是'}「{called}」", f"it is {'' if holds else 'not '}{called}")
        if kind == "pattern":
            return self.say(
                f"{'中了' if holds else '没中'}「{called}」", f"{called} {'holds' if holds else 'does not hold'}"
            )
        return self.say(f"{called}{'' if holds else '不成立'}", f"{'' if holds else 'not '}{called}")

    def wins_in(self, melds: Sequence[str], *, holds: bool) -> str:
        """Say that the winning card stands in one of some melds, or in none of them."""
        called = self.melds(melds, either=True)
        return self.say(
            f"胡的那张{'' if holds else '不'}在{called}里",
            f"the winning card stands in a {called}" if holds else f"the winning card stands in no {called}",
        )

    def word(self, group: str, word_id: str) -> str:
        """Return a word of a list by its id."""
        return word(group, word_id, self._language)
