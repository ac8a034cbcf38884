"""Cards and hands drawn in HTML: the style they need, a run of cards, a hand by groups. Pages of any kind may use it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape

from phzdsl.book.pages import Drawn
from phzdsl.cards import Kind, write_kind
from phzdsl.text.cells import visible

__all__ = ["STYLE", "cards", "hand", "text"]

Say = Callable[[str, str], str]

STYLE = """
.hand { display: flex; flex-wrap: wrap; gap: .5rem .8rem; margin: .6rem 0; }
.group { display: flex; flex-direction: column; align-items: center; gap: 2px; padding: 0 .3rem; }
.group.laid { background: #e6efe8; border-radius: 4px; } .group.loose { flex-direction: row; flex-wrap: wrap; }
.card { display: inline-block; width: 1.9rem; line-height: 1.9rem; text-align: center; border: 1px solid #a3acb6;
  border-radius: 4px; background: #fdfcf8; font-size: 1.15rem; } .card.red { color: #c1121f; }
.run .card { width: 1.45em; line-height: 1.45em; font-size: 1em; margin-right: 1px; } .run { white-space: nowrap; }
.wins { font-weight: 600; }
"""


def text(words: str) -> str:
    """Return words as HTML, with nothing in them that acts unseen."""
    return escape(visible(words))


def cards(kinds: Iterable[Kind], red: Collection[Kind]) -> str:
    """Return cards, the red ones red."""
    return "".join(f'<span class="card{" red" if kind in red else ""}">{write_kind(kind)}</span>' for kind in kinds)


def hand(groups: Sequence[Drawn], red: Collection[Kind], say: Say) -> str:
    """Return a hand by its groups: name above, 息 below, what lies on the table shaded."""
    return f'<div class="hand">{"".join(_group(one, red, say) for one in groups)}</div>'


def _group(one: Drawn, red: Collection[Kind], say: Say) -> str:
    if not one.name:
        return f'<div class="group loose">{cards(one.cards, red)}</div>'
    name = (
        f'<small class="wins">{text(one.name)} {say("胡", "wins")}</small>'
        if one.wins
        else f"<small>{text(one.name)}</small>"
    )
    lies = f' laid" title="{say("桌上", "on the table")}' if one.laid else ""
    worth = f"<small>{text(one.xi)}</small>" if one.xi else ""
    return f'<div class="group{lies}">{name}{cards(one.cards, red)}{worth}</div>'
