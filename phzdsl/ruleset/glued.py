"""Words that are several known words run together: 自摸且天胡 for 自摸 且 天胡."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from phzdsl.syntax.spoken import AFTER, BEFORE, NO, NOT, NUMERAL

__all__ = ["glued"]

_JOINERS = frozenset({"且", "或", "非", "在", "则", "否则"})
_SPOKEN = frozenset({*BEFORE, *AFTER, *NO, *NOT})
_NUMBER = re.compile(NUMERAL)
# Nobody runs more characters together by mistake.
_LONGEST = 60


def glued(word: str, candidates: Iterable[str], counts: Callable[[str], bool] = lambda _: True) -> str | None:
    """Cut a word that is several known words run together; None when it is not.

    >>> glued("自摸且天胡", ["自摸", "天胡"]), glued("红牌大于10", ["红牌"]), glued("红牌十三以上", ["红牌"])
    ('自摸 且 天胡', '红牌 > 10', '红牌 >= 十三')
    >>> glued("没有红牌", ["红牌"]), glued("没有自摸", ["自摸"], lambda _: False)
    ('红牌 = 0', '非 自摸')

    Args:
        word: the word.
        candidates: the names that mean something at its place.
        counts: tells whether a name is an amount and not a condition.
    """
    names = frozenset(candidates)
    parts = _parts(word, names) if len(word) <= _LONGEST else None
    if parts is None or not any(part in _JOINERS or part in _SPOKEN for part in parts):
        return None
    said: list[str] = []
    for at, part in enumerate(parts):
        before, after = parts[at - 1] if at else "", parts[at + 1] if at + 1 < len(parts) else ""
        if part in AFTER and _NUMBER.fullmatch(before):
            said.insert(-1, AFTER[part])
        elif before in NO and part in names and counts(part):
            said[-1:] = [part, "= 0"]
        elif part in NO or (part in NOT and after in names):
            said.append("= 0" if before in names and not after else "非")
        elif part in BEFORE:
            said.append(BEFORE[part])
        elif part in names or part in _JOINERS or _NUMBER.fullmatch(part):
            said.append(part)
        else:
            return None
    return " ".join(said)


def _parts(word: str, names: frozenset[str]) -> list[str] | None:
    """Cut a word at the longest known words and at numbers; None when something is left over."""
    parts: list[str] = []
    rest = word
    while rest:
        known = max((one for one in (*names, *_JOINERS, *_SPOKEN) if rest.startswith(one)), key=len, default="")
        number = _NUMBER.match(rest)
        part = number[0] if number is not None and len(number[0]) > len(known) else known
        if not part:
            return None
        parts.append(part)
        rest = rest.removeprefix(part)
    return parts
