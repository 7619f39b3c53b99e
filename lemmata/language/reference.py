"""What is made from the specifications: `docs/language.md`, and the names that the reader knows before it loads them.

`python -P -m lemmata.language.reference` writes both again.

What is said of a word stands next to its class: its first paragraph, where it exists and its sign in `spec`, its
shape in the class.  Text form and notation are those of the node that the reader makes of its usage.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from lemmata import language
from lemmata.language import (
    architectures,
    complexes,
    experiments,
    functions,
    networks,
    parts,
    probability,
    sequences,
    subspaces,
    training,
)
from lemmata.language.defined import unfolded
from lemmata.language.dimensions import length
from lemmata.language.matrices import MatrixTerm
from lemmata.language.notation import declaration, latex
from lemmata.language.parse import ReadingError, operations, read_claim, usages
from lemmata.language.parse.declarations import DOMAINS, read_variables
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.specification import NODES, Domain, Sign
from lemmata.language.text import write
from lemmata.language.writers import write_latex

PATH = Path(__file__).resolve().parents[2] / "docs" / "language.md"
SIZES = {name: "integer(1, 8)" for name in "nrckmLd"}
LETTERS = {"v": "real(n, 1)", "x": "real", "y": "real", "p": "positive", "t": "real"} | SIZES
SHAPES = (
    ("real(r, c)", "real(n, k)"),
    ("real(r, c)",) * 2,
    ("real(n, n)",) * 2,
    ("real(k + 1, k + 1)",) * 2,
    ("real(n * m, n * m)",) * 2,
    ("pd(n)",) * 2,
)  # of A and B, the first that fits
ENDS = {"interval(a, b)": "interval(0, 1)", "integer(a, b)": "integer(1, 8)"}
OTHERS = (networks, architectures, sequences, probability, training, experiments)
HEAD = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_domains(), *_functions(), *_python(), *_others()])


def words() -> str:
    """The lines of names and usages, from the vocabulary."""
    functions = [f"function {n} {f.least},{f.most} {f.usage}" for n, f in FUNCTIONS.items()]
    domains = [f"domain {n} {','.join(map(str, counts))} {usage}" for n, (usage, counts, _) in DOMAINS.items()]
    return "\n".join([*functions, *domains, ""])


def _table(*columns: str) -> str:
    return f"{_row(*columns)}\n|{'---|' * len(columns)}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _says(thing: Any) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def _math(text: str) -> str:
    return f"$`{text}`$"


def _domains() -> Iterator[str]:
    yield "## Where variables live\n"
    yield _table("written", "notation", "which")
    for name, (usage, _, _) in DOMAINS.items():
        for text in dict.fromkeys(re.findall(rf"\b{name}\b(?:\([^)]*\))?", usage)):
            leaf = read_variables(SIZES | {"X": ENDS.get(text, text)})["X"]
            yield _row(f"`{text}`", _math(write_latex(declaration(leaf))), _says(type(getattr(leaf, "domain", leaf))))
    yield "\nEnds are included. A dimension is an integer variable that a domain, `I` or `ones` mentions.\n"


def read(usage: str) -> Any:
    """The node that the reader makes of a usage such as `kyfan(k, A)`.

    Raises ReadingError where it makes none.
    """
    refused: ReadingError | None = None
    for a, b in SHAPES:
        known = read_variables(LETTERS | {"A": a, "B": b}, SIZES)
        try:
            return read_claim(f"{usage} == {usage}", known).args[0]
        except ReadingError as problem:
            refused = problem
    assert refused is not None
    raise refused


def _functions() -> Iterator[str]:
    yield "## Words\n"
    yield "`A`, `B` are matrices, `v` is a vector, `x`, `y` are numbers or vectors entry by entry, `p` is a number, and"
    yield "`k`, `n`, `r`, `c` are dimensions or whole numbers. A vector stands for the matrix with this one column.\n"
    yield _table("written", "notation", "what it is", "of", "gives", "has a value for", "sign")
    for name, function in FUNCTIONS.items():
        for usage in function.usage.split(" or "):
            node = read(usage)
            own = getattr(type(node), "name", None) == name
            modules = (functions, subspaces, parts, complexes, operations)
            made = next((getattr(m, name) for m in modules if hasattr(m, name)), type(node))
            meaning = _says(type(node) if own else made)
            sign = "" if node.spec.sign is Sign.UNKNOWN else node.spec.sign.value
            cells = (_math(latex(node)), meaning, _takes(node), _gives(node), _exists(node), sign)
            yield _row(f"`{usage}`", *cells)
    yield ""


def _takes(node: Any) -> str:
    shapes = [a.shape for a in node.args if isinstance(a, MatrixTerm)]
    return "; ".join(dict.fromkeys(" × ".join(map(str, shape)) for shape in shapes))


def _gives(node: Any) -> str:
    if isinstance(node, MatrixTerm):
        return " × ".join(map(write, node.shape))
    long = length(node)
    return "a number" if long is None else f"{write(long)} numbers"


def _exists(node: Any) -> str:
    reported = re.search(r"It exists where (.*?)\.(?:\n|$)", inspect.getdoc(type(node)) or "", re.DOTALL)
    if reported:
        return " ".join(reported[1].split())
    if unfolded(node) != node:
        return f"what `{write(unfolded(node))}` has one for"
    kind = node.spec.domain
    return {Domain.ALL: "all", Domain.OWN: "what it says"}.get(kind, kind.value)


def _python() -> Iterator[str]:
    """What statements import from `lemmata.language` beyond the words above."""
    yield "## In Python only\n"
    yield "`from lemmata.language import ...`; the words above have the same names there, but for `I` (`Id`),"
    yield "`max`, `min`, `sum` (`maximum`, `minimum`, `total`) and `rho` (`spectral_radius`)."
    yield "`s(A, i)` is the i-th entry.\n"
    yield _table("name", "arguments", "what it is", "text form", "notation")
    renamed, shown = {"Id", "maximum", "minimum", "total", "spectral_radius"}, _examples()
    for name in sorted(set(language.__all__) - FUNCTIONS.keys() - renamed, key=lambda name: (name.lower(), name)):
        thing, node = getattr(language, name), shown.get(name)
        forms = ("", "") if node is None else (f"`{write(node)}`", _math(latex(node)))
        yield _row(f"`{name}`", _arguments(thing), _says(thing), *forms)
    yield ""


def _examples() -> dict[str, Any]:
    """One node for each constructor that makes one."""
    n, d, m, k, L = (language.Dim(name) for name in ("n", "d", "m", "k", "L"))
    i, l = language.Index("i"), language.Index("l")  # noqa: E741  (the papers' layer index)
    t = language.Scalar("t")
    A, N, X = language.Matrix("A", n, n), language.Symmetric("N", n), language.Matrix("X", n, n)
    W = language.Layers("W", L, d, m, k)
    layer = language.smax(W.layer(l))
    return {
        "Layers": W,
        "GradientGram": language.GradientGram(W, language.Matrix("X", d, n)),
        "MatProdOver": language.MatProdOver(l, 1, k, A + t * language.Id(n)),
        "MatSumOver": language.MatSumOver(i, 1, n, language.Unit(n, i) @ language.Unit(n, i).T),
        "MaxOver": language.MaxOver(l, 1, L, layer),
        "ProdOver": language.ProdOver(l, 1, L, layer),
        "SumOver": language.SumOver(l, 1, L, layer),
        "StackOver": language.StackOver(i, 1, n, A @ language.Unit(n, i)),
        "Unit": language.Unit(n, i),
        "chain": language.chain(0, "<=", language.smin(A), "<=", language.smax(A)),
        "eigenform": language.eigenform(N, i, X),
        "entry": language.entry(language.s(A), i),
        "eq": language.eq(language.s(A), language.s(A.T)),
        "exists": language.exists(language.det(A) < 0),
        "forall": language.forall(i, 1, n, language.s(A, i) >= 0),
        "gap": language.gap(language.s(A), i),
        "real_eigenvalues": language.real_eigenvalues(A),
        "singularform": language.singularform(A, i, X),
        "slope": language.slope(language.lam(N + t * language.Id(n)), i, t),
    }


def _others() -> Iterator[str]:
    """Nodes of single subjects, imported from their modules."""
    for module in OTHERS:
        yield f"### `{module.__name__}`\n"
        yield f"{_says(module)}\n"
        yield _table("name", "arguments", "what it is")
        for cls in NODES:
            if cls.__module__ == module.__name__ and not cls.__name__.startswith("_"):
                yield _row(f"`{cls.__name__}`", _arguments(cls), _says(cls))
        yield ""


def _arguments(thing: Any) -> str:
    """The names of the arguments, those with a default in brackets."""
    if isinstance(thing, type) and issubclass(thing, Enum | Exception):
        return ""
    parameters = inspect.signature(thing).parameters.values()
    shown = [
        f"[{p.name}]" if p.default is not p.empty else f"{'*' * (p.kind is p.VAR_POSITIONAL)}{p.name}"
        for p in parameters
        if p.kind is not p.VAR_KEYWORD and p.name != "args"  # the arguments of a node without a constructor of its own
    ]
    return f"`{', '.join(shown)}`" if shown else ""


if __name__ == "__main__":
    usages.PATH.write_text(words(), encoding="utf-8")
    importlib.reload(usages)
    PATH.write_text(page(), encoding="utf-8")
    print(usages.PATH, PATH, sep="\n")
