"""``phz simulate``: many hands of a variant, and what they come to as a table, JSON or a chart."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phzdsl.analysis.recordfile import UnwrittenError
from phzdsl.analysis.run import Run
from phzdsl.analysis.simulate import PLAYERS, Plan, usable_cores
from phzdsl.cli.answer import options_of
from phzdsl.cli.choices import add_options, file_name
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.faults import about
from phzdsl.cli.intake import unreadable
from phzdsl.cli.variants import Library, bound
from phzdsl.errors import GameError, RecordError
from phzdsl.ruleset.parts import constant, word_of

if TYPE_CHECKING:
    from phzdsl.analysis.tally import PlayerTally, Tally
    from phzdsl.cli.parser import Parser
    from phzdsl.ruleset.model import Ruleset

__all__ = ["add_arguments", "run"]

_SHOWN_PATTERNS = 24


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes("variant", "变体名或规则文件", "id of a variant, or a rule file", metavar="VARIANT")
    parser.choice("--hands", zh="打几局", en="how many hands", type=_count, default=1000, metavar="N")
    parser.choice(
        "--seed", zh="种子：同一个种子打出同样的牌", en="the same seed plays the same hands", type=int, default=0,
        metavar="S",
    )  # fmt: skip
    parser.choice("--workers", zh="几个进程", en="how many processes", type=_count, metavar="W")
    parser.choice(
        "--players",
        zh=f"各座谁打，用逗号隔开，轮着坐：{' '.join(PLAYERS)}；默认都是 {PLAYERS[0]}",
        en=f"who plays at the seats, in turn, parted by commas: {' '.join(PLAYERS)}; all {PLAYERS[0]} by default",
        default=PLAYERS[0],
        metavar="NAMES",
    )
    parser.choice(
        "--out", zh="记录写进这个文件，中断了接着打", en="keep the records in a file, and go on with it", metavar="FILE",
        type=file_name,
    )  # fmt: skip
    parser.choice("--svg", zh="画成图", en="draw a chart", metavar="FILE", type=file_name)
    add_options(parser)
    parser.json_choice()
    parser.set_defaults(fail=parser.fail)


def _count(written: str) -> int:
    number = int(written)
    if number < 1:
        raise ValueError(written)
    return number


def _players(arguments: argparse.Namespace, ruleset: Ruleset, console: Console) -> tuple[str, ...]:
    """Return who plays; a name that is none, or more names than seats, is wrong usage."""
    names = tuple(arguments.players.split(","))
    say, strange = console.say, next((name for name in names if name not in PLAYERS), None)
    if strange is not None:
        zh, en = f"可以是 {'、'.join(PLAYERS)}", f"choose from {', '.join(PLAYERS)}"
        arguments.fail(say(f"--players 不能是 '{strange}'，{zh}", f"--players: no such player: '{strange}'; {en}"))
    seats = _seats(ruleset)
    if len(names) > seats:
        zh, en = f"--players 写了 {len(names)} 个，只有 {seats} 座", f"--players: {len(names)} names for {seats} seats"
        arguments.fail(say(zh, en))
    return names


def _seats(ruleset: Ruleset) -> int:
    """Return how many sit at the table, whoever sits out among them; no bound where the variant does not say."""
    players, sitter = ruleset.seats.players, ruleset.seats.sitter
    if players is None:
        return len(PLAYERS)
    return constant(players.value) + (sitter is not None and word_of(sitter) not in {None, "none"})


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Play, and show what came of it."""
    ruleset = bound(Library().usable(arguments.variant), dict(arguments.options))
    plan = Plan(ruleset, arguments.hands, arguments.seed, _players(arguments, ruleset, console))
    out = None if arguments.out is None else Path(arguments.out)
    done = Run(plan, workers=arguments.workers or usable_cores(), path=out)
    _follow(done, plan, console, arguments.out or "")
    if arguments.svg is not None:
        _draw(Path(arguments.svg), plan, done.tally, console)
    if arguments.json:
        console.write_json(_value(plan, done))
    else:
        _write(plan, done, console)
    return 0


def _follow(done: Run, plan: Plan, console: Console, name: str) -> None:
    """Play to the end, with progress where somebody looks at it."""
    try:
        # Closed on every way out, so that the file is whole and no process is left.
        with closing(done.hands()) as hands:
            if console.err.isatty():
                from phzdsl.cli.progress import followed  # noqa: PLC0415 - rich, which only a terminal needs

                followed(hands, plan.hands, console.say("局", "hands"), console.err)
            else:
                for _ in hands:
                    pass
    except KeyboardInterrupt:
        console.note(_kept(done, name, console))
        raise
    except RecordError as error:
        raise FailedError(about(error.code, name, what=error.words)) from error
    except GameError as error:
        raise FailedError(about("D968", plan.ruleset.id, what=error.words or str(error))) from error
    except UnwrittenError as error:
        raise FailedError(about("D916", name, why=error.strerror or str(error))) from error
    except OSError as error:
        raise FailedError(unreadable(error, name)) from error


def _kept(done: Run, name: str, console: Console) -> str:
    """Say what a run that was stopped leaves."""
    hands = done.tally.hands
    if not name:
        return console.say(
            f"停了，打了 {hands:,} 局，没留下；要留下就写 --out",
            f"stopped after {hands:,} hands, none kept: that takes --out",
        )
    return console.say(
        f"停了，{name} 里有 {hands:,} 局；同样的命令接着打",
        f"stopped with {hands:,} hands in {name}; the same command goes on",
    )


def _draw(path: Path, plan: Plan, tally: Tally, console: Console) -> None:
    from phzdsl.cli.chart import chart  # noqa: PLC0415 - only for a chart

    ruleset = plan.ruleset
    try:
        path.write_text(chart(f"{ruleset.id}  {ruleset.title}", _how(plan, console), tally, console.say), "utf-8")
    except OSError as error:
        raise FailedError(about("D916", str(path), why=error.strerror or str(error))) from error


def _how(plan: Plan, console: Console) -> str:
    players = " ".join(plan.players)
    return console.say(
        f"{plan.hands:,} 局，种子 {plan.seed}，打的：{players}",
        f"{plan.hands:,} hands, seed {plan.seed}, players: {players}",
    )


# ---------------------------------------------------------------- JSON and table


def _value(plan: Plan, done: Run) -> dict[str, Any]:
    tally = done.tally
    return {
        "variant": plan.ruleset.id,
        "options": options_of(plan.ruleset),
        "seed": plan.seed,
        "players": list(plan.players),
        "hands": tally.hands,
        "wins": tally.wins,
        "drawn": tally.drawn,
        "by_seat": [{"seat": seat, **_sums(sums)} for seat, sums in enumerate(tally.by_seat)],
        "by_player": {name: _sums(sums) for name, sums in sorted(tally.by_player.items())},
        "mean_points": tally.mean_points,
        "patterns": [{"name": name, "count": count, "share": share} for name, count, share in tally.frequent()],
        "digest": done.digest,
    }


def _sums(sums: PlayerTally) -> dict[str, Any]:
    return {"hands": sums.seats, "wins": sums.wins, "share": sums.share, "mean_points": sums.mean_points}


def _write(plan: Plan, done: Run, console: Console) -> None:
    say, tally = console.say, done.tally
    console.write(f"{plan.ruleset.id}  {plan.ruleset.title}")
    console.write(_how(plan, console))
    if done.found:
        console.write(say(f"其中 {done.found:,} 局文件里已有", f"{done.found:,} of them were in the file"))
    from phzdsl.cli.grid import write_grid  # noqa: PLC0415 - rich, which JSON does without

    ends = [
        (say("胡", "won"), f"{tally.wins:,}", _percent(tally.wins, tally.hands)),
        (say("荒庄", "drawn"), f"{tally.drawn:,}", _percent(tally.drawn, tally.hands)),
    ]
    write_grid(console, ("", say("局", "hands"), say("占", "share")), ends)
    seats = [(say(f"座{at}", f"seat {at}"), sums) for at, sums in enumerate(tally.by_seat)]
    sorts = sorted(tally.by_player.items()) if len(tally.by_player) > 1 else []
    rows = [(name, f"{one.wins:,}", f"{one.share:.1%}", f"{one.mean_points:+.3f}") for name, one in (*seats, *sorts)]
    write_grid(console, ("", say("胡", "wins"), say("胡率", "share"), say("每局得", "points a hand")), rows)
    shown = tally.frequent()[:_SHOWN_PATTERNS]
    patterns = [(name, f"{count:,}", f"{share:.1%}") for name, count, share in shown]
    if patterns:
        write_grid(console, (say("番", "pattern"), say("次数", "times"), say("占胡的", "of wins")), patterns)
    console.write("")
    mean = f"{tally.mean_points:.2f}"
    console.write(say(f"一胡平均 {mean} 点", f"a win counts {mean} points on average"))
    console.write(say("结果指纹 ", "digest of results ") + done.digest)


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""
