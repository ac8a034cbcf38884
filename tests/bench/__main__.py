"""Measure and, on demand, write the table of ``docs/performance.md``."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from tests.bench.targets import Figure, Plan, figures

DOCS = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
_QUICK = Plan(rounds=1, games=20, hands=20_000, single=400)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="a smoke test: few hands, one round, nothing is said of speed"
    )
    parser.add_argument("--rounds", type=int, default=Plan().rounds)
    parser.add_argument("--only", default="", help="numbers of targets, such as 1,3")
    parser.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    given = parser.parse_args(arguments)
    plan = _QUICK if given.quick else Plan(rounds=given.rounds)
    only = set(given.only.split(",")) - {""}
    found = []
    for figure in figures(plan, lambda number: not only or number in only):
        found.append(figure)
        print(_line(figure), flush=True)
    if given.write:
        write(found, plan)
    return 0


def _line(figure: Figure) -> str:
    return (
        f"{figure.number:>3}  {figure.what}: {figure.ours} against {figure.theirs} ({figure.against}), {_ratio(figure)}"
    )


def _ratio(figure: Figure) -> str:
    bounds = (
        f"goal {figure.goal:g}, floor {figure.floor:g}" if figure.goal is not None and figure.floor is not None else ""
    )
    return f"{figure.ratio:.3g} x: {figure.verdict} ({bounds})"


def write(found: Sequence[Figure], plan: Plan) -> None:
    """Put the figures between the markers of the page."""
    text = DOCS.read_text("utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    rows = [
        f"| {one.number} | {one.what} | {one.against} | {one.ours} | {one.theirs} | {one.ratio:.3g} x "
        f"| {one.goal:g} x | {one.floor:g} x | {one.verdict} |"
        for one in found
    ]
    table = [
        "| # | what | against | ours | theirs | ratio | goal | floor | reached |",
        "|---|---|---|---:|---:|---:|---:|---:|---|",
        *rows,
        "",
        f"{_machine()}; {plan.rounds} interleaved rounds, median CPU time. Reproduce: `python -m tests.bench --write`.",
    ]
    DOCS.write_text(before + BEGIN + "\n" + "\n".join(table) + "\n" + END + after, "utf-8")


def _machine() -> str:
    """Describe the machine without naming it."""
    model = next(
        (line.partition(":")[2].strip() for line in _cpu_lines() if line.startswith("model name")), platform.machine()
    )
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "mahjong", "rlcard"))
    return f"{model}, one core, {platform.system()}, CPython {platform.python_version()}, {packages}"


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text("utf-8").splitlines() if path.exists() else []


if __name__ == "__main__":
    sys.exit(main())
