"""The exceptions of the public interface; mistakes inside a rule file are diagnostics, not these."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing would double the start-up of the command
if TYPE_CHECKING:
    from phzdsl.text.diagnostics import Bilingual, Diagnostic

__all__ = [
    "ArgumentError", "CardError", "GameError", "HandError", "LoadError", "MissingError", "OptionError", "PhzError", "ReadError",
    "RecordError", "ResolverError", "TooManyReadingsError", "expect",
]  # fmt: skip


# Of a value that is no use, this much is shown.
_LONGEST = 60


class PhzError(Exception):
    """Base of every exception that phzdsl raises on purpose."""


class ArgumentError(PhzError, TypeError):
    """An argument of another type than the one that is asked for."""


class ReadError(PhzError, OSError):
    """A file that cannot be read; ``filename`` is its name, ``strerror`` what the system says."""


class MissingError(ReadError, FileNotFoundError):
    """There is neither a variant nor a file of that name."""


class ResolverError(PhzError, RuntimeError):
    """A caller's own resolver failed to give what a rule file names."""


class CardError(PhzError, ValueError):
    """A card or kind that does not exist, or was written in no known notation."""


class HandError(PhzError, ValueError):
    """A hand that cannot be laid from the deck: five of a kind, a malformed group, a wrong size.

    Attributes:
        code: stable code of the fault, explained by ``phz explain``.
        row: index of the faulty row in a batch, or None for a single hand.
        words: the message in both languages, where there is one.
        part: the group that is faulty, as written, where it is one group.
        mend: what was most likely meant by that group, where that can be told.
    """

    def __init__(  # noqa: PLR0913 - all but the message by name
        self,
        message: str,
        *,
        code: str = "D901",
        row: int | None = None,
        words: Bilingual | None = None,
        part: str | None = None,
        mend: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.row = row
        self.words = words
        self.part = part
        self.mend = mend


class TooManyReadingsError(HandError):
    """A hand that can be divided in more ways than are looked at (``D936``)."""


class OptionError(PhzError, ValueError):
    """An option that the variant does not have, or a value that the option does not take.

    Attributes:
        code: stable code of the fault, explained by ``phz explain``.
        words: the message in both languages, where there is one.
    """

    def __init__(self, message: str, *, code: str = "D902", words: Bilingual | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.words = words


class LoadError(PhzError, ValueError):
    """A rule file could not be loaded; carries every diagnostic of the run.

    Attributes:
        diagnostics: all faults found, in the order of the text.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        codes = ", ".join(dict.fromkeys(found.code for found in diagnostics))
        super().__init__(f"the rule file has faults: {codes}")
        self.diagnostics = diagnostics


def expect(name: str, value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Refuse an argument that is not of a type; ``wanted`` says what it should have been.

    Raises:
        ArgumentError: it is not.
    """
    if not isinstance(value, kind):
        shown = repr(value)
        if len(shown) > _LONGEST:
            shown = f"{shown[:_LONGEST]}..."
        msg = f"{name} must be {wanted}, not {type(value).__name__} {shown}"
        raise ArgumentError(msg)


class GameError(PhzError, ValueError):
    """A game that cannot be played so: no such seat, another game's deck, an action that is not legal.

    Attributes:
        words: the message in both languages, where there is one.
    """

    def __init__(self, message: str, *, words: Bilingual | None = None) -> None:
        super().__init__(message)
        self.words = words


class RecordError(PhzError, ValueError):
    """A record of play that cannot be read, or that does not come to the end that it states.

    Attributes:
        code: stable code of the fault, explained by ``phz explain``.
        words: the message in both languages.
    """

    def __init__(self, words: Bilingual, *, code: str = "D960") -> None:
        super().__init__(words.en)
        self.code = code
        self.words = words
