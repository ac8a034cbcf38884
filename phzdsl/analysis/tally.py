"""What many hands of play come to: counted hand by hand from their records, and added up from parts.

Enters: records. Leaves: a ``Tally`` of sums, from which shares and means are read. Nothing here plays or prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from phzdsl.game.record import Record
from phzdsl.ruleset.meaning import Plain

__all__ = ["PlayerTally", "Tally"]


@attrs.define
class PlayerTally:
    """Sums of one seat, or of every seat that one sort of player held.

    Attributes:
        seats: hands that it held; those that it sat out are none.
        wins: hands that it won.
        points: points received less points paid; where only accounts are kept, by how much its account grew.
    """

    seats: int = 0
    wins: int = 0
    points: int = 0

    @property
    def share(self) -> float:
        """Wins for each hand at the table."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def mean_points(self) -> float:
        """Points for each hand at the table."""
        return self.points / self.seats if self.seats else 0.0

    def add(self, wins: int, points: int, seats: int = 1) -> None:
        """Count some hands at the table."""
        self.seats += seats
        self.wins += wins
        self.points += points


@attrs.define
class Tally:
    """Sums over hands of one variant.

    Attributes:
        hands: how many there were.
        wins: those that somebody won.
        winners: winners of all of them: several may win one hand.
        points: points that these wins counted, what one loser pays.
        by_seat: sums of each seat.
        by_player: sums of each sort of player, by its name.
        patterns: how often each was counted, by its name.
    """

    hands: int = 0
    wins: int = 0
    winners: int = 0
    points: int = 0
    by_seat: list[PlayerTally] = attrs.field(factory=list)
    by_player: dict[str, PlayerTally] = attrs.field(factory=dict)
    patterns: Counter[str] = attrs.field(factory=Counter)

    @property
    def drawn(self) -> int:
        """Hands that nobody won (荒庄)."""
        return self.hands - self.wins

    @property
    def mean_points(self) -> float:
        """Points that a win counts."""
        return self.points / self.winners if self.winners else 0.0

    def frequent(self) -> list[tuple[str, int, float]]:
        """Return the patterns, the most frequent first: name, how often, and in what share of the wins."""
        ranked = sorted(self.patterns.items(), key=lambda one: (-one[1], one[0]))
        return [(name, count, count / self.winners) for name, count in ranked]

    def count(self, record: Record, *, only_booked: bool = False, sits: int | None = None) -> None:
        """Count a hand that has ended.

        Args:
            record: the hand.
            only_booked: nobody pays at once; it is counted by how the accounts grow.
            sits: the seat that sat it out, which has points, if any, but no hand.
        """
        winners = _winners(record)
        won = {winner["seat"]: winner.get("points") for winner in winners}
        worth = [won.get(seat, 0) for seat in range(len(record.payments))]
        self.hands += 1
        self.wins += bool(winners)
        self.winners += len(winners)
        for winner in winners:
            points, patterns = winner.get("points"), winner.get("patterns")
            self.points += _number(points)
            self.patterns.update(map(str, patterns) if isinstance(patterns, list) else ())
        for seat, points in enumerate(map(_number, worth) if only_booked else record.payments):
            if seat == len(self.by_seat):
                self.by_seat.append(PlayerTally())
            self.by_seat[seat].add(seat in won, points, seat != sits)
            if record.players:
                self.by_player.setdefault(record.players[seat], PlayerTally()).add(seat in won, points, seat != sits)

    def merge(self, other: Tally) -> None:
        """Add what another tally has counted."""
        self.hands += other.hands
        self.wins += other.wins
        self.winners += other.winners
        self.points += other.points
        self.patterns.update(other.patterns)
        while len(self.by_seat) < len(other.by_seat):
            self.by_seat.append(PlayerTally())
        for seat, sums in enumerate(other.by_seat):
            self.by_seat[seat].add(sums.wins, sums.points, sums.seats)
        for name, sums in other.by_player.items():
            self.by_player.setdefault(name, PlayerTally()).add(sums.wins, sums.points, sums.seats)


def _number(value: Plain) -> int:
    return value if isinstance(value, int) else 0


def _winners(record: Record) -> list[Mapping[str, Plain]]:
    found = (record.result or {}).get("winners")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
