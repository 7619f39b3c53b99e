"""Named principles: facts of analysis and linear algebra that are believed, instance by instance, and named.

Each function makes an instance: hypotheses and a conclusion.  Sources stand in `verify/principles`, docs/kernel.md says
each as mathematics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from lemmata.verify.kernel.allowance import spend
from lemmata.verify.kernel.normal import matrix
from lemmata.verify.kernel.terms import ONE, ZERO, KernelError, R, Term, closed, free, num, sort_of

Instance = tuple[tuple[Term, ...], Term]


def derivative(a: Term, rates: Mapping[Term, Term]) -> Term:
    """The derivative of a polynomial in numbers and matrices, of which some variables change at these rates."""
    spend()
    op, sort = a[0], sort_of(a)
    if not free(a) & rates.keys():
        return ("zero", *sort[1:]) if sort[0] == "M" else ZERO
    if a in rates:
        return rates[a]
    if op in ("+", "m+"):
        return (op, *(derivative(x, rates) for x in a[1:]))
    if op in ("*", "mm", "sc"):
        plus = "m+" if sort[0] == "M" else "+"
        return (plus, (op, derivative(a[1], rates), a[2]), (op, a[1], derivative(a[2], rates)))
    if op == "^" and a[2] == 1:
        return derivative(a[1], rates)
    if op == "^":
        return ("*", ("*", num(a[2]), ("^", a[1], a[2] - 1)), derivative(a[1], rates))
    if op in ("T", "tr"):
        return (op, derivative(a[1], rates))
    raise KernelError("not polynomial in what changes")


def _unit(u: Term) -> Term:
    return ("=", ("mm", ("T", u), u), ("id", ONE))


def _differentiable(kind: str, a: Term, i: Term, t: Term) -> Instance:
    """Differentiable unit vectors to a simple value of a family in t, and the derivatives of what defines them.

    No part has loose indices, so that all of them stand under the binders as they are.
    """
    if kind not in ("s", "lam") or t[0] != "v" or t[2] != R or t in free(i):
        raise KernelError("a value of a family in a real parameter is wanted")
    value, slope, rate = (kind, a, i), ("slope", kind, i, t, closed(a, t)), derivative(a, {t: ONE})
    rows, cols = sort_of(a)[1:]

    def rule(m: Term, u: Term, v: Term, dm: Term, du: Term, dv: Term) -> list[Term]:
        """m u = value v and its derivative."""
        moved = ("=", ("m+", ("mm", dm, u), ("mm", m, du)), ("m+", ("sc", slope, v), ("sc", value, dv)))
        return [("=", ("mm", m, u), ("sc", value, v)), moved]

    def length(u: Term, du: Term) -> list[Term]:
        return [_unit(u), ("=", ("sc", num(2), ("mm", ("T", u), du)), ("zero", ONE, ONE))]

    needs: list[Term] = [("is", f"simple in {kind}", a, i)]
    if kind == "lam":
        u, du = ("b", 1), ("b", 0)
        facts = [*rule(a, u, u, rate, du, du), *length(u, du)]
        sorts = [("M", cols, ONE)] * 2
        change = a  # a polynomial family that is symmetric with all its derivatives at one point is so everywhere
        while matrix(change):
            needs.append(("=", ("T", change), change))
            change = derivative(change, {t: ONE})
    else:
        u, v, du, dv = (("b", k) for k in (3, 2, 1, 0))
        turned = rule(("T", a), v, u, ("T", rate), dv, du)
        facts = [*rule(a, u, v, rate, du, dv), *turned, *length(u, du), *length(v, dv)]
        sorts = [("M", cols, ONE), ("M", rows, ONE)] * 2
        needs.append(("<", ZERO, value))
    body = facts[0]
    for f in facts[1:]:
        body = ("and", body, f)
    for sort in reversed(sorts):
        body = ("ex", sort, body)
    return tuple(needs), body


def _one_direction(a: Term, i: Term, u: Term, v: Term, w: Term) -> Instance:
    """w = u u^T w for A^T A w = s_i(A)^2 w; u, v are unit singular vectors to the simple, non-zero s_i."""
    s = ("s", a, i)
    pair = [("=", ("mm", a, u), ("sc", s, v)), ("=", ("mm", ("T", a), v), ("sc", s, u)), _unit(u)]
    eigen = ("=", ("mm", ("mm", ("T", a), a), w), ("sc", ("^", s, 2), w))
    return (("is", "simple in s", a, i), ("<", ZERO, s), *pair, eigen), ("=", w, ("mm", ("mm", u, ("T", u)), w))


PRINCIPLES: Mapping[str, Callable[..., Instance]] = MappingProxyType(
    {"differentiable-vectors": _differentiable, "simple-eigenspace": _one_direction}
)
