"""What every chapter of a rule book needs: the rules, the reader's language, and the numbers of the sources cited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from phzdsl.book.pages import Line, Piece, Source
from phzdsl.book.sentences import Sentences
from phzdsl.cli.names import step_name, unit_name
from phzdsl.ruleset.expressions import Expr, Unit, evaluate, refs
from phzdsl.ruleset.model import Row, Ruleset
from phzdsl.ruleset.sources import CitedClause
from phzdsl.ruleset.vocabulary import term
from phzdsl.text.diagnostics import Language
from phzdsl.text.source import Span

__all__ = ["Teller"]

# A clause is quoted so far; whole sheets are cited as one clause.
_QUOTED = 160
_EXPRESSIONS = Expr.__args__


class Teller:
    """Tells rows of one room.

    Attributes:
        room: the ruleset, bound to what the room chose.
        ruleset: the same before it was bound, for what is said of options.
        language: the reader's.
        sentences: says conditions and amounts.
        nouns: names what they name.
        rows: every row of the ruleset as it stands there, those too that the room's options leave out.
    """

    def __init__(self, ruleset: Ruleset, room: Ruleset, language: Language, clauses: Mapping[str, CitedClause]) -> None:
        self.ruleset, self.room, self.language = ruleset, room, language
        self.sentences = Sentences(room, language)
        self.nouns = self.sentences.nouns
        self.say = self.nouns.say
        self._clauses = clauses
        self._numbers: dict[str, int] = {}
        self.rows = _rows(ruleset)

    # ------------------------------------------------------------ rows

    def enabled(self, row: Row) -> bool:
        """Tell whether the room's options leave a row in."""
        known = {f"option:{name}": value for name, value in self.room.bound or ()}
        if row.enabled is None or any(ref.key not in known for ref in refs(row.enabled)):
            return True
        return bool(evaluate(row.enabled, known))

    def told(self, row: Row, *pieces: Piece) -> Line:
        """Return a line that tells a row, with what its author remarks and the sources that it cites."""
        return Line(
            (*self._begun(pieces), *self._besides(row)), row.path, self.notes(row.cites), open=row.doubt is not None
        )

    def _begun(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """Let an English sentence begin with a capital; a formula begins with a name."""
        first = pieces[0]
        if self.language is Language.ZH or not isinstance(first, str) or " = " in first:
            return pieces
        return (first[:1].upper() + first[1:], *pieces[1:])

    def cell(self, row: Row, *pieces: Piece) -> Line:
        """Return the first cell of a table's row, which holds path and notes."""
        return Line(pieces, row.path, self.notes(row.cites), open=row.doubt is not None)

    def remarks(self, row: Row) -> str:
        """Return what a row says besides, for a cell of its own."""
        return "".join(self._besides(row))

    def _besides(self, row: Row) -> Iterable[str]:
        if row.remark:
            yield self.say(f"（{row.remark}）", f" ({row.remark})")
        if row.undefined is not None:
            when = self.sentences.condition(row.undefined)
            yield self.say(f"（这时没有定，不算：{when}）", f" (not settled, and not counted, when {when})")

    # ------------------------------------------------------------ sources

    def notes(self, cites: Iterable[str]) -> tuple[int, ...]:
        """Return the numbers of some clauses; one that was not cited before gets the next."""
        return tuple(self._numbers.setdefault(one, len(self._numbers) + 1) for one in cites)

    def sources(self) -> tuple[Source, ...]:
        """Return what the numbers given so far stand for."""
        return tuple(self._source(number, one) for one, number in self._numbers.items())

    def clause(self, cite: str) -> CitedClause | None:
        """Return a clause, None where no list has it."""
        return self._clauses.get(cite)

    def _source(self, number: int, cite: str) -> Source:
        clause = self._clauses.get(cite)
        if clause is None:
            return Source(number, cite, "", "")
        says = " ".join(clause.says.split())
        return Source(number, cite, clause.where, says if len(says) <= _QUOTED else f"{says[:_QUOTED]}……")

    # ------------------------------------------------------------ amounts

    def amount(self, value: int, unit: Unit) -> str:
        """Return a number with its unit."""
        return f"{value} {unit_name(unit, self.language)}".rstrip()

    def unit(self, unit: Unit) -> str:
        """Return the word for a unit, that for points where a plain number is paid."""
        return unit_name(Unit.POINTS if unit is Unit.NUMBER else unit, self.language)

    def step(self, step: str) -> str:
        """Return what a step is called."""
        return step_name(step, self.language)

    def table(self, table: str) -> str:
        """Return what a table of patterns is called."""
        return self.say("名堂", "patterns") if table == "fan" else table

    def event(self, event: str) -> str:
        """Return on which card a claim may be made."""
        if event == "any-draw":
            return self.say("任何人摸的", "anybody's draw")
        return self.means("event", event)

    def means(self, group: str, word_id: str) -> str:
        """Return what a word of a list means, in one phrase; a name of the author's own stays as it is."""
        found = term(group, word_id)
        return word_id if found is None else self.say(found.means_zh, found.means_en)

    def listed(self, words: Iterable[str]) -> str:
        """Join words of a list."""
        return self.say("、", ", ").join(dict.fromkeys(words))


def _rows(ruleset: Ruleset) -> tuple[Row, ...]:
    """Return the rows of a ruleset as its parts hold them: the list of rows alone does not know what they depend on."""
    held = {row.path: row for row in _held(ruleset)}
    return tuple(held.get(row.path, row) for row in ruleset.rows)


def _held(part: object) -> Iterator[Row]:
    if isinstance(part, tuple):
        for one in part:
            yield from _held(one)
    elif isinstance(part, Row):
        yield part
    elif attrs.has(type(part)) and not isinstance(part, (*_EXPRESSIONS, Span)):
        for field in attrs.fields(type(part)):  # type: ignore[arg-type]  # what has fields is a class of values
            if field.name != "rows":
                yield from _held(getattr(part, field.name))
