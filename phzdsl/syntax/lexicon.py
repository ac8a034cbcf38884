"""Every keyword of the language, in Chinese and English, with the terminal it is and where it counts.

A keyword is reserved only where it can act: structure words outside all blocks, block words inside the
variant, row words inside a block. Elsewhere the same word is an ordinary name. One meaning has one
spelling in each language; what the meaning is stands in ``ruleset/schema.py``.
"""

from __future__ import annotations

from enum import Enum
from functools import cache

import attrs

from phzdsl.fields import ByFields

__all__ = ["KEYWORDS", "Keyword", "Zone", "keyword", "keywords_of", "terminal_words"]


class Zone(Enum):
    """Where a keyword is reserved, by the braces around it."""

    FILE = 0
    VARIANT = 1
    BLOCK = 2


@attrs.frozen(repr=False, eq=False)
class Keyword(ByFields):
    """A word of the language.

    Attributes:
        id: the name used inside the program; the English spelling unless two zones share one.
        zh: Chinese spelling.
        en: English spelling.
        terminal: terminal of the grammar.
        zone: where it is reserved.
    """

    id: str
    zh: str
    en: str
    terminal: str
    zone: Zone


def _words(terminal: str, zone: Zone, *pairs: str) -> tuple[Keyword, ...]:
    """Spell out ``"中文 english"`` pairs."""
    return tuple(Keyword(en, zh, en, terminal, zone) for zh, en in (pair.split() for pair in pairs))


KEYWORDS: tuple[Keyword, ...] = (
    *_words("VERSION", Zone.FILE, "版本 version"),
    *_words("SOURCES", Zone.FILE, "出处 sources"),
    *_words("VARIANT", Zone.FILE, "变体 variant"),
    *_words("INHERITS", Zone.FILE, "继承 inherits"),
    # -------------------------------------------------------- blocks, in the order of a rule sheet
    *_words("BLOCK", Zone.VARIANT, "选项 options", "预设 presets", "牌 deck", "座 seats", "门子 melds"),
    *_words("BLOCK", Zone.VARIANT, "动作 claims", "打 discards", "胡 win", "计 count", "番 fan", "付 pay"),
    *_words("BLOCK", Zone.VARIANT, "犯 faults", "局 session", "例 examples"),
    # -------------------------------------------------------- rows
    *_words("RANK", Zone.BLOCK, "级 rank"),
    *_words("OPERATION", Zone.BLOCK, "增 add", "改 change", "删 remove", "移 move"),
    *_words("DROP", Zone.BLOCK, "去 drop"),
    *_words("HAND", Zone.BLOCK, "牌面 hand"),
    # for every row
    *_words("CLAUSE", Zone.BLOCK, "存疑 unclear", "启用 enabled", "名 called", "注 remark", "未定 undefined"),
    *_words("CLAUSE", Zone.BLOCK, "前于 before", "后于 after", "同级 beside"),
    # options, presets
    *_words("CLAUSE", Zone.BLOCK, "选 of", "默认 default", "设 sets"),
    # deck, seats, melds
    *_words("CLAUSE", Zone.BLOCK, "各 each", "配 matches", "再翻 again", "翻 turns"),
    *_words("CLAUSE", Zone.BLOCK, "手中 in-hand", "桌上 on-table", "不拆 whole", "亮 face-up", "值 value"),
    *_words("CLAUSE", Zone.BLOCK, "恰 exactly", "至多 at-most"),
    # claims, discards
    *_words("CLAUSE", Zone.BLOCK, "见 on", "持 holding", "成 into", "必 forced", "可 free", "比 bi", "当 when"),
    *_words("CLAUSE", Zone.BLOCK, "禁 bars", "免打 no-discard", "禁打 not-discarded"),
    # win, count, fan
    *_words(
        "CLAUSE", Zone.BLOCK, "免 waives", "须 requires", "算 counts-as", "计 scores", "代替 replaces", "单位 unit"
    ),
    # pay, faults, session
    *_words("CLAUSE", Zone.BLOCK, "于 at", "出 from", "入 to", "果 result"),
    # examples
    *_words("CLAUSE", Zone.BLOCK, "由 by", "事 given", "得 gives"),
    # keys of a list of values
    *_words("KEY", Zone.BLOCK, "小 small", "大 big", "黑 black", "红 red"),
    *_words("KEY", Zone.BLOCK, "小黑 small-black", "小红 small-red", "大黑 big-black", "大红 big-red"),
    *_words("KEY", Zone.BLOCK, "小升 raised-small", "大升 raised-big"),
    *_words("KEY", Zone.BLOCK, "庄 dealer", "闲 other"),
    # expressions
    *_words("AND", Zone.BLOCK, "且 and"),
    *_words("OR", Zone.BLOCK, "或 or"),
    *_words("NOT", Zone.BLOCK, "非 not"),
    *_words("IN", Zone.BLOCK, "在 in"),
    *_words("IF", Zone.BLOCK, "若 if"),
    *_words("THEN", Zone.BLOCK, "则 then"),
    *_words("ELSE", Zone.BLOCK, "否则 else"),
    *_words("MODULO", Zone.BLOCK, "余 mod"),
    *_words("TABLE", Zone.BLOCK, "查 table"),
    *_words("OTHERWISE", Zone.BLOCK, "其他 otherwise"),
)


@cache
def _by_spelling() -> dict[tuple[Zone, str], Keyword]:
    return {(word.zone, spelling): word for word in KEYWORDS for spelling in (word.zh, word.en)}


def keyword(spelling: str, zone: Zone) -> Keyword | None:
    """Return the keyword that a spelling is in a zone, or None for an ordinary name."""
    return _by_spelling().get((zone, spelling))


@cache
def keywords_of(terminal: str) -> tuple[Keyword, ...]:
    """Return the keywords of one terminal, in the order of the table."""
    return tuple(word for word in KEYWORDS if word.terminal == terminal)


# What a message calls a terminal that is no keyword.
_TERMINAL_WORDS = {
    "NAME": ("名字", "a name"),
    "DIGITS": ("牌或汉字数", "cards or a Chinese number"),
    "NUMBER": ("数", "a number"),
    "STRING": ("引号里的话", "words in quotes"),
    "CITE": ("@出处", "@source"),
    "LBRACE": ("{", "{"),
    "RBRACE": ("}", "}"),
    "LPAREN": ("(", "("),
    "RPAREN": (")", ")"),
    "LBRACKET": ("[", "["),
    "RBRACKET": ("]", "]"),
    "COMMA": ("，", ","),
    "COLON": ("：", ":"),
    "DOTS": ("..", ".."),
    "COMPARE": ("比较号", "a comparison"),
    "EQUALS": ("=", "="),
    "PLUS": ("+", "+"),
    "MINUS": ("-", "-"),
    "TIMES": ("×", "*"),
    "DIVIDE": ("÷", "/"),
    "POWER": ("^", "^"),
    "ROW_END": ("行尾", "the end of the row"),
    "CLAUSE": ("子句词", "a clause word"),
    "BLOCK": ("块名", "a block word"),
    "OPERATION": ("增、改、删、移", "add, change, remove or move"),
    "KEY": ("小、大、庄、闲等", "small, big, dealer, other ..."),
    "$END": ("文件末尾", "the end of the file"),
}


def terminal_words(terminal: str) -> tuple[str, str]:
    """Return what a message calls a terminal, in Chinese and English."""
    if terminal in _TERMINAL_WORDS:
        return _TERMINAL_WORDS[terminal]
    words = keywords_of(terminal)
    return "、".join(word.zh for word in words), ", ".join(word.en for word in words)
