"""What a comparison of two rulesets has looked at, in words: no more than that, and what was left out."""

from __future__ import annotations

from collections.abc import Sequence

from phzdsl.analysis.occasions import Stretch
from phzdsl.ruleset.model import Ruleset, constant
from phzdsl.text.diagnostics import Bilingual

__all__ = ["told", "untold"]


def told(
    played: Sequence[Stretch],
    rulesets: tuple[Ruleset, Ruleset],
    *,
    left_out: bool,
    together: int | None,
    alike: bool,
) -> Bilingual:
    """Say what was enumerated.

    Args:
        played: facts of play that were varied, with their values.
        rulesets: the two sides.
        left_out: some hands could not be valued on some occasions.
        together: so many facts of play were let hold together at most; None for all that can.
        alike: no changed row could show in a closed hand, so that hands were only counted.
    """
    zh = ["桌上没有门子的成牌，一手不漏（每种牌各几张不同就是不同的牌；坎、提照手里算）"]
    en = ["every complete hand with no meld on the table, by its copies of each kind (three or four of a kind as held)"]
    if alike:
        zh.append("改动的行没有一条能在这样的牌上看出来，所以只数了牌，没有算分")
        en.append("no changed row can show in such a hand, so they were counted and not valued")
    else:
        zh.append("胡的那张是手里只有一两张的牌，分自摸、别人摸、别人打三种；或者发完牌就胡，张数要发得出")
        en.append(
            "won on a card of which the hand then has one or two, self-drawn, drawn by another or discarded; or won at the deal by a hand that can be dealt"
        )
        zh.append(_varied(played).zh)
        en.append(_varied(played).en)
    if together is not None:
        zh.append(f"情形太多，只试了同时最多有 {together} 样的")
        en.append(f"there are so many that only {together} of them at a time were let hold")
    if left_out:
        zh.append("免门数的胡法在场时，和牌的加总说不清的情形，没有比")
        en.append(
            "left out are wins that may need no groups, and occasions on which sums cannot tell what a hand is worth"
        )
    zh.append("「占」按两边至少一边成的牌算")
    en.append("shares are of the hands complete under one side or both")
    zh += [one.zh for one in _unlike(rulesets)]
    en += [one.en for one in _unlike(rulesets)]
    zh.append("没有看：吃碰偎跑提在桌上的牌，胡的那张成三张四张的牌")
    en.append("not looked at: hands with melds on the table, and winning cards that make three or four of a kind")
    return Bilingual("；".join(zh), "; ".join(en))


def untold() -> Bilingual:
    """Say that hands were not compared at all."""
    return Bilingual(
        "没有比牌：至少一边的规则，牌的加总说不清，或者表太大；只比了规则的条文",
        "hands were not compared: under one of the sides sums do not say what a hand is worth, or its tables are too large; only the rows of the rules were",
    )


def _varied(played: Sequence[Stretch]) -> Bilingual:
    """Name the facts of play with their values."""
    if not played:
        return Bilingual("两边都不问别的牌局情形", "neither side asks for further facts of play")
    zh = [f"{one.fact.zh} {one.values[0]}–{one.values[-1]}{_rest(one, '（以上没试）')}" for one in played]
    en = [f"{one.fact.id} {one.values[0]}-{one.values[-1]}{_rest(one, ' (no more were tried)')}" for one in played]
    return Bilingual(
        f"牌局情形能同时有的都试了：{'、'.join(zh)}；别的算没有",
        f"all facts of play that can hold together: {', '.join(en)}; all others are 0",
    )


def _rest(one: Stretch, words: str) -> str:
    return "" if one.whole else words


def _unlike(rulesets: tuple[Ruleset, Ruleset]) -> list[Bilingual]:
    """Say in what sizes the sides differ, and what that leaves to compare."""
    a, b = rulesets
    found = []
    if a.deck.copies() != b.deck.copies():
        found.append(
            Bilingual(
                "两副牌不同，一边没有的牌，那一边就不成",
                "the decks differ; a hand that one deck does not have is incomplete there",
            )
        )
    groups = [constant(one.win.groups.value) if one.win.groups else 0 for one in rulesets]
    if groups[0] != groups[1]:
        found.append(
            Bilingual(
                f"门数不同（{groups[0]}、{groups[1]}）", f"the numbers of groups differ ({groups[0]}, {groups[1]})"
            )
        )
    if _dealt(a) != _dealt(b):
        found.append(
            Bilingual(
                "发的张数不同，只比两边都拿得到的牌",
                "the deals differ; compared are hands that a player can hold under both",
            )
        )
    return found


def _dealt(ruleset: Ruleset) -> tuple[int, ...]:
    seats = ruleset.seats
    return tuple(constant(one) for one in (seats.dealer_cards, seats.other_cards) if one is not None)
