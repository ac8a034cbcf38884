"""A run of a plan from start to end, or from where an earlier run of it was stopped.

Enters: a plan, and the file that keeps its records, if one does. Leaves: the tally of all its hands and the digest of
their records. How far it is can be followed; nothing is printed here.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from phzdsl.analysis.recordfile import Entry, RecordFile
from phzdsl.analysis.simulate import HANDS_OF_A_BLOCK, Plan, blocks_of
from phzdsl.analysis.tally import Tally
from phzdsl.errors import RecordError
from phzdsl.game import Game
from phzdsl.game.record import Record
from phzdsl.game.step import shuffled
from phzdsl.ruleset.export import digest
from phzdsl.text.diagnostics import Bilingual

__all__ = ["Run"]


class Run:
    """A run of a plan.

    Attributes:
        tally: what the hands so far come to.
        found: hands that the file had already.
    """

    def __init__(self, plan: Plan, *, workers: int, path: Path | None = None) -> None:
        """Prepare a run; ``path`` is the file that keeps the records."""
        self.tally = Tally()
        self.found = 0
        self._plan = plan
        self._workers = workers
        self._file = None if path is None else RecordFile(path, plan)
        self._hash = sha256()

    @property
    def digest(self) -> str:
        """The digest of the records of all hands so far: 64 hexadecimal digits."""
        return self._hash.hexdigest()

    def hands(self) -> Generator[int]:
        """Play, and yield after each block how many hands are done.

        Raises:
            GameError: the variant cannot be played.
            OSError: the file cannot be read or written.
            RecordError: the file is of another run, in use by one, or damaged.
        """
        if self._file is None:
            yield from self._played([])
            return
        places = _Places(self._plan)
        with closing(self._file):
            begun = self._kept(self._file, places)
            yield self.tally.hands
            yield from self._played(begun)

    def _kept(self, file: RecordFile, places: _Places) -> list[str]:
        """Count the hands that the file has; return the lines of the block that it has a part of."""
        part: list[Entry] = []
        for hand, entry in enumerate(file.open()):
            places.check(hand, entry)
            if self.found == self._plan.hands:
                # Hands beyond those asked for stay where they are, and are not counted.
                continue
            self.found += 1
            part.append(entry)
            if len(part) == HANDS_OF_A_BLOCK or self.found == self._plan.hands:
                for one in part:
                    self._count(one, places)
                part.clear()
        return [entry.text for entry in part]

    def _count(self, entry: Entry, places: _Places) -> None:
        if entry.record is not None:
            places.count(entry.record, self.tally)
            self._note([entry.text])

    def _note(self, lines: list[str]) -> None:
        for line in lines:
            self._hash.update(f"{line}\n".encode())

    def _played(self, begun: list[str]) -> Iterator[int]:
        """Play the blocks that are not done; of the one that was begun, what it has must come again."""
        if self.tally.hands >= self._plan.hands:
            return
        for block in blocks_of(self._plan, self._workers, self.found // HANDS_OF_A_BLOCK):
            lines = list(block.lines)
            if lines[: len(begun)] != begun:
                what = Bilingual(
                    "里面的牌局不是这个程序照这个种子打出来的",
                    "its hands are not those that this program plays from the seed",
                )
                raise RecordError(what, code="D965")
            if self._file is not None:
                self._file.write(lines[len(begun) :])
            begun = []
            self._note(lines)
            self.tally.merge(block.tally)
            yield self.tally.hands


class _Places:
    """Which hand stands where in the file of a plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._game = Game(plan.ruleset)
        self._digest = digest(plan.ruleset)

    def count(self, record: Record, tally: Tally) -> None:
        """Count a hand of the file."""
        game = self._game
        tally.count(record, only_booked=game.session.only_booked, sits=game.sits(record.dealer))

    def check(self, hand: int, entry: Entry) -> None:
        """Refuse a line that is not the hand of its place, such as one after a line that was taken away or put in.

        Raises:
            RecordError: it is not (``D965``).
        """
        # The first line says what was played.
        if entry.number != hand + 2 or entry.record is None or not self._is(hand, entry.record):
            said = Bilingual(f"第 {hand + 2} 行不是第 {hand + 1} 局", f"line {hand + 2} is not hand {hand + 1} of it")
            raise RecordError(said, code="D965")

    def _is(self, hand: int, record: Record) -> bool:
        seed, total = self._plan.seed_of_hand(hand), self._game.total
        return (
            record.seed == seed
            and record.digest == self._digest
            and record.players == self._plan.seated(hand // HANDS_OF_A_BLOCK, total)
            and len(record.payments) == total
            and record.deck == shuffled(self._game, seed)
        )
