"""Rows written anew from the model: a file of them has the rules that it was written from, in either language."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from phzdsl.analysis.changes import changes
from phzdsl.analysis.stated import statements
from phzdsl.cli.names import block_name
from phzdsl.ruleset.library import load, loads, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.text.diagnostics import Language
from tests.ruleset.support import child

RANK = re.compile(r" (?:级|rank) (\d+) ")


def sheet(ruleset: Ruleset, language: Language) -> str:
    """Write a whole file of the statements of a room's rows, claims by their ranks."""
    said = {path: words.in_language(language) for path, words in statements(ruleset).items()}
    rows = [row for row in ruleset.rows if row.path in said]
    blocks = []
    for block, held in groupby(rows, key=lambda row: row.block):
        lines = [said[row.path] for row in held]
        if block == "claims":
            lines = list(ranked(lines, language))
        inside = "".join(f"    {line}\n" for line in lines)
        blocks.append(f"  {block_name(block, language)} {{\n{inside}  }}\n")
    version, variant = ("版本", "变体") if language is Language.ZH else ("version", "variant")
    return f'{version} 1\n{variant} t "t" {{\n{"".join(blocks)}}}\n'


def ranked(lines: list[str], language: Language) -> list[str]:
    """Put claims of one rank between braces."""
    word = "级" if language is Language.ZH else "rank"
    found: list[str] = []
    for rank, held in groupby(lines, key=found_rank):
        rows = [RANK.sub(" ", line, count=1) for line in held]
        found += rows if rank is None else [f"{word} {{", *rows, "}"]
    return found


def found_rank(line: str) -> str | None:
    """Return the rank that the statement of a claim names, None for a bar."""
    found = RANK.search(line)
    return None if found is None else found[1]


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("language", Language)
def test_statements_are_the_rules(name: str, language: Language) -> None:
    """The statements of a shipped variant, as a file without a parent, have the same rules and the same local names."""
    room = bind(load(name))
    assert changes(room, loads(sheet(room, language))) == ()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "body",
    [
        "番 { 增 甲 当 非 (自摸 且 庄家) 或 末张 计 2 - (红牌 - 3) × 2 ^ 2 }",
        "番 { 增 甲 当 红牌 在 [1..3, 7, 9..] 计 (若 自摸 则 3 否则 1) + 2 }",
        "番 { 增 甲 当 (红牌 + 大字) ÷ 3 × 2 余 5 = 1 计 最大(1, 最小(红牌, 5) - 1) }",
        "番 { 增 甲 当 数(碰, 偎) >= 2 计 查 大字 [..4: 1, [5, 7..8]: 2, 9: 1, 其他: 若 末张 则 4 否则 3] }",
        "番 { 增 甲 当 张(一, 壹) >= 3 且 胡在(偎, 提) 计 -1 + 5 }",
        "番 { 增 甲 当 自摸 计 2 代替 乙；增 乙 当 非 甲 或 甲 = 自摸 计 1 } 番 丙 { 增 合并 相乘 单位 点；增 封顶 9；增 丁 当 末张 计 3 }",
        "门子 { 改 碰 值 黑 1 红 2；改 偎 值 小黑 1 小红 2 大黑 3 大红 4；增 怪 一五十, 一一壹 手中 桌上 值 1 至多 2 }",
        "付 { 增 跑赔 于 跑 出 打者 入 本人 计 次序(跑, 提) × 2 当 打来 }",
    ],
)
def test_statements_of_every_form(body: str, language: Language) -> None:
    """Brackets, ranges, tables, lists of melds and values by colour are written so that they mean what they meant."""
    room = bind(loads(child(body.replace("；", "\n"))))
    assert changes(room, loads(sheet(room, language))) == ()
