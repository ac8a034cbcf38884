"""What many hands come to as a chart: one SVG file that needs no other, legible on light paper.

Two panels side by side: how the hands ended, seat by seat, and how often each pattern was counted. It is drawn from
the tally alone; every number that a bar shows stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.sax.saxutils import escape

import attrs

from phzdsl.analysis.tally import PlayerTally, Tally
from phzdsl.text.cells import width

__all__ = ["chart"]

Say = Callable[[str, str], str]

_MOST_PATTERNS = 16
_WIDTH, _MARGIN, _TOP, _ROW, _BAR = 960, 32, 112, 26, 16
_PANEL = (_WIDTH - 3 * _MARGIN) // 2
# A cell of a terminal is about so wide in the type of the labels.
_CELL = 7.2
_VALUE = 112
# A label that is wider than so many cells is cut.
_LABEL = 24
_FONT = "'Noto Sans CJK SC', 'Source Han Sans SC', 'PingFang SC', 'Microsoft YaHei', 'WenQuanYi Micro Hei', sans-serif"
_INK, _FAINT, _LINE = "#1f2328", "#59636e", "#d1d9e0"
_SEAT, _DRAWN, _PATTERN, _SORT = "#2f6f9f", "#a3acb6", "#b3372f", "#4d8a5f"


@attrs.frozen
class _Bar:
    """A bar: its label, its length as a share of 1, what is written beside it, its colour."""

    label: str
    share: float
    value: str
    colour: str


def chart(title: str, subtitle: str, tally: Tally, say: Say) -> str:
    """Return the file.

    Args:
        title: what was played.
        subtitle: how: hands, seed, players.
        tally: what it came to.
        say: chooses between Chinese and English words.
    """
    ends, patterns = _ends(tally, say), _patterns(tally, say)
    height = _TOP + _ROW * max(len(ends), len(patterns), 1) + 2 * _MARGIN
    right = 2 * _MARGIN + _PANEL
    body = [
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(_MARGIN, 40, title, size=20, weight=600),
        _text(_MARGIN, 64, subtitle, fill=_FAINT),
        *_panel(_MARGIN, say("怎样结束：占坐的局数 · 每局得几点", "how hands ended: share · points a hand"), ends),
        *_panel(right, say("番：占胡的 · 次数", "patterns: share of the wins · times"), patterns),
    ]
    if not patterns:
        body.append(_text(right, _TOP + _BAR, say("没有中番", "no pattern was counted"), fill=_FAINT))
    inside = "\n".join(f"  {line}" for line in body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img" font-family="{_FONT}" font-size="13">\n  <title>{escape(title)}</title>\n{inside}\n</svg>\n'
    )


def _ends(tally: Tally, say: Say) -> list[_Bar]:
    """Return a bar for the wins of each seat, the hands that nobody won, and each sort of player where there are several."""
    bars: list[_Bar] = []
    for seat, sums in enumerate(tally.by_seat):
        bars.append(_won(say(f"座{seat} 胡", f"seat {seat} wins"), sums, _SEAT))
    drawn = tally.drawn / tally.hands if tally.hands else 0.0
    bars.append(_Bar(say("荒庄", "drawn"), drawn, f"{drawn:.1%}", _DRAWN))
    if len(tally.by_player) > 1:
        bars += [_won(say(f"{name} 胡", f"{name} wins"), sums, _SORT) for name, sums in sorted(tally.by_player.items())]
    return bars


def _won(label: str, sums: PlayerTally, colour: str) -> _Bar:
    return _Bar(label, sums.share, f"{sums.share:.1%} · {sums.mean_points:+.2f}", colour)


def _patterns(tally: Tally, say: Say) -> list[_Bar]:
    """Return a bar for each pattern, the rarest put together where there are many."""
    found = tally.frequent()
    shown = found if len(found) <= _MOST_PATTERNS else found[: _MOST_PATTERNS - 1]
    bars = [_Bar(name, share, f"{share:.1%} · {count:,}", _PATTERN) for name, count, share in shown]
    rest = found[len(shown) :]
    if rest:
        count, share = sum(one[1] for one in rest), sum(one[2] for one in rest)
        label = say(f"另外 {len(rest)} 种", f"{len(rest)} more")
        bars.append(_Bar(label, share, f"{share:.1%} · {count:,}", _DRAWN))
    return bars


def _panel(left: int, heading: str, bars: list[_Bar]) -> Iterator[str]:
    """Yield a panel: a heading, and the bars to one scale, its longest as long as there is room."""
    yield _text(left, _TOP - 22, heading, weight=600)
    yield f'<line x1="{left}" y1="{_TOP - 10}" x2="{left + _PANEL}" y2="{_TOP - 10}" stroke="{_LINE}"/>'
    labels = [_cut(bar.label) for bar in bars]
    indent = max(map(width, labels), default=0) * _CELL + 10
    room = _PANEL - indent - _VALUE
    longest = max((bar.share for bar in bars), default=0.0) or 1.0
    for at, bar in enumerate(bars):
        top, long = _TOP + at * _ROW, bar.share / longest * room
        base = top + _BAR - 3
        yield _text(left, base, labels[at])
        yield (
            f'<rect x="{left + indent:.1f}" y="{top}" width="{max(long, 1):.1f}" height="{_BAR}" rx="2" '
            f'fill="{bar.colour}"/>'
        )
        yield _text(left + indent + long + 8, base, bar.value, fill=_FAINT)


def _cut(label: str) -> str:
    if width(label) <= _LABEL:
        return label
    while width(label) >= _LABEL:
        label = label[:-1]
    return f"{label}…"


def _text(x: float, y: float, said: str, *, size: int = 13, weight: int = 400, fill: str = _INK) -> str:  # noqa: PLR0913 - as SVG has them
    return f'<text x="{x:.1f}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}">{escape(said)}</text>'
