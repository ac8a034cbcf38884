"""phzdsl: rule sheets of 字牌 games (跑胡子, 大贰, 碰胡子) as data, checked and scored exactly.

    >>> import phzdsl
    >>> variant = phzdsl.bind(phzdsl.load("cd-quan"))
    >>> hand = phzdsl.parse_hand("碰 二二二 / 手 一二三贰柒拾四五六八八伍陆 / 提 玖玖玖玖 / 胡 柒", variant)
    >>> phzdsl.score(variant, hand).win
    True

Everything promised is listed in ``__all__``; the rest may move. Names are loaded when first used, so
importing the package costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would double the start-up
if TYPE_CHECKING:
    from phzdsl.errors import HandError, LoadError, OptionError
    from phzdsl.ruleset.library import load, loads, shipped
    from phzdsl.ruleset.model import Ruleset
    from phzdsl.ruleset.options import bind
    from phzdsl.scoring.batch import score_batch
    from phzdsl.scoring.hand import Hand
    from phzdsl.scoring.notation import parse_hand
    from phzdsl.scoring.score import Score, Scorer, score
    from phzdsl.syntax.limits import Limits

__version__ = "0.1.0"

__all__ = [
    "Hand",
    "HandError",
    "Limits",
    "LoadError",
    "OptionError",
    "Ruleset",
    "Score",
    "Scorer",
    "bind",
    "load",
    "loads",
    "parse_hand",
    "score",
    "score_batch",
    "shipped",
]

_HOMES = {
    "Hand": "scoring.hand",
    "HandError": "errors",
    "Limits": "syntax.limits",
    "LoadError": "errors",
    "OptionError": "errors",
    "Ruleset": "ruleset.model",
    "Score": "scoring.score",
    "Scorer": "scoring.score",
    "bind": "ruleset.options",
    "load": "ruleset.library",
    "loads": "ruleset.library",
    "parse_hand": "scoring.notation",
    "score": "scoring.score",
    "score_batch": "scoring.batch",
    "shipped": "ruleset.library",
}


def __getattr__(name: str) -> object:
    """Load a public name from its home when it is first used."""
    home = _HOMES.get(name)
    if home is None:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module  # noqa: PLC0415 - only when something is used

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return [*__all__, "__version__"]
