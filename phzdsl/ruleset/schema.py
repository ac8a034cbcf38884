"""What may stand where: every block, its rows, their clauses, and what each takes.

This table is the definition of the language above its grammar: the checker walks it, the documentation
is held to it, an editor completes from it. A new construct is a new line here and its reading in a builder.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

import attrs

from phzdsl.fields import ByFields

__all__ = ["BLOCKS", "BlockRule", "ClauseRule", "RowRule", "Takes", "block_rule"]


class Takes(Enum):
    """What follows a row's name or a clause word."""

    NOTHING = "nothing"
    FORMULA = "formula"  # one expression, an amount
    TRUTH = "truth"  # one expression, a condition
    NAMES = "names"  # one or more names of a list
    NAME = "name"  # one name of a list
    CARDS = "cards"  # kinds of cards, ranges allowed
    SHAPES = "shapes"  # names of shapes, or cards spelled out
    SIZES = "sizes"  # one amount, or amounts by size and colour
    SEATS = "seats"  # one amount, or amounts by dealer and other
    CHOICES = "choices"  # names, or numbers and ranges
    CHOICE = "choice"  # one name or number
    SETTINGS = "settings"  # comparisons that set names to values
    TEXT = "text"  # words in quotes
    HAND = "hand"  # groups of a hand
    CLAUSES = "clauses"  # clause words
    SOME_NAMES = "some names"  # names of a list, or nothing


@attrs.frozen(repr=False, eq=False)
class ClauseRule(ByFields):
    """A clause that a row may have.

    Attributes:
        word: id of the keyword; ``=`` for a formula.
        takes: what follows it.
        group: list of words that its names come from, where there is one.
        needed: the row makes no sense without it.
        means_zh, means_en: what it says, one phrase.
    """

    word: str
    takes: Takes
    means_zh: str
    means_en: str
    group: str | None = None
    needed: bool = False


@attrs.frozen(repr=False, eq=False)
class RowRule(ByFields):
    """A row that a block may have.

    Attributes:
        id: the fixed row's name, or None for rows that the author names.
        takes: what follows the name.
        group: list that names after the row's name come from.
        clauses: clauses besides those of every row.
    """

    id: str | None
    takes: Takes
    means_zh: str
    means_en: str
    clauses: tuple[ClauseRule, ...] = ()
    group: str | None = None

    def clause(self, word: str) -> ClauseRule | None:
        """Return the rule of a clause word here, None where it may not stand."""
        return next((rule for rule in (*self.clauses, *EVERY_ROW) if rule.word == word), None)


@attrs.frozen(repr=False, eq=False)
class BlockRule(ByFields):
    """A block.

    Attributes:
        id: id of the keyword.
        group: list of the fixed rows' names.
        rows: fixed rows.
        free: rule of the rows that the author names; None where all rows are fixed.
        names: list of standard names that such rows often have.
        named: the block itself may be given a name.
    """

    id: str
    means_zh: str
    means_en: str
    rows: tuple[RowRule, ...] = ()
    free: RowRule | None = None
    group: str | None = None
    names: str | None = None
    named: bool = False

    def row(self, canonical: str) -> RowRule | None:
        """Return the rule of a row by its canonical name."""
        return next((rule for rule in self.rows if rule.id == canonical), self.free)


def _when(needed: bool = False) -> ClauseRule:  # noqa: FBT001, FBT002 - reads as a table below
    return ClauseRule("when", Takes.TRUTH, "什么情况下", "under which condition", needed=needed)


_CALLED = ClauseRule("called", Takes.TEXT, "本地叫法", "what it is called here")

EVERY_ROW: tuple[ClauseRule, ...] = (
    ClauseRule("unclear", Takes.TEXT, "原文没说清的地方", "the question that the source leaves open"),
    ClauseRule(
        "enabled", Takes.TRUTH, "只看选项的条件：不成立时这一行不存在", "condition on options; else the row is absent"
    ),
    ClauseRule(
        "undefined",
        Takes.TRUTH,
        "这时规则没有定：算到这里就停下说明，不猜",
        "then the rule is not settled: it is named and refused, never guessed",
    ),
    ClauseRule("remark", Takes.TEXT, "给人看的话", "words for people"),
    ClauseRule("before", Takes.NAME, "放在哪一行（动作：哪一级）之前", "place before another row (claims: rank)"),
    ClauseRule("after", Takes.NAME, "放在哪一行（动作：哪一级）之后", "place after another row (claims: rank)"),
    ClauseRule("beside", Takes.NAME, "和哪个动作同级", "in the same rank as another claim"),
)

BLOCKS: tuple[BlockRule, ...] = (
    BlockRule(
        "options", "开房时可以选的", "what a room may choose",
        free=RowRule(
            None, Takes.NOTHING, "一个选项，或一种不许的搭配", "an option, or a combination that is not allowed",
            (
                ClauseRule("of", Takes.CHOICES, "可以选什么：名字，或数、数的范围",
                           "the choices: names, or numbers and ranges"),
                ClauseRule("default", Takes.CHOICE, "不说就是哪个", "the choice when nothing is said"),
                ClauseRule("when", Takes.TRUTH, "别的选项怎样时才有这一项", "exists only when other options say so"),
                ClauseRule("bars", Takes.TRUTH, "不许这样搭配", "this combination is not allowed"),
            ),
        ),
    ),
    BlockRule(
        "presets", "几项选项的固定搭配", "named settings of several options",
        free=RowRule(
            None, Takes.NOTHING, "一种搭配", "a preset",
            (ClauseRule("sets", Takes.SETTINGS, "各选项选什么", "the value of each option", needed=True),),
        ),
    ),
    BlockRule(
        "deck", "一副牌", "the deck", group="deck-row",
        rows=(
            RowRule("small-cards", Takes.CARDS, "有哪些小字", "which small cards there are",
                    (ClauseRule("each", Takes.FORMULA, "每种几张", "how many of each", needed=True),)),
            RowRule("big-cards", Takes.CARDS, "有哪些大字", "which big cards there are",
                    (ClauseRule("each", Takes.FORMULA, "每种几张", "how many of each", needed=True),)),
            RowRule("red", Takes.CARDS, "哪些是红的", "which are red"),
            RowRule("wild", Takes.FORMULA, "几张王", "number of wild cards"),
            RowRule("removed", Takes.FORMULA, "墩里抽掉几张", "stock cards taken out"),
            RowRule("bonus", Takes.NOTHING, "胡后翻醒", "card turned after a win",
                    (
                        ClauseRule("matches", Takes.NAMES, "配哪张", "which rank it matches", "match", needed=True),
                        ClauseRule("turns", Takes.NAMES, "翻哪张；前一种没有了就用后一种", "which card is turned; the next where there is none", "turned"),
                        ClauseRule("again", Takes.TRUTH, "什么时候再翻一张", "when another is turned"),
                    )),
            RowRule("indicator", Takes.NOTHING, "开局翻将", "card turned before play",
                    (ClauseRule("matches", Takes.NAMES, "哪张升值", "which rank it raises", "match", needed=True),)),
        ),
    ),
    BlockRule(
        "seats", "座位和发牌", "seats and deal", group="seat-row",
        rows=(
            RowRule("players", Takes.FORMULA, "几个人打", "number of players"),
            RowRule("sitter", Takes.NAME, "谁坐醒", "who sits out", group="role"),
            RowRule("deal", Takes.SEATS, "起手各几张", "cards dealt to each"),
            RowRule("shown", Takes.NAME, "亮哪张", "which card is shown", group="shown-card"),
            RowRule("last", Takes.NAMES, "墩上最后一张怎样", "what holds for the last stock card", group="last-card"),
            RowRule("stock", Takes.FORMULA, "墩上剩几张", "cards left in the stock"),
        ),
    ),
    BlockRule(
        "melds", "门子：什么能成一门，几息", "melds: what makes a group and its 息", names="meld",
        free=RowRule(
            None, Takes.SHAPES, "一种门子的样子", "the shape of a meld",
            (
                ClauseRule("in-hand", Takes.NOTHING, "胡的时候手里能成", "concealed cards may make it at the win"),
                ClauseRule("on-table", Takes.NOTHING, "摆在桌上", "it lies on the table"),
                ClauseRule("whole", Takes.SOME_NAMES, "手里成了就不能拆；可以写明吃、比、胡哪时不能拆", "concealed, it may not be split: at all, or for chi, bi or the win", "split"),
                ClauseRule("face-up", Takes.FORMULA, "亮几张；不写就是全亮", "cards face up; all when left out"),
                ClauseRule("value", Takes.SIZES, "几息；可以照别的门子", "its 息; may name another meld", needed=True),
                ClauseRule("exactly", Takes.FORMULA, "胡牌时必须正好几门", "a winning hand has exactly so many"),
                ClauseRule("at-most", Takes.FORMULA, "胡牌时最多几门", "a winning hand has at most so many"),
                _CALLED,
            ),
            group="shape",
        ),
    ),
    BlockRule(
        "claims", "动作：谁能拿哪张牌，谁先", "claims: who may take a card, and who comes first", names="claim",
        free=RowRule(
            None, Takes.NOTHING, "一个动作，或一条禁令（有「禁」的）", "a claim, or a bar (with `bars`)",
            (
                ClauseRule("on", Takes.NAMES, "见什么牌", "on which card", "event"),
                ClauseRule("holding", Takes.NAMES, "凭什么：对，或哪种门子", "with what: two, or a meld", "holding"),
                ClauseRule("into", Takes.NAMES, "成什么门子；不写就是同名的；「成 胡」是另一种胡", "which meld it makes; its own name when left out; `into win` is a further win", "meld"),
                ClauseRule("forced", Takes.NOTHING, "非做不可", "must be done"),
                ClauseRule("free", Takes.NOTHING, "做不做随意", "may be passed"),
                ClauseRule("bi", Takes.NAME, "要比牌；比不成时怎样",
                           "further copies must be laid; what follows when they cannot", "bi"),
                ClauseRule("at-most", Takes.FORMULA, "一局最多几次", "at most so often in a hand"),
                ClauseRule("bars", Takes.NAMES, "不许哪些动作", "which claims are barred", "claim"),
                _when(), _CALLED,
            ),
        ),
    ),
    BlockRule(
        "discards", "打牌：什么时候不打，什么不能打", "discards: when none is due, what may not be discarded",
        free=RowRule(
            None, Takes.NOTHING, "一条打牌规矩", "a rule of discards",
            (
                ClauseRule("no-discard", Takes.NOTHING, "进了这张牌之后不用打牌", "after this take no discard is due"),
                ClauseRule("free", Takes.NOTHING, "打不打随意", "the player chooses"),
                ClauseRule("not-discarded", Takes.NOTHING, "这样的牌不能打", "such a card may not be discarded"),
                _when(needed=True),
            ),
        ),
    ),
    BlockRule(
        "win", "怎样算胡", "what a win is", group="win-row",
        rows=(
            RowRule("groups", Takes.FORMULA, "要几门", "number of groups"),
            RowRule("minimum", Takes.TRUTH, "怎样才够", "what a win must reach"),
            RowRule("break-quad", Takes.TRUTH, "第四张可不可以另组", "may the fourth card stand elsewhere"),
            RowRule("winners", Takes.NAME, "几家能胡时谁胡", "who wins when several could", group="winners"),
        ),
        free=RowRule(
            None, Takes.NOTHING, "一种有名字的胡法（有「当」），或一条要求（有「须」）", "a named way to win (with `when`), or a requirement (with `requires`)",
            (
                _when(),
                ClauseRule("requires", Takes.TRUTH, "胡牌还要这样", "a winning hand must be so"),
                ClauseRule("waives", Takes.NAMES, "免去哪条要求", "which requirements it waives", "win-row"),
                ClauseRule("counts-as", Takes.NAMES, "同时算作什么", "what it counts as too", "fact"),
                _CALLED,
            ),
        ),
    ),
    BlockRule(
        "count", "一步一步怎么算", "how it is counted, step by step", names="step",
        free=RowRule(
            None, Takes.NOTHING, "一步", "a step",
            (
                ClauseRule("=", Takes.FORMULA, "等于什么", "its formula", needed=True),
                ClauseRule("unit", Takes.NAME, "单位；不写就照公式", "its unit; that of the formula when left out",
                           "unit"),
                _CALLED,
            ),
        ),
    ),
    BlockRule(
        "fan", "番：名堂和番数", "patterns and what they are worth", group="fan-row", named=True,
        rows=(
            RowRule("combine", Takes.FORMULA, "几个同时中怎么合", "how several combine",
                    (ClauseRule("unit", Takes.NAME, "这张表的单位；不写就是番",
                                "unit of this table; 番 when left out", "unit"),),
                    group="combine"),
            RowRule("cap", Takes.FORMULA, "最多多少", "at most"),
        ),
        free=RowRule(
            None, Takes.NOTHING, "一个番", "a pattern",
            (
                _when(needed=True),
                ClauseRule("scores", Takes.FORMULA, "值多少", "what it is worth", needed=True),
                ClauseRule("replaces", Takes.NAMES, "中了它就不再算哪些", "which others are then not counted"),
                _CALLED,
            ),
        ),
    ),
    BlockRule(
        "pay", "谁付谁多少", "who pays whom, and how much",
        free=RowRule(
            None, Takes.NOTHING, "一笔", "a payment",
            (
                ClauseRule("at", Takes.NAMES, "什么时候：哪个动作、胡、荒庄、哪种犯规",
                           "when: a claim, a win, an empty stock, a fault",
                           "pay-event", needed=True),
                ClauseRule("from", Takes.NAME, "谁付", "who pays", "role", needed=True),
                ClauseRule("to", Takes.NAME, "付给谁；不写就是本人", "whom; the one who acts when left out", "role"),
                ClauseRule("scores", Takes.FORMULA, "多少", "how much", needed=True),
                _when(),
            ),
        ),
    ),
    BlockRule(
        "faults", "犯规", "faults", names="fault",
        free=RowRule(
            None, Takes.NOTHING, "一种犯规", "a fault",
            (
                ClauseRule("result", Takes.NAME, "这手牌怎样", "what follows for the hand", "result"),
                ClauseRule("at", Takes.NAMES, "自己定的犯规：在哪个动作上", "a fault of the author's: at which claim", "fault-event"),
                _when(), _CALLED,
            ),
        ),
    ),
    BlockRule(
        "session", "一场：谁坐庄，打多久", "hand after hand: who deals, how long", group="session-row",
        rows=(
            RowRule("first-dealer", Takes.NAME, "第一局谁坐庄", "who deals first", group="role"),
            RowRule("after-win", Takes.NAME, "有人胡后谁坐庄", "who deals after a win", group="role"),
            RowRule("after-drawn", Takes.NAME, "荒庄后谁坐庄", "who deals after a drawn hand", group="role"),
            RowRule("after-draws", Takes.NAME, "连荒几局后换谁", "who deals after drawn hands in a row",
                    (_when(needed=True),), group="role"),
            RowRule("hands", Takes.FORMULA, "打几局", "number of hands"),
            RowRule("goal", Takes.FORMULA, "打到多少", "play to a total"),
            RowRule("settle", Takes.NAME, "怎样结算", "how accounts are settled", group="settle"),
            RowRule("restart", Takes.NAME, "什么时候重新开场", "when a new session begins", group="restart"),
            RowRule("taking", Takes.NAME, "不要的牌放哪里", "where an unused draw goes", group="taking"),
            RowRule("teams", Takes.NAME, "谁和谁一边", "who plays with whom", group="role"),
        ),
        free=RowRule(
            None, Takes.NOTHING, "开局前各家下的注", "a side stake that each player declares",
            (ClauseRule("of", Takes.CHOICES, "可以下多少", "how much", needed=True),),
        ),
    ),
    BlockRule(
        "examples", "举例：一手牌应该算多少", "examples: a hand and what it must give",
        free=RowRule(
            None, Takes.NOTHING, "一个例子", "an example",
            (
                ClauseRule("hand", Takes.HAND, "牌面", "the hand", needed=True),
                ClauseRule("by", Takes.NAME, "胡的那张怎么来", "how the winning card came", "event"),
                ClauseRule("given", Takes.SETTINGS, "牌面之外的事", "facts besides the cards"),
                ClauseRule("sets", Takes.SETTINGS, "选项怎么选", "options"),
                ClauseRule("gives", Takes.SETTINGS, "应该得到什么", "what it must give", needed=True),
            ),
        ),
    ),
)  # fmt: skip


@cache
def block_rule(block_id: str) -> BlockRule:
    """Return the rule of a block.

    Raises:
        KeyError: there is no such block.
    """
    return next(rule for rule in BLOCKS if rule.id == block_id)
