"""Every statement of the suite, found by scanning the packages that `registration` finds."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from lemmata.catalogue import registration
from lemmata.errors import PaperError
from lemmata.language import proof_text
from lemmata.language.proof import Proof, Step
from lemmata.language.statement import ID, Paper, Statement
from lemmata.textbook.rows import PAPER, Rows


class UnknownStatement(KeyError):
    """No statement has this id."""


@dataclass(frozen=True)
class PaperPackage:
    """A paper with what its package holds: statements by id, and by id the file and line where its proof begins.

    `borrowed` are statements of other papers that stand there too, `outside` says that another distribution brought
    the package, and `folder` is where that keeps its files.
    """

    paper: Paper
    statements: Mapping[str, Statement]
    borrowed: tuple[Statement, ...]
    proofs: dict[str, tuple[Path, int]]
    outside: bool
    folder: Path | None


def paper_package(package: ModuleType, key: str, outside: bool) -> PaperPackage:
    """What a package holds of the paper `key`: in `paper.toml`, or in Python.

    Raises PaperError for a package that does not declare this one paper, that cannot be read, that gives two statements
    one id, or that offers two proofs of one statement, or one of a statement that is not its own.
    """
    place = f"the paper {key} ({package.__name__})"
    # a folder without an __init__ stands there as often as its parent is on the path
    inside = list(dict.fromkeys(Path(path).absolute() for path in getattr(package, "__path__", ())))
    folder = inside[0] if inside else Path(package.__file__).parent if package.__file__ else None
    declared = [value for value in vars(package).values() if isinstance(value, Paper)]
    rows = next((value for value in vars(package).values() if isinstance(value, Rows)), None)
    if not declared and inside and (inside[0] / PAPER).exists():
        try:
            rows = Rows.of_paper(key, inside[0])
        except ValueError as problem:
            raise PaperError(f"{place}: {problem}") from problem
        declared = [rows.paper]
    if [paper.key for paper in declared] != [key]:
        says = f"its __init__ holds {len(declared)} papers" if len(declared) != 1 else f"it says {declared[0].key!r}"
        raise PaperError(f"{place}: {says}: write {PAPER}, or declare one Paper({key!r}, title, authors)")
    modules = registration.modules(package, place)
    everything = [statement for module in modules for statement in statements_of(module)]
    borrowed = tuple(s for s in everything if s.source.paper not in declared)
    found: dict[str, Statement] = {}
    for statement in everything:
        if statement not in borrowed and found.setdefault(statement.id, statement) is not statement:
            raise PaperError(f"{place}: two statements are called {statement.id}")
    if rows is not None and (twice := found.keys() & rows.keys()):
        raise PaperError(f"{place}: {min(twice)} is a row and stands in Python, too")
    statements: Mapping[str, Statement] = found if rows is None else ChainMap(found, rows)  # type: ignore[arg-type]
    proofs: dict[str, tuple[Path, int]] = {}
    for path in inside:
        for identifier, file, line in proof_text.places(path):
            if identifier not in statements:
                raise PaperError(f"{file}:{line}: a proof of {identifier}, which is no statement of {place}")
            if identifier in proofs:
                first, at = proofs[identifier]
                raise PaperError(f"{file}:{line}: a second proof of {identifier}: {first}:{at} holds one already")
            proofs[identifier] = (file, line)
    return PaperPackage(declared[0], statements, borrowed, proofs, outside, folder)


def statements_of(module: ModuleType) -> Iterator[Statement]:
    """The statements that stand in a module, alone or in lists, in their order."""
    for value in vars(module).values():
        if isinstance(value, Statement):
            yield value
        elif isinstance(value, list):
            yield from (v for v in value if isinstance(v, Statement))


@cache
def paper_packages() -> tuple[PaperPackage, ...]:
    """All papers: those of the suite by key, textbooks last, then those from outside by key.

    Raises PaperError where one is not as `paper_package` wants it, and where two share a key or the id of a statement.
    """
    own = [paper_package(package, key, outside=False) for key, package in registration.built_in()]
    own.sort(key=lambda found: (found.paper.textbook, found.paper.key))
    keys = {found.paper.key for found in own}
    outside = []
    for key, package in registration.registered():
        if key in keys:
            raise PaperError(f"the paper {key} ({package.__name__}) has the key of one of the suite: choose another")
        outside.append(paper_package(package, key, outside=True))
    taken: dict[str, PaperPackage] = {}
    for found in (*own, *outside):
        for identifier in found.statements:
            if identifier in taken:
                raise PaperError(f"the paper {found.paper.key}: there is a statement {identifier} already")
            taken[identifier] = found
    for found in (*own, *outside):
        for statement in found.borrowed:
            if statement.id not in taken or taken[statement.id].statements[statement.id] is not statement:
                why = f"{statement.id} stands there and names the paper {statement.paper}"
                raise PaperError(f"the paper {found.paper.key}: {why}: its source is the Paper of its package")
    return (*own, *outside)


@cache
def all_statements() -> tuple[Statement, ...]:
    """All statements, each once, in the order of papers, modules and definitions.

    Raises PaperError as `paper_packages` does.
    """
    return tuple(statement for found in paper_packages() for statement in found.statements.values())


def own_statements() -> tuple[Statement, ...]:
    """The statements of the suite, without those that other distributions bring."""
    return tuple(s for found in paper_packages() if not found.outside for s in found.statements.values())


@cache
def papers() -> tuple[Paper, ...]:
    """The papers in the order of their statements."""
    return tuple(found.paper for found in paper_packages())


@cache
def ids() -> Mapping[str, PaperPackage]:
    """The ids of all statements, in their order, with the paper that holds them: nothing is read for it."""
    return {identifier: found for found in paper_packages() for identifier in found.statements}


@cache
def _textbook() -> Mapping[str, Statement]:
    """The rows of the textbooks of the suite: they are read one by one, and no paper is imported for them."""
    every = vars(registration.textbook()).values()
    return ChainMap(*(value for value in every if isinstance(value, Rows)))  # type: ignore[arg-type]


def get(identifier: str) -> Statement:
    """The statement with this id.  Raises UnknownStatement."""
    if identifier in _textbook():
        return _textbook()[identifier]
    if identifier not in ids():
        raise UnknownStatement(identifier)
    return ids()[identifier].statements[identifier]


def find(identifier: str) -> Statement | None:
    """The statement with this id, or None."""
    if not ID.fullmatch(identifier):  # a principle, for one: no paper is imported for it
        return None
    return get(identifier) if identifier in _textbook() or identifier in ids() else None


@cache
def _proofs() -> dict[str, tuple[Path, int]]:
    return {identifier: place for found in paper_packages() for identifier, place in found.proofs.items()}


@cache
def _textbook_proofs() -> dict[str, tuple[Path, int]]:
    folders = map(Path, registration.textbook().__path__)
    return {identifier: (file, line) for folder in folders for identifier, file, line in proof_text.places(folder)}


@cache
def _shared() -> tuple[Path, ...]:
    """The files of the textbook whose lemmas the proofs of every paper may use."""
    books = [found.folder for found in paper_packages() if found.paper.textbook and not found.outside]
    return tuple(folder / "proofs" / proof_text.SHARED for folder in books if folder is not None)


def lemma(name: str, values: Mapping[str, str], prefix: str) -> tuple[Step, ...]:
    """The steps of a lemma that all proofs of the textbook may use; see `proof_text.lemma`."""
    return proof_text.lemma(
        name, values, prefix, Path(registration.textbook().__path__[0]) / "proofs" / proof_text.SHARED
    )


@cache
def _read(file: Path, line: int) -> Proof:
    try:
        return proof_text.read_at(file, line, _shared())[1]
    except proof_text.ProofSyntax as error:
        raise PaperError(str(error)) from None


def proof_source(identifier: str) -> str | None:
    """The proof offered for a statement as its file holds it, after the lemmas that it uses; None where there is none.

    Raises PaperError where its file cannot be read.
    """
    place = _proofs().get(identifier)
    try:
        return None if place is None else proof_text.source_at(*place, _shared())
    except proof_text.ProofSyntax as error:
        raise PaperError(str(error)) from None


def proved() -> tuple[str, ...]:
    """The ids of the statements that a file holds a proof of."""
    return tuple(_proofs())


def proof_of(identifier: str) -> Proof | None:
    """The proof offered for a statement (see `language.proof`), or None.  It is data until it is checked.

    Raises PaperError where its file cannot be read.
    """
    places = _textbook_proofs() if identifier in _textbook() else _proofs()
    if identifier in places:
        return _read(*places[identifier])
    statement = find(identifier)
    return None if statement is None else statement.proof
