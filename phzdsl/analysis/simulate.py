"""Many hands of one room, played by programs over all cores: records in order, and what they come to.

Enters: a plan. Leaves: blocks of finished hands as lines of records, each with its tally, always in the same order and
the same to the byte, whatever the number of workers and wherever a run goes on from. A block is a run of hands that
depend on nothing before it: its sessions, seeds and players follow from the plan and its number. What a file of such
lines is, is ``recordfile.py``.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import connection, get_context, parent_process
from threading import Thread

import attrs

from phzdsl.analysis.tally import Tally
from phzdsl.game import Game, State, apply, view
from phzdsl.game.players import Player, RandomPlayer, SensiblePlayer
from phzdsl.game.prospects import Prospects
from phzdsl.game.record import Recorder, line_of
from phzdsl.game.session import Session, after, deal, open_session, staked
from phzdsl.ruleset.model import Ruleset

__all__ = ["HANDS_OF_A_BLOCK", "PLAYERS", "Block", "Plan", "blocks_of", "usable_cores"]

HANDS_OF_A_BLOCK = 16
PLAYERS = ("random", "sensible")
"""The names of the players that there are."""

# Seeds fit a number of any language: 48 bits.
_SEED_BYTES = 6
# A process takes as long to start as so many blocks take.
_WORTH = 2
# So many blocks for each worker are on the way, so that none waits and no result lies about for long.
_AHEAD = 4


@attrs.frozen
class Plan:
    """What is to be played.

    Attributes:
        ruleset: bound to the options of the room.
        hands: how many.
        seed: of everything that is left to a lot.
        players: by seat who plays; they move on by a seat from block to block.
    """

    ruleset: Ruleset
    hands: int
    seed: int
    players: tuple[str, ...]

    def seed_of(self, what: str, *numbers: int) -> int:
        """Return the seed of one lot."""
        text = "/".join(map(str, (self.seed, what, *numbers)))
        return int.from_bytes(sha256(text.encode()).digest()[:_SEED_BYTES])

    def seed_of_hand(self, hand: int) -> int:
        """Return the seed of the deck of a hand of the run, counted from 0."""
        return self.seed_of("hand", *divmod(hand, HANDS_OF_A_BLOCK))

    def seated(self, block: int, seats: int) -> tuple[str, ...]:
        """Return by seat who plays in a block, at a table of so many."""
        return tuple(self.players[(seat + block) % seats % len(self.players)] for seat in range(seats))

    def size_of(self, block: int) -> int:
        """Return how many hands a block has."""
        return min(HANDS_OF_A_BLOCK, self.hands - block * HANDS_OF_A_BLOCK)


@attrs.frozen
class Block:
    """Finished hands: their records, a line each, and what they come to."""

    number: int
    lines: tuple[str, ...]
    tally: Tally


def usable_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def blocks_of(plan: Plan, workers: int, first: int = 0) -> Iterator[Block]:
    """Play the blocks of a plan from one on, and yield them in order as they are done.

    Raises:
        GameError: the variant cannot be played.
    """
    numbers = range(first, -(-plan.hands // HANDS_OF_A_BLOCK))
    workers = min(workers, -(-len(numbers) // _WORTH))
    room = _Room(plan)  # a variant that cannot be played is told before any process starts
    if workers <= 1:
        yield from map(room.block, numbers)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(plan,)) as pool:
        try:
            yield from _in_order(lambda number: pool.submit(_block, number), iter(numbers), workers * _AHEAD)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _in_order(submit: Callable[[int], Future[Block]], numbers: Iterator[int], ahead: int) -> Iterator[Block]:
    """Yield results in order, with so many on the way."""
    waiting: list[Future[Block]] = [submit(number) for _, number in zip(range(ahead), numbers, strict=False)]
    while waiting:
        done = waiting.pop(0).result()
        waiting += [submit(number) for _, number in zip(range(1), numbers, strict=False)]
        yield done


# ---------------------------------------------------------------- one process


class _Worker:
    """What a process of a pool keeps between blocks, of one plan for its whole life.

    A pool hands over functions by their names, so this must be found by a name as well.
    """

    room: _Room


def _begin(plan: Plan) -> None:
    """Prepare a process; it leaves an interrupt to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _Worker.room = _Room(plan)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _block(number: int) -> Block:
    return _Worker.room.block(number)


class _Room:
    """Plays blocks of a plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._game = Game(plan.ruleset)
        self._recorder = Recorder(self._game)
        self._prospects = Prospects(self._game) if "sensible" in plan.players else None

    def block(self, number: int) -> Block:
        """Play a block: session after session, until it has its hands."""
        plan = self._plan
        names = plan.seated(number, self._game.total)
        players = [self._player(name, plan.seed_of("player", number, seat)) for seat, name in enumerate(names)]
        session: Session | None = None
        lines: list[str] = []
        tally = Tally()
        for hand in range(plan.size_of(number)):
            if session is None or session.end is not None:
                session = open_session(self._game, seed=plan.seed_of("session", number, hand))
            session = self._staked(session, number, hand)
            seed = plan.seed_of_hand(number * HANDS_OF_A_BLOCK + hand)
            state = _played(deal(session, seed=seed), players)
            session = after(session, state, seed=plan.seed_of("after", number, hand))
            record = self._recorder.record(state, seed=seed, players=names, with_rows=False)
            lines.append(line_of(record))
            tally.count(record, only_booked=self._game.session.only_booked, sits=self._game.sits(record.dealer))
        return Block(number, tuple(lines), tally)

    def _player(self, name: str, seed: int) -> Player:
        if name == "sensible":
            return SensiblePlayer(self._game, seed, prospects=self._prospects)
        return RandomPlayer(self._game, seed)

    def _staked(self, session: Session, block: int, hand: int) -> Session:
        """Let every seat stake something that it may."""
        stakes = self._game.session.stakes
        if not stakes:
            return session
        chosen: Mapping[str, list[int]] = {
            stake.id: [
                stake.numbers[self._plan.seed_of(f"stake {stake.id}", block, hand, seat) % len(stake.numbers)]
                for seat in range(self._game.total)
            ]
            for stake in stakes
        }
        return staked(session, chosen)


def _played(state: State, players: list[Player]) -> State:
    while state.waiting:
        seat = state.waiting[0]
        state = apply(state, players[seat].choose(view(state, seat)))
    return state
