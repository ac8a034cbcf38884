"""Find and load variants: by id from the rules that ship, by path, or from a text.

Files are read only through a ``Resolver`` (``resolver.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from errno import ENOENT
from itertools import chain
from pathlib import Path

import attrs

from phzdsl.errors import LoadError, MissingError, ReadError, expect
from phzdsl.fields import ByFields
from phzdsl.paths import rules_folder, shipped
from phzdsl.ruleset.arrange import arranged
from phzdsl.ruleset.checks import CHECKS
from phzdsl.ruleset.citations import Citations
from phzdsl.ruleset.headers import check_headers
from phzdsl.ruleset.inherit import Layer, lay
from phzdsl.ruleset.model import Ruleset
from phzdsl.ruleset.resolve import resolve
from phzdsl.ruleset.resolver import Folder, Guarded, Resolver, read_path
from phzdsl.ruleset.structure import check_structure
from phzdsl.ruleset.suggest import suggestions
from phzdsl.syntax import nodes
from phzdsl.syntax.limits import Limits
from phzdsl.syntax.parse import Parsed, parse
from phzdsl.text.diagnostics import Bilingual, Diagnostic, Related, Severity, Value, ordered
from phzdsl.text.source import Source, Span

__all__ = [
    "LANGUAGE_VERSION",
    "Folder",
    "Loaded",
    "Loader",
    "Resolver",
    "load",
    "loads",
    "own_place",
    "read_path",
    "rules_folder",
    "shipped",
]

LANGUAGE_VERSION = 1

# Slips of form that only the schema shows, and the letters of the codes that are about form.
_SLIPS = frozenset({"S131", "S132"})
_FORM = frozenset("LSC")


Fault = tuple[str, str, int, int]


@attrs.frozen(repr=False, eq=False)
class Loaded(ByFields):
    """What loading a variant gave: the ruleset as far as it could be read, and everything found.

    Attributes:
        ruleset: None when the text has no variant at all.
        layer: the rows with those of the parents, for a child to be laid over.
        line: ids of the variant and its parents.
        found: the faults as they were found, in whichever file their rows stand.
        files: names of the sources of the variant and its parents.
    """

    source: Source
    tree: nodes.FileNode
    ruleset: Ruleset | None
    diagnostics: tuple[Diagnostic, ...]
    layer: Layer = attrs.field(factory=Layer, repr=False)
    line: tuple[str, ...] = ()
    found: frozenset[Fault] = attrs.field(default=frozenset(), repr=False)
    files: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Tell whether the variant can be used."""
        return not any(found.severity is Severity.ERROR for found in self.diagnostics)


class _Laid:
    """A variant half way: its text read, its rows laid over those of its parents; what they mean is not asked yet.

    Attributes:
        parsed: the text as a tree.
        faults: what was found so far.
        parent: the parent, None where there is none or it cannot be had.
        ships: it is one of the variants that ship, had by its id.
        layer, line, files: as in ``Loaded``.
    """

    def __init__(self, source: Source, parsed: Parsed, *, ships: bool) -> None:
        self.source = source
        self.parsed = parsed
        self.faults = list(parsed.diagnostics)
        self.parent: _Laid | None = None
        self.ships = ships
        self.layer = Layer()
        self.line: tuple[str, ...] = ()
        self.files: tuple[str, ...] = ()

    @property
    def trusted(self) -> bool:
        """Tell whether the rows may be taken to be in order until something speaks against it."""
        return self.ships and not self.faults and (self.parent is None or self.parent.trusted)


class Loader:
    """Loads variants, each text once; keep one for a run over many files.

    A variant that ships was checked before it shipped. As somebody's parent it is checked again only when something
    is found in the variant laid over it: whether it was found in the parent already, and whether that is in order.
    """

    def __init__(self, resolver: Resolver, limits: Limits | None = None) -> None:
        self._resolver = resolver
        self._limits = limits or Limits()
        self._laid: dict[str, _Laid] = {}
        self._done: dict[str, Loaded] = {}
        self._citations = Citations(resolver, rules_folder() / "sources")

    def load(self, source: Source) -> Loaded:
        """Load a variant and its parents; faults of any kind are in the result."""
        return self._finished(self._rows(source, ()))

    # ------------------------------------------------------------ the text and its rows

    def _rows(self, source: Source, above: tuple[str, ...], *, ships: bool = False) -> _Laid:
        key = _file(source.name)
        if key not in self._laid:
            self._laid[key] = self._lay(_Laid(source, parse(source, self._limits), ships=ships), above)
        return self._laid[key]

    def _lay(self, laid: _Laid, above: tuple[str, ...]) -> _Laid:
        tree, faults, source = laid.parsed.tree, laid.faults, laid.source
        variant = tree.variant
        if variant is None or _newer(tree) is not None:
            return laid
        faults.extend(check_headers(tree, variant, source, LANGUAGE_VERSION))
        laid.parent = parent = self._parent(variant, source, above, faults)
        faults.extend(check_structure(variant))
        # Without the parent that the file names, nothing can be said of what the rows do to it.
        alone = variant.parent is not None and parent is None
        laid.layer = lay(variant, parent.layer if parent else None, [] if alone else faults)
        laid.line = (variant.name.text, *(parent.line if parent else ()))
        laid.files = (source.name, *(parent.files if parent else ()))
        return laid

    def _parent(
        self, variant: nodes.VariantNode, source: Source, above: tuple[str, ...], faults: list[Diagnostic]
    ) -> _Laid | None:
        named = variant.parent
        if named is None:
            return None
        quoted = isinstance(named, nodes.Text)
        found = self._resolver.variant(named.text, beside=source.name, quoted=quoted)
        if found is None:
            fixes = suggestions(named.text, self._resolver.known(), named.span)
            faults.append(Diagnostic("I401", named.span, {"name": named.text}, fixes=fixes))
            return None
        if isinstance(found, Diagnostic):
            faults.append(attrs.evolve(found, span=named.span))
            return None
        line = (*above, _file(source.name))
        name = _file(found.name)
        if name in line:
            names = " → ".join(Path(one).stem for one in (*line[line.index(name) :], name))
            faults.append(Diagnostic("I402", named.span, {"line": names}))
            return None
        # One more than is allowed, so that the file that goes too far is the one that is told.
        ships = isinstance(self._resolver, Folder) and not quoted
        laid = self._rows(found, line, ships=ships) if len(line) <= self._limits.depth + 1 else None
        if laid is None or len(laid.line) > self._limits.depth:
            faults.append(Diagnostic("I403", named.span, {"limit": self._limits.depth}))
            return None
        return laid

    # ------------------------------------------------------------ what the rows mean

    def _finished(self, laid: _Laid) -> Loaded:
        key = _file(laid.source.name)
        if key not in self._done:
            self._done[key] = self._finish(laid)
        return self._done[key]

    def _finish(self, laid: _Laid) -> Loaded:
        tree, source = laid.parsed.tree, laid.source
        variant = tree.variant
        newer = _newer(tree)
        if newer is not None:
            return Loaded(source, tree, None, (newer,))
        if variant is None:
            return Loaded(source, tree, None, ordered(laid.faults))
        faults = list(laid.faults)
        parent = None
        if laid.parent is not None and not laid.parent.trusted:
            parent = self._checked(laid.parent, variant, faults)
        found: list[Diagnostic] = []
        ruleset = resolve(variant, laid.line, laid.layer, found)
        if not any(one.severity is Severity.ERROR for one in (*faults, *found)):
            found.extend(chain.from_iterable(check(ruleset) for check in CHECKS))
        if found and laid.parent is not None and parent is None:
            parent = self._checked(laid.parent, variant, faults)
        if variant.parent is not None and (laid.parent is None or (parent is not None and not parent.ok)):
            # What the rows mean is not known before the parent is mended.
            found.clear()
        faults.extend(self._citations.check(tree, source))
        above_found = parent.found if parent else frozenset()
        own = (_caused(fault, laid, variant) for fault in found if _key(fault) not in above_found)
        faults.extend(own_place(fault, source, variant) for fault in own)
        told = arranged(_told(faults, (*laid.parsed.guessed, *_slipped(variant, faults))))
        return Loaded(source, tree, ruleset, told, laid.layer, laid.line, frozenset(map(_key, found)), laid.files)

    def _checked(self, laid: _Laid, variant: nodes.VariantNode, faults: list[Diagnostic]) -> Loaded:
        """Return a parent checked to the end; where it is not in order its child is told."""
        parent = self._finished(laid)
        if not parent.ok and variant.parent is not None:
            first = next(one for one in parent.diagnostics if one.severity is Severity.ERROR)
            related = (Related(first.span, Bilingual("上家的第一处错", "the parent's first fault")),)
            count = sum(one.severity is Severity.ERROR for one in parent.diagnostics)
            values: dict[str, Value] = {"name": variant.parent.text, "count": count}
            faults.append(Diagnostic("I415", variant.parent.span, values, related))
        return parent


def _newer(tree: nodes.FileNode) -> Diagnostic | None:
    """Return what is said of a file of a later version of the language, None for any other."""
    version = tree.version
    if version is None or version.value <= LANGUAGE_VERSION:
        return None
    return Diagnostic("F701", version.span, {"found": version.value, "known": LANGUAGE_VERSION})


def _file(name: str) -> str:
    """Return one name for each file, however it was reached."""
    try:
        return str(Path(name).resolve())
    except (OSError, RuntimeError, ValueError):  # the name of a text that is in no file
        return name


def _key(fault: Diagnostic) -> Fault:
    return fault.code, fault.span.source.name, fault.span.start, fault.span.end


def _caused(fault: Diagnostic, laid: _Laid, variant: nodes.VariantNode) -> Diagnostic:
    """Move an inherited option that is of no use now to the row that left it so."""
    if fault.code != "R807" or fault.span.source is laid.source or laid.parent is None:
        return fault
    from phzdsl.ruleset.unnamed import at_its_cause  # noqa: PLC0415 - few files pay for it

    return at_its_cause(fault, variant, laid.parent.layer, laid.layer)


def _slipped(variant: nodes.VariantNode, faults: Iterable[Diagnostic]) -> Iterator[Span]:
    """Yield the rows in which a slip of the pen was found only on this floor."""
    slips = [fault.span for fault in faults if fault.code in _SLIPS]
    for row in (row for block in variant.blocks for row in block.rows()) if slips else ():
        if any(_inside(slip, row.span) for slip in slips):
            yield row.span


def _told(faults: Iterable[Diagnostic], guessed: tuple[Span, ...]) -> Iterator[Diagnostic]:
    """Leave out what was found in a row that could only be guessed at: it follows from the slip that is told."""
    for fault in faults:
        if fault.code[0] in _FORM or not any(_inside(fault.span, row) for row in guessed):
            yield fault


def _inside(span: Span, row: Span) -> bool:
    return span.source is row.source and row.start <= span.start and span.end <= row.end


def own_place(fault: Diagnostic, source: Source, variant: nodes.VariantNode) -> Diagnostic:
    """Move a fault that shows in an inherited row to the place that names the parent."""
    if fault.span.source is source or variant.parent is None:
        return fault
    related = (Related(fault.span, Bilingual("继承来的这一行", "the inherited row")), *fault.related)
    return attrs.evolve(fault, span=variant.parent.span, related=related, fixes=())


# ---------------------------------------------------------------- for users of the library


def load(name: str | Path, limits: Limits | None = None) -> Ruleset:
    """Load a variant that ships, by id, or a rule file, by path.

    Raises:
        ArgumentError: an argument is of no use (a ``TypeError``).
        LoadError: the file has faults; it carries them.
        MissingError: there is neither such an id nor such a file (a ``FileNotFoundError``).
        ReadError: the file, or a parent of it, cannot be read (an ``OSError``).
    """
    expect("name", name, (str, Path), "the id of a variant or the path of a rule file")
    path = rules_folder() / f"{name}.phz" if str(name) in shipped() else Path(name)
    if not str(name) or "\0" in str(name):
        raise _missing(str(name))
    try:
        source = read_path(path)
        if not isinstance(source, Diagnostic):
            return _ruleset(Loader(Folder(path.resolve().parent), _checked(limits)).load(source))
    except FileNotFoundError as error:
        raise _missing(str(name)) from error
    except OSError as error:
        raise ReadError(error.errno, error.strerror, error.filename or str(name)) from error
    raise LoadError((source,))


def loads(
    text: str, *, name: str = "<text>", resolver: Resolver | None = None, limits: Limits | None = None
) -> Ruleset:
    """Load a variant from a text; no file is read but through the resolver.

    The usual resolver knows the variants that ship, and no path.

    Raises:
        ArgumentError: an argument is of no use (a ``TypeError``).
        LoadError: the text has faults; it carries them.
        ResolverError: the resolver fails, or gives what is no text.
    """
    expect("text", text, str, "the text of a rule file")
    expect("name", name, str, "a name for the text")
    guarded = Folder() if resolver is None else Guarded(resolver)
    return _ruleset(Loader(guarded, _checked(limits)).load(Source(name, text)))


def _checked(limits: Limits | None) -> Limits | None:
    """Return limits whose every bound is a number."""
    expect("limits", limits, (Limits, type(None)), "Limits or None")
    for field in attrs.fields(Limits) if limits is not None else ():
        expect(f"limits.{field.name}", getattr(limits, field.name), (int, float), "a number")
    return limits


def _missing(name: str) -> MissingError:
    from phzdsl.text.similar import closest  # noqa: PLC0415 - only here

    near = "".join(f"; did you mean {one!r}?" for one in closest(name, shipped())[:1])
    what = f"neither a variant that ships ({', '.join(shipped())}) nor a file{near}"
    return MissingError(ENOENT, what, name)


def _ruleset(loaded: Loaded) -> Ruleset:
    if not loaded.ok or loaded.ruleset is None:
        raise LoadError(loaded.diagnostics)
    return loaded.ruleset
