"""``phz diff --format html``: the comparison as one page that needs nothing else, neither a script nor the network.

Hands are drawn as cards, red ones red. How often a group of hands differs and by how much are bars, each with its number
beside it. What is said is that of the page for a terminal (``differences.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import attrs

from phzdsl.analysis.changes import Change, Stated
from phzdsl.book import drawn
from phzdsl.book.drawn import text
from phzdsl.book.pages import Drawn
from phzdsl.cli.differences import BEARINGS, CLOSED, LAYOUTS, SIDES, Page, Words, open_groups, percent, scored
from phzdsl.cli.names import meld_name
from phzdsl.ruleset.model import Ruleset
from phzdsl.scoring.score import Score, Scorer
from phzdsl.text.diagnostics import Bilingual, Language

if TYPE_CHECKING:
    from phzdsl.analysis.compare import Compared, Comparison, Difference, Witness

__all__ = ["html_page"]

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.6 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif; color: #1f2328; background: #fff;
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid #d1d9e0; }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
table { border-collapse: collapse; width: 100%; } td, th { padding: .3rem .6rem; text-align: left; vertical-align: top; }
tr { border-bottom: 1px solid #eaeef2; } .number { text-align: right; font-variant-numeric: tabular-nums; }
small, .faint { color: #59636e; font-size: .8rem; } .a { color: #b3372f; } .b { color: #2f6f4f; }
.bar { display: inline-block; height: .8rem; min-width: 1px; border-radius: 2px; background: #2f6f9f; vertical-align: middle; }
.bar.much { background: #b3372f; } .bars { width: 30%; }
"""


def html_page(  # noqa: PLR0913 - what the page is made of
    a: Ruleset,
    b: Ruleset,
    found: Sequence[Change],
    hands: Comparison | None,
    language: Language,
    *,
    same_hands: bool,
) -> str:
    """Return the page.

    Args:
        a: the first ruleset.
        b: the second.
        found: in what their rows differ.
        hands: in which hands, None where none were counted.
        language: the reader's.
        same_hands: no row that differs could show in a hand.
    """
    return "\n".join(_Html(a, b, language).lines(found, hands, same_hands=same_hands)) + "\n"


class _Html:
    def __init__(self, a: Ruleset, b: Ruleset, language: Language) -> None:
        self._sides = {"A": a, "B": b}
        self._language = language
        self._page = Page(a, b, language, colour=False, whole=True)

    def _say(self, zh: str, en: str) -> str:
        return zh if self._language is Language.ZH else en

    def _words(self, words: Bilingual) -> str:
        return text(words.in_language(self._language))

    def lines(self, found: Sequence[Change], hands: Comparison | None, *, same_hands: bool) -> Iterator[str]:
        """Yield the page line by line."""
        names = [text(name) for name in self._page.names()]
        yield f'<!DOCTYPE html>\n<html lang="{"zh-Hans" if self._language is Language.ZH else "en"}">\n<head>'
        yield f'<meta charset="utf-8"/>\n<title>{names[0]} – {names[1]}</title>\n<style>{_STYLE}{drawn.STYLE}</style>\n</head>\n<body>'
        yield f'<h1><span class="a">{names[0]}</span> – <span class="b">{names[1]}</span></h1>'
        yield from (f"<p>{text(line)}</p>" for line in self._page.head())
        yield from self._rules(found)
        if hands is not None:
            yield from self._hands(hands)
        elif same_hands:
            said = self._say("胡不胡、值多少，两边都一样。", "Who wins, and what a hand is worth, is the same in both.")
            yield f"<p>{said}</p>"
        yield "</body>\n</html>"

    # ------------------------------------------------------------ rows

    def _rules(self, found: Sequence[Change]) -> Iterator[str]:
        yield f"<h2>{self._say('规则', 'Rules')}</h2>"
        if not found:
            yield f"<p>{self._say('规则没有不同。', 'The rules do not differ.')}</p>"
        for bearing, rows in groupby(found, key=lambda one: one.bearing):
            yield f"<h3>{self._words(BEARINGS[bearing])}</h3>\n<table>"
            yield '<tr><th></th><th class="a">A</th><th class="b">B</th></tr>'
            for one in rows:
                cells = "".join(f"<td>{self._stated(stated)}</td>" for stated in (one.a, one.b))
                yield f"<tr><td>{text(self._page.done(one))}</td>{cells}</tr>"
            yield "</table>"

    def _stated(self, stated: Stated | None) -> str:
        if stated is None:
            return ""
        source = " ".join([*(f"@{one}" for one in stated.cites), stated.origin])
        return f"{self._words(stated.text)}<br/><small>{text(source)}</small>"

    # ------------------------------------------------------------ hands

    def _hands(self, found: Comparison) -> Iterator[str]:
        scorers = {name: Scorer(side) for name, side in self._sides.items()}
        yield from self._chapter(found.closed, CLOSED, "c", scorers)
        if found.laid is not None:
            yield from self._chapter(found.laid, LAYOUTS, "l", scorers)
        if found.unseen:
            said = self._say("数过的牌里看不出的：", "Not to be seen in the hands counted: ")
            yield f"<p>{said}{text(self._page.named(found.unseen))}</p>"

    def _chapter(self, found: Compared, words: Words, letter: str, scorers: dict[str, Scorer]) -> Iterator[str]:
        """Yield what was found over one space of hands; ``letter`` begins the names of its places."""
        title = words.title.in_language(self._language)
        yield f"<h2>{text(title[0].upper() + title[1:])}</h2>"
        if found.complete is not None:
            yield from self._complete(found)
        if found.classes:
            yield from self._chart(found.classes, words, letter)
            for at, one in enumerate(found.classes, 1):
                yield from self._class(f"{letter}{at}", f"{at}. ", one, words, scorers)
        elif found.complete is not None:
            none = words.none.in_language(self._language)
            yield f"<p>{text(none[0].upper() + none[1:])}{self._say('。', '.')}</p>"
        yield f'<p class="faint">{self._say("数的是：", "Counted: ")}{self._words(found.space)}</p>'

    def _complete(self, found: Compared) -> Iterator[str]:
        yield "<table>"
        yield "<tr><th></th>" + "".join(f'<th class="number">{self._words(head)}</th>' for head in SIDES) + "</tr>"
        for name, numbers in self._page.numbers(found):
            yield f"<tr><td>{name}</td>" + "".join(f'<td class="number">{one:,}</td>' for one in numbers) + "</tr>"
        yield "</table>"

    def _chart(self, classes: Sequence[Difference], words: Words, letter: str) -> Iterator[str]:
        """Yield a table with two bars for each class: how often, and by how much."""
        often = max(float(one.share) for one in classes) or 1.0
        much = max(one.largest for one in classes) or 1
        heads = (
            words.unit.in_language(self._language),
            self._say("占", "share"),
            self._say("最多差（平均）", "at most (mean)"),
        )
        yield f"<h3>{self._say('多不多，差多少', 'How often, and by how much')}</h3>\n<table>"
        yield f'<tr><th></th><th class="number">{heads[0]}</th><th>{heads[1]}</th><th>{heads[2]}</th></tr>'
        for at, one in enumerate(classes, 1):
            share, largest = float(one.share), f"{one.largest} ({float(one.mean):.2f})"
            yield (
                f'<tr><td><a href="#{letter}{at}">{text(self._page.named(one.rules))}</a></td>'
                f'<td class="number">{one.count:,}</td>'
                f'<td class="bars">{_bar(share / often)} {text(percent(share))}</td>'
                f'<td class="bars">{_bar(one.largest / much, " much")} {largest}</td></tr>'
            )
        yield "</table>"

    def _class(
        self, place: str, number: str, one: Difference, words: Words, scorers: dict[str, Scorer]
    ) -> Iterator[str]:
        share = percent(float(one.share))
        said = f"{one.count:,} {words.unit.in_language(self._language)}{self._say('，占 ', ', ')}{share}"
        yield f'<h3 id="{place}">{number}{text(self._page.named(one.rules))} <small>{text(said)}</small></h3>'
        yield from self._witness(one.witness, scorers)

    def _witness(self, witness: Witness, scorers: dict[str, Scorer]) -> Iterator[str]:
        hand = attrs.evolve(witness.hand, by=witness.by)
        scores = scored(scorers, hand)
        yield f"<p>{text(self._page.came(hand))}</p>"
        groups = {name: self._groups(score) for name, score in scores.items()}
        for name in scores:
            if groups[name] and not (name == "B" and groups.get("A") == groups["B"]):
                yield self._hand(groups[name], name)
        if not any(groups.values()):
            yield self._hand([Drawn("", hand.cards(), "", wins=False, laid=False)], "A")
        yield from (
            f'<p><strong class="{name.lower()}">{name}</strong> {text(self._page.worked(scores.get(name)))}</p>'
            for name in scorers
        )

    def _groups(self, score: Score) -> tuple[Drawn, ...]:
        laid = open_groups(score)
        named = ((meld_name(score.ruleset, one.meld, self._language), one) for one in score.melds)
        return tuple(Drawn(name, one.cards, str(one.xi), one.wins, at < laid) for at, (name, one) in enumerate(named))

    def _hand(self, groups: Sequence[Drawn], name: str) -> str:
        return drawn.hand(groups, self._sides[name].deck.red, self._say)


def _bar(share: float, kind: str = "") -> str:
    return f'<span class="bar{kind}" style="width: {60 * share:.1f}%"></span>'
