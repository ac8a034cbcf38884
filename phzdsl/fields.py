"""What frozen values have in common: they are shown and compared by their fields.

attrs writes these methods anew for each class, and compiling them takes half of the time in which a class is
made; here they are written once, and read the fields of a class from attrs. So a class is declared
``@attrs.frozen(repr=False, eq=False)`` and derives from ``ByFields``: it costs a short run half, and behaves as an
attrs class does, ``repr`` and ``eq`` of its fields heeded. Not for a class whose hash is kept (``cache_hash``), nor for
one that is compared by identity.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False  # importing typing would cost start-up time
if TYPE_CHECKING:
    from typing import Any, ClassVar

    from attrs import Attribute

__all__ = ["ByFields"]


class ByFields:
    """The base of a frozen attrs class that leaves showing and comparing to it."""

    __slots__ = ()

    __attrs_attrs__: ClassVar[tuple[Attribute[Any], ...]]
    _compared: ClassVar[attrgetter[tuple[object, ...]]]

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        """Note what a class is compared by; attrs calls this when the class is made."""
        cls._compared = attrgetter("__class__", *(field.name for field in cls.__attrs_attrs__ if field.eq))

    def __eq__(self, other: object) -> bool:
        """Tell whether the other is of the same class, and so is every field that counts."""
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self._compared(self) == self._compared(other)

    def __hash__(self) -> int:
        """Return the hash of the class and the fields that count."""
        return hash(self._compared(self))

    def __repr__(self) -> str:
        """Return the class and its fields, as attrs writes them."""
        fields = self.__attrs_attrs__
        shown = (
            f"{one.name}={(repr if one.repr is True else one.repr)(getattr(self, one.name))}"
            for one in fields
            if one.repr is not False
        )
        return f"{self.__class__.__qualname__}({', '.join(shown)})"
