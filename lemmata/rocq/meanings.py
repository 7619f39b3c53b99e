"""What the symbols mean, in Rocq: theorems of the prelude, and laws of the functions that are only declared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.kernel import ONE, ZERO, P, Term, Theorem, Z, defined, opened, size, sort_of
from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.context import Context
from lemmata.rocq.rule_scripts import sized

# Lemmas of the prelude that are said of the first argument, of the hypotheses, or of both.
EXACT = {
    "root": ("m_root", "h"), "root-sign": ("m_root_sign", "h"), "vanishing": ("m_vanishing", "h"),
    "modulus": ("m_modulus", "a"), "modulus-sign": ("m_modulus_sign", "a"), "exponential": ("m_exponential", "a"),
    "frobenius": ("m_frobenius", "a"), "logarithm": ("@m_logarithm_{}", "ah"),
}  # fmt: skip
# Laws of a matrix, or of a matrix and an index.
LAWS = {
    "condition": ("cond", 0), "matrix-root": ("matrix_root", 0), "matrix-logarithm": ("matrix_logarithm", 0),
    "spectrum": ("spectrum", 1), "eigenvector": ("eigenvector", 1), "singular-vectors": ("singular_vectors", 1),
}  # fmt: skip


class Meanings:
    """Scripts for the rule `meaning`; `law` names a law that the theorem assumes."""

    def __init__(self, law: Callable[[str], str]) -> None:
        self.law = law

    def __call__(self, context: Context, th: Theorem) -> str:
        """The script for one meaning."""
        name, *arguments = th.arguments
        if name in EXACT:
            lemma, of = EXACT[name]
            said = [context.names.term(arguments[0])] if "a" in of else []
            said += map(context.hypothesis, th.hypotheses) if "h" in of else []
            return f"exact: ({lemma.format(*arguments[1:])} {' '.join(said)})."
        if name in LAWS:
            law, indices = LAWS[name]
            return self._by_law(context, th, law, arguments[0], arguments[1 : 1 + indices])
        make = getattr(self, "_" + name.replace("-", "_"), None)
        if make is None:
            raise NotExportable(f"the meaning of {name}")
        return str(make(context, th, *arguments))

    def _number(self, c: Context, th: Theorem, t: Term) -> str:
        if t[0] == "^" and t[2] == 2:
            return f"exact: (m_square {c.names.term(t[1])})."
        return f"exact: {c.sign(t, sort_of(t) == P)}."

    def _different(self, c: Context, th: Theorem, a: Term, side: str) -> str:
        (h,) = th.hypotheses
        return f"exact: ({'Rlt_not_eq' if side == 'below' else 'Rgt_not_eq'} _ _ {c.hypothesis(h)})."

    def _discrete(self, c: Context, th: Theorem, a: Term, b: Term) -> str:
        return f"exact: (int_lt {c.integer(a)} {c.integer(b)} {c.hypothesis(('<', a, b))})."

    def _inverse(self, c: Context, th: Theorem, a: Term, side: str = "right") -> str:
        (h,) = th.hypotheses
        if sort_of(a)[0] != "M":
            return f"exact: (m_inverse {c.hypothesis(h)})."
        return f"exact: (m_inverse_{'right' if side == 'right' else 'left'} {c.hypothesis(h)})."

    def _extreme(self, c: Context, th: Theorem, t: Term, k: int, *more: Term) -> str:
        if k == 3:
            bounds = defined(*th.arguments)[0]
            return f"exact: (m_{t[0]}_3 {' '.join(c.hypothesis(h) for h in bounds)})."
        return f"exact: (m_{t[0]}_{min(k, 2)} {c.names.term(t[1])} {c.names.term(t[2])})."

    def _over(self, c: Context, th: Theorem, t: Term, which: str, *more: Any) -> str:
        op, low, high, body = t
        ends = f"{c.integer(low)} {c.integer(high)}"
        values = f"{c.names.term(low)} {c.names.term(high)}"
        given = {h[0]: c.hypothesis(h) for h in th.hypotheses}
        if op == "maxo" and which == "term":
            x, f = more[0], _function(c, body)
            above, below = (c.hypothesis(h) for h in (("<=", low, x), ("<=", x, high)))
            return sized(f"(m_largest_term {f} {ends} {c.integer(x)} {above} {below})", c.opening(body, x))
        if op == "maxo" and which == "bound":
            return f"exact: (m_largest_bound {ends} {given['<=']} {given['all']})."
        if op == "stack":
            same = given["all"]
            if sort_of(t)[1][0] == "sum":
                return f"apply: stacksm_same; [exact: {c.integer(low)} | exact: {c.integer(high)} | exact: {same}]."
            sizes = f"{c.names.natural(sort_of(t)[1])} {c.names.natural(high)}"
            start = f"move: (@stackm_same {sizes} _ _ {_function(c, body)} {_function(c, more[0])})"
            return f"{start}; {_resized(c, high)}apply; [sizes | exact: {same}]."
        if which == "same":
            return f"exact: ({'m_largest_same' if op == 'maxo' else 'm_over_same _ _'} {ends} {given['all']})."
        if which == "order":
            return f"exact: (m_sum_order {ends} {given['all']})."
        if which == "split":
            parts = " ".join(_function(c, x) for x in body[1:])
            return f"exact: ({'rsum_add' if op == 'sum' else 'msum_add'} {values} {parts})."
        if which == "factor":
            left, inside, right = more
            if op == "sum":
                return f"exact: (rsum_scale {c.names.term(left)} {values} {_function(c, inside)})."
            sides = f"{c.names.term(left)} {c.names.term(right)}"
            return f"exact: (m_sum_factor {sides} {values} {_function(c, inside)})."
        if which == "scaled":
            return f"exact: (m_sum_scaled {values} {_function(c, more[0])} {c.names.term(more[1])})."
        if which == "join":
            m = more[0]
            cut = f"{c.integer(low)} {c.integer(m)} {c.integer(high)}"
            proofs = " ".join(c.hypothesis(h) for h in defined(*th.arguments)[0])
            return f"exact: (m_sum_join {_function(c, body)} {cut} {proofs})."
        if which in ("left", "right"):
            return f"exact: m_sum_kron_{which}."
        if which == "count":
            return f"exact: (m_sum_count {ends} {given['<=']})."
        if which == "transpose":
            return f"exact: (msum_trans {values} {_function(c, body)})."
        if which == "trace":
            return f"exact: (m_sum_trace {values} {_function(c, body[1])})."
        f = _function(c, body)
        if op == "mprod":
            rule = "none _ _" if which == "none" else "more (fun x y => mulm y x) _"
            used = f"(m_over_{rule} {f} {ends} {given['<' if which == 'none' else '<=']})"
            return _split_off(used, [] if which == "none" else c.opening(body, high))
        if op not in ("sum", "prod", "msum") or which not in ("none", "more", "last", "step"):
            raise NotExportable(f"the meaning of {op}, {which}")
        rule = "none" if which == "none" else "more"
        used = f"(m_over_{rule} _ _ {f} {ends} {given['<' if which == 'none' else '<=']})"
        return _split_off(used, [] if which == "none" else c.opening(body, high))

    def _end(self, c: Context, th: Theorem, op: str, a: Term) -> str:
        return self._by_law(c, th, op, a, [])

    def _sign(self, c: Context, th: Theorem, op: str, a: Term) -> str:
        if op in ("norm2", "maxabs", "rho", "numradius"):
            return self._by_law(c, th, op, a, [])
        return f"exact: (m_sign_{op} {c.names.term(a)})."

    def _schatten_sign(self, c: Context, th: Theorem, p: Term, a: Term) -> str:
        positive = c.hypothesis(("<", ZERO, p))
        return f"exact: ({self.law('schatten')} _ _ {c.names.term(p)} {c.names.term(a)} {positive})."

    def _entrywise(self, c: Context, th: Theorem, a: Term, b: Term, e: Term) -> str:
        return f"exact: (m_entrywise {c.names.term(a)} {c.names.term(b)} {c.names.term(e[2])})."

    def _places(self, c: Context, th: Theorem, e: Term, f: Term) -> str:
        given = defined(*th.arguments)[0]
        integers = " ".join(c.integer(x[2]) for x in (e, f))
        sizes = " ".join(c.names.natural(x) for x in (("*", e[1], f[1]), e[1], f[1]))
        rewrites = "".join(_resized(c, x[1]) for x in (e, f))
        start = f"move: (@m_places {sizes} {c.names.term(e[2])} {c.names.term(f[2])} {integers}); {rewrites}"
        return f"{start}apply; [{' | '.join(f'exact: {c.hypothesis(h)}' for h in given)} | sizes]."

    def _segment(self, c: Context, th: Theorem, w: Term, last: Term, first: Term) -> str:
        least, order, _ = (c.hypothesis(h) for h in defined(*th.arguments)[0])
        proofs = " | ".join(f"exact: {x}" for x in (c.integer(last), c.integer(first), least, order))
        return f"apply: segm_split; [{proofs} | lra | widths]."

    def _by_law(self, c: Context, th: Theorem, name: str, a: Term, indices: list[Term]) -> str:
        """An instance of a law; sizes of the matrix that are no variables are read as sums and products."""
        square = name in ("lmax", "lmin", "eigenvector", "rho", "numradius", "matrix_root", "matrix_logarithm")
        sizes = sort_of(a)[1:2] if square else sort_of(a)[1:]
        sort = sort_of(a)
        arguments = [c.names.natural(x) for x in sizes] + [c.names.term(a)]
        arguments += [c.names.term(i) for i in indices] + [c.integer(i) for i in indices]
        rewrites = [f"1?{c.size(x)}" for x in dict.fromkeys(sizes) if x[0] != "v"]
        q = c.fresh("q")
        start = f"move: ({self.law(name)} {' '.join(arguments)}) => {q}; "
        if rewrites:
            start += f"rewrite {' '.join(rewrites)} in {q}; "
        proofs = map(c.hypothesis, _asked(name, a, indices, sort))
        several = name.startswith("matrix") or name in ("eigenvector", "singular_vectors")
        return f"{start}{'by case' if several else 'exact'}: ({' '.join([q, *proofs])})."

    def _power_sign(self, c: Context, th: Theorem, a: Term, k: Term, strict: str = "") -> str:
        base, *exponent = (c.hypothesis(h) for h in defined(*th.arguments)[0])
        law = self.law("power_strict" if strict else "power")
        return f"exact: ({law} {' '.join([c.names.term(a), c.names.term(k), *exponent, base])})."

    def _form(self, c: Context, th: Theorem, a: Term, i: Term, x: Term, u: Term, v: Term) -> str:
        name = "eigenform" if u == v else "singularform"
        size = c.names.natural(sort_of(a)[1])
        vectors = [u] if u == v else [u, v]
        values = " ".join(c.names.term(t) for t in (a, i, x, *vectors))
        used = f"{self.law(name)} {size} {values} {c.integer(i)}"
        order = defined(*th.arguments)[0]
        return f"exact: ({used} {' '.join(c.hypothesis(h) for h in order)})."

    def _diagonal(self, c: Context, th: Theorem, d: Term, other: Term, *more: Term) -> str:
        size = c.names.natural(d[1])
        if d[0] == "id":
            return f"exact: (m_diagonal_one {size})."
        f = _function(c, d[2])
        if other[0] == "e":
            return f"exact: (m_diagonal_unit {size} {f} {c.names.term(other[2])})."
        if other[0] != "dg":
            return f"exact: (m_diagonal_scaled {size} {c.names.term(other)} {f})."
        both = f"{size} {f} {_function(c, other[2])}"
        if more == (ONE,):
            (h,) = th.hypotheses
            return f"move: (@m_diagonal_same {both}); {_resized(c, d[1])}apply; exact: {c.hypothesis(h)}."
        return f"exact: (m_diagonal_{'sum' if more else 'diagonal'} {both})."

    def _units(self, c: Context, th: Theorem, n: Term, i: Term, j: Term, apart: str = "") -> str:
        inside = [c.hypothesis(h) for h in defined(*th.arguments)[0]]
        size = c.names.natural(n)
        if n == ONE:
            return f"exact: (@m_unit_one {c.names.term(i)} {' '.join(inside)})."
        if i == j:
            start = f"move: (@m_unit_same {size} {c.names.term(i)} {c.integer(i)}); {_resized(c, n)}"
            return f"{start}apply; [exact: {inside[0]} | exact: {inside[1]}]."
        return "by apply: m_unit_other; lra."

    def _beside(self, c: Context, th: Theorem, a: Term, b: Term, other: Term) -> str:
        return f"exact: m_beside_{'left' if size(sort_of(a)[2]) == size(ONE) else 'right'}."

    def _width(self, c: Context, th: Theorem, w: Term, layer: Term) -> str:
        low, high = (c.hypothesis(h) for h in defined(*th.arguments)[0])
        return f"first [exact: (m_width _ _ _ {low} {high}) | apply: m_width; lra | lra]."

    def _stacks(self, c: Context, th: Theorem, a: Term, b: Term) -> str:
        if a[0] == "vst":
            return "apply: vstm_product; sizes."
        if a[0] == "e":
            proofs = " ".join(c.hypothesis(h) for h in defined(*th.arguments)[0])
            return f"exact: (stackm_row {_function(c, b[3])} {c.integer(a[2])} {proofs})."
        if sort_of(a)[1][0] == "sum":
            return "apply: stacksm_product; sizes."
        functions = f"{_function(c, a[3])} {_function(c, b[3])}"
        size_ = c.names.natural(sort_of(a)[1])
        start = f"move: (@stackm_product {size_} {c.names.natural(a[2])} _ _ _ {functions}); {_resized(c, a[2])}"
        return f"{start}apply; sizes."


def _split_off(proof: str, rewrites: list[str]) -> str:
    """The step for an equation whose right side is written with sizes of another form."""
    if not rewrites:
        return f"exact: {proof}."
    return f"etransitivity; [exact: {proof} | cbv beta; rewrite {' '.join(rewrites)}; reflexivity]."


def _resized(c: Context, t: Term) -> str:
    """The step that writes a size as a number, where it is more than a variable."""
    return "" if t[0] == "v" else f"rewrite 1?{c.size(t)}; "


def _function(c: Context, body: Term) -> str:
    """The body of a binder as a function of its index."""
    at = ("v", "#entry", Z)
    inner = c.copy()
    inner.names.of[at] = inner.fresh("k")
    return f"(fun {inner.names.of[at]} : R => {inner.names.term(opened(body, at))})"


def _asked(name: str, a: Term, indices: list[Term], sort: Term) -> list[Any]:
    """The hypotheses of a law, in its order."""
    one: Term = ("q", 1)
    symmetric = [("=", ("T", a), a)]
    if name in ("lmax", "lmin"):
        return symmetric
    if name in ("matrix_root", "matrix_logarithm"):
        return [*symmetric, ("<=" if name == "matrix_root" else "<", ZERO, ("lmin", a))]
    if name == "cond":
        return [("<=", one, sort[1]), ("<=", one, sort[2]), ("<", ZERO, ("smax", a))]
    if name not in ("spectrum", "singular_vectors", "eigenvector"):
        return []
    i = indices[0]
    if name == "eigenvector":
        return [*symmetric, ("<=", one, i), ("<=", i, sort[1])]
    return [("<=", one, i), ("<=", i, sort[1]), ("<=", i, sort[2])]
