"""``phz diff --matrix``: many variants against each other, as one page that needs nothing else, or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from phzdsl.analysis.kinship import Branch, Kinship
from phzdsl.book.drawn import text
from phzdsl.cli.names import block_name
from phzdsl.ruleset.model import Ruleset
from phzdsl.text.cells import visible, width
from phzdsl.text.diagnostics import Language

__all__ = ["matrix_page", "matrix_value"]

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif; color: #1f2328; background: #fff;
  margin: 2rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
table { border-collapse: collapse; } td, th { padding: .3rem .6rem; border: 1px solid #eaeef2; vertical-align: top; text-align: left; }
.near td { text-align: right; font-variant-numeric: tabular-nums; } .wide { overflow-x: auto; } .wide th { white-space: nowrap; } .wide td { min-width: 9rem; font-size: .85rem; }
th { font-weight: 600; background: #f6f8fa; position: sticky; left: 0; } .none { color: #a3acb6; }
"""
_ROW, _TOP, _LEFT, _WIDE, _CELL = 30, 24, 16, 520, 8
_LINE, _INK, _FAINT = "#2f6f9f", "#1f2328", "#59636e"


def matrix_value(rulesets: Sequence[Ruleset], found: Kinship) -> dict[str, Any]:
    """Return the document: the variants, the distances by place, and the tree."""
    return {
        "variants": [{"variant": one.id, "title": one.title} for one in rulesets],
        "distances": [list(row) for row in found.distances],
        "tree": _branch_value(found.tree, rulesets),
    }


def _branch_value(branch: Branch, rulesets: Sequence[Ruleset]) -> dict[str, Any]:
    if not branch.parts:
        return {"variant": rulesets[branch.members[0]].id}
    return {"height": branch.height, "parts": [_branch_value(part, rulesets) for part in branch.parts]}


def matrix_page(rulesets: Sequence[Ruleset], found: Kinship, language: Language) -> str:
    """Return the page: distances, the tree of nearest relatives, and every row that is not the same everywhere."""
    return "\n".join(_Matrix(rulesets, found, language).lines()) + "\n"


class _Matrix:
    def __init__(self, rulesets: Sequence[Ruleset], found: Kinship, language: Language) -> None:
        self._rulesets, self._found, self._language = rulesets, found, language
        self._order = found.tree.members

    def _say(self, zh: str, en: str) -> str:
        return zh if self._language is Language.ZH else en

    def lines(self) -> Iterator[str]:
        """Yield the page line by line."""
        title = self._say(f"{len(self._rulesets)} 种打法有多像", f"How alike {len(self._rulesets)} variants are")
        yield f'<!DOCTYPE html>\n<html lang="{"zh-Hans" if self._language is Language.ZH else "en"}">\n<head>'
        yield f'<meta charset="utf-8"/>\n<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>'
        yield f"<h2>{self._say('有几行规则不同', 'Rows of the rules that differ')}</h2>"
        yield from self._distances()
        yield f"<h2>{self._say('谁和谁最近', 'Nearest relatives')}</h2>"
        yield from self._tree()
        yield f"<h2>{self._say('每一行在各种打法里', 'Every row that is not the same everywhere')}</h2>"
        yield from self._parameters()
        yield "</body>\n</html>"

    # ------------------------------------------------------------ distances

    def _distances(self) -> Iterator[str]:
        most = max((max(row) for row in self._found.distances), default=0) or 1
        heads = "".join(f"<th>{text(self._rulesets[at].id)}</th>" for at in self._order)
        yield f'<table class="near">\n<tr><th></th>{heads}</tr>'
        for one in self._order:
            row = self._found.distances[one]
            cells = "".join(_cell(row[other], most, same=one == other) for other in self._order)
            yield f"<tr><th>{text(self._rulesets[one].id)} {text(self._rulesets[one].title)}</th>{cells}</tr>"
        yield "</table>"

    # ------------------------------------------------------------ tree

    def _tree(self) -> Iterator[str]:
        tree = self._found.tree
        names = {at: f"{visible(one.id)}  {visible(one.title)}" for at, one in enumerate(self._rulesets)}
        label = max(map(width, names.values())) * _CELL
        wide, high = _LEFT + _WIDE + label + 2 * _LEFT, 2 * _TOP + _ROW * len(self._order)
        scale = _WIDE / tree.height if tree.height else 0.0
        rows = {at: _TOP + _ROW * place + _ROW / 2 for place, at in enumerate(self._order)}
        yield f'<svg viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" font-size="14">'
        yield from _drawn(tree, rows, scale)[2]
        for at, y in rows.items():
            yield f'<text x="{_LEFT + _WIDE + 8}" y="{y + 5:.1f}" fill="{_INK}">{escape(names[at])}</text>'
        yield "</svg>"

    # ------------------------------------------------------------ every row

    def _parameters(self) -> Iterator[str]:
        heads = "".join(f"<th>{text(self._rulesets[at].id)}</th>" for at in self._order)
        yield f'<div class="wide">\n<table>\n<tr><th></th>{heads}</tr>'
        for one in self._found.parameters:
            block, _, name = one.path.rpartition("/")
            words = [None if said is None else said.in_language(self._language) for said in one.stated]
            shown = next((said.partition(" ")[0] for said in words if said is not None), name)
            cells = "".join(_stated(words[at], shown) for at in self._order)
            yield f"<tr><th>{text(block_name(block, self._language))} {text(shown)}</th>{cells}</tr>"
        yield "</table>\n</div>"


def _cell(distance: int, most: int, *, same: bool) -> str:
    if same:
        return '<td class="none">–</td>'
    return f'<td style="background: rgba(179, 55, 47, {0.6 * distance / most:.2f})">{distance}</td>'


def _stated(words: str | None, name: str) -> str:
    return '<td class="none">–</td>' if words is None else f"<td>{text(words.removeprefix(name).strip() or name)}</td>"


def _drawn(branch: Branch, rows: dict[int, float], scale: float) -> tuple[float, float, list[str]]:
    """Return where a branch is joined from the left, and its lines: single variants at the right, the root at the left."""
    if not branch.parts:
        return _LEFT + _WIDE, rows[branch.members[0]], []
    x = _LEFT + _WIDE - branch.height * scale
    lines: list[str] = []
    heights: list[float] = []
    for part in branch.parts:
        right, y, inside = _drawn(part, rows, scale)
        heights.append(y)
        lines += [*inside, _stroke(x, y, right, y)]
    y = sum(heights) / len(heights)
    number = f'<text x="{x + 4:.1f}" y="{y - 4:.1f}" font-size="11" fill="{_FAINT}">{branch.height:.1f}</text>'
    return x, y, [*lines, _stroke(x, min(heights), x, max(heights)), number]


def _stroke(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{_LINE}" stroke-width="2"/>'
