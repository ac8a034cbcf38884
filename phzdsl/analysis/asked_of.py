"""What a question was asked of, in words: no more than was looked at, and what was left out."""

from __future__ import annotations

from phzdsl.analysis.asked import Answer
from phzdsl.analysis.occasions import Stretch
from phzdsl.text.diagnostics import Bilingual

__all__ = ["asked_of"]

_HANDS = Bilingual(
    "桌上没有门子的成牌，一手不漏（每种牌各几张不同就是不同的牌；坎、提照手里算）",
    "every complete hand with no meld on the table, by its copies of each kind (three or four of a kind as held)",
)
_CAME = Bilingual(
    "胡的那张是手里只有一两张的牌，分自摸、别人摸、别人打三种；或者发完牌就胡，张数要发得出",
    "won on a card of which the hand then has one or two, self-drawn, drawn by another or discarded; or won at the deal by a hand that can be dealt",
)
_WINS = Bilingual(
    "在一种情形下胡得成、胡了有这样，就算有；看的是算钱的那种配法",
    "a hand has it where it wins and has it on one occasion, in the reading that counts",
)
_COMPLETE = Bilingual(
    "成牌就算，够不够起胡不管；在一种情形下有这样，就算有；看的是最大的那种配法",
    "complete hands, whether or not they reach what a win must; a hand has it where it does on one occasion, in its best reading",
)
_UNDECIDED = Bilingual(
    "「未定」是几种配法一样大、说法却不一的牌，算分时照门子的先后取一种",
    "undecided are hands whose equal readings disagree: a score takes one of these by the order of its melds",
)
_NEEDLESS = Bilingual(
    "也没有看不成牌、免门数就胡的牌",
    "nor hands that are incomplete and win without their groups",
)
_LEFT_OUT = Bilingual(
    "有的情形，牌和门子的加总说不清，没有数",
    "left out are occasions on which sums over cards and melds do not tell",
)
_NOT_SEEN = Bilingual(
    "没有看：吃碰偎跑提在桌上的牌，胡的那张成三张四张的牌",
    "not looked at: hands with melds on the table, and winning cards that make three or four of a kind",
)


def asked_of(answer: Answer) -> Bilingual:
    """Say what was enumerated."""
    said = [_HANDS, _WINS if answer.wins else _COMPLETE, _CAME, _varied(answer.played)]
    if answer.together is not None:
        zh = f"情形太多，只试了同时最多有 {answer.together} 样的"
        en = f"there are so many that only {answer.together} of them at a time were let hold"
        said.append(Bilingual(zh, en))
    said += [_UNDECIDED] * bool(answer.all.undecided) + [_LEFT_OUT] * answer.left_out + [_NOT_SEEN]
    said += [_NEEDLESS] * answer.waives
    return Bilingual("；".join(one.zh for one in said), "; ".join(one.en for one in said))


def _varied(played: tuple[Stretch, ...]) -> Bilingual:
    """Name the facts of play with their values."""
    if not played:
        return Bilingual("别的牌局情形没有问到", "no further facts of play are asked for")
    zh = [f"{one.fact.zh} {one.values[0]}–{one.values[-1]}{'' if one.whole else '（以上没试）'}" for one in played]
    en = [
        f"{one.fact.id} {one.values[0]}-{one.values[-1]}{'' if one.whole else ' (no more were tried)'}"
        for one in played
    ]
    return Bilingual(
        f"牌局情形能同时有的都试了：{'、'.join(zh)}；别的算没有",
        f"all facts of play that can hold together: {', '.join(en)}; all others are 0",
    )
