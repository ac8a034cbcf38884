"""The rows of a new rule file: in what a child is to differ from its parent, each with a comment on what it says.

What enters is the parent and what is wanted otherwise. Rows are made with Chinese keywords; ``drafted.py`` makes a text of
them. Asks nobody and writes no file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import attrs

from phzdsl.ruleset.library import Loaded
from phzdsl.ruleset.model import Pattern, PatternTable, Row, Ruleset
from phzdsl.ruleset.usual import Number, Pays, Usual, reworded, usual
from phzdsl.ruleset.vocabulary import term

__all__ = ["Added", "Parent", "Say", "Stated", "Wanted", "stated"]

Say = Callable[[str, str], str]
# Names for the row of the discarder, the first that the parent does not have.
_ALONE = ("放炮", "放炮包赔")


@attrs.frozen
class Added:
    """A pattern that the parent does not have; without a condition it is only noted down.

    Attributes:
        like: the variant whose condition it takes.
    """

    name: str
    worth: str
    when: str | None = None
    like: str | None = None


@attrs.frozen
class Wanted:
    """What a child is to have otherwise; what is None or left out stays as the parent has it.

    Attributes:
        deal: cards dealt to the dealer and to each other player.
        worths: new worths of patterns of the parent, by name.
        sources: name of a list of sources beside the file.
    """

    title: str
    players: int | None = None
    deal: tuple[int, int] | None = None
    minimum: int | None = None
    start: int | None = None
    step: int | None = None
    red: int | None = None
    worths: Mapping[str, str] = attrs.field(factory=dict)
    dropped: tuple[str, ...] = ()
    added: tuple[Added, ...] = ()
    pays: Pays | None = None
    sources: str | None = None


@attrs.frozen
class Parent:
    """The variant that a draft starts from, and how the draft names it (an id, or a path in quotes)."""

    named: str
    loaded: Loaded
    ruleset: Ruleset
    usual: Usual

    @classmethod
    def of(cls, named: str, loaded: Loaded, ruleset: Ruleset) -> Parent:
        """Return a parent, looked through once."""
        return cls(named, loaded, ruleset, usual(ruleset))

    def pattern(self, name: str) -> tuple[PatternTable, Pattern] | None:
        """Return a pattern by its row's name or by what players call it."""
        every = tuple(self.ruleset.patterns())
        exact = next((one for one in every if name in {one[1].id, one[1].row.written}), None)
        return exact or next((one for one in every if one[1].called == name), None)

    def worth(self, pattern: Pattern, red: int | None = None) -> str:
        """Return what a pattern scores, as written, with another threshold of red cards put in."""
        return reworded(pattern.worth, _changed((self.usual.threshold, red)))


@attrs.frozen
class Stated:
    """One row of the draft.

    Attributes:
        block: its block, as a Chinese file heads it.
        text: the row, empty where it can only be noted down.
        says: the comment above it.
        clause: id of the clause that it is to cite, without that of the file.
    """

    block: str
    text: str
    says: str
    clause: str = ""


# ---------------------------------------------------------------- rows


def stated(parent: Parent, wanted: Wanted, say: Say) -> tuple[Stated, ...]:
    """Return the rows that say in what a child differs; none where nothing differs."""
    rows = _Rows(parent, wanted, say)
    return tuple(row for part in (rows.seats, rows.win, rows.count, rows.patterns, rows.pays) for row in part())


def _same_words(one: str, other: str) -> bool:
    """Tell whether two pieces of a rule file are the same but for blanks and the width of signs."""
    wide = str.maketrans({"（": "(", "）": ")", "＋": "+", "－": "-", "×": "*", "÷": "/", "，": ","})
    return "".join(one.translate(wide).split()) == "".join(other.translate(wide).split())


def _changed(*pairs: tuple[Number | None, int | None]) -> list[tuple[Number, int]]:
    """Return the numbers that are wanted otherwise."""
    return [(old, new) for old, new in pairs if old is not None and new is not None and old.value != new]


class _Rows:
    """Makes the rows of a draft, block by block."""

    def __init__(self, parent: Parent, wanted: Wanted, say: Say) -> None:
        self._parent = parent
        self._ruleset = parent.ruleset
        self._usual = parent.usual
        self._wanted = wanted
        self._say = say
        self._id = parent.ruleset.id

    def _was(self, value: object) -> str:
        return self._say(f"（{self._id} 是 {value}）", f" ({self._id}: {value})")

    def _option(self, number: Number, value: int, says: str) -> Stated:
        """Return the row that gives an option another default."""
        name = "" if number.option is None else number.option.row.written
        says += self._say("，开房还可以另选", "; a room may still choose")
        return Stated("选项", f"改 {name} 默认 {value}", says, "option")

    # ------------------------------------------------------------ players, 息, 等

    def seats(self) -> Iterator[Stated]:
        """Yield players, deal and stock, and the groups that such a deal makes."""
        old, say = self._usual.seating, self._say
        if old.players is None:
            return
        players = old.players.value if self._wanted.players is None else self._wanted.players
        if players != old.players.value:
            says = say(f"{players} 个人打", f"{players} players") + self._was(old.players.value)
            if old.players.option is not None:
                yield self._option(old.players, players, says)
            else:
                yield Stated("座", f"改 人数 {players}", says, "players")
        if old.dealer is None or old.other is None:
            return
        dealer, other = self._wanted.deal or (old.dealer, old.other)
        if (dealer, other) != (old.dealer, old.other):
            says = say(f"庄家起 {dealer} 张，闲家 {other} 张", f"the dealer has {dealer} cards, the others {other}")
            yield Stated(
                "座", f"改 起手 庄 {dealer} 闲 {other}", says + self._was(f"{old.dealer}, {old.other}"), "deal"
            )
        stock = old.stock_of(players, dealer, other)
        # Cards that the deck does not have leave no stock to state; the check then says by how many the deal is off.
        if stock is not None and stock != old.stock and stock >= 0:
            says = say(f"墩上剩 {stock} 张，整副牌减去起手的", f"{stock} cards left: the deck without what is dealt")
            yield Stated("座", f"改 余墩 {stock}", says + self._was(old.stock), "stock")
        groups = old.groups_of(dealer)
        if groups is not None and groups != old.groups:
            says = say(f"{dealer} 张牌是 {groups} 门", f"{dealer} cards are {groups} groups") + self._was(old.groups)
            yield Stated("胡", f"改 门数 {groups}", says, "groups")

    def win(self) -> Iterator[Stated]:
        """Yield the minimum."""
        least, changes = self._ruleset.win.minimum, _changed((self._usual.minimum, self._wanted.minimum))
        if least is None or not changes:
            return
        (number, value) = changes[0]
        says = self._say(f"{value} 息起胡", f"a win needs {value} 息") + self._was(number.value)
        if number.option is not None:
            yield self._option(number, value, says)
        else:
            yield Stated("胡", f"改 {_name(least.row)} {reworded(least.value, changes)}", says, "minimum")

    def count(self) -> Iterator[Stated]:
        """Yield the formula of 等."""
        deng, say = self._usual.deng, self._say
        changes = _changed((self._usual.start, self._wanted.start), (self._usual.step, self._wanted.step))
        for number, value in changes:
            if number.option is not None:
                yield self._option(number, value, say(f"等的算法里是 {value}", f"{value} in the formula of 等"))
        if deng is None or not any(number.option is None for number, _ in changes):
            return
        old = [one.value if one is not None else None for one in (self._usual.start, self._usual.step)]
        wanted = (self._wanted.start, self._wanted.step)
        start, step = (was if new is None else new for was, new in zip(old, wanted, strict=True))
        zh = [f"从 {start} 息算起"] * (start is not None) + [f"每 {step} 息加一等"] * (step is not None)
        en = [f"from {start} 息"] * (start is not None) + [f"one more each {step} 息"] * (step is not None)
        was = self._was(", ".join(str(one) for one in old if one is not None))
        yield Stated(
            "计",
            f"改 {_name(deng.row)} = {reworded(deng.formula, changes)}",
            say("，".join(zh), ", ".join(en)) + was,
            "deng",
        )

    # ------------------------------------------------------------ patterns

    def patterns(self) -> Iterator[Stated]:
        """Yield patterns that are worth something else, go, or come."""
        wanted = self._wanted
        gone = {found[1].id for name in wanted.dropped if (found := self._parent.pattern(name)) is not None}
        worths = {found[1].id: worth for name, worth in wanted.worths.items() if (found := self._parent.pattern(name))}
        number = 0
        for table, pattern in self._ruleset.patterns():
            row = self._pattern(table, pattern, gone, worths.get(pattern.id))
            if row is not None:
                number += 1
                yield attrs.evolve(row, clause=f"fan-{number}")
        for one in wanted.added:
            number += 1
            yield self._added(one, f"fan-{number}")

    def _pattern(self, table: PatternTable, pattern: Pattern, gone: set[str], worth: str | None) -> Stated | None:
        say, name, block = self._say, pattern.row.written, _table(table)
        if pattern.id in gone:
            return Stated(
                block, f"删 {name}", say(f"没有{name}", f"no {name}") + self._was(self._parent.worth(pattern))
            )
        parts, says = [], []
        red = _changed((self._usual.threshold, self._wanted.red)) if pattern is self._usual.red else []
        if red:
            parts.append(f"当 {reworded(pattern.when, red)}")
            says.append(say(f"红牌 {red[0][1]} 张起", f"from {red[0][1]} red cards") + self._was(red[0][0].value))
        old = self._parent.worth(pattern)
        new = self._parent.worth(pattern, self._wanted.red if red else None) if worth is None else worth
        if not _same_words(old, new):
            parts.append(f"计 {new}")
            says.append(say(f"值 {new}", f"worth {new}") + self._was(old))
        kept = [one for one in pattern.replaces if one not in gone]
        if len(kept) < len(pattern.replaces):
            parts.append(f"代替 {', '.join(kept)}" if kept else "去 代替")
            says.append(say("它代替的番少了", "what it counts instead of is fewer"))
        return (
            Stated(block, f"改 {name} {' '.join(parts)}", f"{name}{say('：', ': ')}{say('，', ', ').join(says)}")
            if parts
            else None
        )

    def _added(self, one: Added, clause: str) -> Stated:
        say = self._say
        if one.when is None:
            says = say(
                f"增 {one.name} 当 …… 计 {one.worth}\n上面一行：什么时候算，补上，再去掉 #",
                f"add {one.name} when ... scores {one.worth}\nthe line above: say when it counts, and take its # away",
            )
            return Stated("番", "", says, clause)
        says = say(f"{one.name}：值 {one.worth}", f"{one.name}: worth {one.worth}")
        if one.like is not None:
            says += say(
                f"；条件照 {one.like} 的，和牌单核对", f"; its condition is that of {one.like}: compare with the sheet"
            )
        return Stated("番", f"增 {one.name} 当 {one.when} 计 {one.worth}", says, clause)

    # ------------------------------------------------------------ who pays

    def pays(self) -> Iterator[Stated]:
        """Yield who pays for a win on a discard."""
        paying, new, say = self._usual.paying, self._wanted.pays, self._say
        if paying is None or new is None or new is paying.now:
            return
        if paying.now is Pays.NOBODY:
            events = ", ".join(_word("event", one) for one in (*paying.win.events, "others-discard"))
            says = say("别家打出来的也能胡", "a discard may be won on") + self._was(say("不能", "not so"))
            yield Stated("动作", f"改 {_name(paying.win.row)} 见 {events}", says, "win-card")
        name, amount = _name(paying.row.row), paying.row.amount.span
        if new is Pays.DISCARDER:
            taken = {one.row.written for one in self._ruleset.payments}
            alone = next(one for one in _ALONE if one not in taken)
            yield Stated("付", f"改 {name} 当 非 放炮", say("放炮时不是各家付", "not all pay for a discard"), "pay-all")
            says = say("放炮的一家付各家的", "the discarder pays for all")
            text = "底" if amount is None else amount.text
            yield Stated("付", f"增 {alone} 于 胡 出 打者 当 放炮 计 ({text}) × (人数 - 1)", says, "pay-discard")
        elif paying.discard is not None:
            yield Stated("付", f"改 {name} 去 当", say("放炮也是各家付", "all pay for a discard too"), "pay-all")
            gone = _name(paying.discard.row)
            yield Stated("付", f"删 {gone}", say("放炮的不单独付", "the discarder does not pay alone"))


def _name(row: Row) -> str:
    return row.written


def _word(group: str, word_id: str) -> str:
    found = term(group, word_id)
    return word_id if found is None else found.zh


def _table(table: PatternTable) -> str:
    return "番" if table.id == "fan" else f"番 {table.id}"
