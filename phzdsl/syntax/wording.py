"""Slips of people who write a row as they would say it: words for signs, units behind numbers, a clause word left out.

As in ``slips.py`` each look is a function that knows one slip.
"""

from __future__ import annotations

from collections.abc import Callable

from phzdsl.cards import parse_number
from phzdsl.syntax.lexicon import Zone, keyword
from phzdsl.syntax.spoken import AFTER, BEFORE, NO, NOT, UNIT, apart_number
from phzdsl.syntax.stuck import ENDS, Slip, Stuck, put
from phzdsl.syntax.tokens import Token, in_english
from phzdsl.text.diagnostics import Bilingual, Edit, Fix
from phzdsl.text.source import Span

__all__ = ["WORDING_LOOKS", "in_condition"]

Look = Callable[[Stuck], Slip | None]

_NAMES = frozenset({"NAME", "GLUED"})
_NUMBERS = frozenset({"NUMBER", "DIGITS"})
_VALUES = frozenset({"NAME", "NUMBER", "DIGITS", "RPAREN", "RBRACKET"})
_COMPARES = frozenset({"COMPARE", "EQUALS"})
_TO = frozenset({"到", "至"})
_SCORED = frozenset({"番", "fan", "付", "pay"})
# What a name of an amount ends with, where the name tells.
_AMOUNT = ("牌", "字", "数", "息", "番", "等", "门", "张", "家", "次", "s", "count", "xi")
# The row of the minimum, what it is a minimum of, and the block in which it stands.
_MINIMUM = frozenset({"起胡", "minimum"})
_XI = frozenset({"息", "胡息", "胡", "xi"})
_WIN = frozenset({"胡", "win"})
_SIGNS = {"≤": "<=", "≥": ">=", "＜＝": "<=", "＞＝": ">=", "＜": "<", "＞": ">"}
_CHAIN = 3


# ---------------------------------------------------------------- names that are none


def _number_as_name(stuck: Stuck) -> Slip | None:
    """Look for ``增 三十``, ``增 一五十``: what is read as a number or as cards cannot name a row."""
    token, before = stuck.token, stuck.before
    begins = before is None or before.kind == "OPERATION"
    if token.kind not in _NUMBERS or not begins or "NAME" not in stuck.accepts:
        return None
    number = token.kind == "NUMBER" or parse_number(token.text) is not None
    what = Bilingual("数", "a number") if number else Bilingual("牌", "cards")
    instead = f"满{token.text}" if number else f"{token.text}句"
    slip = stuck.slip("S138", fixes=(put(token.span, instead),), name=token.text, what=what)
    return stuck.replaced(slip, token.turned("NAME"))


# ---------------------------------------------------------------- words for signs


def _said(stuck: Stuck, places: tuple[int, int], word: str, text: str, *tokens: Token) -> Slip:
    """Return the slip of words that stand for signs, from one place to another: what they are, and what was meant."""
    first, last = places
    span = stuck.tokens[first].span.to(stuck.tokens[last].span)
    slip = stuck.slip("S131", span=span, fixes=(put(span, text),), word=word, sign=text)
    return stuck.replaced(slip, *tokens, at=first, count=last - first + 1)


def _sign(stuck: Stuck, sign: str) -> Token:
    return stuck.made("EQUALS" if sign == "=" else "COMPARE", sign)


def _word_for_sign(stuck: Stuck) -> Slip | None:
    """Look for ``红牌 大于 10``, ``红牌 不是 3``, ``红牌 没有``."""
    token, text = stuck.token, stuck.token.text
    if token.kind not in _NAMES or "COMPARE" not in stuck.accepts:
        return None
    last = stuck.at
    if text in {"大于", "小于"} and _text(stuck, 1) in {"等于", "或等于"}:
        last += 1
        text += "等于"
    if text in BEFORE and stuck.tokens[last + 1].kind not in ENDS:
        return _said(stuck, (stuck.at, last), text, BEFORE[text], _sign(stuck, BEFORE[text]))
    if text in NO and stuck.tokens[last + 1].kind in {*ENDS, "CLAUSE", "AND", "OR", "RPAREN"}:
        return _said(stuck, (last, last), text, "= 0", _sign(stuck, "="), stuck.made("NUMBER", "0"))
    apart = apart_number(text)
    if apart is None:
        return None
    sign, number = apart
    kind = "NUMBER" if number.isdecimal() else "DIGITS"
    return _said(stuck, (last, last), text, f"{sign} {number}", _sign(stuck, sign), Token(kind, number, token.span))


def _word_behind_number(stuck: Stuck) -> Slip | None:
    """Look for ``红牌 13 以上``, ``红牌 >= 13 以上``, ``红牌 10 到 12``."""
    token, before = stuck.token, stuck.before
    if token.kind in _NUMBERS and "COMPARE" in stuck.accepts:
        word = _text(stuck, 1)
        if word in AFTER:
            sign = AFTER[word]
            return _said(stuck, (stuck.at, stuck.at + 1), word, f"{sign} {token.text}", _sign(stuck, sign), token)
        return _from_to(stuck)
    if token.kind in _NAMES and token.text in AFTER and before is not None and before.kind in _NUMBERS:
        first = stuck.at - 2
        if stuck.tokens[first].kind in _COMPARES:
            sign = AFTER[token.text]
            return _said(stuck, (first, stuck.at), token.text, f"{sign} {before.text}", _sign(stuck, sign), before)
    return None


def _from_to(stuck: Stuck) -> Slip | None:
    token, word = stuck.token, _text(stuck, 1)
    following = stuck.tokens[stuck.at + 2] if word in _TO else None
    end = following.text if following is not None and following.kind in _NUMBERS else word[1:]
    if word[:1] not in _TO or (following is None and parse_number(end) is None and not end.isdecimal()):
        return None
    high = Token("NUMBER" if end.isdecimal() else "DIGITS", end, token.span)
    tokens = (stuck.made("IN", "在"), token, stuck.made("DOTS", ".."), high)
    last = stuck.at + (1 if following is None else 2)
    return _said(stuck, (stuck.at, last), word[0], f"{_in(stuck)} {token.text}..{end}", *tokens)


def _negated(stuck: Stuck) -> Slip | None:
    """Look for ``不是 自摸``, ``没有 红牌``."""
    before, token = stuck.before, stuck.token
    if before is None or before.kind != "NAME" or before.text not in NOT | NO or token.kind not in {"NAME", "LPAREN"}:
        return None
    if stuck.at - 2 >= stuck.row and stuck.tokens[stuck.at - 2].kind in _VALUES:
        return None
    denial = "not" if in_english(stuck.source) else "非"
    end = _end_of_value(stuck)
    value = stuck.source.text[token.span.start : stuck.tokens[end].span.end]
    truth = Fix(Bilingual(f"{denial} {value}", f"`{denial} {value}`"), (Edit(before.span, denial),))
    gap = Span(stuck.source, before.span.start, token.span.start)
    close = stuck.tokens[end].span.end
    edits = (Edit(gap, ""), Edit(Span(stuck.source, close, close), " = 0"))
    none = Fix(Bilingual(f"{value} = 0", f"`{value} = 0`"), edits)
    amount = before.text in NO and (end > stuck.at or token.text.endswith(_AMOUNT))
    fixes = (truth,) if before.text in NOT else (none,) if amount else (truth, none)
    slip = stuck.slip("S131", span=before.span, fixes=fixes, word=before.text, sign="= 0" if amount else denial)
    if not amount:
        return stuck.replaced(slip, before.turned("NOT"), at=stuck.at - 1, sure=before.text in NOT)
    zero = [_sign(stuck, "="), stuck.made("NUMBER", "0")]
    whole = stuck.tokens[stuck.at : end + 1]
    return stuck.replaced(slip, *whole, *zero, at=stuck.at - 1, count=end - stuck.at + 2, sure=False)


def _end_of_value(stuck: Stuck) -> int:
    """Return the index of the last token of the name or call that is stuck at."""
    if stuck.token.kind != "LPAREN" and stuck.tokens[stuck.at + 1].kind != "LPAREN":
        return stuck.at
    level = 0
    for place in range(stuck.at, len(stuck.tokens)):
        kind = stuck.tokens[place].kind
        level += (kind == "LPAREN") - (kind == "RPAREN")
        if kind in ENDS or (level == 0 and kind == "RPAREN"):
            return place if kind == "RPAREN" else stuck.at
    return stuck.at


def _chained(stuck: Stuck) -> Slip | None:
    """Look for ``10 <= 红牌 <= 12``."""
    first = stuck.at - _CHAIN
    if stuck.token.kind not in _COMPARES or first < stuck.row or stuck.tokens[stuck.at - 2].kind not in _COMPARES:
        return None
    low, _, name, _, high = stuck.tokens[first : first + 5]
    signs = [_SIGNS.get(stuck.tokens[at].text, stuck.tokens[at].text) for at in (stuck.at - 2, stuck.at)]
    ends = [_number(low), _number(high)]
    if {sign[0] for sign in signs} not in ({"<"}, {">"}) or None in ends or name.kind != "NAME":
        return stuck.slip("S136", text=stuck.tokens[stuck.at - 1].text)
    steps = [sign in {"<", ">"} for sign in signs]
    rising = signs[0][0] == "<"
    least, most = [(end or 0) + step * (1 if rising == (at == 0) else -1)
                   for at, (end, step) in enumerate(zip(ends, steps, strict=True))]  # fmt: skip
    least, most = (least, most) if rising else (most, least)
    span = low.span.to(high.span)
    text = f"{name.text} {_in(stuck)} {least}..{most}"
    slip = stuck.slip("S136", span=span, fixes=(put(span, text),), text=name.text)
    tokens = [name, stuck.made("IN", "在"), stuck.made("NUMBER", str(least)), stuck.made("DOTS", ".."),
              stuck.made("NUMBER", str(most))]  # fmt: skip
    return stuck.replaced(slip, *tokens, at=first, count=5)


def _number(token: Token) -> int | None:
    if token.kind == "NUMBER":
        return int(token.text)
    return parse_number(token.text) if token.kind == "DIGITS" else None


def _least_xi(stuck: Stuck) -> Slip | None:
    """Look for ``起胡 12 息``: the minimum is a condition."""
    token, before = stuck.token, stuck.before
    if token.kind != "NAME" or token.text not in _XI or before is None or before.kind not in _NUMBERS:
        return None
    named = stuck.tokens[stuck.at - 2]
    if named.text not in _MINIMUM or stuck.at - 2 not in {stuck.row, stuck.row + 1} or _block(stuck) not in _WIN:
        return None
    xi = "xi" if in_english(stuck.source) else "息"
    tokens = (Token("NAME", xi, token.span), _sign(stuck, ">="), before)
    said = f"{before.text} {token.text}"
    return _said(stuck, (stuck.at - 1, stuck.at), said, f"{xi} >= {before.text}", *tokens)


# ---------------------------------------------------------------- words and signs too many


def _unit(stuck: Stuck) -> Slip | None:
    """Look for ``计 4 番``: what is counted is stated by the table or step, not behind each number."""
    token, before = stuck.token, stuck.before
    if token.kind != "NAME" or before is None or before.kind not in _NUMBERS or token.text not in UNIT:
        return None
    gap = Span(stuck.source, before.span.end, token.span.end)
    fix = Fix(Bilingual(before.text, f"`{before.text}`"), (Edit(gap, ""),))
    return stuck.replaced(stuck.slip("S134", fixes=(fix,), unit=token.text))


def _leading_sign(stuck: Stuck) -> Slip | None:
    """Look for ``计 ×2`` and ``计 +2``."""
    token, before = stuck.token, stuck.before
    if token.kind not in {"TIMES", "PLUS"} or before is None or before.kind != "CLAUSE":
        return None
    fix = Fix(Bilingual(f"删去 {token.text}", f"leave out {token.text}"), (Edit(token.span, ""),))
    return stuck.replaced(stuck.slip("S135", fixes=(fix,), sign=token.text))


def _colon(stuck: Stuck) -> Slip | None:
    """Look for ``增 点胡: 当``; in a count, ``底: 等`` more likely lacks its ``=``."""
    token, before = stuck.token, stuck.before
    if token.kind != "COLON" or before is None:
        return None
    named = before.kind == "NAME" and stuck.at - 1 == stuck.row + (stuck.tokens[stuck.row].kind == "OPERATION")
    counted = _block(stuck) in {"计", "count"} and stuck.tokens[stuck.at + 1].kind != "CLAUSE"
    if before.kind not in {"CLAUSE", "HAND"} and (not named or counted):
        return None
    fix = Fix(Bilingual("删去冒号", "leave it out"), (_out(token),))
    return stuck.replaced(stuck.slip("S133", fixes=(fix,), sign=token.text, word=before.text))


def _keyed_comma(stuck: Stuck) -> Slip | None:
    """Look for ``庄 15, 闲 14``."""
    following = keyword(stuck.tokens[stuck.at + 1].text, Zone.BLOCK) if stuck.token.kind == "COMMA" else None
    if following is None or following.terminal != "KEY" or "KEY" not in stuck.accepts:
        return None
    key = next((one.text for one in reversed(stuck.tokens[stuck.row : stuck.at]) if one.kind == "KEY"), "")
    fix = Fix(Bilingual("删去逗号", "leave it out"), (_out(stuck.token),))
    second = following.en if key.isascii() else following.zh
    return stuck.replaced(stuck.slip("S137", fixes=(fix,), first=key, second=second))


def _out(token: Token) -> Edit:
    """Return the edit that leaves out a sign, but keeps the words beside it apart."""
    after = token.span.source.text[token.span.end : token.span.end + 1]
    return Edit(token.span, "" if after.isspace() else " ")


# ---------------------------------------------------------------- a word left out


def _missing_word(stuck: Stuck) -> Slip | None:
    """Look for ``当 红牌 = 0 2`` and ``红牌 = 0 2``, numbers for which 计 is missing, and ``当 红牌 10``, which lacks a sign."""
    token, before = stuck.token, stuck.before
    if token.kind not in _NUMBERS or before is None or before.kind not in _VALUES:
        return None
    if not in_condition(stuck) and not _bare_condition(stuck):
        return None
    following = stuck.tokens[stuck.at + 1]
    if following.kind not in {*ENDS, "CLAUSE", "CITE", "AND", "OR"} and following.text not in UNIT:
        return None
    scores = "scores" if in_english(stuck.source) else "计"
    due = _block(stuck) in _SCORED and not _has_clause(stuck, "scores")
    compared = "COMPARE" in stuck.accepts and before.kind in {"NAME", "RPAREN"}
    signs = tuple(put(token.span, f"{sign} {token.text}") for sign in (">=", "=")) if compared else ()
    if due and not (compared and before.text.endswith(_AMOUNT)):
        fixes = (put(token.span, f"{scores} {token.text}"), *signs)
        slip = stuck.slip("S132", fixes=fixes, text=token.text, word=Bilingual("计", "scores"))
        return stuck.replaced(slip, stuck.made("CLAUSE", scores), token)
    if not signs:
        return None
    slip = stuck.slip("S119", fixes=signs, before=before.text, after=token.text)
    return stuck.replaced(slip, _sign(stuck, ">="), token, sure=False)


def in_condition(stuck: Stuck) -> bool:
    """Tell whether what is stuck stands in a condition."""
    last = next((one for one in reversed(stuck.tokens[stuck.row : stuck.at]) if one.kind == "CLAUSE"), None)
    return last is not None and last.text in {"当", "when"}


def _bare_condition(stuck: Stuck) -> bool:
    """Tell whether a comparison stands right behind the name of a row that has no word so far: 当 is missing too."""
    kinds = {one.kind for one in stuck.tokens[stuck.row : stuck.at]}
    return _block(stuck) in _SCORED and "CLAUSE" not in kinds and not kinds.isdisjoint(_COMPARES)


def _has_clause(stuck: Stuck, word: str) -> bool:
    end = stuck.row
    while stuck.tokens[end].kind not in ENDS:
        known = keyword(stuck.tokens[end].text, Zone.BLOCK) if stuck.tokens[end].kind == "CLAUSE" else None
        if known is not None and known.id == word:
            return True
        end += 1
    return False


def _block(stuck: Stuck) -> str:
    """Return the word of the block in which the row stands."""
    return next((one.text for one in reversed(stuck.tokens[: stuck.row]) if one.kind == "BLOCK"), "")


def _text(stuck: Stuck, further: int) -> str:
    """Return the text of a name that follows, empty where another token does."""
    following = stuck.tokens[min(stuck.at + further, len(stuck.tokens) - 1)]
    return following.text if following.kind in _NAMES else ""


def _in(stuck: Stuck) -> str:
    return "in" if in_english(stuck.source) else "在"


WORDING_LOOKS: tuple[Look, ...] = (
    _number_as_name,
    _word_for_sign,
    _word_behind_number,
    _negated,
    _chained,
    _least_xi,
    _unit,
    _leading_sign,
    _colon,
    _keyed_comma,
    _missing_word,
)
