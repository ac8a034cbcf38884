"""Where comments go when a text is printed anew: above the line they stood above, or behind the one they ended."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import attrs

from phzdsl.syntax import nodes
from phzdsl.text.source import Source, Span

__all__ = ["Place", "Remarks"]


@attrs.frozen
class Place:
    """One line to be printed: where it is in the text it came from.

    Attributes:
        start: offset of its first character.
        end: offset past what it says.
    """

    start: int
    end: int

    @classmethod
    def of(cls, span: Span) -> Place:
        """Return the place of what a span covers."""
        return cls(span.start, span.end)

    @classmethod
    def closing(cls, span: Span) -> Place:
        """Return the place of the brace that ends what a span covers."""
        return cls(max(span.start, span.end - 1), span.end)


class Remarks:
    """The comments of a text, shared out among its lines."""

    def __init__(self, source: Source, comments: Iterable[nodes.Comment], places: Iterable[Place]) -> None:
        self._source = source
        self._above: dict[int, list[nodes.Comment]] = {}
        self._behind: dict[int, nodes.Comment] = {}
        ordered = sorted(places, key=lambda place: place.start)
        starts = [place.start for place in ordered]
        for comment in comments:
            at = bisect_right(starts, comment.span.start) - 1
            self._put(comment, ordered, at)

    def _put(self, comment: nodes.Comment, places: list[Place], at: int) -> None:
        start = comment.span.start
        if at >= 0 and not self._alone(comment):
            # Only the last comment of a line that was several lines can stay behind it.
            line = places[at].start
            if line in self._behind:
                self._above.setdefault(line, []).append(self._behind[line])
            self._behind[line] = comment
            return
        inside = at >= 0 and start < places[at].end
        line = places[at].start if inside else places[at + 1].start
        if inside and line in self._behind:
            self._above.setdefault(line, []).append(self._behind.pop(line))
        self._above.setdefault(line, []).append(comment)

    def _alone(self, comment: nodes.Comment) -> bool:
        place = comment.span.start_place
        return not self._source.line(place.line)[: place.column - 1].strip()

    def above(self, place: Place) -> list[nodes.Comment]:
        """Return the comments on lines of their own above a line."""
        found = list(self._above.get(place.start, ()))
        behind = self._behind.get(place.start)
        if behind is not None and behind.span.start < place.end:
            found.append(behind)
        return found

    def behind(self, place: Place) -> nodes.Comment | None:
        """Return the comment at the end of a line."""
        found = self._behind.get(place.start)
        return found if found is not None and found.span.start >= place.end else None

    def gap(self, start: int) -> bool:
        """Tell whether the text has an empty line above an offset, with nothing else before it on its line."""
        place = self._source.place(start)
        if place.line == 1 or self._source.line(place.line)[: place.column - 1].strip():
            return False
        return not self._source.line(place.line - 1).strip()
