"""The same automaton in C, written out here from the exported tables: what a batch is set against.

It is built in a scratch folder and takes no part in the package. Sixteen hands are read side by side, so
that their look-ups overlap.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from phzdsl.tables.automaton import Automaton
from phzdsl.tables.division import accepted
from tests.bench.clock import Side

__all__ = ["build", "compiler", "native_side"]

_PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

%(tables)s

enum { LANES = 16 };
static void read_rows(const uint8_t *rows, int16_t *xi, long n) {
    for (long at = 0; at < n; at += LANES) {
        int lanes = n - at < LANES ? (int)(n - at) : LANES;
        int32_t state[LANES], weight[LANES], tally[LANES];
        for (int i = 0; i < lanes; i++) { state[i] = 1; weight[i] = BASE; tally[i] = 0; }
        for (int point = 0; point < 10; point++) {
            const int16_t *next = NEXT[point];
            const int8_t *more = WEIGHT[point];
            for (int i = 0; i < lanes; i++) {
                const uint8_t *row = rows + (at + i) * 20;
                int symbol = row[point] * 5 + row[point + 10];
                int place = state[i] * COLUMNS + COLUMN[point][symbol];
                state[i] = next[place];
                weight[i] += more[place] + ASIDE[point][symbol];
                tally[i] += TALLY[point][symbol];
            }
        }
        for (int i = 0; i < lanes; i++) {
            int groups = tally[i] & 255, quads = tally[i] >> 8;
            int found = groups <= GROUPS && quads <= GROUPS ? FINAL[(state[i] * (GROUPS + 1) + groups) * (GROUPS + 1) + quads] : -1;
            xi[at + i] = found < 0 ? -1 : weight[i] + found;
        }
    }
}

int main(int argc, char **argv) {
    long n = atol(argv[2]), rounds = atol(argv[3]);
    uint8_t *rows = malloc(n * 20);
    int16_t *xi = malloc(n * 2);
    FILE *file = fopen(argv[1], "rb");
    if (!file || fread(rows, 20, n, file) != (size_t)n) return 1;
    fclose(file);
    memset(xi, 0, n * 2);
    clock_t started = clock();
    for (long i = 0; i < rounds; i++) read_rows(rows, xi, n);
    double took = (double)(clock() - started) / CLOCKS_PER_SEC / rounds;
    long long sum = 0;
    for (long i = 0; i < n; i++) sum += xi[i] + 1;
    printf("%%.9f %%lld\\n", took, sum);
    return 0;
}
"""


def compiler() -> str | None:
    """Return the path of a C compiler, None where there is none."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def build(automaton: Automaton, folder: Path) -> Path:
    """Write the automaton out as C and build it; ``mode`` of the automaton is ``BEST``."""
    source, program = folder / "automaton.c", folder / "automaton"
    source.write_text(_PROGRAM % {"tables": _tables(automaton)}, "utf-8")
    command = [str(compiler()), "-O3", "-march=native", "-o", str(program), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    return program


def _tables(automaton: Automaton) -> str:
    shape = automaton.shape
    lines = [
        f"enum {{ COLUMNS = {automaton.columns}, BASE = {automaton.base}, GROUPS = {shape.groups} }};",
        *(_array("int16_t", f"next_{at}", layer.next.tolist()) for at, layer in enumerate(automaton.layers)),
        *(_array("int8_t", f"weight_{at}", layer.weights.tolist()) for at, layer in enumerate(automaton.layers)),
        "static const int16_t *NEXT[] = {" + ",".join(f"next_{at}" for at in range(10)) + "};",
        "static const int8_t *WEIGHT[] = {" + ",".join(f"weight_{at}" for at in range(10)) + "};",
    ]
    columns, aside, tally = [], [], []
    for row in automaton.symbols:
        columns.append([symbol.column if symbol else 0 for symbol in row])
        aside.append([symbol.tally >> 12 if symbol else 0 for symbol in row])
        # The deck of the benchmark has four of each kind, so every symbol is possible.
        tally.append([(symbol.tally & 63) | (symbol.tally >> 6 & 63) << 8 if symbol else 255 for symbol in row])
    lines += [
        _square("int16_t", name, rows) for name, rows in (("COLUMN", columns), ("ASIDE", aside), ("TALLY", tally))
    ]
    finals = [
        (accepted(shape, ended, groups, quads) or (-1,))[-1]
        for ended in automaton.finals
        for groups in range(shape.groups + 1)
        for quads in range(shape.groups + 1)
    ]
    return "\n".join([*lines, _array("int16_t", "FINAL", finals)])


def _array(kind: str, name: str, values: list[int]) -> str:
    return f"static const {kind} {name}[] = {{{','.join(map(str, values))}}};"


def _square(kind: str, name: str, rows: list[list[int]]) -> str:
    inner = ",".join("{" + ",".join(map(str, row)) + "}" for row in rows)
    return f"static const {kind} {name}[][{len(rows[0])}] = {{{inner}}};"


def native_side(program: Path, rows: NDArray[np.uint8], folder: Path, repeats: int = 20) -> tuple[Side, int]:
    """Return the side of the C program, and the sum of 息 + 1 over complete rows, by which it can be checked."""
    path = folder / "rows.bin"
    path.write_bytes(rows.tobytes())
    command = [str(program), str(path), str(len(rows)), str(repeats)]

    def ask() -> tuple[float, int]:
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
        took, total = answer.stdout.split()
        return float(took), int(total)

    return Side(lambda: ask()[0], len(rows)), ask()[1]
