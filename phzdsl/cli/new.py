"""``phz new``: a new rule file that starts from a variant, checks without errors, and says what is still to be filled in.

What differs is asked at a terminal or taken from flags; ``drafted.py`` makes the text. Never writes a file that has errors,
and never over another unless told to.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from phzdsl.cli.answers import Answers, NoMoreError
from phzdsl.cli.asking import Asking, pays_words
from phzdsl.cli.choices import file_name, pair
from phzdsl.cli.console import Console, FailedError
from phzdsl.cli.draft import Added, Parent, Wanted
from phzdsl.cli.drafted import Draft, Made
from phzdsl.cli.faults import about
from phzdsl.cli.files import is_there
from phzdsl.cli.variants import Library
from phzdsl.paths import shipped
from phzdsl.ruleset.usual import Pays
from phzdsl.text.diagnostics import Bilingual, Diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable

    from phzdsl.cli.parser import Parser

__all__ = ["add_arguments", "run"]

_ENDING = ".phz"
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_WHEN = re.compile(r"\s(?:当|when)\s")
# Flags about something that not every variant has: the field of ``Usual`` that must be there.
_NEEDS = (("minimum", "minimum"), ("start", "start"), ("step", "step"), ("red", "threshold"), ("pays", "paying"))


def add_arguments(parser: Parser) -> None:
    """Say which words the command takes."""
    parser.takes(
        "name", "新变体的短名，也是文件名：小写英文字母、数字、横线", "id of the new variant, and name of its file: lower-case ASCII",
        nargs="?", metavar="NAME", type=file_name,
    )  # fmt: skip
    parser.choice(
        "--from",
        zh="照哪个变体改：变体名或规则文件",
        en="what it starts from: an id, or a rule file",
        metavar="VARIANT",
        dest="parent",
    )
    parser.choice("--title", zh="给人看的名字", en="title for people", metavar="TEXT")
    for flag, zh, en in (
        ("--players", "几个人打", "number of players"),
        ("--minimum", "几息起胡", "least 息 of a win"),
        ("--start", "等从几息算起", "等 are counted from so many 息"),
        ("--step", "每几息加一等", "so many 息 for one 等 more"),
        ("--red", "红胡红牌几张起", "red cards of the pattern for them"),
    ):
        parser.choice(flag, zh=zh, en=en, type=int, metavar="N")
    parser.choice("--deal", zh="起手几张：庄家,闲家", en="cards dealt: dealer,others", type=_deal, metavar="N,N")
    parser.choice(
        "--fan", zh="一个番值多少，可写多次；新的番后面可以写 当 什么时候", en="what a pattern is worth, repeatable; `when` may follow for a new one",
        action="append", default=[], metavar="NAME=WORTH",
    )  # fmt: skip
    parser.choice(
        "--drop",
        zh="不要上家的这个番，可写多次",
        en="a pattern of the parent that goes, repeatable",
        action="append",
        default=[],
        metavar="NAME",
    )
    parser.choice(
        "--pays",
        zh="放炮谁付：all 各家，discarder 放炮的一家",
        en="who pays for a discard",
        choices=(Pays.ALL.value, Pays.DISCARDER.value),
    )
    parser.choice(
        "--sources",
        zh="出处单子，写在规则文件旁边；没有就新写一份",
        en="list of sources beside the file; made when there is none",
        metavar="FILE",
        type=file_name,
    )
    parser.choice(
        "--defaults", zh="不问，没说的都照上家", en="ask nothing; the rest is as in the parent", action="store_true"
    )
    parser.choice("--force", zh="已有这个文件就盖掉", en="write over a file that is there", action="store_true")
    parser.set_defaults(fail=parser.fail)


def _deal(written: str) -> tuple[int, int]:
    dealer, other = written.replace("，", ",").split(",")
    return int(dealer), int(other)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Ask, draft, check, write."""
    answers = Answers(console)
    asks = answers.interactive and not arguments.defaults
    try:
        return _New(arguments, console, answers if asks else None).make()
    except NoMoreError:
        console.note(console.say("没有写文件", "no file was written"))
        return 1
    except KeyboardInterrupt:
        console.write("")
        raise


class _New:
    """One run; ``answers`` is None where nobody is asked."""

    def __init__(self, arguments: argparse.Namespace, console: Console, answers: Answers | None) -> None:
        self._arguments = arguments
        self._console = console
        self._say = console.say
        self._answers = answers
        self._library = Library()
        self._fail: Callable[[str], None] = arguments.fail

    def make(self) -> int:
        """Make the file, and return the exit status."""
        path = self._path()
        parent = self._parent(path)
        draft = Draft(path, parent, self._console, force=self._arguments.force)
        wanted = self._wanted(parent, draft)
        while True:
            if self._answers is not None:
                asking = Asking(parent, self._answers, self._console, lambda one: draft.made(one).errors, draft.like)
                wanted = asking.ask(wanted, self._given())
            made = draft.made(wanted, examples=True)
            errors = made.errors or draft.disproved(made)
            if not errors:
                break
            if self._answers is None:
                raise FailedError(*errors)
            self._console.report(errors)
            self._console.write(self._say("再问一遍。", "Once more."))
            wanted = self._wanted(parent, draft)
        self._write(path, made, wanted)
        self._told(path, made, wanted)
        return 0

    # ------------------------------------------------------------ what the command line says

    def _path(self) -> Path:
        """Return the file to write: none is there, or it may be written over."""
        name = self._arguments.name
        while True:
            if name is None and self._answers is None:
                self._fail(self._say("还缺：NAME", "the following arguments are required: NAME"))
            name = name or self._ask(self._say("短名，如 xiaozhen", "id, such as my-town"))
            path = Path(name if name.endswith(_ENDING) else f"{name}{_ENDING}")
            wrong = self._wrong_name(path.stem)
            if wrong is None and is_there(path) and not self._arguments.force:
                fault = _there(path)
                if self._arguments.name is not None:
                    raise FailedError(fault)
                self._console.report([fault])
            elif wrong is None:
                return path
            elif self._arguments.name is not None:
                self._fail(wrong)
            else:
                self._console.write(f"  {wrong}")
            name = None

    def _wrong_name(self, name: str) -> str | None:
        say = self._say
        if name in shipped():
            return say(
                f"「{name}」是随程序带着的变体，换一个短名", f"`{name}` is a variant that ships; take another id"
            )
        if not _ID.fullmatch(name):
            return say(
                f"「{name}」不能作短名：小写英文字母开头，后面是字母、数字、横线",
                f"`{name}` is no id: a lower-case letter, then letters, digits, dashes",
            )
        return None

    def _ask(self, asked: str) -> str:
        answers = self._answers
        while answers is not None:
            answer = answers.ask(f"{asked}{self._say('：', ': ')}")
            if answer:
                return answer
            answers.bad()
        raise NoMoreError

    def _parent(self, path: Path) -> Parent:
        name = self._arguments.parent
        if name is None and self._answers is None:
            self._fail(self._say("还缺：--from", "the following arguments are required: --from"))
        while True:
            known = ", ".join(shipped())
            chosen = name or self._ask(
                self._say(f"照哪个改（{known}，或规则文件）", f"start from ({known}, or a rule file)")
            )
            try:
                ruleset = self._library.usable(chosen)
            except FailedError as failed:
                if name is not None:
                    raise
                self._console.report(failed.diagnostics)
                continue
            return Parent.of(self._named(chosen, path), self._library.load(chosen), ruleset)

    @staticmethod
    def _named(parent: str, path: Path) -> str:
        """Return how the file names its parent: an id, or a path seen from it."""
        if parent in shipped():
            return parent
        return f'"{Path(os.path.relpath(Path(parent).resolve(), path.resolve().parent)).as_posix()}"'

    def _given(self) -> frozenset[str]:
        """Return what flags have answered."""
        words = vars(self._arguments)
        given = {
            name
            for name in ("title", "players", "deal", "minimum", "start", "step", "red", "pays", "sources")
            if words[name] is not None
        }
        return frozenset(given | ({"fan"} if words["fan"] or words["drop"] else set()))

    def _wanted(self, parent: Parent, draft: Draft) -> Wanted:
        """Return what flags ask for; what the parent does not have is wrong usage."""
        words = self._arguments
        usual, given = parent.usual, self._given()
        missing = [flag for flag, field in _NEEDS if flag in given and getattr(usual, field) is None]
        if usual.seating.players is None or usual.seating.stock is None:
            missing += [flag for flag in ("deal",) if flag in given]
        if missing:
            flags, which = "、".join(f"--{one}" for one in missing), parent.ruleset.id
            self._fail(
                self._say(f"{which} 里没有一个数管这件事：{flags}", f"no one number of {which} says this: {flags}")
            )
        wanted = Wanted(
            words.title or draft.name, words.players, words.deal, words.minimum, words.start, words.step, words.red,
            pays=Pays(words.pays) if words.pays else None, sources=words.sources,
        )  # fmt: skip
        for name in words.drop:
            if parent.pattern(name) is None:
                self._fail(
                    self._say(f"{parent.ruleset.id} 没有番「{name}」", f"{parent.ruleset.id} has no pattern `{name}`")
                )
            wanted = attrs.evolve(wanted, dropped=(*wanted.dropped, name))
        for written in words.fan:
            wanted = self._with_pattern(wanted, written, parent, draft)
        return wanted

    def _with_pattern(self, wanted: Wanted, written: str, parent: Parent, draft: Draft) -> Wanted:
        name, text = pair(written)
        worth, *when = _WHEN.split(text, maxsplit=1)
        if not name or not worth.strip():
            self._fail(self._say(f"--fan 要写成 名字=值：{written}", f"--fan is written NAME=WORTH: {written}"))
        if parent.pattern(name) is None:
            one = Added(name, worth.strip(), when[0].strip()) if when else draft.like(wanted, name, worth.strip())
            return attrs.evolve(wanted, added=(*wanted.added, one))
        if when:
            self._fail(
                self._say(f"「{name}」上家有，只能改值", f"the parent has `{name}`; only its worth can be given")
            )
        return attrs.evolve(wanted, worths={**wanted.worths, name: worth.strip()})

    # ------------------------------------------------------------ writing

    def _write(self, path: Path, made: Made, wanted: Wanted) -> None:
        """Write the list of sources and the file, each whole or not at all."""
        beside = None if made.sources is None or wanted.sources is None else path.parent / wanted.sources
        if beside is not None:
            _put(beside, made.sources or "", force=self._arguments.force)
        try:
            _put(path, made.text, force=self._arguments.force)
        except FailedError:
            if beside is not None and not self._arguments.force:
                beside.unlink(missing_ok=True)
            raise

    def _told(self, path: Path, made: Made, wanted: Wanted) -> None:
        rows = sum(bool(row.text) for row in made.rows if row.block != "例")
        hands = sum(bool(row.text) for row in made.rows if row.block == "例")
        say, parent = self._say, made.loaded.line[1] if len(made.loaded.line) > 1 else ""
        self._console.write(
            say(
                f"写好了 {path}：和 {parent} 不同的 {rows} 行，例子 {hands} 个",
                f"wrote {path}: {rows} rows that differ from {parent}, {hands} examples",
            )
        )
        if made.sources is not None and wanted.sources is not None:
            listed = path.parent / wanted.sources
            self._console.write(
                say(f"出处单子：{listed}，每条待填", f"list of sources: {listed}, each clause to be filled in")
            )
        if wanted.pays is not None:
            self._console.write(say("放炮：", "discards: ") + pays_words(wanted.pays, self._console))
        self._console.write(
            say(f"下一步：phz check {path}，phz test {path}", f"next: phz check {path}, phz test {path}")
        )


def _there(path: Path) -> Diagnostic:
    why = Bilingual("已经有这个文件；要盖掉就加 --force", "it is there already; --force writes over it")
    return about("D916", str(path), why=why)


def _put(path: Path, text: str, *, force: bool) -> None:
    """Put a text in a file in one step; over another only where that is asked for."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(text.encode())
        if force:
            beside.replace(path)
        else:
            _moved(beside, path)
    except FileExistsError as error:
        raise FailedError(_there(path)) from error
    except OSError as error:
        raise FailedError(about("D916", str(path), why=error.strerror or str(error))) from error
    finally:
        beside.unlink(missing_ok=True)


def _moved(beside: Path, path: Path) -> None:
    """Give a file its name, unless another has it by now."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if is_there(path):
            raise FileExistsError from None
        beside.replace(path)
