"""Check a rule text that comes from a stranger: no file is read, and every fault is told at its place."""

from __future__ import annotations

import phzdsl
from phzdsl.text.diagnostics import Language
from phzdsl.text.render import render_all

TEXT = """版本 1
变体 town "小镇" 继承 cd-quan {
  番 {
    改 糊胡 计 7
    增 满红 当 红派 >= 20 计 9
  }
  计 {
    改 等 = 息 - 9
  }
}
"""


def main() -> None:
    """Print the faults of the text."""
    try:
        phzdsl.loads(TEXT, name="town.phz", limits=phzdsl.Limits(rows=200, seconds=5))
    except phzdsl.LoadError as error:
        print(render_all(error.diagnostics, Language.EN))


if __name__ == "__main__":
    main()
