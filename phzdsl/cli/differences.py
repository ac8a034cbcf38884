"""The page of ``phz diff``: which rows differ, by what they bear on, and which hands show it, with one hand drawn for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import attrs

from phzdsl.analysis.changes import Bearing, Change, Stated
from phzdsl.analysis.pieces import can_lie
from phzdsl.analysis.spelled import named
from phzdsl.cards import Kind, write_kind
from phzdsl.cli.came import came
from phzdsl.cli.files import as_here
from phzdsl.cli.formula import with_numbers
from phzdsl.cli.names import meld_name, option_word, unit_name
from phzdsl.cli.table import aligned
from phzdsl.ruleset.expressions import Constant, Expr, Ref, Unit
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.rewriting import rebuilt
from phzdsl.scoring.counting import Counted
from phzdsl.scoring.hand import Hand
from phzdsl.scoring.readings import Group
from phzdsl.scoring.score import Score, Scorer
from phzdsl.text.cells import visible, width
from phzdsl.text.diagnostics import Bilingual, Language
from phzdsl.text.pen import Ink, Pen

if TYPE_CHECKING:
    from phzdsl.analysis.compare import Compared, Comparison, Difference, Witness

__all__ = ["BEARINGS", "CLOSED", "LAYOUTS", "Page", "Words", "open_groups", "percent", "scored"]


@attrs.frozen
class Words:
    """What the hands of a space are called.

    Attributes:
        title: over their numbers.
        unit: one of them and more.
        none: where none differs.
    """

    title: Bilingual
    unit: Bilingual
    none: Bilingual


CLOSED = Words(
    Bilingual("成牌", "complete hands"),
    Bilingual("手", "hands"),
    Bilingual("数过的牌里没有一手两边不同", "of the hands counted none comes out otherwise"),
)
LAYOUTS = Words(
    Bilingual("成牌的摆法，桌上有门子的也在内", "layouts of complete hands, with melds on the table"),
    Bilingual("种摆法", "layouts"),
    Bilingual("数过的摆法里没有一种两边不同", "of the layouts counted none comes out otherwise"),
)

SIDES = (
    Bilingual("A", "A"), Bilingual("B", "B"), Bilingual("两边", "both"), Bilingual("只在 A", "A only"), Bilingual("只在 B", "B only"),
)  # fmt: skip
"""Heads of the numbers of hands."""
_COMPLETE, _WINS = Bilingual("成", "complete"), Bilingual("胡得成", "win")

BEARINGS: dict[Bearing, Bilingual] = {
    Bearing.WIN: Bilingual("谁能胡", "who may win"),
    Bearing.WORTH: Bilingual("一手值多少", "what a hand is worth"),
    Bearing.PAY: Bilingual("谁付", "who pays"),
    Bearing.CLAIM: Bilingual("能要什么牌", "what may be claimed"),
    Bearing.SESSION: Bilingual("座位和一场", "seats and session"),
    Bearing.WORDS: Bilingual("只是叫法", "words only"),
}
_INKS = {"A": Ink.ERROR, "B": Ink.MEND}
_MOST_ROWS = 6
# Shares that two places after the point hardly show, and that four do not.
_SMALL, _LEAST = 0.001, 0.000001
_MOST_CLASSES = 12


class Page:
    """Writes the page in one language."""

    def __init__(self, a: Ruleset, b: Ruleset, language: Language, *, colour: bool, whole: bool) -> None:
        """Prepare to write.

        Args:
            a: the first ruleset.
            b: the second.
            language: the reader's.
            colour: whether the page is coloured.
            whole: every group of hands, not the greatest alone.
        """
        self._most = None if whole else _MOST_CLASSES
        self._sides = {"A": a, "B": b}
        self._language = language
        self._pen = Pen(colour)
        # Cells of the longest word for what was done to a row, and a blank.
        self._marks = 4 if language is Language.ZH else len("changed ")

    def _say(self, zh: str, en: str) -> str:
        return zh if self._language is Language.ZH else en

    def _words(self, words: Bilingual) -> str:
        return words.in_language(self._language)

    # ------------------------------------------------------------ head and rows

    def head(self) -> Iterator[str]:
        """Yield who is compared, with the options that are not as they usually are."""
        ids = [visible(name) for name in self.names()]
        wide = max(map(width, ids))
        for (name, side), written in zip(self._sides.items(), ids, strict=True):
            bound = dict(side.bound or ())
            chosen = [
                f"{option.id}={option_word(option, bound[option.id], self._language)}"
                for option in side.options
                if bound.get(option.id, option.default) != option.default
            ]
            rest = "  ".join([side.title, *chosen])
            yield f"{self._side(name)}  {written}{' ' * (wide - width(written))}  {visible(rest)}"

    def names(self) -> list[str]:
        """Return what tells the sides apart: their ids, or the files of two versions of one variant."""
        sides = tuple(self._sides.values())
        files = [as_here(side.span.source.name) if side.span is not None else side.id for side in sides]
        return files if len({side.id for side in sides}) == 1 < len(set(files)) else [side.id for side in sides]

    def rules(self, found: Sequence[Change]) -> Iterator[str]:
        """Yield the rows that differ, those that bear on the same together."""
        yield ""
        if not found:
            yield self._say("规则没有不同", "the rules do not differ")
            return
        number = len(found)
        yield self._say(f"规则有 {number} 行不同", f"{number} row{'s differ' if number > 1 else ' differs'}")
        for bearing, rows in groupby(found, key=lambda one: one.bearing):
            yield ""
            yield self._pen.write(self._words(BEARINGS[bearing]), Ink.NOTE)
            for one in rows:
                yield from self._row(one)

    def _row(self, change: Change) -> Iterator[str]:
        done = self.done(change)
        mark = f"  {done}{' ' * (self._marks - width(done))}"
        for name, stated in (("A", change.a), ("B", change.b)):
            if stated is not None:
                yield f"{mark}{self._side(name)} {self._stated(stated)}"
                mark = " " * width(mark)
        besides = sorted(change.bears - {change.bearing}, key=list(Bearing).index)
        if besides:
            listed = self._say("、", ", ").join(self._words(BEARINGS[one]) for one in besides)
            yield " " * (width(mark) + 2) + self._pen.write(
                self._say(f"也关系到{listed}", f"bears on {listed} too"), Ink.GUTTER
            )

    def done(self, change: Change) -> str:
        """Return in a word what was done to a row."""
        match change.change:
            case "added":
                return self._say("增", "added")
            case "removed":
                return self._say("删", "removed")
        if change.bearing is Bearing.WORDS:
            return self._say("名", "renamed")
        return self._say("移", "moved") if change.moved and not change.parts else self._say("改", "changed")

    def _stated(self, stated: Stated) -> str:
        cites = " ".join(f"@{one}" for one in stated.cites)
        text = visible(self._words(stated.text))
        return f"{text}  {self._pen.write(visible(f'{cites} {stated.origin}'.strip()), Ink.GUTTER)}"

    def _side(self, name: str) -> str:
        return self._pen.write(name, _INKS[name])

    # ------------------------------------------------------------ hands

    def hands(self, found: Comparison) -> Iterator[str]:
        """Yield how many hands are complete on either side, and each group of hands that come out otherwise."""
        shown = found.classes if found.laid is None else (*found.classes, *found.laid.classes)
        scorers = {name: Scorer(side) for name, side in self._sides.items()} if shown else {}
        yield from self._chapter(found.closed, CLOSED, scorers)
        if found.laid is not None:
            yield from self._chapter(found.laid, LAYOUTS, scorers)
        if found.unseen:
            rows = self.named(found.unseen)
            yield self._say(f"数过的牌里看不出的：{rows}", f"not to be seen in the hands counted: {rows}")

    def _chapter(self, found: Compared, words: Words, scorers: dict[str, Scorer]) -> Iterator[str]:
        """Yield what was found over one space of hands."""
        if found.complete is not None:
            yield ""
            yield from self._complete(found, words)
        for at, one in enumerate(found.classes[: self._most], 1):
            yield ""
            yield from self._class(at, one, words, scorers)
        yield ""
        left = 0 if self._most is None else len(found.classes) - self._most
        if left > 0:
            yield self._say(f"另有 {left} 类不同，--all 全写出来", f"{left} more groups differ; --all shows them")
        if found.complete is not None and not found.classes:
            yield self._words(words.none)
        yield self._pen.write(self._say("数的是：", "counted: "), Ink.GUTTER) + visible(self._words(found.space))

    def numbers(self, found: Compared) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield what is counted and how many hands are so under A, under B, under both, under A only and under B only."""
        for counts, words in ((found.complete, _COMPLETE), (found.wins, _WINS)):
            if counts is not None:
                yield self._words(words), attrs.astuple(counts)

    def _complete(self, found: Compared, words: Words) -> Iterator[str]:
        yield self._pen.write(self._words(words.title), Ink.NOTE)
        names, counts = zip(*self.numbers(found), strict=True)
        rows = zip(map(self._words, SIDES), *counts, strict=True)
        lines = [("", *names), *((name, *(f"{one:,}" for one in numbers)) for name, *numbers in rows)]
        yield from aligned(lines, right=(1, 2), indent=2)

    def named(self, paths: Sequence[str]) -> str:
        """Return rows by their names, not more of them than one reads."""
        names = [visible(self._row_name(path)) for path in paths]
        shown = self._say("、", ", ").join(names[:_MOST_ROWS])
        more = len(names) - _MOST_ROWS
        return shown + (self._say(f" 等 {len(names)} 行", f" and {more} more") if more > 0 else "")

    def _row_name(self, path: str) -> str:
        rows = (row for side in self._sides.values() for row in side.rows if row.path == path)
        row = next(rows, None)
        return path if row is None else row.name if self._language is Language.EN else named(row)

    def _class(self, at: int, one: Difference, words: Words, scorers: dict[str, Scorer]) -> Iterator[str]:
        share = percent(float(one.share))
        counted = f"{one.count:,} {self._words(words.unit)}"
        yield f"{at}. {self._pen.write(self.named(one.rules), Ink.WARNING)}"
        yield "   " + self._say(
            f"{counted}，占 {share}，最多差 {one.largest}，平均差 {float(one.mean):.2f}",
            f"{counted}, {share}; they differ by {one.largest} at most, by {float(one.mean):.2f} on average",
        )
        yield from (f"   {line}" for line in self.witness(one.witness, scorers))

    def witness(self, witness: Witness, scorers: dict[str, Scorer]) -> Iterator[str]:
        """Yield a hand, drawn, and what it comes to on either side."""
        hand = attrs.evolve(witness.hand, by=witness.by)
        scores = scored(scorers, hand)
        yield self.came(hand)
        divided = {
            name: [(group.meld, group.cards, group.xi) for group in score.melds] for name, score in scores.items()
        }
        alike = len(divided) == len(scorers) and len(set(map(tuple, divided.values()))) == 1
        for name, score in scores.items():
            if score.melds and not (alike and name == "B"):
                yield from self._drawn(score, "" if alike else self._side(name))
        if not any(divided.values()):
            yield self._cards(hand.cards(), self._sides["A"])
        for name in scorers:
            yield f"{self._side(name)} {self.worked(scores.get(name))}"

    def came(self, hand: Hand) -> str:
        """Return how a hand is won: on which card, how it came, and what else holds."""
        card = [] if hand.card is None else [self._say("胡 ", "wins on ") + write_kind(hand.card)]
        return self._say("，", ", ").join([*card, *came(hand, self._language)])

    def _cards(self, cards: Iterable[Kind], ruleset: Ruleset) -> str:
        return "".join(self._card(kind, ruleset) for kind in cards)

    def _card(self, kind: Kind, ruleset: Ruleset) -> str:
        return self._pen.write(write_kind(kind), Ink.ERROR) if kind in ruleset.deck.red else write_kind(kind)

    def _drawn(self, score: Score, mark: str) -> Iterator[str]:
        """Yield a hand as it lies: each group a column, its name above, its 息 below; what is open left of a line."""
        tallest = max(len(group.cards) for group in score.melds)
        columns = [self._column(group, score, tallest) for group in score.melds]
        laid = open_groups(score)
        if 0 < laid < len(columns):
            line = "│", self._pen.write("│", Ink.GUTTER)
            columns.insert(laid, [line] * len(columns[0]))
        wide = [max(width(plain) for plain, _ in column) for column in columns]
        for at, line_of_cells in enumerate(zip(*columns, strict=True)):
            cells = []
            for (plain, coloured), cell in zip(line_of_cells, wide, strict=True):
                before = (cell - width(plain)) // 2
                cells.append(" " * before + coloured + " " * (cell - width(plain) - before))
            yield f"{mark if mark and at == 0 else ' ' * bool(mark)} {'  '.join(cells)}".rstrip()

    def _column(self, group: Group, score: Score, tallest: int) -> list[tuple[str, str]]:
        name = visible(meld_name(score.ruleset, group.meld, self._language))
        plain = [(name, self._pen.write(name, Ink.GUTTER))]
        plain += [(write_kind(kind), self._card(kind, score.ruleset)) for kind in group.cards]
        plain += [("", "")] * (tallest - len(group.cards))
        worth = f"{group.xi}" + ("←" if group.wins else "")
        return [*plain, (worth, self._pen.write(worth, Ink.GUTTER))]

    # ------------------------------------------------------------ how it is counted

    def worked(self, score: Score | None) -> str:
        """Return what a hand comes to: the patterns that count, and the amount that one loser pays, worked out."""
        if score is None:
            return self._say("摆不出：没有这样的门子", "cannot be laid: there are no such melds")
        if score.reason is not None:
            return self._say("不胡：", "no win: ") + visible(self._words(score.reason.words))
        parts = []
        if score.patterns:
            parts.append(self._say("、", ", ").join(f"{visible(one.name)} {one.fan}" for one in score.patterns))
        counted = score.counted
        base = next((step for step in score.ruleset.count.steps if step.id == "base"), None)
        points = f"{score.points} {unit_name(score.unit, self._language)}".rstrip()
        if base is not None and counted is not None:
            worked = with_numbers(_labelled(base.formula, counted, self._language), {}, self._language)
            points = worked if worked == points else f"{worked} = {points}"
        return self._say("；", "; ").join([*parts, points])


def open_groups(score: Score) -> int:
    """Return how many groups of a reading, the first ones, lay on the table before the winning card came."""
    laid = [meld.cards for meld in score.hand.table]
    for at, group in enumerate(score.melds):
        if group.cards not in laid:
            return at
        laid.remove(group.cards)
    return len(score.melds)


def scored(scorers: Mapping[str, Scorer], hand: Hand) -> dict[str, Score]:
    """Return the scores of a hand by side; a side under which its melds cannot lie has none."""
    return {name: scorer.score(hand) for name, scorer in scorers.items() if can_lie(hand, scorer.ruleset)}


def _labelled(expr: Expr, counted: Counted, language: Language) -> Expr:
    """Return a formula with amounts in place of names: 3 等 × 2 番."""
    if isinstance(expr, Ref):
        value = counted.values[expr.key]
        unit = unit_name(expr.unit, language) if expr.unit not in {Unit.NUMBER, Unit.TRUTH, Unit.POINTS} else ""
        return Constant(value, expr.unit, f"{value} {unit}" if unit else None)
    return rebuilt(expr, lambda part: _labelled(part, counted, language))


def percent(share: float) -> str:
    """Write a share, a small one with more places.

    >>> percent(0.0465), percent(0.0000468), percent(0.0000001)
    ('4.65%', '0.0047%', '<0.0001%')
    """
    if 0 < share < _LEAST:
        return f"<{_LEAST:.4%}"
    return f"{share:.4%}" if 0 < share < _SMALL else f"{share:.2%}"
