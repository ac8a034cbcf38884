"""Good texts: what each way of writing means, and that full-width and English mean the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from phzdsl.syntax import nodes
from phzdsl.syntax.build import Builder
from phzdsl.syntax.grammar import grammar
from phzdsl.syntax.parse import parse
from phzdsl.text.source import Source

RULES = sorted((Path(__file__).parents[2] / "rules").glob("*.phz"))


def tree_of(text: str) -> nodes.VariantNode:
    """Return the variant of a text in which nothing may be wrong."""
    parsed = parse(Source("x", text))
    assert [(found.code, found.span.text) for found in parsed.diagnostics] == []
    assert parsed.tree.variant is not None
    return parsed.tree.variant


def rows_of(rows: str) -> tuple[nodes.RowNode, ...]:
    """Return the rows of a block."""
    return tree_of(f"变体 x {{\n番 {{\n{rows}\n}}\n}}\n").blocks[0].rows()


def value_of(text: str) -> nodes.Argument:
    """Return an expression."""
    (row,) = rows_of(f"x 计 {text}")
    ((value,),) = (clause.arguments for clause in row.clauses)
    return value


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_shipped_rules_parse(path: Path) -> None:
    """The rules that ship have no fault of their text, and every node's place holds what it says."""
    variant = tree_of(path.read_text("utf-8"))
    for block in variant.blocks:
        for row in block.rows():
            assert row.span.text.startswith(row.operation.span.text if row.operation else row.name.text)
            assert row.name.span.text == row.name.text
            for clause in row.clauses:
                assert row.span.start < clause.span.start <= clause.span.end <= row.span.end
                assert clause.span.text.startswith(clause.word.span.text)


@pytest.mark.parametrize(
    ("full", "half"),
    [
        ("增　甲　当（红牌＞＝１０）计　１５", "增 甲 当 (红牌 >= 10) 计 15"),
        ("增 甲 计 ３×（２－１）÷２＋１；删 乙", "增 甲 计 3*(2-1)/2+1; 删 乙"),
        ("增 甲 当 大字 在 【３，４～８】", "增 甲 当 大字 在 [3, 4..8]"),
        ("增 甲 当 大字 在 ［３、４…８］", "增 甲 当 大字 在 [3, 4..8]"),
        ("增 甲 计 查 息 [０：２，其他：０]", "增 甲 计 查 息 [0: 2, 其他: 0]"),
        ("增 甲 ＝ 息 ＾ ２ 注 “话” ＠s0.a", '增 甲 = 息 ^ 2 注 "话" @s0.a'),
        (
            "增 甲 当 息 ＝ ３ 且 息 ！＝ ４ 且 息 ≠ ５ 且 息 ≤ ６ 且 息 ＜＝ ７",
            "增 甲 当 息 = 3 且 息 != 4 且 息 != 5 且 息 <= 6 且 息 <= 7",
        ),
        ("增 甲 注 「话」", '增 甲 注 "话"'),
        ("add 甲 when 红牌 >= 10 and not 自摸 scores 2 mod 3", "增 甲 当 红牌 >= 10 且 非 自摸 计 2 余 3"),
        ("add 甲 计 if 自摸 then 1 否则 2 replaces 乙", "增 甲 计 若 自摸 则 1 否则 2 代替 乙"),
    ],
)
def test_spellings_mean_the_same(full: str, half: str) -> None:
    """Full-width signs, other signs of one meaning, and English words give the same tree."""
    assert rows_of(full) == rows_of(half)


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("增 甲\n当 自摸\n计 2\n@s0.a", "增 甲 当 自摸 计 2 @s0.a"),
        ("增 甲 计 2 +\n3 ×\n4", "增 甲 计 2 + 3 × 4"),
        ("增 甲 计 2\n+ 3", "增 甲 计 2 + 3"),
        ("增 甲 当 自摸\n且 天胡", "增 甲 当 自摸 且 天胡"),
        ("增 甲 当 自摸 且\n天胡", "增 甲 当 自摸 且 天胡"),
        ("增 甲 计 (\n2\n+ 3\n)", "增 甲 计 (2 + 3)"),
        ("增 甲 计 查 息 [\n0: 2,\n其他: 0,\n]", "增 甲 计 查 息 [0: 2, 其他: 0]"),
        ('增 甲 注\n"话"', '增 甲 注 "话"'),
        ("增 甲 代替 乙,\n丙 # 说明\n\n计 3", "增 甲 代替 乙, 丙 计 3"),
    ],
)
def test_rows_go_on(broken: str, whole: str) -> None:
    """A row goes on in the next line where it plainly does."""
    assert rows_of(broken) == rows_of(whole)


@pytest.mark.parametrize(
    "rows", ["增 甲\n增 乙", "甲\n乙", "增 甲;乙", "增 甲 ；；\n； 乙", "增 甲 选 3..\n乙 选 1", "甲 = 1\n乙 = 2"]
)
def test_rows_end(rows: str) -> None:
    """A line end or a semicolon ends a row otherwise, an open range too."""
    assert [row.name.text for row in rows_of(rows)] == ["甲", "乙"]


def test_ranks_end_their_rows() -> None:
    """Behind the brace of a rank the next one may begin on the same line."""
    block = tree_of("变体 x {\n动作 { 级 { 甲 } 级 { 乙; 丙 } 移 丁 前于 甲\n级 {\n} }\n}\n").blocks[0]
    assert [row.name.text for row in block.rows()] == ["甲", "乙", "丙", "丁"]
    assert [type(entry).__name__ for entry in block.entries] == ["RankNode", "RankNode", "RowNode", "RankNode"]


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("1 + 2 × 3", "1 + (2 × 3)"),
        ("1 - 2 - 3", "(1 - 2) - 3"),
        ("8 ÷ 2 × 3 余 5", "((8 ÷ 2) × 3) 余 5"),
        ("-2 ^ 2", "(-2) ^ 2"),
        ("甲 或 乙 且 丙", "甲 或 (乙 且 丙)"),
        ("非 甲 = 1 且 乙", "(非 (甲 = 1)) 且 乙"),
        ("若 甲 则 1 否则 若 乙 则 2 否则 3 + 4", "若 甲 则 1 否则 (若 乙 则 2 否则 (3 + 4))"),
        ("甲 + 1 在 3..4 + 5", "(甲 + 1) 在 3..(4 + 5)"),
    ],
)
def test_what_binds_tighter(text: str, grouped: str) -> None:
    """Operators bind as on paper; parentheses that say the same change nothing."""
    assert value_of(text) == value_of(grouped)


def test_keys_are_names_elsewhere() -> None:
    """小, 大, 庄 and the like are keys before a value, and names where no value follows or a row begins."""
    rows = rows_of(
        "大\n增 庄 计 1\n红 二七十\n甲 值 小 1 大 -2 庄 (3) 闲 若 自摸 则 1 否则 2\n乙 当 庄 且 自摸\n丙 出 庄 入 闲"
    )
    assert [row.name.text for row in rows] == ["大", "庄", "红", "甲", "乙", "丙"]
    assert [keyed.key.id for keyed in rows[3].clauses[0].keyed] == ["small", "big", "dealer", "other"]
    assert [clause.arguments for clause in rows[5].clauses] == [
        (nodes.Name("庄", span=rows[5].span),),
        (nodes.Name("闲", span=rows[5].span),),
    ]


def test_words_are_reserved_only_in_their_zone() -> None:
    """A block word inside a block, and a clause word outside, are names."""
    variant = tree_of("版本 一\n变体 当 “变体” 继承 计 {\n预设 增 {\n变体 = 继承\n番 = 3\n}\n}\n")
    assert variant.name.text == "当"
    assert variant.parent == nodes.Name("计", span=variant.span)
    assert variant.blocks[0].name == nodes.Name("增", span=variant.span)
    assert [row.name.text for row in variant.blocks[0].rows()] == ["变体", "番"]


def test_headers() -> None:
    """Version and source lists stand before the variant, in any order; numbers may be Chinese."""
    tree = parse(Source("x", '出处 "a.toml"\n版本 十二\nsources “b.toml”\n变体 x {}')).tree
    assert tree.version is not None
    assert tree.version.value == 12
    assert [source.text for source in tree.sources] == ["a.toml", "b.toml"]


def test_comments_are_kept() -> None:
    """Comments are in the tree, without blanks at their ends, wherever they stand."""
    tree = parse(Source("x", "# a \n变体 x { ＃b\n番 { # c\n甲 # d\n计 (1 # e\n)\n} }\n# f")).tree
    assert [comment.text for comment in tree.comments] == ["# a", "＃b", "# c", "# d", "# e", "# f"]


def test_places() -> None:
    """The place of a construct is from its first character to its last."""
    (row,) = rows_of("增 甲  当 大字 在 [3, 4..8] 且 (红牌 = 1)  去 计, 注  @s0.a")
    assert row.span.text == "增 甲  当 大字 在 [3, 4..8] 且 (红牌 = 1)  去 计, 注  @s0.a"
    both = row.clauses[0].arguments[0]
    assert isinstance(both, nodes.Combined)
    assert [operand.span.text for operand in both.operands] == ["大字 在 [3, 4..8]", "(红牌 = 1)"]
    assert [word.id for word in row.dropped] == ["scores", "remark"]
    assert [cite.id for cite in row.cites] == ["s0.a"]


def test_every_rule_of_the_grammar_has_a_maker() -> None:
    """Each rule of the grammar is finished by a method of the builder, or hands on its only part."""
    builder = Builder(Source("x", ""))
    for name, size in zip(grammar().makers, grammar().sizes, strict=True):
        assert (builder.maker(name) is None) == (name == "")
        assert name or size == 1
