"""The closed vocabulary of facts: everything that a condition or an amount may name of a hand or a table.

A fact has a spelling in each language, a range, a meaning, and the places where it is known. The proofs
about a rule file rest on this list: a new fact is a new line here and its value in ``scoring``.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

import attrs

from phzdsl.fields import ByFields
from phzdsl.ruleset.expressions import Unit

__all__ = ["FACTS", "Fact", "Origin", "Scope", "SizeBounds", "fact", "facts_by_spelling"]


class Origin(Enum):
    """What a fact is read from."""

    CARDS = "cards"
    DIVISION = "division"
    PLAY = "play"
    TABLE = "table"


class Scope(Enum):
    """Where an expression stands, and so what it may name."""

    OPTION = "option"
    WIN = "win"
    CLAIM = "claim"
    PAY = "pay"
    SESSION = "session"


_WIN = frozenset({Scope.WIN, Scope.PAY})
_CLAIM = frozenset({Scope.CLAIM})
_PAY = frozenset({Scope.PAY})
_WIN_CLAIM = frozenset({Scope.WIN, Scope.PAY, Scope.CLAIM})
_ALL = frozenset({Scope.WIN, Scope.PAY, Scope.CLAIM, Scope.SESSION})


@attrs.frozen(repr=False, eq=False)
class SizeBounds(ByFields):
    """What the deck and the win rule allow at most; the ranges of facts come from here.

    Attributes:
        cards: cards of a winning hand at most.
        groups: groups of a winning hand.
        players: players at the table.
        red, big, small, deck: cards of each sort in the deck.
        xi: greatest total of 息 that the melds can give.
    """

    cards: int
    groups: int
    players: int
    red: int
    big: int
    small: int
    deck: int
    xi: int


class Top(Enum):
    """The greatest value of a fact, by what bounds it."""

    TRUTH = "truth"
    CARDS = "cards"
    RED = "red"
    BLACK = "black"
    BIG = "big"
    SMALL = "small"
    GROUPS = "groups"
    XI = "xi"
    FOUR = "four"
    TEN = "ten"
    KINDS = "kinds"
    OPPONENTS = "opponents"
    PLAYERS = "players"
    HUNDRED = "hundred"
    THOUSANDS = "thousands"


@attrs.frozen(repr=False, eq=False)
class Fact(ByFields):
    """One fact.

    Attributes:
        id: name in the program, the English spelling.
        zh: Chinese spelling.
        top: what bounds its greatest value; the least is 0.
        origin: what it is read from.
        scopes: where it may be named.
        means_zh, means_en: its meaning, one phrase.
        takes: ``cards`` or ``melds`` when it has arguments.
    """

    id: str
    zh: str
    top: Top
    origin: Origin
    scopes: frozenset[Scope]
    means_zh: str
    means_en: str
    takes: str | None = None

    @property
    def unit(self) -> Unit:
        """Return the unit of its values."""
        if self.top is Top.TRUTH:
            return Unit.TRUTH
        return Unit.XI if self.top is Top.XI else Unit.NUMBER

    def greatest(self, sizes: SizeBounds) -> int:  # noqa: C901, PLR0911, PLR0912 - one line a bound
        """Return the greatest value it can have."""
        match self.top:
            case Top.TRUTH:
                return 1
            case Top.CARDS:
                return sizes.cards
            case Top.RED:
                return min(sizes.red, sizes.cards)
            case Top.BLACK:
                return min(sizes.deck - sizes.red, sizes.cards)
            case Top.BIG:
                return min(sizes.big, sizes.cards)
            case Top.SMALL:
                return min(sizes.small, sizes.cards)
            case Top.GROUPS:
                return sizes.groups
            case Top.XI:
                return sizes.xi
            case Top.FOUR:
                return 4
            case Top.TEN:
                return 10
            case Top.KINDS:
                return 20
            case Top.OPPONENTS:
                return max(0, sizes.players - 1)
            case Top.PLAYERS:
                return sizes.players
            case Top.HUNDRED:
                return 100
            case Top.THOUSANDS:
                return 10_000


def _cards(  # noqa: PLR0913, PLR0917 - the columns of the table below
    zh: str, en: str, top: Top, means_zh: str, means_en: str, takes: str | None = None
) -> Fact:
    return Fact(en, zh, top, Origin.CARDS, _WIN, means_zh, means_en, takes)


def _division(  # noqa: PLR0913, PLR0917 - the columns of the table below
    zh: str, en: str, top: Top, means_zh: str, means_en: str, takes: str | None = None
) -> Fact:
    return Fact(en, zh, top, Origin.DIVISION, _WIN, means_zh, means_en, takes)


def _play(  # noqa: PLR0913, PLR0917 - the columns of the table below
    zh: str, en: str, top: Top, means_zh: str, means_en: str, scopes: frozenset[Scope] = _WIN
) -> Fact:
    return Fact(en, zh, top, Origin.PLAY, scopes, means_zh, means_en)


def _table(  # noqa: PLR0913, PLR0917 - the columns of the table below
    zh: str, en: str, top: Top, means_zh: str, means_en: str, scopes: frozenset[Scope] = _CLAIM
) -> Fact:
    return Fact(en, zh, top, Origin.TABLE, scopes, means_zh, means_en)


FACTS: tuple[Fact, ...] = (
    # ------------------------------------------------------------ the cards of the winning hand
    _cards("红牌", "red-cards", Top.RED, "红牌几张", "number of red cards"),
    _cards("黑牌", "black-cards", Top.BLACK, "黑牌几张", "number of black cards"),
    _cards("大字", "big-cards", Top.BIG, "大字几张", "number of big cards"),
    _cards("小字", "small-cards", Top.SMALL, "小字几张", "number of small cards"),
    _cards("牌数", "all-cards", Top.CARDS, "一共几张", "number of cards"),
    _cards("张", "copies", Top.CARDS, "这几种牌一共几张", "number of cards of these kinds", "cards"),
    _cards("胡张数", "winning-copies", Top.FOUR, "胡的那种牌一共几张", "copies of the winning card"),
    _cards("团圆数", "reunions", Top.TEN, "同点四小四大的点有几个", "points held as four small and four big"),
    _cards("四张数", "fours", Top.KINDS, "四张全在手的牌有几种", "kinds held four times"),
    Fact("pairs", "对子数", Top.KINDS, Origin.CARDS, _WIN_CLAIM, "能凑几对，桌上的也算", "pairs that the cards make, those on the table too"),
    _cards("王数", "wild-cards", Top.FOUR, "王几张", "number of wild cards"),
    _cards("醒数", "bonus-cards", Top.CARDS, "手里中醒的牌几张", "cards that match the bonus"),
    _cards("手中余牌", "cards-left", Top.CARDS, "胡之前手里还有几张", "concealed cards before the winning one"),
    # ------------------------------------------------------------ how they are divided
    Fact("turned-card", "翻牌", Top.KINDS, Origin.PLAY, frozenset(), "翻的是哪张牌", "which card was turned"),
    _division("门子息", "meld-xi", Top.XI, "各门息的和", "the 息 of all melds together"),
    _division("门", "group-count", Top.GROUPS, "几门", "number of groups"),
    _division("数", "count", Top.GROUPS, "这几种门子一共几门", "number of melds of these kinds", "melds"),
    _division("有息门", "scoring-groups", Top.GROUPS, "有息的门几门", "groups worth 息"),
    _division("红门", "red-groups", Top.GROUPS, "有红牌的门几门", "groups with a red card"),
    _division("红同门", "red-sets", Top.GROUPS, "红的三张四张几门", "triplets and quads of a red kind"),
    _division("四同数", "quads", Top.GROUPS, "四张的门几门", "groups that are four of a kind"),
    _division("三同数", "triplets", Top.GROUPS, "三张相同的门几门", "groups that are three of a kind"),
    _division("胡在", "wins-in", Top.TRUTH, "胡的那张在这种门子里", "the winning card stands in such a meld", "melds"),
    _division("散门", "mixed-groups", Top.GROUPS, "不是同一种牌的门几门", "groups that are not all of one kind"),
    _division("胡门王数", "wilds-with-winning", Top.FOUR, "胡的那门里几张王", "wild cards in the group of the winning card"),
    _division("胡在中", "wins-middle", Top.TRUTH, "胡的那张在一句的中间", "the winning card is the middle of a run"),
    # ------------------------------------------------------------ how it came to the win
    _play("自摸", "self-draw", Top.TRUTH, "这张是自己摸的", "the one who acts drew the card", _WIN_CLAIM),
    _play("放炮", "discard-win", Top.TRUTH, "胡别人打的", "the winning card was discarded"),
    _play("起手胡", "deal-win", Top.TRUTH, "发完牌就胡", "won with the dealt cards"),
    _play("亮张胡", "shown-win", Top.TRUTH, "胡亮出的那张", "won on the shown card"),
    _play("首打胡", "first-discard-win", Top.TRUTH, "胡庄家打的第一张", "won on the dealer's first discard"),
    _play("首张", "first", Top.TRUTH, "胡墩上第一张", "won on the first stock card"),
    _play("末张", "last", Top.TRUTH, "胡墩上最后一张，能胡的里头", "won on the last stock card of those that may be won on"),
    _play("抢跑", "robbed", Top.TRUTH, "胡别家要碰要跑的牌", "won on a card that another would claim"),
    _play("庄家", "dealer", Top.TRUTH, "本人是庄", "the one who acts is the dealer", _ALL),
    _play("未进牌", "untouched", Top.TRUTH, "一张都没进过", "has taken no card yet", _WIN_CLAIM),
    _play("报警", "declared", Top.TRUTH, "报过", "has declared", _WIN_CLAIM),
    _play("他报数", "others-declared", Top.OPPONENTS, "别家几家报过", "other players who declared"),
    _play("连荒", "draws-in-row", Top.KINDS, "前面连荒几局", "drawn hands in a row before this one", _ALL),
    _play("连胜", "streak", Top.KINDS, "前面连胡几局", "hands won in a row before this one", _ALL),
    _play("胡王", "winning-wild", Top.TRUTH, "胡的那张是王", "the winning card is wild"),
    _play("坐庄下", "after-dealer", Top.TRUTH, "坐在庄家下手", "sits next after the dealer", _ALL),
    _play("听张数", "waits", Top.KINDS, "听几种牌", "kinds that would complete the hand"),
    _play("人数", "players", Top.PLAYERS, "几个人打", "number of players", _ALL),
    # ------------------------------------------------------------ a card on offer, and who may take it
    _table("过吃", "passed-chi", Top.TRUTH, "这种牌能吃而没吃过", "a chi of this kind was passed"),
    _table("过碰", "passed-peng", Top.TRUTH, "这种牌能碰而没碰过", "a peng of this kind was passed"),
    _table("过胡", "passed-win", Top.TRUTH, "能胡而没胡过", "a win was passed", _WIN_CLAIM),
    _table("过胡息", "passed-xi", Top.XI, "没胡的那一手几息", "the 息 of the win that was passed", _WIN_CLAIM),
    _table("手变过", "hand-changed", Top.TRUTH, "没胡以后进过牌", "has taken a card since the win was passed", _WIN_CLAIM),
    _table("己打过", "own-discard", Top.TRUTH, "这种牌自己打过", "the player once discarded this kind"),
    _table("喂明偎", "fed-wei", Top.TRUTH, "打过别家已偎的牌", "discarded a card that another holds as an open wei"),
    _table("他要", "wanted", Top.TRUTH, "别家要偎要提这张", "another player's wei or ti takes this card"),
    _table("进牌数", "takes", Top.HUNDRED, "进过几次牌", "times the player has taken a card"),
    _table("起手提", "dealt-quads", Top.GROUPS, "起手几提", "quads dealt"),
    _table("属坎", "in-kan", Top.TRUTH, "这张在坎里", "the card belongs to a kan in hand"),
    _table("吃边", "edge-card", Top.TRUTH, "这张能配成刚吃的那句", "the card would complete the set just eaten"),
    _table("此张红", "this-red", Top.TRUTH, "这张是红的", "the card is red"),
    _table("吃过黑", "ate-black", Top.TRUTH, "刚吃的是黑的", "the set just eaten is black"),
    _table("吃过红", "ate-red", Top.TRUTH, "刚吃的是红的", "the set just eaten is red"),
    _table("成四", "made-quad", Top.TRUTH, "这次进牌成了四张", "this take made a quad"),
    _table("重跑打过", "discarded-on-quad", Top.TRUTH, "第二次成四张时打了牌", "discarded at the second quad", _WIN_CLAIM),
    _table("末墩", "last-card", Top.TRUTH, "这张是墩上最后一张", "the card is the last of the stock"),
    _table("够比", "bi-possible", Top.TRUTH, "比得成", "the due bi can be laid"),
    _table("无牌打", "nothing-to-discard", Top.TRUTH, "没有牌可打", "has no card that may be discarded"),
    _table("打来", "from-discard", Top.TRUTH, "这张是打出来的", "the card was discarded", _PAY | _CLAIM),
    _table("摸来", "from-draw", Top.TRUTH, "这张是摸出来的", "the card was drawn", _PAY | _CLAIM),
    # ------------------------------------------------------------ a payment
    Fact(
        "nth", "次序", Top.GROUPS, Origin.TABLE, _PAY | _CLAIM,
        "本人第几副这样的门子，后来长成四张的也算", "which of the actor's melds of these kinds this is, those grown since included",
        "melds",
    ),
    _table("原打来", "source-discard", Top.TRUTH, "先前那副是碰打出来的", "the earlier meld took a discard", _PAY),
    _table("原碰", "source-peng", Top.TRUTH, "由碰长成", "it grew from a peng", _PAY),
    _table("原偎", "source-wei", Top.TRUTH, "由偎长成", "it grew from a wei", _PAY),
    _table("付家听", "payer-waits", Top.TRUTH, "付的人在听牌", "the payer waits for a win", _PAY),
    _table("分差", "difference", Top.THOUSANDS, "两家总分差多少", "difference of the two players' totals", _PAY),
    _table("本方分", "actor-total", Top.THOUSANDS, "收的人总分", "total of the one who is paid", _PAY),
    _table("对方分", "payer-total", Top.THOUSANDS, "付的人总分", "total of the payer", _PAY),
    _table("付家庄", "payer-dealer", Top.TRUTH, "付的人是庄", "the payer is the dealer", _PAY),
    _table("王在手", "wilds-held", Top.FOUR, "手里几张王", "wild cards held", _PAY),
    _table("本方注", "actor-stake", Top.HUNDRED, "收的人下的注", "the stake of the one who is paid", _PAY),
    _table("对方注", "payer-stake", Top.HUNDRED, "付的人下的注", "the stake of the payer", _PAY),
    # ------------------------------------------------------------ patterns themselves
    Fact(
        "pattern-count", "番数", Top.KINDS, Origin.DIVISION, _WIN, "中了几个番", "number of patterns that hold"
    ),
    Fact(
        "other-patterns", "他番数", Top.KINDS, Origin.DIVISION, _WIN,
        "除本番外中了几个番", "patterns that hold besides this one",
    ),
)  # fmt: skip


@cache
def facts_by_spelling() -> dict[str, Fact]:
    """Return the facts by either spelling."""
    return {spelling: one for one in FACTS for spelling in (one.zh, one.id)}


def fact(spelling: str) -> Fact | None:
    """Return the fact that a spelling means."""
    return facts_by_spelling().get(spelling)
