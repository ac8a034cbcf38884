"""The canonical printer: it changes the look of a text and nothing else, and twice is as once.

``tests/data/syntax/format`` holds texts (``*.phz``) beside what they become (``*.out``), and in English (``*.en``).
``PHZDSL_RECORD=1 pytest tests/syntax/test_format.py`` writes these anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phzdsl.syntax import nodes
from phzdsl.syntax.format import format_file, language_of
from phzdsl.syntax.lexicon import KEYWORDS
from phzdsl.syntax.parse import Parsed, parse
from phzdsl.syntax.spell import Speller
from phzdsl.syntax.tokens import tokens_of
from phzdsl.text.diagnostics import Language
from phzdsl.text.source import Source
from tests.syntax.trees import expressions, files

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "tests" / "data" / "syntax" / "format").glob("*.phz"))
RULES = sorted((ROOT / "rules").glob("*.phz"))
RECORD = "PHZDSL_RECORD"
slow = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def parsed(text: str) -> Parsed:
    """Parse a text in which nothing may be wrong."""
    found = parse(Source("x", text))
    assert [(fault.code, fault.span.text) for fault in found.diagnostics] == []
    return found


def compare(path: Path, text: str) -> None:
    """Compare with a recorded file, or record it."""
    if os.environ.get(RECORD):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples(path: Path) -> None:
    """Each sample becomes the recorded text, in its own language and in English."""
    tree = parsed(path.read_text("utf-8"))
    compare(path.with_suffix(".out"), format_file(tree))
    compare(path.with_suffix(".en"), format_file(tree, Language.EN))


@pytest.mark.parametrize("path", [*SAMPLES, *RULES], ids=lambda path: path.stem)
def test_printing_changes_nothing_but_the_look(path: Path) -> None:
    """The printed text says the same, comments too, is printed as itself, and comes back from the other language."""
    first = parsed(path.read_text("utf-8"))
    text = format_file(first)
    second = parsed(text)
    assert said(second.tree) == said(first.tree)
    assert [comment.text for comment in second.tree.comments] == [comment.text for comment in first.tree.comments]
    assert format_file(second) == text
    english = format_file(first, Language.EN)
    assert format_file(parsed(english), Language.ZH) == format_file(first, Language.ZH)
    assert format_file(parsed(english)) == english


def said(tree: nodes.FileNode) -> tuple[object, ...]:
    """Return what a tree says, apart from its comments."""
    return (tree.version, tree.sources, tree.variant)


@slow
@given(files)
def test_any_tree_is_printed_and_read_back(tree: nodes.FileNode) -> None:
    """Whatever can be said is printed so that it reads as the same, in either language, and prints as itself."""
    chinese = format_file(Parsed(tree, ()), Language.ZH)
    english = format_file(Parsed(tree, ()), Language.EN)
    for text in (chinese, english):
        assert parsed(text).tree == tree
        assert format_file(parsed(text), Language.ZH) == chinese
        assert format_file(parsed(text), Language.EN) == english


@settings(max_examples=200, deadline=None)
@given(expressions)
def test_parentheses_are_those_needed(node: nodes.Expression) -> None:
    """An expression reads back as itself however it is printed, and spelled tersely it would not without any one pair."""
    assert expression_of(printed(node)) == node
    text = Speller(Language.ZH, str).expression(node)
    assert expression_of(text) == node
    for opening, closing in pairs(text):
        bare = f"{text[:opening]} {text[opening + 1 : closing]} {text[closing + 1 :]}"
        inner = text[opening + 1 : closing].startswith(("若", "-"))
        assert inner or expression_of(bare) != node


def printed(node: nodes.Expression) -> str:
    """Return an expression as it is printed in a row, on one line."""
    clause = nodes.Clause(nodes.Word("scores", span=node.span), (node,), span=node.span)
    row = nodes.RowNode(None, nodes.Name("x", span=node.span), (), (), (clause,), (), (), span=node.span)
    block = nodes.BlockNode(nodes.Word("fan", span=node.span), None, (row,), span=node.span)
    variant = nodes.VariantNode(nodes.Name("x", span=node.span), None, None, (block,), span=node.span)
    tree = nodes.FileNode(None, (), variant, (), span=node.span)
    lines = format_file(Parsed(tree, ()), Language.ZH).split("\n")[2:-3]
    return " ".join(line.strip() for line in lines).split("计 ", 1)[1]


def expression_of(text: str) -> nodes.Argument | None:
    """Return the expression that a text is, or None."""
    found = parse(Source("x", f"变体 x {{\n番 {{\nx 计 {text}\n}}\n}}\n"))
    variant = found.tree.variant
    if found.diagnostics or variant is None:
        return None
    row = variant.blocks[0].rows()[0]
    return row.clauses[0].arguments[0] if [len(clause.arguments) for clause in row.clauses] == [1] else None


def pairs(text: str) -> list[tuple[int, int]]:
    """Return where pairs of parentheses stand that group; those of calls do not."""
    found, pending = [], []
    for place, character in enumerate(text):
        if character == "(":
            pending.append(place)
        elif character == ")":
            opening = pending.pop()
            if opening == 0 or text[opening - 1] in " ([-":
                found.append((opening, place))
    return found


# ---------------------------------------------------------------- comments and layout


def test_comments_keep_their_place() -> None:
    """A comment stays above its row, behind it, or before the brace that it stood before."""
    text = (
        "# head\n\n版本 1  # v\n变体 x {  # x\n  # in x\n  番 {\n    增 甲  计 3  # 甲\n    # above 乙\n"
        "    增 乙  计 2\n    # last\n  }  # end of 番\n  # last of x\n}  # end\n# after\n"
    )
    assert format_file(parsed(text)) == text


def test_comments_inside_a_row_go_above_it() -> None:
    """A row that was broken over lines with comments becomes one line with its comments above, in their order."""
    text = "变体 x {\n番 {\n增 甲 # one\n# two\n计 2 # three\n当 自摸 # four\n}\n}\n"
    assert format_file(parsed(text)).split("\n")[2:6] == [
        "    # one",
        "    # two",
        "    # three",
        "    增 甲  计 2  当 自摸  # four",
    ]


@slow
@given(st.sampled_from([*SAMPLES, *RULES]), st.randoms(use_true_random=False))
def test_comments_anywhere(path: Path, random: Random) -> None:
    """With comments sprinkled over the ends of lines and between them, printing keeps all, and twice is as once."""
    lines = []
    for number, line in enumerate(path.read_text("utf-8").split("\n")):
        if random.random() < 0.1:
            lines.append(f"  # above {number}")
        if random.random() < 0.1:
            lines.append("")
        lines.append(f"{line} # behind {number}" if random.random() < 0.1 else line)
    first = parsed("\n".join(lines))
    text = format_file(first)
    second = parsed(text)
    assert sorted(comment.text for comment in second.tree.comments) == sorted(
        comment.text for comment in first.tree.comments
    )
    assert said(second.tree) == said(first.tree)
    assert format_file(second) == text


def test_a_text_with_faults_is_not_printed() -> None:
    """Printing what could not be read whole would lose the rest, so it is refused."""
    for text in ("变体 x {\n番 {\n增 甲 計 2\n}\n}\n", "", "版本 1\n"):
        with pytest.raises(ValueError, match="faults"):
            format_file(parse(Source("x", text)))


# ---------------------------------------------------------------- languages


def test_names_are_translated() -> None:
    """What spells names gets every name of a row, and none of the variant's own."""
    names = {"红牌": "red", "最大": "max", "红胡": "many-red", "碰": "peng"}
    text = "变体 红牌 {\n番 {\n红胡 当 最大(红牌, 碰) > 1\n}\n例 {\n甲 牌面 碰 一一一\n}\n}\n"
    printed = format_file(parsed(text), Language.EN, lambda name: names.get(name, name))
    assert printed == (
        "variant 红牌 {\n  fan {\n    many-red  when max(red, peng) > 1\n  }\n\n"
        "  examples {\n    甲  hand peng 一一一\n  }\n}\n"
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("变体 x {\n}\n", Language.ZH),
        ("variant x {\n}\n", Language.EN),
        ("variant x {\n番 {\n增 甲 scores 2\n}\n}\n", Language.ZH),
        ("变体 x {\nfan {\nadd 甲 计 2\n}\n}\n", Language.EN),
    ],
)
def test_the_language_of_a_file(text: str, language: Language) -> None:
    """A mixed file is printed in the language that most of its keywords are in."""
    assert language_of(parsed(text).tree) is language


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_english_has_no_chinese_keyword(path: Path) -> None:
    """In a text turned into English no word is left that is a keyword in Chinese only."""
    text = format_file(parsed(path.read_text("utf-8")), Language.EN)
    chinese = {word.zh for word in KEYWORDS if word.terminal not in {"KEY", "BLOCK"}}
    words = {token.text for token in tokens_of(Source("x", text), [], 10_000) if token.kind == "WORD"}
    assert not chinese & words
