"""The canonical layout: what stands in columns, what on a further line; and the files that ship are in it.

The expected texts are written by hand from the rules of layout in ``docs/language.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from phzdsl.syntax.format import format_file
from phzdsl.syntax.parse import Parsed, parse
from phzdsl.text.catalogue import codes, entry
from phzdsl.text.cells import width
from phzdsl.text.diagnostics import Language, Severity
from phzdsl.text.source import Source

ROOT = Path(__file__).parents[2]
SHIPPED = sorted([*(ROOT / "rules").glob("*.phz"), *(ROOT / "examples").glob("*.phz")])
WIDEST = 120
_FENCE = re.compile(r"^```phz\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def read(text: str) -> Parsed:
    """Parse a text in which nothing may be wrong."""
    found = parse(Source("x", text))
    assert [(fault.code, fault.span.text) for fault in found.diagnostics] == []
    return found


def squeezed(text: str) -> str:
    """Return a text with its rows on one line each, and one blank where there were several."""
    return re.sub(r" {2,}", " ", re.sub(r"\n {8,}", " ", text))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_ships_is_canonical(path: Path) -> None:
    """``phz fmt --check rules examples`` has nothing to say."""
    text = path.read_text("utf-8")
    assert format_file(read(text)) == text


def test_the_page_shows_the_layout() -> None:
    """The example on the page about layout is in it."""
    section = (ROOT / "docs" / "language.md").read_text("utf-8").partition("\n### 排版 · Layout\n")[2]
    rows = section.partition("```phz\n# 继承 common\n")[2].partition("```")[0]
    lines = "".join(f"  {line}" if line.strip() else line for line in rows.splitlines(keepends=True))
    text = f"变体 t {{\n{lines}}}\n"
    assert format_file(read(text)) == text


LAYOUTS = {
    "a kind of clause is a column, and so are the citations": """\
变体 x {
  番 {
    改 合并    相加  单位 点
    改 天胡                           计 1           @s.a
    增 恰胡    当 息 在 [10, 20, 30]  计 1  名 "恰"  @s.b
    增 水上漂  当 首张                计 四同数      @s.c @s.d
    删 乌胡                                          @s.e
  }
}
""",
    "values stand one blank behind the names where no clause does, and so does =": """\
变体 x {
  座 {
    改 人数 4            @s.a
    改 起手 庄 15 闲 14  @s.a
    改 亮张 无
  }

  计 {
    改 等     = 1 + 息                        @s.a
    增 自摸等 = 若 自摸 则 1 否则 0  前于 底
  }
}
""",
    "a remark that would end beyond the eightieth column stands below": """\
变体 x {
  选项 {
    增 八块算  选 跑和提, 只跑  默认 跑和提
               存疑 "一说跑过一次再跑才是八块，一说跑、提合计两次"  @s.a
    增 人数牌  选 是, 否        默认 否  注 "四个人时一人坐着数牌"  @s.b
  }
}
""",
    "a long formula is folded before the words that join it": """\
变体 x {
  打 {
    八块  免打  当 成四 且 跑数 + 提数 >= 2                @s.a
    两提  免打  当 非 庄家 且 起手提 >= 2 且 非 成四
                   且 进牌数 - (跑数 + 提数 - 起手提) = 1  @s.b
    坎牌  禁打  当 属坎                                    @s.c
  }
}
""",
    "ranks share columns, clauses that stand in for each other share one, citations go on below": """\
变体 x {
  动作 {
    级 {
      提  见 自摸        持 坎, 偎, 臭偎  成 提  必           @s.a
      碰  见 他摸, 他打  持 对            成 碰  可
    }
    级 {
      吃  见 上家打, 自摸                 成 句  可  比 不给  @s.a-long-name @s.another-long-name @s.a-third-long-name
                                                              @s.a-fourth-name
    }
    臭牌  禁 吃  当 过吃
  }
}
""",
    "behind a hand the line ends; a comment ends no columns, an empty line does": """\
变体 x {
  例 {
    四样碰  牌面 碰 一一一 / 碰 二二二 / 手 三四 / 胡 五
            由 他摸  得 息 = 19                          @s.a
    # 逐十
    逐十算  牌面 碰 一一一 / 手 三四 / 胡 五
            由 他摸  设 等法 = 逐十  得 息 = 19, 等 = 1  @s.b

    九胡  牌面 手 一二三
  }
}
""",
    "parentheses that help the eye stay": """\
变体 x {
  门子 {
    改 碰  值 小黑 1 小红 (若 红碰 则 3 否则 1) 大黑 3
    改 跑  值 坎 + 3  名 "招"
  }

  胡 {
    起胡 息 >= 18 或 (息 >= 15 且 自摸)
  }
}
""",
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layout(name: str) -> None:
    """A text without its columns and further lines gets them back."""
    text = LAYOUTS[name]
    assert squeezed(text) != text
    assert format_file(read(squeezed(text))) == text
    assert format_file(read(text)) == text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_line_is_too_wide(path: Path, language: Language) -> None:
    """A printed line ends by the hundred and twentieth cell, comments aside, in either language."""
    lines = format_file(read(path.read_text("utf-8")), language).split("\n")
    assert [line for line in lines if not line.lstrip().startswith("#") and width(line) > WIDEST] == []


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_citations_of_a_run_stand_in_one_column(path: Path, language: Language) -> None:
    """Between two empty lines or block ends, whatever cites does so at the same cell."""
    lines = format_file(read(path.read_text("utf-8")), language).split("\n")
    for inside, run in groupby(lines, lambda line: line.startswith("    ")):
        cells = {width(line[: line.index("@")]) for line in run if inside and "  @" in line and "#" not in line}
        assert len(cells) <= 1


def texts() -> Iterator[tuple[str, str]]:
    """Yield the name and text of every whole rule file that the project has: shipped, in tests, codes and pages."""
    for path in sorted(ROOT.glob("*/**/*.phz")):
        yield str(path.relative_to(ROOT)), path.read_text("utf-8")
    for code in codes():
        for kind, text in (("good", entry(code).good), ("bad", entry(code).bad)):
            yield f"{code} {kind}", text or ""
    for page in sorted((ROOT / "docs").glob("*.md")):
        for number, found in enumerate(_FENCE.findall(page.read_text("utf-8"))):
            whole = found if found.startswith("# 整份") else f"变体 t {{\n{found}}}\n"
            yield f"{page.name} {number}", whole


def test_every_text_of_the_project_keeps_what_it_says() -> None:
    """Whatever parses is printed with the same tree and comments, is printed again as itself, and comes back from English."""
    printed = 0
    for name, text in texts():
        first = parse(Source(name, text))
        if first.tree.variant is None or any(fault.severity is Severity.ERROR for fault in first.diagnostics):
            continue
        printed += 1
        for language in Language:
            there = format_file(first, language)
            second = parse(Source(name, there))
            assert (second.tree.variant, second.tree.sources) == (first.tree.variant, first.tree.sources), name
            comments = [sorted(one.text for one in parsed.tree.comments) for parsed in (first, second)]
            assert comments[0] == comments[1], name
            for back in Language:
                assert format_file(second, back) == format_file(first, back), name
    assert printed > 150


def test_many_rows_in_many_orders_are_laid_soon() -> None:
    """A run of thousands of rows, each with its clauses in another order, is printed, and means the same."""
    clauses = ["当 自摸", "计 1", '名 "甲"', "启用 自摸", "代替 乙", "于 胡", "出 各家", "算 自摸"]
    rows = []
    for number in range(3_000):
        turned = clauses[number % 8 :] + clauses[: number % 8]
        turned = turned[:: -1 if number % 3 else 1][: 2 + number % 7]
        rows.append(f"增 甲{number} {' '.join(turned)} @s.a")
    first = read("变体 x {\n番 {\n" + "\n".join(rows) + "\n}\n}\n")
    text = format_file(first)
    assert read(text).tree.variant == first.tree.variant
