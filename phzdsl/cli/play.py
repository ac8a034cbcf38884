"""``phz play``: a seat at the table for a person, with players of the program at the others; hand after hand.

How the table looks is ``board.py``, what a person is told and asked ``at_table.py``, how the program plays
``game/players.py``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from rich.console import Console as Screen

from phzdsl.cli.answers import Answers, NoMoreError
from phzdsl.cli.at_table import LeftError, Seat
from phzdsl.cli.choices import add_options, file_name
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.variants import Library, bound
from phzdsl.errors import GameError
from phzdsl.game import Game, State, apply, view
from phzdsl.game.players import Player, RandomPlayer, SensiblePlayer
from phzdsl.game.prospects import Prospects
from phzdsl.game.record import Recorder, line_of
from phzdsl.game.session import Session, after, deal, leave, open_session, staked
from phzdsl.ruleset.model import Ruleset

if TYPE_CHECKING:
    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]

_BOTS = ("sensible", "random")
_SEEDS = 1_000_000
_USUAL_WIDTH, _LEAST_WIDTH = 80, 12


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes("variant", "变体名或规则文件", "id of a variant, or a rule file", metavar="VARIANT")
    add_options(parser)
    parser.choice(
        "--seed", zh="种子：同一个种子发同样的牌", en="the same seed deals the same hands", type=int, metavar="S"
    )
    parser.choice(
        "--seat", zh="您坐哪一座，从零数起", en="your seat, counted from zero", type=int, default=0, metavar="N"
    )
    parser.choice(
        "--bots",
        zh="别的座谁打：sensible 会算牌，random 乱打",
        en="who plays at the other seats: one that counts, or at random",
        choices=_BOTS,
        default=_BOTS[0],
    )
    parser.choice(
        "--hands",
        zh="打几局；不写就每局问一次",
        en="how many hands; asked after each when left out",
        type=int,
        metavar="N",
    )
    parser.choice("--watch", zh="您的座也由程序打", en="let the program play your seat too", action="store_true")
    parser.choice(
        "--record", zh="每局的记录添到这个文件", en="add a record of each hand to a file", metavar="FILE",
        type=file_name,
    )  # fmt: skip
    parser.set_defaults(fail=parser.fail)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Play until the session ends, or the person leaves."""
    ruleset = bound(Library().usable(arguments.variant), dict(arguments.options))
    game = _game(ruleset)
    if not 0 <= arguments.seat < game.total:
        arguments.fail(console.say(f"--seat 是 0 到 {game.total - 1}", f"--seat is 0 to {game.total - 1}"))
    if arguments.hands is not None and arguments.hands < 1:
        arguments.fail(console.say("--hands 至少是 1", "--hands is at least 1"))
    if arguments.record is not None:
        _added(arguments.record, "")  # a file that cannot be written is told before anybody plays
    room = _Room(game, arguments, console)
    try:
        return room.play()
    except KeyboardInterrupt:
        console.write("")
        raise


def _game(ruleset: Ruleset) -> Game:
    try:
        return Game(ruleset)
    except GameError as error:
        raise FailedError(about("D968", ruleset.id, what=error.words or str(error))) from error


class _Room:
    """A room: a person, the players of the program, and the session."""

    def __init__(self, game: Game, arguments: argparse.Namespace, console: Console) -> None:
        self._game = game
        self._console = console
        self._seed = SystemRandom().randrange(_SEEDS) if arguments.seed is None else arguments.seed
        self._person = arguments.seat
        self._hands = arguments.hands
        self._record = arguments.record
        self._bots = arguments.bots
        self._answers = Answers(console)
        prospects = Prospects(game)
        self._players: list[Player] = [
            SensiblePlayer(game, seat, prospects=prospects)
            if arguments.bots == _BOTS[0]
            else RandomPlayer(game, self._seed * game.total + seat)
            for seat in range(game.total)
        ]
        self._stand_in = SensiblePlayer(game, prospects=prospects) if arguments.watch else None

    def play(self) -> int:
        """Play hand after hand, and return the exit status: 1 where the answers ended in the middle of a hand."""
        session = open_session(self._game, seed=self._seed)
        while session.end is None:
            try:
                session = self._hand(session)
            except LeftError:
                break
            except NoMoreError:
                self._console.write(self._console.say("没打完就没有输入了。", "The input ended before the hand did."))
                return 1
            if session.end is not None or session.hands == self._hands or not self._goes_on():
                break
        session = leave(session)
        if session.end is not None:
            self._seat(session).close(session)
        return 0

    def _goes_on(self) -> bool:
        """Ask whether another hand is played, where nothing has been said of it."""
        if self._hands is not None:
            return True
        try:
            return self._answers.ask(
                self._console.say("回车再打一局，q 离开：", "Enter for another hand, q to leave: ")
            ) not in {"q", "Q"}
        except NoMoreError:
            return False

    def _seat(self, session: Session) -> Seat:
        """Return the person's seat, drawn at the width that the terminal has by now."""
        console = self._console
        screen = Screen(
            file=console.out, highlight=False, markup=False, emoji=False, no_color=not console.coloured(),
            color_system="auto" if console.coloured() else None,
        )  # fmt: skip
        if screen.width < _LEAST_WIDTH:
            # COLUMNS=0 says nothing of a width; lines that are longer than the terminal it breaks itself.
            screen.width = _LEAST_WIDTH if screen.width else _USUAL_WIDTH
        return Seat(
            self._game, session.players.index(self._person), screen, self._answers, console.language,
            totals=session.carried.totals, stand_in=self._stand_in,
        )  # fmt: skip

    # ------------------------------------------------------------ one hand

    def _hand(self, session: Session) -> Session:
        number = session.hands
        seed = self._seed + number
        session = self._staked(session)
        seat = self._seat(session)
        place = session.players.index(self._person)
        self._console.write(self._console.say(f"第 {number + 1} 局，种子 {seed}", f"hand {number + 1}, seed {seed}"))
        state = deal(session, seed=seed)
        sits = place == self._game.sits(session.dealer)
        if sits:
            seat.sit_out(state)
        while state.waiting:
            state = self._step(state, session, seat, place)
        if sits:
            seat.look(state)
        ended = after(session, state, seed=seed)
        # Seats may have changed for the next hand; what is told is by the seats of this one.
        totals = tuple(ended.carried.totals[ended.players.index(who)] for who in session.players)
        seat.settle(state, ended, totals)
        if self._record is not None:
            self._write_down(state, seed, place)
        return ended

    def _step(self, state: State, session: Session, seat: Seat, place: int) -> State:
        """Let one seat act: the others first, so that a person is asked only where nobody comes before."""
        acts = next((one for one in state.waiting if one != place), place)
        if acts == place:
            return apply(state, seat.choose(state))
        return apply(state, self._players[session.players[acts]].choose(view(state, acts)))

    def _staked(self, session: Session) -> Session:
        """Declare stakes where the variant has some: the person chooses, the others stake the least."""
        stakes = self._game.session.stakes
        if not stakes:
            return session
        place = session.players.index(self._person)
        chosen = {}
        for stake in stakes:
            amounts = [min(stake.numbers)] * self._game.total
            amounts[place] = self._stake(stake.id, stake.numbers)
            chosen[stake.id] = amounts
        return staked(session, chosen)

    def _stake(self, name: str, numbers: tuple[int, ...]) -> int:
        if self._stand_in is not None:
            return min(numbers)
        listed = " ".join(map(str, numbers))
        while True:
            answer = self._answers.ask(f"{name} ({listed}): ")
            if answer in map(str, numbers):
                return int(answer)
            self._answers.bad()

    def _write_down(self, state: State, seed: int, place: int) -> None:
        person = "person" if self._stand_in is None else _BOTS[0]
        players = tuple(person if seat == place else self._bots for seat in range(self._game.total))
        _added(self._record, line_of(Recorder(self._game).record(state, seed=seed, players=players)))


def _added(name: str, line: str) -> None:
    """Add a line to a file in one piece; after what was cut off, on a line of its own.

    Raises:
        FailedError: it cannot be written.
    """
    try:
        with Path(name).open("ab+") as stream:
            if line:
                stream.seek(0, 2)
                end = stream.tell()
                stream.seek(max(0, end - 1))
                cut = bool(end) and stream.read() != b"\n"
                stream.write(("\n" * cut + line + "\n").encode())
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise FailedError(about("D916", name, why=why)) from error
