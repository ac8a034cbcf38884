"""Where one run of the command speaks: streams, language, colour.

``phz --version`` and ``--help`` come this way, so what costs start-up time is imported only when it is used.
"""

from __future__ import annotations

import os
import sys

from phzdsl.errors import PhzError

TYPE_CHECKING = False  # importing typing would double the start-up
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TextIO

    from phzdsl.text.diagnostics import Diagnostic, Language

__all__ = ["LANGUAGES", "Console", "FailedError", "environment_language", "harmless"]

LANGUAGES = ("zh", "en")
# The C1 controls, and what turns the direction of writing or hides a character.
_UNSEEN = {
    code: f"\\u{code:04x}"
    for code in (
        *range(0x80, 0xA0),
        *range(0x200B, 0x2010),
        0x2028,
        0x2029,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
}
_VARIABLES = ("PHZDSL_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
# Cards and keywords: an encoding that cannot write these is of no use here.
_NEEDED = "变体壹贰叁，：「」"


class FailedError(PhzError):
    """The command cannot go on, for a reason that the user can mend.

    Attributes:
        diagnostics: what is wrong.
    """

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(", ".join(found.code for found in diagnostics))
        self.diagnostics = diagnostics


def harmless(text: str) -> str:
    """Return a text with characters that act unseen written as escapes; so they mean the same in JSON."""
    return text if text.isascii() else text.translate(_UNSEEN)


def environment_language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for, Chinese when it asks for none that we have.

    >>> environment_language({"LANG": "en_US.UTF-8"}), environment_language({"LC_ALL": "C"})
    ('en', 'zh')
    """
    for name in _VARIABLES:
        wanted = environment.get(name, "").casefold()[:2]
        if wanted in LANGUAGES:
            return wanted
    return LANGUAGES[0]


class Console:
    """Standard output and error, and how to speak to the reader."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.out = _ready(sys.stdout)
        self.err = _ready(sys.stderr)

    @property
    def language(self) -> Language:
        """The reader's language."""
        from phzdsl.text.diagnostics import Language  # noqa: PLC0415 - costs start-up time

        return Language(self.tag)

    def say(self, zh: str, en: str) -> str:
        """Return what is said in the reader's language."""
        return zh if self.tag == "zh" else en

    # ------------------------------------------------------------ writing

    def write(self, text: str) -> None:
        """Write a text and a line end to standard output, with nothing in it that could steer a terminal unseen."""
        self.out.write(f"{harmless(text)}\n")

    def note(self, text: str) -> None:
        """Write a text and a line end to standard error."""
        self.err.write(f"{text}\n")

    def write_json(self, value: object, *, indent: int | None = 2) -> None:
        """Write one JSON document to standard output."""
        import json  # noqa: PLC0415 - costs start-up time

        self.write(json.dumps(value, ensure_ascii=False, indent=indent))

    def report(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Write what is wrong to standard error, for people."""
        from phzdsl.cli.faults import shown  # noqa: PLC0415 - costs start-up time

        colour = has_colour(self.err)
        for found in diagnostics:
            self.note(shown(found, self.language, colour=colour))

    def coloured(self) -> bool:
        """Tell whether standard output is to be coloured."""
        return has_colour(self.out)

    # ------------------------------------------------------------ ending

    def flush(self) -> None:
        """Write out what is held back, so that a reader who has gone is noticed now."""
        self.out.flush()
        self.err.flush()

    def abandon(self) -> None:
        """Send what is still held back nowhere, so that Python does not complain of it at its end."""
        for stream in (self.out, self.err):
            try:
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
            except (OSError, ValueError):  # a stream without a file has nothing to complain of
                continue


def has_colour(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal whose user wants colour."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _ready(stream: TextIO | None) -> TextIO:
    """Make a stream able to write Chinese whatever the locale; where it is closed, write nowhere."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - pathlib costs start-up time
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return stream
    # A terminal of another Chinese encoding keeps it; a pipe or file is always UTF-8, as scripts expect.
    keeps = bool(os.environ.get("PYTHONIOENCODING")) or (stream.isatty() and _writes_chinese(stream.encoding))
    reconfigure(encoding=stream.encoding if keeps else "utf-8", errors="backslashreplace")
    return stream


def _writes_chinese(encoding: str) -> bool:
    try:
        _NEEDED.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True
