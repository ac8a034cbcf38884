"""Words that people say where the language has a sign: 大于 for ``>``, 十三以上 for ``>= 13``, 没有 for 非 or ``= 0``.

The tables, and how a word is cut at them. What is said of a row that has such words is ``wording.py``; what of a name
in which they are run together, floor 2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["AFTER", "BEFORE", "NO", "NOT", "NUMERAL", "UNIT", "apart_number", "without_unit"]

# What stands before a number.
BEFORE: Mapping[str, str] = MappingProxyType(
    {
        spelling: sign
        for sign, spellings in {
            ">=": "大于等于 大于或等于 大于或者等于 不小于 不少于 不低于 至少 最少 起码 达到 满",
            "<=": "小于等于 小于或等于 小于或者等于 不大于 不多于 不超过 不高于 至多 最多",
            ">": "大于 多于 超过 高于 多过",
            "<": "小于 少于 不到 不足 低于 不满",
            "!=": "不等于 不是 不为",
            "=": "等于 是 为 正好 刚好 恰好",
        }.items()
        for spelling in spellings.split()
    }
)
# What stands behind one.
AFTER: Mapping[str, str] = MappingProxyType(
    {
        "以上": ">=",
        "或以上": ">=",
        "及以上": ">=",
        "起": ">=",
        "以下": "<=",
        "或以下": "<=",
        "及以下": "<=",
        "以内": "<=",
    }
)
NOT = frozenset({"不是", "并非", "不"})
NO = frozenset({"没有", "没", "无"})
NUMERAL = "[0-9一二三四五六七八九十〇零两百千]+"
# What is counted. 点 and 等 are units of the language too, and are not written behind a number either.
UNIT = frozenset("番 倍 分 点 等 息 囤 墩 张 门 个 块 元 局 人 次 家 胡 胡息 番数 对 种 副 只".split())  # noqa: SIM905 - words without quotes around each are read at a glance

# Compiled when a word is first cut: most files have none to cut.
_NUMBER_AND = f"({NUMERAL})(.+)"
_AND_NUMBER = f"(.+?)({NUMERAL})"


def apart_number(word: str) -> tuple[str, str] | None:
    """Return the sign and the number that a word says.

    >>> apart_number("大于10"), apart_number("十三以上"), apart_number("红牌10")
    (('>', '10'), ('>=', '十三'), None)
    """
    found = re.fullmatch(_AND_NUMBER, word)
    if found is not None and found[1] in BEFORE:
        return BEFORE[found[1]], found[2]
    found = re.fullmatch(_NUMBER_AND, word)
    return (AFTER[found[2]], found[1]) if found is not None and found[2] in AFTER else None


def without_unit(word: str) -> str | None:
    """Return the number of a word that is a number and what it counts, such as 两番; None for any other.

    >>> without_unit("两番"), without_unit("五番胡")
    ('两', None)
    """
    found = re.fullmatch(_NUMBER_AND, word)
    return found[1] if found is not None and found[2] in UNIT else None
