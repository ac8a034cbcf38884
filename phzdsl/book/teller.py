"""What every chapter of a rule book needs: the rules, the reader's language, and the numbers of the sources cited."""

from __future__ import annotations

import re
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

__all__ = ["Kept", "Teller"]

# A clause is quoted so far; whole sheets are cited as one clause.
_QUOTED = 160
_EXPRESSIONS = Expr.__args__

# By these it is told in which language words are.
_CHINESE, _LETTER = re.compile("[\u4e00-\u9fff]"), re.compile("[A-Za-z]")
# Who pays and who is paid, where the list of words says it as half a sentence.
_PARTIES: Mapping[str, str] = {
    "others": "each other player",
    "discarder": "the player who discarded the card",
    "source-discarder": "the player who discarded the card of the earlier meld",
    "actor": "the player who acts",
    "winner": "the winner",
    "who-sits": "the player who sits out",
    "opponents": "each player of the other side",
}


@attrs.frozen
class Kept:
    """Paths of rows that a variant changed without stating anew what stands beside the rule: that is its parent's.

    Attributes:
        cites: rows that cite what the parent's row cites.
        doubts: rows with the open question of the parent's row.
        remarks: rows with its remark.
    """

    cites: frozenset[str] = frozenset()
    doubts: frozenset[str] = frozenset()
    remarks: frozenset[str] = frozenset()


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

    def __init__(
        self,
        ruleset: Ruleset,
        room: Ruleset,
        language: Language,
        clauses: Mapping[str, CitedClause],
        kept: Kept | None = None,
    ) -> None:
        self.ruleset, self.room, self.language = ruleset, room, language
        self.sentences = Sentences(room, language)
        self.nouns = self.sentences.nouns
        self.say = self.nouns.say
        self._clauses, self._kept = clauses, kept or Kept()
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
        return self.cell(row, *self._begun(pieces), *self._besides(row))

    def line(self, *pieces: Piece) -> Line:
        """Return a line that tells no row, begun as one that does."""
        return Line(self._begun(pieces))

    def begun(self, text: str) -> str:
        """Let an English line begin with a capital."""
        return text if self.language is Language.ZH else text[:1].upper() + text[1:]

    def _begun(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        first = pieces[0]
        return (self.begun(first), *pieces[1:]) if isinstance(first, str) else pieces

    def cell(self, row: Row, *pieces: Piece) -> Line:
        """Return a line that holds a row's path and marks, such as the first cell of a table's row."""
        asked = self.asked(row, *pieces)
        return attrs.evolve(asked, open=row.doubt is not None, open_kept=row.path in self._kept.doubts)

    def asked(self, row: Row, *pieces: Piece) -> Line:
        """Return the same without the mark of an open question, for where that is told."""
        kept = bool(row.cites) and row.path in self._kept.cites
        return Line(pieces, row.path, self.notes(row.cites), notes_kept=kept)

    def doubt_kept(self, row: Row) -> bool:
        """Tell whether the question that a row leaves open was asked of the parent's row."""
        return row.path in self._kept.doubts

    def remark(self, row: Row) -> str:
        """Return what the author of a row remarks, marked where it was said of the parent's row; empty for nothing."""
        if not row.remark:
            return ""
        return self.say("上家的：", "parent's: ") * (row.path in self._kept.remarks) + self.quoted(row.remark)

    def foreign(self, text: str) -> bool:
        """Tell whether words of an author are not in the reader's language."""
        return bool(_CHINESE.search(text)) is not (self.language is Language.ZH)

    def quoted(self, text: str) -> str:
        """Return words of an author, said to be that where they are not in the reader's language."""
        return text if not self.foreign(text) else self.say(f"原话：{text}", f"the author's words: {text}")

    def remarks(self, row: Row) -> str:
        """Return what a row says besides, for a cell of its own."""
        return "".join(self._besides(row))

    def _besides(self, row: Row) -> Iterable[str]:
        if row.remark:
            yield self.say("（", " (") + self.remark(row) + self.say("）", ")")
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

    def sources_title(self) -> str:
        """Return the heading over the sources, which says in what language they are told."""
        told = [clause.says for cite in self._numbers if (clause := self._clauses.get(cite)) is not None]
        english = sum(len(_CHINESE.findall(one)) < len(_LETTER.findall(one)) for one in told) * 2 > len(told)
        return self.say(
            "出处（原文摘要是英文）" if english else "出处",
            "Sources" if english or not told else "Sources (told in Chinese)",
        )

    def sources_said(self) -> tuple[str, ...]:
        """Return what is said of all sources: what it means that they are the parent's."""
        if self._kept.cites.isdisjoint(row.path for row in self.rows if row.cites):
            return ()
        return (
            self.say(
                "「上家的」：这一行的规矩改过，出处还是上家（所继承的变体）那一行的，说的是没改的规矩。",
                "(parent's): the rule was changed, and the source is that of the row it was inherited from; it says what held before.",
            ),
        )

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

    def party(self, role: str) -> str:
        """Return who pays, or is paid."""
        return self.say(self.means("role", role), _PARTIES.get(role) or self.means("role", role))

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
