"""Rule books of all variants that ship: no row is left out, every hand scores as it says, pages stand by themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from xml.etree import ElementTree as ET

import pytest

from phzdsl.book.html import html
from phzdsl.book.making import rule_book
from phzdsl.book.markdown import markdown
from phzdsl.book.pages import Book, Lines, Shown, Table
from phzdsl.book.teller import Teller
from phzdsl.cards import BIG_DIGITS, SMALL_DIGITS
from phzdsl.cli.names import step_name
from phzdsl.paths import shipped
from phzdsl.ruleset.library import load, loads
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.options import bind
from phzdsl.scoring.notation import parse_hand
from phzdsl.scoring.score import Score, Scorer
from phzdsl.text.diagnostics import Language

EVERY = pytest.mark.parametrize(("name", "language"), list(product(shipped(), Language)), ids=str)


@cache
def ruleset_of(name: str) -> Ruleset:
    """Return a variant that ships, not bound."""
    return load(name)


@cache
def book_of(name: str, language: Language) -> Book:
    """Return its book, made with its parent and the children of that as neighbours; nothing is searched for."""
    line = ruleset_of(name).line
    near = [ruleset_of(other) for other in shipped() if other != name and other in line[1:2]]
    return rule_book(ruleset_of(name), language, neighbours=near)


@cache
def page_of(name: str, language: Language) -> ET.Element:
    """Read the page, which is well formed as XML too."""
    return ET.fromstring(html(book_of(name, language)).removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 - the program's own page


@cache
def scorer_of(name: str, options: tuple[tuple[str, int], ...]) -> Scorer:
    """Return a scorer of a room."""
    return Scorer(bind(ruleset_of(name), dict(options)))


def scored(name: str, figure: ET.Element) -> Score:
    """Score a hand of a page anew, from nothing but what its attributes say."""
    chosen = {**dict(bind(ruleset_of(name)).bound or ()), **json.loads(figure.attrib["data-options"])}
    scorer = scorer_of(name, tuple(sorted(chosen.items())))
    facts = json.loads(figure.attrib["data-facts"])
    return scorer.score(parse_hand(figure.attrib["data-hand"], scorer.ruleset, figure.attrib["data-by"], facts))


# ---------------------------------------------------------------- nothing left out


@EVERY
def test_every_row_is_told(name: str, language: Language) -> None:
    """Each row of the ruleset, the examples among them, stands on the page under its path; and no row that is none."""
    rows = {row.path for row in ruleset_of(name).rows}
    told = {node.attrib["data-row"] for node in page_of(name, language).iter() if "data-row" in node.attrib}
    assert told == rows == book_of(name, language).rows()


@pytest.mark.parametrize("name", shipped())
def test_another_room_leaves_every_row_told(name: str) -> None:
    """With every option set otherwise, rows that this leaves out are told as such, and none is lost."""
    ruleset = ruleset_of(name)
    chosen = {
        option.id: option.numbers[-1] if option.numbers else (option.default + 1) % len(option.choices)
        for option in ruleset.options
        if option.when is None
    }
    book = rule_book(ruleset, Language.ZH, room=bind(ruleset, chosen))
    assert book.rows() == {row.path for row in ruleset.rows}


def test_an_example_of_another_room_is_told() -> None:
    """An example that chooses what this room's choice rules out is shown with its own room's options beside it."""
    ruleset = ruleset_of("cd-ban")
    book = rule_book(ruleset, Language.ZH, room=bind(ruleset, {"三息凑胡": 0}))
    hand = next(hand for hand in book.hands() if hand.title == "只加一等")
    assert hand.chosen == "三息凑胡 = 是、自摸算 = 只一等"
    assert book.rows() == {row.path for row in ruleset.rows}


@EVERY
def test_markdown_says_what_the_page_says(name: str, language: Language) -> None:
    """Every line, cell, heading and count of a hand that the page has stands in the Markdown too."""
    book = book_of(name, language)
    text = re.sub(r"\\(.)", r"\1", markdown(book).replace("**", ""))
    for part in book.parts():
        lines = (
            part.lines
            if isinstance(part, Lines)
            else [one for row in part.rows for one in row]
            if isinstance(part, Table)
            else []
        )
        for one in lines:
            assert all(piece.strip() in text for piece in one.pieces if isinstance(piece, str))
    assert all(said in text for hand in book.hands() for said in (hand.came, *hand.counted))
    assert all(f"[^{one.number}]: `@{one.id}`" in text for one in book.sources)
    assert all(chapter.title in text for one in book.chapters for chapter in (one, *one.under))


@pytest.mark.parametrize("name", shipped())
def test_the_english_book_is_english(name: str) -> None:
    """But for names, remarks and questions of the authors and for cards, no word of it is Chinese."""
    authors = sorted(_words_of_authors(), key=len, reverse=True)
    for said in _said(book_of(name, Language.EN)):
        left = said
        for word in authors:
            left = left.replace(word, "")
        assert not re.search(r"[^\x00-\x7f×÷–]", left.translate(dict.fromkeys(map(ord, _CARDS)))), said


_CARDS = SMALL_DIGITS + BIG_DIGITS + "息"


def _said(book: Book) -> Iterator[str]:
    """Yield what a book says."""
    yield from (one.title for chapter in book.chapters for one in (chapter, *chapter.under))
    yield from (chapter.worth for one in book.chapters for chapter in one.under)
    for part in book.parts():
        match part:
            case Lines():
                yield from ("".join(piece for piece in one.pieces if isinstance(piece, str)) for one in part.lines)
            case Table():
                yield from part.heads
                yield from (piece for row in part.rows for one in row for piece in one.pieces if isinstance(piece, str))
            case Shown():
                yield from (part.came, *part.counted, *(group.name for group in part.groups))


@cache
def _words_of_authors() -> frozenset[str]:
    """Return the names, remarks and questions of all variants that ship."""
    words: set[str] = set()
    for ruleset in map(ruleset_of, shipped()):
        rows = Teller(ruleset, bind(ruleset), Language.EN, {}).rows
        words |= {word or "" for row in rows for word in (row.written, row.name, row.remark, row.doubt)}
        words |= {word for option in ruleset.options for word in option.choices}
        words |= {pattern.called for _, pattern in ruleset.patterns()} | {ruleset.title}
        words |= {meld.called for meld in ruleset.melds}
    return frozenset(words - {""} - {*_CARDS})


# ---------------------------------------------------------------- hands


@EVERY
def test_every_hand_scores_as_the_page_says(name: str, language: Language) -> None:
    """Each hand, read back from its attributes, wins or not, pays and has patterns as the page says, and shows its cards."""
    figures = list(page_of(name, language).iter("figure"))
    assert len(figures) >= len(ruleset_of(name).examples)
    for figure in figures:
        score = scored(name, figure)
        assert score.win is (figure.attrib["data-win"] == "1")
        assert score.points == int(figure.attrib["data-points"])
        assert [one.row.path for one in score.patterns] == figure.attrib["data-counts"].split()
        drawn = [node.text or "" for node in figure.iter("span") if node.attrib.get("class", "").startswith("card")]
        assert sorted(drawn) == sorted(re.sub(f"[^{SMALL_DIGITS}{BIG_DIGITS}]", "", figure.attrib["data-hand"]))
        lines = ["".join(node.itertext()) for node in figure.iter("li")]
        for step in score.steps if score.win else ():
            shown = [one for one in lines if one.lower().startswith(f"{step_name(step.name, language)} = ")]
            assert all(re.search(rf"= {step.value}( \S+)?$", one) for one in shown)
        said = " ".join(lines)
        assert (f"= {score.points}" in said) if score.win and score.step("base") is not None else not score.win


@pytest.mark.parametrize("name", shipped())
def test_the_hand_of_a_pattern_has_it(name: str) -> None:
    """A hand under a pattern has it; only where none is shown, or another counts instead, is that said."""
    for node in page_of(name, Language.ZH).iter("section"):
        path = node.attrib.get("data-row", "")
        if path.startswith("fan/"):
            figure, said = node.find("figure"), "".join(node.itertext())
            if figure is None:
                assert "没有它的牌例" in said
            else:
                assert (path in figure.attrib["data-counts"].split()) is ("它不另算" not in said)


def test_patterns_without_a_hand() -> None:
    """Without a search few patterns have none: named here, so that a new one is looked at."""
    without = {
        (name, chapter.title)
        for name in shipped()
        for one in book_of(name, Language.ZH).chapters
        for chapter in one.under
        if chapter.row and len(chapter.parts) == 1
    }
    # 大贰 for a single 贰 counts wherever none of its examples or theirs holds it: found by a search only.
    assert ("zunyi", "大贰") in without
    assert len(without) <= 8, without


def test_red_cards_are_red() -> None:
    """Exactly the red kinds are drawn red; in Markdown they are bold."""
    book = book_of("cd-quan", Language.ZH)
    cards = [
        node for node in page_of("cd-quan", Language.ZH).iter("span") if node.attrib.get("class", "").startswith("card")
    ]
    assert {node.text for node in cards if node.attrib["class"] == "card red"} == set("二七十贰柒拾")
    assert {node.text for node in cards if node.attrib["class"] == "card"} == set("一三四五六八九壹叁肆伍陆捌玖")
    assert "一**二**三四五六**七**八九**十**" in markdown(book)


# Facts of a win before which its winner can have claimed no card.
EARLY = {"deal-win", "shown-win", "first-discard-win", "first", "untouched"}
DEALT = frozenset("提龙垅扫穿")
OPEN = """
版本 1
变体 open 继承 cd-quan {
  番 {
    增 先手 当 首张 计 1
    增 没动 当 未进牌 计 1
  }
  例 {
    开着的 牌面 碰 壹壹壹 / 偎 叁叁叁 / 偎 伍伍伍 / 碰 四四四 / 手 三三叁八捌九九玖 / 胡 八 由 他摸 得 息 = 15
  }
}
"""
"""Patterns of early wins, and an example of a late one only."""


@pytest.mark.parametrize("name", ["open", *shipped()])
def test_nobody_has_claimed_before_an_early_win(name: str) -> None:
    """A hand won on the shown card, the first discard, at the deal ... has nothing on the table but what was dealt."""
    book = rule_book(loads(OPEN), Language.ZH) if name == "open" else book_of(name, Language.ZH)
    early = [hand for hand in book.hands() if hand.by == "deal" or EARLY & dict(hand.facts).keys()]
    assert not {group.name for hand in early for group in hand.groups if group.laid and not DEALT & {*group.name}}
    if name == "open":
        # 叁 are four with the one of the 绞, and so a 提 that was laid at the deal.
        assert [hand.groups[0].name for hand in early if hand.facts in {(("first", 1),), (("untouched", 1),)}] == [
            "提",
            "提",
        ]


# ---------------------------------------------------------------- words


def test_a_claim_says_only_what_its_condition_leaves() -> None:
    """A condition that settles on which of the listed cards a claim is made is no part of the sentence."""
    said = {
        one.row: one.text()
        for part in book_of("cd-quan", Language.ZH).parts()
        if isinstance(part, Lines)
        for one in part.lines
    }
    # Written as 上家打, 上家摸, 自摸 当 打出 或 自摸 while the option 吃上家摸 is no.
    assert said["claims/chi"].startswith("吃：上家打的或自己摸的，就可以吃")
    assert "进牌的次数比跑、提的副数（起手的提不算）正好多 1 时" in said["discards/两提"]
    every = [
        one.text()
        for name in shipped()
        for part in book_of(name, Language.ZH).parts()
        if isinstance(part, Lines)
        for one in part.lines
    ]
    assert not [one for one in every if "而且总是" in one or "从不，就" in one]


@EVERY
def test_every_option_says_what_it_is_for(name: str, language: Language) -> None:
    """An option without a remark names the rows that name it."""
    chapter = next(one for one in book_of(name, language).chapters if one.name == "options")
    assert all(cells[-1].text() for part in chapter.parts if isinstance(part, Table) for cells in part.rows)


@pytest.mark.parametrize("name", shipped())
def test_english_lines_begin_with_a_capital(name: str) -> None:
    """Sentences, bullets and what a hand comes to begin with no small letter."""
    book = book_of(name, Language.EN)
    lines = [one.text() for part in book.parts() if isinstance(part, Lines) for one in part.lines]
    lines += [said for hand in book.hands() for said in hand.counted] + [one.text() for one in book.head]
    assert not [one for one in lines if one[:1].islower()]


def test_what_neighbours_play_otherwise() -> None:
    """Rows that both have and that mean something else there are told with their values, a dozen at most."""
    under = next(one for one in book_of("cd-quan", Language.ZH).chapters if one.name == "elsewhere").under
    lines = [one.text() for part in under[0].parts if isinstance(part, Lines) for one in part.lines]
    # 半名堂: 红胡 of 10 to 12 red cards 2, 点胡 3, 乌胡 5.
    assert lines[1:] == [
        "红胡：红牌是 10 到 12 张；2 番 —— 常德 半名堂",
        "点胡：3 番 —— 常德 半名堂",
        "乌胡：5 番 —— 常德 半名堂",
    ]
    for book in (book_of(name, Language.ZH) for name in shipped()):
        for one in (under for chapter in book.chapters if chapter.name == "elsewhere" for under in chapter.under):
            assert all(len(part.lines) <= 13 for part in one.parts if isinstance(part, Lines))


# ---------------------------------------------------------------- the page


@EVERY
def test_the_page_stands_by_itself(name: str, language: Language) -> None:
    """It loads nothing, runs nothing, fits a phone, prints, and its links lead to places on it."""
    text = html(book_of(name, language))
    page = page_of(name, language)
    assert not re.search(r"https?:|<script|<link|<img|url\(|@import|javascript:", text)
    assert '<meta name="viewport" content="width=device-width' in text
    assert "@media print" in text
    assert "max-width" in text
    assert "overflow-x: auto" in text
    assert "min-width" not in text
    assert page.attrib["lang"] == ("zh-Hans" if language is Language.ZH else "en")
    places = [node.attrib["id"] for node in page.iter() if "id" in node.attrib]
    assert len(places) == len(set(places))
    assert {node.attrib["href"].removeprefix("#") for node in page.iter("a")} <= set(places)
