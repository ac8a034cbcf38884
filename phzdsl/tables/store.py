"""Automata on disk, by digest: compiled once, read in a few milliseconds afterwards.

A file is a header with a checksum and raw machine integers, so reading one cannot run code. A file that
is missing, cut short, damaged or of another version is built again; a folder that cannot be written
only costs the time to compile. The digest is of what the tables depend on, not of a rule file's text.
"""

from __future__ import annotations

import os
import struct
import sys
import time
import zlib
from collections.abc import Sequence
from pathlib import Path

from phzdsl.cards import POINTS
from phzdsl.paths import cache_folder
from phzdsl.tables.automaton import Automaton, Layer, typed
from phzdsl.tables.division import Ending, Mode
from phzdsl.tables.eager import compile_automaton
from phzdsl.tables.shapes import HandShape
from phzdsl.tables.symbols import Weigher, symbol_rows, xi_of

__all__ = ["load_automaton", "save_automaton", "shape_digest", "stored_automaton"]

# The byte order is part of the magic: numbers are stored as this machine has them.
_MAGIC = b"PHZTAB1" + sys.byteorder[:1].encode()
_HEADER = struct.Struct("=8s64sIQ")
_ARRAY = struct.Struct("=cQ")
_ARRAYS = 2 + 2 * POINTS


def shape_digest(shape: HandShape, *, weigh: Weigher = xi_of, mode: Mode = Mode.BEST) -> str:
    """Return 64 hexadecimal digits that name the automaton of a shape."""
    import hashlib  # noqa: PLC0415 - costs as much as loading a table

    free = [(form.kinds, weigh(form), form.meld in shape.pair_melds) for form in shape.free]
    aside = [[form and weigh(form) for form in forms] for forms in (shape.triplets, shape.quads)]
    content = (_MAGIC, mode.value, shape.groups, free, aside, shape.pair_bounds, shape.copies)
    return hashlib.sha256(repr(content).encode()).hexdigest()


def stored_automaton(
    shape: HandShape,
    *,
    weigh: Weigher = xi_of,
    mode: Mode = Mode.BEST,
    max_states: int = 1_000_000,
    folder: Path | None = None,
) -> Automaton:
    """Read the automaton of a shape from disk, or compile it and keep it there.

    Args:
        shape: what a complete hand is.
        weigh: packed weight of each form.
        mode: which weights are kept.
        max_states: states to build at most.
        folder: where tables are kept; the user's cache folder unless given.

    Raises:
        TableLimitError: the shape needs more states.
    """
    folder = folder or cache_folder()
    if folder is None:
        return compile_automaton(shape, weigh=weigh, mode=mode, max_states=max_states)
    path = folder / f"{shape_digest(shape, weigh=weigh, mode=mode)}.phztab"
    automaton = load_automaton(path, shape, weigh=weigh, mode=mode)
    if automaton is None:
        automaton = compile_automaton(shape, weigh=weigh, mode=mode, max_states=max_states)
        save_automaton(path, automaton)
    return automaton


def save_automaton(path: Path, automaton: Automaton) -> bool:
    """Write an automaton under its digest, whole or not at all; tell whether it could be written."""
    arrays = [_pack_head(automaton), _pack_finals(automaton)]
    for layer in automaton.layers:
        arrays += [layer.next, layer.weights]
    payload = b"".join([_ARRAY.pack(array.format.encode(), array.nbytes) for array in arrays])
    payload += b"".join([array.tobytes() for array in arrays])
    header = _HEADER.pack(_MAGIC, path.stem.encode(), zlib.crc32(payload), len(payload))
    # Two processes may write the same table; each has its own file until it is complete.
    draft = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        draft.write_bytes(header + payload)
        os.replace(draft, path)  # noqa: PTH105 - keeps the one call that must be atomic in sight
    except OSError:
        draft.unlink(missing_ok=True)
        return False
    return True


def load_automaton(path: Path, shape: HandShape, *, weigh: Weigher = xi_of, mode: Mode = Mode.BEST) -> Automaton | None:
    """Read the automaton that ``save_automaton`` wrote; None where there is none that can be trusted."""
    try:
        arrays = _read_arrays(path)
        return _unpack(arrays, shape, weigh, mode)
    except (OSError, ValueError, TypeError, IndexError, struct.error):
        return None


def _read_arrays(path: Path) -> list[memoryview]:
    data = memoryview(path.read_bytes())
    magic, name, checksum, length = _HEADER.unpack_from(data)
    payload = data[_HEADER.size :]
    if magic != _MAGIC or name != path.stem.encode() or len(payload) != length or zlib.crc32(payload) != checksum:
        msg = "not a table of this version"
        raise ValueError(msg)
    arrays = []
    place = _ARRAYS * _ARRAY.size
    for number in range(_ARRAYS):
        code, size = _ARRAY.unpack_from(payload, number * _ARRAY.size)
        arrays.append(typed(payload[place : place + size], code.decode("ascii")))
        place += size
    return arrays


def _pack_head(automaton: Automaton) -> memoryview:
    states = [layer.states for layer in automaton.layers]
    return _longs([automaton.width, automaton.base, automaton.raw_states, *states])


def _pack_finals(automaton: Automaton) -> memoryview:
    numbers = []
    for endings in automaton.finals:
        numbers.append(len(endings))
        for ending in endings:
            numbers += [ending.pairs, ending.groups, ending.weight]
    return _longs(numbers)


def _longs(numbers: Sequence[int]) -> memoryview:
    return memoryview(struct.pack(f"={len(numbers)}q", *numbers)).cast("q")


def _unpack(arrays: list[memoryview], shape: HandShape, weigh: Weigher, mode: Mode) -> Automaton:
    width, base, raw_states, *states = arrays[0].tolist()
    layers = tuple(Layer(number, arrays[2 + 2 * at], arrays[3 + 2 * at]) for at, number in enumerate(states))
    if len(layers) != POINTS or any(
        len(table) != layer.states * width * width for layer in layers for table in (layer.next, layer.weights)
    ):
        msg = "tables that do not fit together"
        raise ValueError(msg)
    symbols = symbol_rows(shape, width, weigh)
    return Automaton(shape, mode, width, symbols, base, layers, _unpack_finals(arrays[1].tolist()), raw_states)


def _unpack_finals(numbers: list[int]) -> tuple[tuple[Ending, ...], ...]:
    finals = []
    place = 0
    while place < len(numbers):
        end = place + 1 + 3 * numbers[place]
        flat = numbers[place + 1 : end]
        finals.append(tuple(Ending(*flat[at : at + 3]) for at in range(0, len(flat), 3)))
        place = end
    return tuple(finals)
