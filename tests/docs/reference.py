"""The tables of ``docs/language.md``, made from the tables of the program.

Run as a script it writes them into the page, between ``<!-- table NAME -->`` and ``<!-- end -->``; the suite
holds that the page has them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from phzdsl.ruleset.facts import FACTS, Fact, Scope
from phzdsl.ruleset.schema import BLOCKS, EVERY_ROW, BlockRule, ClauseRule, RowRule, Takes
from phzdsl.ruleset.vocabulary import VOCABULARY, term
from phzdsl.syntax.lexicon import KEYWORDS, Zone
from phzdsl.syntax.limits import Limits

PAGE = Path(__file__).parents[2] / "docs" / "language.md"

_MARK = re.compile(r"(<!-- table (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)

TAKES: Mapping[Takes, str] = MappingProxyType(
    {
        Takes.NOTHING: "— nothing",
        Takes.FORMULA: "一个数或算式 an amount",
        Takes.TRUTH: "一个条件 a condition",
        Takes.NAMES: "名字，几个用逗号隔开 names",
        Takes.NAME: "一个名字 a name",
        Takes.CARDS: "牌 cards",
        Takes.SHAPES: "样子，或写出来的牌 shapes, or cards",
        Takes.SIZES: "一个数，或按大小红黑写 an amount, or by size and colour",
        Takes.SEATS: "一个数，或 庄 … 闲 … an amount, or by seat",
        Takes.CHOICES: "名字，或数和范围 names, or numbers and ranges",
        Takes.CHOICE: "一个名字或数 a name or number",
        Takes.SETTINGS: "名字 = 值 names set to values",
        Takes.TEXT: "引号里的话 words in quotes",
        Takes.HAND: "牌面 a hand",
        Takes.CLAUSES: "子句词 clause words",
        Takes.SOME_NAMES: "名字，也可以不写 names, or nothing",
    }
)

GROUPS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "deck-row": ("块「牌」的行", "rows of the deck"),
        "match": ("翻出的牌配哪张", "what a turned card matches"),
        "turned": ("翻哪张", "the card that is turned"),
        "fault-event": ("在什么上犯规", "what a fault is of"),
        "seat-row": ("块「座」的行", "rows of the seats"),
        "shown-card": ("亮哪张", "the shown card"),
        "last-card": ("末张怎样", "the last card"),
        "shape": ("门子的样子", "shapes"),
        "meld": ("门子的通用名", "usual names of melds"),
        "claim": ("动作的通用名", "usual names of claims"),
        "event": ("见什么牌", "card events"),
        "into-win": ("成胡", "a claim that wins"),
        "split": ("什么时候不能拆", "when a meld may not be split"),
        "holding": ("凭什么", "holdings"),
        "bi": ("比不成时", "when 比 fails"),
        "win-row": ("块「胡」的行", "rows of the win"),
        "winners": ("几家同时能胡", "several winners"),
        "step": ("步的通用名", "usual names of steps"),
        "unit": ("单位", "units"),
        "fan-row": ("块「番」的行", "rows of a table of patterns"),
        "combine": ("番怎么合", "how patterns combine"),
        "pay-event": ("什么时候付", "when a payment is due"),
        "role": ("谁", "who"),
        "fault": ("犯规的通用名", "usual names of faults"),
        "result": ("犯规以后", "what follows a fault"),
        "session-row": ("块「局」的行", "rows of the session"),
        "settle": ("怎样结算", "settling"),
        "restart": ("重新开场", "a new session"),
        "taking": ("不要的牌", "unused draws"),
        "option-value": ("是不是", "yes or no"),
        "hand-group": ("牌面里的词", "words of a hand"),
        "by": ("牌怎么来", "how a card came"),
        "outcome": ("例子的结果", "results of an example"),
    }
)

TERMINALS: Mapping[str, str] = MappingProxyType(
    {
        "VERSION": "文件开头 head of the file",
        "SOURCES": "文件开头 head of the file",
        "VARIANT": "文件开头 head of the file",
        "INHERITS": "文件开头 head of the file",
        "BLOCK": "变体的大括号里，一块的名字 a block of the variant",
        "RANK": "块「动作」里，一级 a rank of claims",
        "OPERATION": "一行的最前面 first word of a row",
        "DROP": "一行里，去掉子句 takes clauses away",
        "HAND": "块「例」里 examples",
        "CLAUSE": "一行里，子句词 a clause",
        "KEY": "分开写几个数时 amounts by size, colour or seat",
        "AND": "条件里 conditions",
        "OR": "条件里 conditions",
        "NOT": "条件里 conditions",
        "IN": "条件里 conditions",
        "IF": "算式里 amounts",
        "THEN": "算式里 amounts",
        "ELSE": "算式里 amounts",
        "MODULO": "算式里 amounts",
        "TABLE": "算式里 amounts",
        "OTHERWISE": "算式里 amounts",
    }
)

LIMITS: Mapping[str, str] = MappingProxyType(
    {
        "characters": "一份文件多少个字 characters in a file",
        "rows": "一份文件多少行 rows in a file",
        "nesting": "括号套几层 brackets inside each other",
        "row_tokens": "一行里多少个词 words and signs in a row",
        "row_operators": "一行里多少个算术符号 operators in a row",
        "magnitude": "最大的数 greatest number",
        "depth": "上面几代 parents above a variant",
    }
)

_PLACES = ((Scope.WIN, "胡"), (Scope.CLAIM, "动"), (Scope.PAY, "付"), (Scope.SESSION, "局"))


def tables() -> dict[str, str]:
    """Return every table by name."""
    found = {"every-row": _clause_table(EVERY_ROW), "facts": _facts(), "keywords": _keywords(), "limits": _limits()}
    found |= {f"block:{block.id}": _block(block) for block in BLOCKS}
    return found | {"words": _words()}


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = (head, ("---",) * len(head), *rows)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _spelled(keyword_id: str) -> tuple[str, str]:
    """Return a clause word's two spellings as code."""
    found = next((word for word in KEYWORDS if word.id == keyword_id and word.terminal in {"CLAUSE", "HAND"}), None)
    return ("`=`", "`=`") if found is None else (f"`{found.zh}`", f"`{found.en}`")


def _clause_row(rule: ClauseRule, lead: str = "") -> tuple[str, ...]:
    zh, en = _spelled(rule.word)
    needed = " **必写 needed**" if rule.needed else ""
    return (lead + zh, en, TAKES[rule.takes], f"{rule.means_zh}{needed}", rule.means_en)


def _clause_table(rules: Iterable[ClauseRule]) -> str:
    head = ("词", "word", "后面写 takes", "意思", "meaning")
    return _table(head, (_clause_row(rule) for rule in rules))


def _block(block: BlockRule) -> str:
    rows: list[tuple[str, ...]] = []
    for rule in (*block.rows, *((block.free,) if block.free else ())):
        rows.append(_row_row(rule, block))
        rows.extend(_clause_row(clause, "· ") for clause in rule.clauses)
    return _table(("行，· 子句", "row, clause", "后面写 takes", "意思", "meaning"), rows)


def _row_row(rule: RowRule, block: BlockRule) -> tuple[str, ...]:
    known = term(block.group, rule.id) if block.group and rule.id else None
    zh, en = ("*名字自己起*", "*your own name*") if known is None else (f"**`{known.zh}`**", f"**`{known.id}`**")
    return (zh, en, TAKES[rule.takes], rule.means_zh, rule.means_en)


def _facts() -> str:
    head = ("词", "word", "意思", "meaning", *(mark for _, mark in _PLACES))
    return _table(head, (_fact_row(fact) for fact in FACTS))


def _fact_row(fact: Fact) -> tuple[str, ...]:
    after = {"cards": ("(牌)", "(cards)"), "melds": ("(门子)", "(melds)")}.get(fact.takes or "", ("", ""))
    places = ("✓" if scope in fact.scopes else "" for scope, _ in _PLACES)
    return (f"`{fact.zh}`{after[0]}", f"`{fact.id}`{after[1]}", fact.means_zh, fact.means_en, *places)


def _keywords() -> str:
    zones = {Zone.FILE: 0, Zone.VARIANT: 1, Zone.BLOCK: 2}
    words = sorted(KEYWORDS, key=lambda word: zones[word.zone])
    rows = ((f"`{word.zh}`", f"`{word.en}`", TERMINALS[word.terminal]) for word in words)
    return _table(("词", "word", "哪里用 where"), rows)


def _words() -> str:
    parts = []
    for group in dict.fromkeys(one.group for one in VOCABULARY):
        zh, en = GROUPS[group]
        rows = ((f"`{one.zh}`", f"`{one.id}`", one.means_zh, one.means_en) for one in VOCABULARY if one.group == group)
        parts.append(f"**{zh} · {en}**\n\n" + _table(("词", "word", "意思", "meaning"), rows))
    return "\n".join(parts)


def _limits() -> str:
    limits = Limits()
    rows = ((means, f"{getattr(limits, name):,}") for name, means in LIMITS.items())
    return _table(("什么 what", "至多 at most"), rows)


def filled(page: str) -> str:
    """Return a page with its tables as they should be.

    Raises:
        KeyError: the page asks for a table that there is not.
    """
    made = tables()
    return _MARK.sub(lambda mark: f"{mark[1]}\n{made[mark[2]]}\n{mark[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
