"""The digest of a ruleset: the same for rules that mean the same, another for any rule that does not."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from phzdsl.ruleset.export import SCHEMA, digest, export, row_digests
from phzdsl.ruleset.library import load, loads, rules_folder, shipped
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.ruleset.vocabulary import translate
from phzdsl.syntax.format import format_file
from phzdsl.syntax.parse import parse
from phzdsl.text.diagnostics import Language
from phzdsl.text.source import Source
from tests.ruleset.support import child

ROWS = """
牌 {
  增 醒 配 上张, 本张
}
动作 {
  移 胡   前于 提
  增 自吃 见 自摸 成 句, 顺 可 比 不给 同级 吃
  增 一禁 禁 吃 当 己打过
  增 二禁 禁 碰 当 过碰
}
番 {
  改 合并 相加
  增 红胡 当 红牌 >= 10 且 自摸 计 红牌 + 2 + 大字
  增 乌胡 当 红牌 = 0 计 5
}
付 {
  改 胡牌 计 底 + 本方注
  增 荒赔 于 荒庄 出 庄家 入 各家 计 最大(2, 连荒)
}
局 {
  增 飘 选 0, 1, 2
  增 局数 8
}
"""


def of(body: str) -> Ruleset:
    """Return the ruleset of a child of the common rules; what is remarked of it does not matter here."""
    return loads(child(body))


def changed(before: str, after: str) -> set[str]:
    """Return the rows that a change of the text gives another meaning."""
    assert before in ROWS
    one, other = row_digests(of(ROWS)), row_digests(of(ROWS.replace(before, after)))
    return {path for path in one.keys() | other.keys() if one.get(path) != other.get(path)}


def turned(path: Path, language: Language) -> str:
    """Return a shipped file with the keywords of a language."""
    parsed = parse(Source(path.name, path.read_text("utf-8")))
    return format_file(parsed, language, partial(translate, to_chinese=language is Language.ZH))


# ---------------------------------------------------------------- what does not count


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("language", Language)
def test_language_does_not_count(name: str, language: Language) -> None:
    """A shipped variant turned into either language's keywords has the digest it had."""
    text = turned(rules_folder() / f"{name}.phz", language)
    assert digest(loads(text)) == digest(load(name))


def test_the_line_of_parents_does_not_count(tmp_path: Path) -> None:
    """Rows moved from a child into a parent of its own mean the same, whoever states them."""
    above, below = ROWS.split("付 {")
    (tmp_path / "t.phz").write_text(child("付 {" + below, '"above.phz"'), "utf-8")
    (tmp_path / "above.phz").write_text(child(above).replace("变体 t ", "变体 above "), "utf-8")
    moved = load(tmp_path / "t.phz")
    assert (len(moved.line), moved.id) == (3, "t")
    assert digest(moved) == digest(of(ROWS))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "  增 一禁 禁 吃 当 己打过\n  增 二禁 禁 碰 当 过碰\n",
            "  增 二禁 禁 碰 当 过碰\n  增 一禁 禁 吃 当 己打过\n",
        ),
        (
            "  增 红胡 当 红牌 >= 10 且 自摸 计 红牌 + 2 + 大字\n  增 乌胡 当 红牌 = 0 计 5\n",
            "  增 乌胡 当 红牌 = 0 计 5\n  增 红胡 当 红牌 >= 10 且 自摸 计 红牌 + 2 + 大字\n",
        ),
        ("  增 飘 选 0, 1, 2\n  增 局数 8\n", "  增 局数 八\n  增 飘 选 0..2\n"),
        ("红牌 >= 10 且 自摸", "自摸 且 10 <= 红牌"),
        ("红牌 + 2 + 大字", "大字 + (2 + 红牌)"),
        ("红牌 = 0", "0 = 红牌"),
        ("配 上张, 本张", "配 本张, 上张"),
        ("最大(2, 连荒)", "最大(连荒, 2)"),
        ("计 5", '计 5 名 "黑胡" 注 "没有红的" @s0.quan-hei'),
        ("见 自摸 成 句, 顺 可", "可 成 句, 顺 见 自摸"),
    ],
)
def test_spelling_and_idle_order_do_not_count(before: str, after: str) -> None:
    """Remarks, names for people, sides of a sum and rows whose order decides nothing leave the digest as it was."""
    assert changed(before, after) == set()


def test_examples_do_not_count() -> None:
    """What a variant gives as examples is no rule of it."""
    example = "例 {\n  短 牌面 手 一二三 / 胡 三 得 不胡\n}\n"
    assert digest(of(ROWS + example)) == digest(of(ROWS))


def test_an_option_that_is_settled_does_not_count() -> None:
    """A room's rules are those that its options settle on, with or without the option."""
    option = "选项 {\n  增 几番 选 5, 6 默认 5\n}\n"
    asking = of(option + ROWS.replace("计 5", "计 几番"))
    assert digest(bind(asking)) == digest(bind(of(ROWS)))
    assert digest(bind(asking, {"几番": 6})) != digest(bind(of(ROWS)))
    assert digest(asking) != digest(of(ROWS))


# ---------------------------------------------------------------- what counts


@pytest.mark.parametrize(
    ("before", "after", "rows"),
    [
        ("计 5", "计 0", {"fan/乌胡"}),
        ("红牌 = 0", "红牌 <= 0", {"fan/乌胡"}),
        ("红牌 >= 10", "红牌 > 10", {"fan/红胡"}),
        ("改 合并 相加", "改 合并 最高", {"fan/combine"}),
        ("出 庄家 入 各家", "出 各家 入 庄家", {"pay/荒赔"}),
        ("选 0, 1, 2", "选 0, 1, 3", {"session/飘"}),
        ("局数 8", "局数 16", {"session/hands"}),
        ("成 句, 顺 可", "成 顺, 句 可", {"claims/自吃"}),
        ("禁 碰 当 过碰", "禁 碰 当 过碰 或 过吃", {"claims/二禁"}),
        ("增 乌胡", "增 黑胡", {"fan/乌胡", "fan/黑胡"}),
        ("配 上张, 本张", "配 上张", {"deck/bonus"}),
    ],
)
def test_a_changed_rule_is_named(before: str, after: str, rows: set[str]) -> None:
    """A rule that means something else is another digest, and its row is the one that differs."""
    assert changed(before, after) == rows
    assert digest(of(ROWS.replace(before, after))) != digest(of(ROWS))


def test_order_that_decides_counts() -> None:
    """Where the first pattern is the one that counts, or a claim's rank decides, the order is part of the meaning."""
    first = ROWS.replace("相加", "首个")
    lines = ["  增 乌胡 当 红牌 = 0 计 5\n", "  增 红胡 当 红牌 >= 10 且 自摸 计 红牌 + 2 + 大字\n"]
    turned_round = first.replace(lines[1] + lines[0], lines[0] + lines[1])
    assert turned_round != first
    assert digest(of(turned_round)) != digest(of(first))
    assert "claims/win" in changed("移 胡   前于 提", "移 胡   后于 碰")


def test_shipped_variants_differ() -> None:
    """No two shipped variants mean the same, unbound or in the room of their defaults."""
    rulesets = [load(name) for name in shipped()]
    assert len({digest(one) for one in rulesets}) == len(rulesets)
    assert len({digest(bind(one)) for one in rulesets}) == len(rulesets)


# ---------------------------------------------------------------- the document


@pytest.mark.parametrize("name", shipped())
def test_the_document_is_whole(name: str) -> None:
    """Every row of a variant is in the document with its meaning, but for its examples, which stand by themselves."""
    ruleset = load(name)
    document = json.loads(json.dumps(export(ruleset), ensure_ascii=False))
    assert (document["schema"], document["digest"]) == (SCHEMA, digest(ruleset))
    paths = {row.path for row in ruleset.rows if row.block != "examples"}
    assert set(document["rules"]) == set(document["rows"]) == set(row_digests(ruleset)) == paths
    assert [one["title"] for one in document["examples"]] == [one.title for one in ruleset.examples]
    assert document["options"] is None


def test_a_room_has_its_options_by_name() -> None:
    """A bound ruleset states the values chosen, as words, and no choices that are left."""
    document = export(bind(load("peng"), {"基点": 3, "庄胡": "加倍"}))
    assert document["options"] == {"偎亮张": 0, "基点": 3, "庄胡": "加倍", "天胡点": 4, "坎提点": 8}
    assert not any(path.startswith("options/") for path in document["rules"])  # type: ignore[union-attr]  # a mapping, as the schema says
