"""Asks at a terminal for what a new rule file is to have otherwise; an answer that the rules cannot have is asked again.

Each question has the parent's own value for an answer that is left empty. What the parent does not have is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from phzdsl.cli.answers import Answers
from phzdsl.cli.console import Console
from phzdsl.cli.draft import Added, Parent, Wanted
from phzdsl.ruleset.model import Pattern
from phzdsl.ruleset.options import number_of
from phzdsl.ruleset.usual import Number, Pays
from phzdsl.text.catalogue import sentence
from phzdsl.text.cells import visible
from phzdsl.text.diagnostics import Diagnostic

__all__ = ["Asking", "pays_words"]

_DROP = frozenset({"-", "－", "删", "无", "none"})
_COMMAS = str.maketrans(",，、", "   ")
Tried = Callable[[Wanted], Iterable[Diagnostic]]
Likes = Callable[[Wanted, str, str], Added]


def pays_words(pays: Pays, console: Console) -> str:
    """Return who pays for a discard, in words."""
    match pays:
        case Pays.NOBODY:
            return console.say("打出来的不能胡", "discards cannot be won on")
        case Pays.ALL:
            return console.say("各家付", "all pay")
        case Pays.DISCARDER:
            return console.say("放炮的一家付", "the discarder pays alone")


class Asking:
    """One dialogue about one parent."""

    def __init__(self, parent: Parent, answers: Answers, console: Console, tried: Tried, likes: Likes) -> None:
        """Start.

        Args:
            parent: whose values are the ones to begin with.
            answers: where a person answers.
            console: where faults of an answer are told.
            tried: returns the errors of a draft.
            likes: returns a pattern with the condition that it has elsewhere, where it has one.
        """
        self._parent = parent
        self._answers = answers
        self._console = console
        self._say = console.say
        self._tried = tried
        self._likes = likes

    def ask(self, wanted: Wanted, given: frozenset[str]) -> Wanted:
        """Return what is wanted after all questions that no flag has answered.

        Raises:
            NoMoreError: there are no more answers.
        """
        usual, say = self._parent.usual, self._say
        self._console.write(
            say(
                "直接回车就照上家的；牌单上没说的也回车。",
                "An empty answer keeps the parent's; so does what the sheet does not say.",
            )
        )
        if "title" not in given:
            wanted = self._words(wanted, say("给人看的名字", "title"), wanted.title, _titled)
        if not {"players", "deal"} & given and usual.seating.players is not None:
            wanted = self._seats(wanted)
        numbers: tuple[tuple[str, str, Number | None, Callable[[Wanted, int], Wanted]], ...] = (
            ("minimum", say("几息起胡", "least 息 of a win"), usual.minimum, _least),
            ("start", say("等从几息算起", "等 counted from how many 息"), usual.start, _started),
            ("step", say("每几息加一等", "how many 息 for one 等 more"), usual.step, _stepped),
            ("red", self._red(), usual.threshold, _reddened),
        )
        for field, words, number, put in numbers:
            if field not in given and number is not None:
                wanted = self._number(wanted, words, number, put)
        if "fan" not in given:
            wanted = self._patterns(wanted)
        if "pays" not in given and usual.paying is not None:
            wanted = self._pays(wanted)
        if "sources" not in given:
            asked = say(
                "出处单子的文件名，如 sheet.toml；不要就回车",
                "file of the list of sources, such as sheet.toml; none when empty",
            )
            wanted = self._words(wanted, asked, "", _sourced)
        return wanted

    # ------------------------------------------------------------ one question

    def _line(self, asked: str, default: object) -> str:
        shown = f" [{default}]" if default not in {None, ""} else ""
        return self._answers.ask(f"{asked}{shown}{self._say('：', ': ')}")

    def _good(self, wanted: Wanted) -> bool:
        """Tell whether the rules can be so; where not, say why."""
        faults = list(self._tried(wanted))
        for one in faults[:1]:
            self._console.write(f"  {visible(sentence(one, self._console.language))}")
        return self._told(good=not faults)

    def _told(self, *, good: bool) -> bool:
        if good:
            self._answers.good()
        else:
            self._answers.bad()
        return good

    def _no(self, zh: str, en: str) -> None:
        self._console.write(f"  {self._say(zh, en)}")
        self._told(good=False)

    def _words(self, wanted: Wanted, asked: str, default: str, put: Callable[[Wanted, str], Wanted]) -> Wanted:
        while True:
            answer = self._line(asked, default)
            if not answer:
                return wanted
            new = put(wanted, answer)
            if self._good(new):
                return new

    def _number(self, wanted: Wanted, asked: str, number: Number, put: Callable[[Wanted, int], Wanted]) -> Wanted:
        while True:
            answer = self._line(asked, number.value)
            if not answer:
                return wanted
            value = number_of(answer)
            if value is None:
                self._no("要一个数", "a number, please")
                continue
            new = put(wanted, value)
            if self._good(new):
                return new

    # ------------------------------------------------------------ what needs more than one

    def _seats(self, wanted: Wanted) -> Wanted:
        """Ask for players and deal together: other players may need another deal."""
        old, say = self._parent.usual.seating, self._say
        usual = old.players.value if old.players is not None else 0
        while True:
            players = self._line(say("几个人打", "players"), usual)
            dealt = ""
            if None not in {old.stock, old.dealer, old.other}:
                asked = say("起手几张，庄家、闲家", "cards dealt to the dealer, to the others")
                dealt = self._line(asked, f"{old.dealer} {old.other}").translate(_COMMAS)
            numbers = [number_of(part) for part in (players or str(usual), *dealt.split())]
            if None in numbers or len(numbers) not in {1, 3}:
                self._no("要写数；起手写两个，如 21 20", "numbers, please; two for the deal, such as 21 20")
                continue
            count, *deal = [number or 0 for number in numbers]
            new = attrs.evolve(wanted, players=count, deal=(deal[0], deal[1]) if deal else None)
            if self._good(new):
                return new

    def _red(self) -> str:
        red = self._parent.usual.red
        name = "" if red is None else red.row.written
        return self._say(f"「{name}」红牌几张起", f"{name}: from how many red cards")

    def _patterns(self, wanted: Wanted) -> Wanted:
        say, every = self._say, [pattern for _, pattern in self._parent.ruleset.patterns()]
        if every:
            self._console.write(
                say(
                    "番，一个一个问：回车照旧，- 不要，写数或算式就改：",
                    "Patterns: empty keeps one, - drops it, a number or formula is its new worth:",
                )
            )
        for pattern in every:
            wanted = self._pattern(wanted, pattern)
        while True:
            name = self._line(say("还有什么番；没有就回车", "another pattern; none when empty"), "")
            if not name:
                return wanted
            if self._parent.pattern(name) is not None or any(one.name == name for one in wanted.added):
                self._no(f"「{name}」已经有了", f"`{name}` is there already")
                continue
            wanted = self._new(wanted, name)

    def _pattern(self, wanted: Wanted, pattern: Pattern) -> Wanted:
        name = pattern.row.written
        red = wanted.red if pattern is self._parent.usual.red else None
        while True:
            answer = self._line(f"  {name}", self._parent.worth(pattern, red))
            if not answer:
                return wanted
            if answer in _DROP:
                new = attrs.evolve(wanted, dropped=(*wanted.dropped, name))
            else:
                new = attrs.evolve(wanted, worths={**wanted.worths, name: answer})
            if self._good(new):
                return new

    def _new(self, wanted: Wanted, name: str) -> Wanted:
        say = self._say
        worth = self._line(say(f"  {name}值几番", f"  worth of {name}"), "")
        one = self._likes(wanted, name, worth or "1")
        while True:
            asked = say(
                "  什么时候算，如 末张 且 自摸；还不会写就回车",
                "  when it counts, such as last and self-draw; empty: to be filled in",
            )
            when = self._line(asked, one.when)
            new = attrs.evolve(wanted, added=(*wanted.added, attrs.evolve(one, when=when, like=None) if when else one))
            if self._good(new):
                return new
            if not when:  # the worth is at fault, or the name
                return wanted

    def _pays(self, wanted: Wanted) -> Wanted:
        paying = self._parent.usual.paying
        if paying is None:
            return wanted
        ways = [one for one in Pays if one is not Pays.NOBODY or paying.now is one]
        listed = "，".join(f"{at} {pays_words(one, self._console)}" for at, one in enumerate(ways, 1))
        while True:
            answer = self._line(
                self._say(f"放炮谁付：{listed}", f"a win on a discard: {listed.replace('，', ', ')}"),
                ways.index(paying.now) + 1,
            )
            if not answer:
                return wanted
            at = number_of(answer)
            if at is None or not 1 <= at <= len(ways):
                self._no(f"选 1-{len(ways)}", f"1-{len(ways)}, please")
                continue
            new = attrs.evolve(wanted, pays=ways[at - 1])
            if self._good(new):
                return new


# ---------------------------------------------------------------- where an answer goes


def _titled(wanted: Wanted, words: str) -> Wanted:
    return attrs.evolve(wanted, title=words)


def _sourced(wanted: Wanted, words: str) -> Wanted:
    return attrs.evolve(wanted, sources=words)


def _least(wanted: Wanted, number: int) -> Wanted:
    return attrs.evolve(wanted, minimum=number)


def _started(wanted: Wanted, number: int) -> Wanted:
    return attrs.evolve(wanted, start=number)


def _stepped(wanted: Wanted, number: int) -> Wanted:
    return attrs.evolve(wanted, step=number)


def _reddened(wanted: Wanted, number: int) -> Wanted:
    return attrs.evolve(wanted, red=number)
