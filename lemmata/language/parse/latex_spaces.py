"""Where letters live: the sets behind `\\in`, and shapes of domains in the text form."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lemmata.language.parse.errors import ReadingError
from lemmata.language.parse.latex_tokens import Piece, Shape, words

SPEAKING_OF_SHAPES = words("vector vectors")
OF_ANY_SHAPE = ("contraction", "rank-one", "nonzero")
NONNEGATIVE = ("permutation", "doubly-stochastic")
OF_ORDER = words("symmetric orthogonal skew diagonal psd pd correlation density projector upper lower")
BOTH = ("stochastic", "nonnegative", "gaussian", "rademacher", "real")
OPEN = ("(", "[", "]", "\\{")


@dataclass(frozen=True)
class Space:
    """A kind of domain with its shape, None for numbers; `given` are relations that the domain leaves to be said,
    of {}, and `ends` those of an index."""

    kind: str
    shape: Shape | None
    given: tuple[str, ...] = ()
    ends: tuple[str, str] | None = None


def shape_of(domain: str) -> Shape | None:
    """The shape of a domain in the text form, None for numbers."""
    name, _, rest = domain.replace(" ", "").partition("(")
    arguments = rest.removesuffix(")").split(",") if rest else []
    if name in ("interval", "integer", "positive") or not arguments:
        return None
    if name in ("unit", "simplex", "sphere", "complex_unit"):
        return arguments[0], "1"
    return (arguments[0], arguments[1]) if len(arguments) == 2 and name != "wishart" else (arguments[0], arguments[0])


_COMPLEX = {
    "real": "complex", "unitary": "unitary", "normal": "normal", "hermitian": "hermitian", "psd": "complex_psd",
    "pd": "complex_pd", "density": "complex_density", "projector": "complex_projector",
}  # fmt: skip


def is_complex(domain: str) -> bool:
    """Whether the members of a domain in the text form are complex."""
    return domain.partition("(")[0].strip() in {*_COMPLEX.values(), "complex_unit", "complex_isometry"}


def complex_domain(kinds: set[str], rows: str, cols: str) -> str | None:
    """The domain of a complex matrix or vector by what it is said to be; None where that is too much."""
    kinds = kinds - {"complex"}
    if {"pd", "psd", "projector", "density"} & kinds:
        kinds = kinds - {"hermitian"}
    if len(kinds) > 1:
        return None
    kind = kinds.pop() if kinds else "real"
    if kind == "unit" and cols == "1":
        return f"complex_unit({rows})"
    if kind not in _COMPLEX or kind != "real" and rows != cols:
        return None
    return f"complex({rows}, {cols})" if kind == "real" else f"{_COMPLEX[kind]}({rows})"


def space(found: list[Piece], text: str) -> Space:
    """The set behind `\\in`, or the law behind `\\sim`.  Raises ReadingError with its place."""
    texts = [p.text for p in found]
    rest = texts[1:]
    said = "".join(rest)

    def unknown(message: str, fix: str) -> ReadingError:
        error = ReadingError(message, fix, position=found[min(1, len(found) - 1)].at)
        error.text = text
        return error

    if texts[0] == "sim":
        law = re.fullmatch(r"(mathcal|mathrm)?\{?N\}?\(0,(1|I_?\{?(\w+)\}?)\)", said)
        if law is None:
            raise unknown("which law is that?", r"\mathcal{N}(0, 1) is read, other laws in text form")
        return Space("law", (law[3], "1") if law[3] else None)
    field_, sub, sup = _dressed(rest)
    if (
        field_ in ("mathbbR", "Reals", "mathbfR", "mathdsR")
        and sub in _SIGNS
        and (not sup or sup[0].isalnum() or sup[0] == "(")
    ):
        return _real(_SIGNS[sub], sup)
    if field_ in ("mathbbC", "mathbfC") and not sub:
        real = _real("", sup)
        return Space("complex", real.shape)
    if field_ in ("mathbbS", "mathcalS", "mathbfS", "S", "Sym"):
        if sup and sup.endswith("-1"):
            return Space("unit", (sup[:-2], "1"))
        if not sup and sub and sub not in ("+", "++"):
            sub, sup = "", sub
        kind = {"": "symmetric", "+": "psd", "++": "pd"}.get(sub)
        if kind is None or not sup:
            raise unknown("which set is that?", r"write \mathbb{S}^n, \mathbb{S}^n_+ or \mathbb{S}^n_{++}")
        return Space(kind, (sup, sup))
    if field_ in ("O", "mathcalO", "mathbbO", "mathrmO"):
        n = sub or sup or _bracketed(rest)
        if n:
            return Space("orthogonal", (n, n))
    if field_ == "Delta" and (sub or sup):
        n = (sub or sup).removesuffix("-1")
        return Space("simplex", (n, "1"))
    if field_ in ("mathbbN", "mathbbZ"):
        raise unknown("up to which number?", r"write k \in \{1, \dots, n\}")
    if rest and rest[0] in OPEN:
        return _interval(rest, unknown)
    raise unknown(
        "which set is that?", r"sets read here: \mathbb{R}^{m \times n}, \mathbb{S}^n_+, O(n), \Delta_n, [a, b]"
    )


def _dressed(rest: list[str]) -> tuple[str, str, str]:
    """The letter of a set with its subscript and superscript."""
    out, k = "", 0
    while k < len(rest) and rest[k] not in ("^", "_", "(", "[", "\\{"):
        out += "" if rest[k] in "{}" else rest[k]
        k += 1
    marks = {"^": "", "_": ""}
    while k < len(rest) and rest[k] in marks:
        mark = rest[k]
        if k + 1 < len(rest) and rest[k + 1] == "{":
            end = rest.index("}", k) if "}" in rest[k:] else len(rest)
            marks[mark], k = "".join(f" {t} " if t == "times" else t for t in rest[k + 2 : end]), end + 1
        else:
            marks[mark], k = "".join(rest[k + 1 : k + 2]), k + 2
    return out, marks["_"], marks["^"]


_SIGNS = {"": "", "+": ">=", "ge0": ">=", ">=0": ">=", "++": ">", ">0": ">", "gt0": ">"}  # subscripts of \mathbb{R}


def _real(sign: str, sup: str) -> Space:
    sizes = [s.strip() for s in sup.split("times")] if sup else []
    if not sizes:
        return Space("positive" if sign == ">" else "real", None, ("{} >= 0",) if sign == ">=" else ())
    shape = (sizes[0], sizes[1]) if len(sizes) == 2 else (sizes[0], "1")
    if sign == ">" and shape[1] == "1":
        return Space("nonnegative", shape, ("{} > 0",))
    return Space({"": "real", ">=": "nonnegative", ">": "positive"}[sign], shape)


def _bracketed(rest: list[str]) -> str:
    return "".join(rest[rest.index("(") + 1 : -1]) if "(" in rest else ""


def _interval(rest: list[str], unknown: Callable[[str, str], ReadingError]) -> Space:
    inner = "".join(rest[1:-1])
    if "," not in inner:
        return Space("index", None, ends=("1", inner))
    if "ldots" in inner:
        ends = inner.split(",")
        return Space("index", None, ends=(ends[0], ends[-1]))
    if rest[0] == "\\{":
        raise unknown("which numbers are these?", r"write k \in \{1, \dots, n\}, or an equation such as x^2 = 1")
    inner = re.sub(r"frac\{?(\d+)\}?\{?(\d+)\}?", r"\1/\2", inner)
    low, _, high = inner.partition(",")
    high = "" if high in ("infty", "+infty") else high
    low = "" if low == "-infty" else low
    if not all(re.fullmatch(r"(-?\d+(\.\d+)?(/\d+)?)?", end) for end in (low, high)):
        raise unknown("are the ends of this interval numbers?", r"write t \in [0, 1], and other bounds as relations")
    given = tuple(
        f"{a} {'<' if is_open else '<='} {b}"
        for a, b, is_open, wanted in (
            (low, "{}", rest[0] in "(]", not high or rest[0] in "(]"),
            ("{}", high, rest[-1] in ")[", not low or rest[-1] in ")["),
        )
        if a and b and wanted
    )
    if low == "0" and not high and rest[0] == "(":
        return Space("positive", None)
    return Space(f"interval({low}, {high})" if low and high else "real", None, given)
