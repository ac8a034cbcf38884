"""A hand, two rule files, and what one run of the command gave: for the tests of the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import attrs

HAND = "提 玖玖玖玖 / 碰 二二二 / 手 一二三 贰柒拾 四五六 八八 伍陆 / 胡 柒"
"""Seven groups and 22 息: a win under the common rules."""

GOOD = """\
版本 1
变体 good "试" 继承 common {
  选项 {
    增 甲 选 是, 否 默认 否
    增 乙 选 是, 否 默认 否
    增 两样 禁 甲 且 乙
  }
  番 {
    增 大胡 当 大字 >= 10 计 若 甲 则 5 否则 3
    增 末胡 当 末张 计 若 乙 则 4 否则 2
  }
  例 {
    够大 牌面 提 玖玖玖玖 / 碰 二二二 / 手 一二三 贰柒拾 四五六 八八 伍陆 / 胡 柒  得 息 = 22, 大胡
  }
}
"""
"""A variant of our own, without a fault; its example holds."""

BAD = "版本 1\n变体 bad 继承 common {\n  番 {\n    增 红胡 当 红排 >= 10 计 2\n  }\n}\n"
"""A variant with exactly one fault: 红排 for 红牌."""


@attrs.frozen
class Ran:
    """What one run of the command gave."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - a document of any form
        """The one document on standard output."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The documents on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Phz = Callable[..., Ran]


def page_of(text: str) -> ET.Element:
    """Read a page that is well formed as XML too."""
    return ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 - the program's own page
