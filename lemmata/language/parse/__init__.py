"""The language from text, as people type it: safe on anything a stranger writes.

Text goes through `tokens` (characters, numbers, the usual slips), `syntax` (Python's parser, bounded), `names` (what is
not known, before anything heavy is loaded), `walk` and `calls` (which admit node types one by one), `operations` and
`vocabulary` (what goes together), and `declarations` (domains and variables).  Nothing is evaluated; every refusal is a
`ReadingError`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from lemmata.language.parse.errors import ReadingError
from lemmata.language.parse.syntax import parse

if TYPE_CHECKING:
    from lemmata.language.domains import Domain
    from lemmata.language.parse.walk import Walk
    from lemmata.language.relations import Clause


def read_claim(text: str, names: Mapping[str, Any]) -> Clause:
    """The relation or chain written in `text`, with the variables in `names`.

    Raises ReadingError.
    """
    return _walk(text, names).clause()


def read_claims(text: str, names: Mapping[str, Any]) -> tuple[Clause, ...]:
    """The relations or chains that a line of `given` or `claim` says: one, or several for words such as `majorized`.

    Raises ReadingError.
    """
    return _walk(text, names).clauses()


def read_reviewed(text: str, names: Mapping[str, Any], given: Iterable[Clause] = ()) -> tuple[Clause, ...]:
    """The same of a line that was reviewed, as rows are: an index may hide one of a range around it.

    What is `given` of dimensions alone narrows the sizes at which the line has to make sense.  Raises ReadingError.
    """
    walk = _walk(text, names, given)
    walk.hiding = True
    return walk.clauses()


def read_domain(text: str, names: Mapping[str, Any]) -> Domain:
    """The domain written in `text`, as in `real(n, n)`, with the dimensions in `names`.

    Raises ReadingError.
    """
    from lemmata.language.parse import declarations

    return declarations.domain_of(parse(text), names)


def _walk(text: str, names: Mapping[str, Any], given: Iterable[Clause] = ()) -> Walk:
    from lemmata.language.parse.sizes import Sizes, is_dimension
    from lemmata.language.parse.walk import Walk
    from lemmata.language.relations import Relation, conjuncts
    from lemmata.language.variables import Dim, Index

    known = (r for clause in given for r in conjuncts(clause) if isinstance(r, Relation))
    between = [r for r in known if is_dimension(r.lhs) and is_dimension(r.rhs)]
    parsed, sizes = parse(text), Sizes((v for v in names.values() if isinstance(v, Dim)), between)
    sizes.names = names
    said = {node.id for node in ast.walk(parsed.tree) if isinstance(node, ast.Name)}
    for name in sorted(said & names.keys()):  # integer variables that count something
        value = names[name]
        ends = value.domain.parameters if isinstance(value, Index) else ()
        if len(ends) == 2:
            sizes = sizes.within(value, *ends)
    return Walk(parsed, names, sizes)


__all__ = ["ReadingError", "read_claim", "read_claims", "read_domain", "read_reviewed"]
