"""Kernel terms and formulas in the notation of the Rocq prelude."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path

from lemmata.kernel import SLOPES, N, P, R, Term, Z, free, opened, size, sort_of
from lemmata.rocq.canonical import NotExportable, text

# functions that the vocabulary declares, written `name V arguments`
DECLARED_WORDS = """
s lam smax smin lmax lmin cond norm2 maxabs real_eigenvalues eigenform singularform rpow rho numradius schatten sqrtm
logm pinv eigenvector right_vector left_vector eigenvector_at eigenvector_rate right_at right_rate left_at left_rate
"""
DECLARED = frozenset(DECLARED_WORDS.split())
DEFINED = {
    "inv": "inv", "sqrt": "sqrt", "abs": "Rabs", "max": "Rmax", "min": "Rmin", "tr": "tracem", "normF": "normF",
    "rank": "rank", "det": "detm",
    "kron": "kronm", "vst": "vstm", "mm": "mulm", "m+": "addm", "sc": "scalem", "T": "transm", "relu": "relum",
    "minv": "invm", "exp": "exp", "log": "ln", "had": "hadm", "expm": "expm",
}  # fmt: skip
OVER = {"sum": "rsum", "prod": "rprod", "maxo": "rmax"}
# words of Rocq and of its libraries that stand in the files; what the prelude defines is read off it
WORDS = """
R V mat nat Prop Set Type fun forall exists at as in if then else let match with end return fix cofix where
for using of is I S O Plain Flip Scale true false pair seq conj proj1 proj2 erefl eq_trans f_equal congr2
eq_ind Rle_trans Rlt_le Rlt_irrefl Rtotal_order Rmax Rmin Rabs Rmax_comm Rmin_comm Rplus_le_le_0_compat
Rplus_lt_le_0_compat Rplus_le_lt_0_compat Rplus_lt_0_compat Rmult_1_l sqrt INR IZR PI exp ln pow move case
exact apply rewrite have by first last lra lia
"""


@cache
def reserved() -> frozenset[str]:
    """The names that mean something else in a file."""
    defined: set[str] = set(WORDS.split())
    for file in Path(__file__).parent.glob("*.v"):
        said = file.read_text()
        defined.update(
            re.findall(r"(?:Lemma|Definition|Fixpoint|Inductive|Record|Notation|Ltac)\s+([A-Za-z_]\w*)", said)
        )
        defined.update(re.findall(r"^(?:\||  )\s*(\w+) (?::|m |n |of )", said, flags=re.MULTILINE))
    return frozenset(defined)


class Names:
    """Names of the variables of one lemma: plain ones, distinguished where two sorts share a name."""

    def __init__(self, variables: Iterable[Term]) -> None:
        self.of: dict[Term, str] = {}
        self.sizes: dict[Term, None] = {}  # the sizes that have been written and are more than a variable or number
        for v in sorted(variables, key=lambda v: (v[2] not in (P, N), v[2][0] == "M", text(v))):
            name = plain(v[1])
            while name in self.of.values():
                name += "'"
            self.of[v] = name

    def binders(self) -> str:
        """The variables with their types, as a lemma binds them; sizes come first."""
        return " ".join(f"({name} : {self.type(v[2])})" for v, name in self.of.items())

    def arguments(self, values: dict[Term, Term] | None = None) -> str:
        """The variables in order, or what stands for them."""
        return " ".join(self.value(v, (values or {}).get(v, v)) for v in self.of)

    def value(self, v: Term, t: Term) -> str:
        """A term as the value of a variable."""
        return self.natural(t) if v[2] in (P, N) else self.term(t)

    def type(self, sort: Term) -> str:
        """A sort as a type."""
        if sort in (P, N):
            return "nat"
        if sort in (Z, R):
            return "R"
        if sort[0] == "M":
            return f"mat {self.natural(sort[1])} {self.natural(sort[2])}"
        return "layers"

    def natural(self, t: Term, bound: tuple[tuple[str, Term], ...] = ()) -> str:
        """A size, in the one order of its monomials."""
        monomials = []
        for m, c in sorted(dict(size(t)).items(), key=repr):
            if Fraction(c).denominator != 1 or c < 0:
                raise NotExportable("a size that is no natural number by form")
            factors = [self._natural_factor(x, bound) for x in m]
            factors = [f"({x})" if " " in x and not x.startswith("(") else x for x in factors]
            factors = [x.removesuffix("%N") if x.endswith(")%N") else x for x in factors]
            monomials.append(" * ".join(factors if c == 1 and factors else [str(int(c)), *factors]))
        out = " + ".join(monomials) or "0"
        if re.fullmatch(r"[^\W\d][\w']*", out):
            return out
        if not out.isdigit() and free_of_bound(t):
            self.sizes[t] = None
        return f"({out})%N"

    def _natural_factor(self, t: Term, bound: tuple[tuple[str, Term], ...]) -> str:
        if t[0] == "v" and t in self.of and t[2] in (P, N):
            return self.of[t]
        if t[0] == "^":
            return f"({self.natural(t[1], bound)} ^ {t[2]})"
        if t[0] == "width":
            _, depth, *sizes = t[1][2]
            ends = " ".join(self.natural(x, bound) for x in sizes)
            return f"width {self.of[depth]} {ends} {self.term(t[2], bound)}"
        if t[0] == "sum":
            name, inner = self._bind(bound, Z)
            ends = " ".join(self.term(x, bound) for x in t[1:3])
            return f"nsum {ends} (fun {name} : R => {self.natural(t[3], inner)})"
        raise NotExportable(f"a size made by {t[0]}")

    def term(self, t: Term, bound: tuple[tuple[str, Term], ...] = ()) -> str:
        """A number or a matrix."""
        op = t[0]
        if op == "q":
            return number(t[1])
        if op == "v":
            return f"(INR {self.of[t]})" if t[2] in (P, N) else self.of[t]
        if op == "b":
            name, sort = bound[t[1]]
            return f"(INR {name})" if sort in (P, N) else name
        if op in ("+", "*"):
            return f"({self.term(t[1], bound)} {op} {self.term(t[2], bound)})"
        if op == "^":
            return f"({self.term(t[1], bound)} ^ {t[2]})"
        if op in ("id", "zero", "ones"):
            name = {"id": "idm", "zero": "zerom", "ones": "onesm"}[op]
            return f"({name} {' '.join(self.natural(x, bound) for x in t[1:])})"
        if op == "e":
            return f"(ecol {self.natural(t[1], bound)} {self.term(t[2], bound)})"
        if op == "dg":
            return f"(diagm {self.natural(t[1], bound)} {self._function(t[2], bound)})"
        if op in ("msum", "mprod"):
            sizes = sort_of(t, tuple(sort for _, sort in bound))[1:]
            shape = " ".join(self.natural(x, bound) for x in (sizes if op == "msum" else sizes[:1]))
            return self._over(f"{op} {shape}", t, bound)
        if op in OVER:
            return self._over(OVER[op], t, bound)
        if op == "width":
            return f"(INR {self.natural(t, bound)})"
        if op == "seg":
            sizes = sort_of(t, tuple(sort for _, sort in bound))[1:]
            return f"({self.segment(t, sizes, bound)} {self.term(t[2], bound)} {self.term(t[3], bound)})"
        if op == "stack":
            name, inner = self._bind(bound, Z)
            rows, columns = sort_of(t, tuple(sort for _, sort in bound))[1:]
            blocks = self._function(t[3], bound)
            if rows[0] != "sum":
                return f"(stackm {self.natural(rows, bound)} {self.term(t[1], bound)} {blocks})"
            ends = " ".join(self.term(x, bound) for x in t[1:3])
            heights = f"(fun {name} : R => {self.natural(rows[3], inner)})"
            whole = f"{self.natural(rows, bound)} {self.natural(columns, bound)}"
            return f"(@stacksm {whole} {ends} {heights} {blocks})"
        if op in SLOPES:
            return self._over(f"{op} V", t, bound, R)
        head = f"{op} V" if op in DECLARED else DEFINED.get(op)
        if op in ("kron", "vst"):
            sizes = sort_of(t, tuple(sort for _, sort in bound))[1 : 3 if op == "kron" else 2]
            head = f"{head} {' '.join(self.natural(x, bound) for x in sizes)}"
        if head is None:
            raise NotExportable(f"a term made by {op}")
        return f"({head} {' '.join(self.term(x, bound) for x in t[1:])})"

    def segment(self, t: Term, sizes: tuple[Term, ...], bound: tuple[tuple[str, Term], ...] = ()) -> str:
        """A product of layers without its ends."""
        shape = " ".join(self.natural(x, bound) for x in (*sizes, *t[1][2][1:]))
        return f"segm {shape} {self.of[t[1]]}"

    def _over(self, head: str, t: Term, bound: tuple[tuple[str, Term], ...], sort: Term = Z) -> str:
        """A term that binds an index, of this sort, after its two ends."""
        return f"({head} {self.term(t[1], bound)} {self.term(t[2], bound)} {self._function(t[3], bound, sort)})"

    def _function(self, body: Term, bound: tuple[tuple[str, Term], ...], sort: Term = Z) -> str:
        name, inner = self._bind(bound, sort)
        return f"(fun {name} : R => {self.term(body, inner)})"

    def _bind(self, bound: tuple[tuple[str, Term], ...], sort: Term) -> tuple[str, tuple[tuple[str, Term], ...]]:
        name = f"i{len(bound) + 1}"
        return name, ((name, sort), *bound)

    def formula(self, f: Term, bound: tuple[tuple[str, Term], ...] = ()) -> str:
        """A formula."""
        op = f[0]
        if op in ("<=", "<", "="):
            return f"({self.term(f[1], bound)} {op} {self.term(f[2], bound)})"
        if op == "!=":
            return f"({self.term(f[1], bound)} <> 0)"
        if op in ("simple_s", "simple_lam"):
            return f"({op} V {' '.join(self.term(x, bound) for x in f[1:])})"
        if op == "all":
            name, inner = self._bind(bound, Z)
            ends = f"{self.term(f[1], bound)} {self.term(f[2], bound)}"
            return f"(forall {name} : R, inrange {ends} {name} -> {self.formula(f[3], inner)})"
        raise NotExportable(f"a formula made by {op}")


def number(q: Fraction) -> str:
    """A rational number."""
    if q.denominator == 1:
        return str(q) if q >= 0 else f"(- {-q})"
    return f"({q.numerator} / {q.denominator})" if q >= 0 else f"(- {-q.numerator} / {q.denominator})"


def plain(name: str) -> str:
    """A name that Rocq reads as one and that means nothing else; the marks of bound indices are `j1`, `j2`, ..."""
    ascii_ = "".join(c if c.isascii() and (c.isalnum() or c == "_") else f"u{ord(c)}" for c in name.lstrip("#"))
    if name.startswith("#"):
        return f"j{ascii_}"
    taken = ascii_ in reserved() or re.fullmatch(r"[a-z]\d+|_.*", ascii_)
    return f"{ascii_}_" if taken else ascii_


def free_of_bound(t: Term) -> bool:
    """Whether a term says nothing of an index that is bound outside it."""
    return t == opened(t, ("v", "#outside", Z))


def variables(*terms: Term) -> frozenset[Term]:
    """All free variables of some terms."""
    return frozenset().union(*(free(t) for t in terms))
