"""Named principles: what the kernel cannot express, stated exactly and named in every verdict that uses it.

Each function makes an instance of one principle; `PRINCIPLES` says what it is in words and where it comes from.
"""

from __future__ import annotations

from typing import Any

from verify.kernel import logic
from verify.kernel.logic import Theorem
from verify.kernel.normal import matrix
from verify.kernel.terms import ONE, ZERO, KernelError, Term, closed, free, num, sort_of

DIFFERENTIABLE = "differentiable-vectors"
SIMPLE = "simple-eigenspace"
PRINCIPLES = {
    DIFFERENTIABLE: (
        "Along a family of matrices that is polynomial in a parameter, a simple eigenvalue of a symmetric matrix (a "
        "simple, non-zero singular value) is differentiable and has differentiable unit vectors, so that the equations "
        "which define them may be differentiated (implicit function theorem; Magnus, Econometric Theory 1 (1985), "
        "Theorem 1; Kato, Perturbation Theory for Linear Operators, II.6)."
    ),
    SIMPLE: (
        "A simple eigenvalue of a symmetric matrix has a one-dimensional eigenspace (Horn and Johnson, Matrix "
        "Analysis, 2nd ed., Theorem 2.5.6: algebraic and geometric multiplicity agree)."
    ),
}


def vectors(state: Any, value: Term, names: list[str], moving: list[str], t: Term | None) -> list[Theorem]:
    """What is known of unit vectors to an eigenvalue or singular value, with rates of change in the direction of t."""
    kind, a, i = value
    if t is None:
        return state.choose(names, logic.meaning("eigenvector" if kind == "lam" else "singular-vectors", a, i))
    return state.choose([*names, *moving], differentiable(kind, a, i, t))


def differentiable(kind: str, a: Term, i: Term, t: Term) -> Theorem:
    """Differentiable unit vectors to a simple value, and the derivatives of the equations that define them."""
    rows, cols = sort_of(a)[1:]
    rate = derivative(a, t)
    slope = ("slope", kind, i, t, closed(a, t))
    value = (kind, a, i)  # nothing here has loose indices: all stands under the quantifiers as it is
    unit = ("id", ONE)

    def eq(x: Term, y: Term) -> Term:
        return ("=", x, y)

    def rule(m: Term, u: Term, v: Term, dm: Term, du: Term, dv: Term) -> list[Term]:
        """m u = value v and its derivative."""
        moved = eq(("m+", ("mm", dm, u), ("mm", m, du)), ("m+", ("sc", slope, v), ("sc", value, dv)))
        return [eq(("mm", m, u), ("sc", value, v)), moved]

    def length(u: Term, du: Term) -> list[Term]:
        return [eq(("mm", ("T", u), u), unit), eq(("sc", num(2), ("mm", ("T", u), du)), ("zero", ONE, ONE))]

    needs: list[Term] = [("is", f"simple in {kind}", a, i)]
    if kind == "lam":
        u, du = ("b", 1), ("b", 0)
        facts = [*rule(a, u, u, rate, du, du), *length(u, du)]
        sorts = [("M", cols, ONE)] * 2
        # a polynomial family that is symmetric with all its derivatives at one point is symmetric along the whole line
        change = a
        while matrix(change):
            needs.append(("=", ("T", change), change))
            change = derivative(change, t)
    else:
        u, v, du, dv = (("b", k) for k in (3, 2, 1, 0))
        facts = [
            *rule(a, u, v, rate, du, dv),
            *rule(("T", a), v, u, ("T", rate), dv, du),
            *length(u, du),
            *length(v, dv),
        ]
        sorts = [("M", cols, ONE), ("M", rows, ONE)] * 2
        needs.append(("<", ZERO, value))
    body: Term = facts[0]
    for f in facts[1:]:
        body = ("and", body, f)
    for sort in reversed(sorts):
        body = ("ex", sort, body)
    return logic.principle(DIFFERENTIABLE, tuple(needs), body)


def one_direction(a: Term, i: Term, u: Term, v: Term, w: Term) -> Theorem:
    """w = u u^T w for A^T A w = s_i(A)^2 w; u, v are unit singular vectors to the simple, non-zero s_i."""
    s = ("s", a, i)
    needs = (
        ("is", "simple in s", a, i),
        ("<", ZERO, s),
        ("=", ("mm", a, u), ("sc", s, v)),
        ("=", ("mm", ("T", a), v), ("sc", s, u)),
        ("=", ("mm", ("T", u), u), ("id", ONE)),
        ("=", ("mm", ("mm", ("T", a), a), w), ("sc", ("^", s, 2), w)),
    )
    return logic.principle(SIMPLE, needs, ("=", w, ("mm", ("mm", u, ("T", u)), w)))


def derivative(a: Term, t: Term) -> Term:
    """Derivative of a polynomial matrix family with respect to a scalar variable."""
    op = a[0]
    sort = sort_of(a)
    if t not in free(a):
        return ("zero", *sort[1:]) if sort[0] == "M" else ZERO
    if a == t:
        return ONE
    if op in ("+", "m+"):
        return (op, *(derivative(x, t) for x in a[1:]))
    if op in ("*", "mm", "sc"):
        plus = "+" if sort_of(a)[0] != "M" else "m+"
        return (plus, (op, derivative(a[1], t), a[2]), (op, a[1], derivative(a[2], t)))
    if op == "^" and a[2] == 1:
        return derivative(a[1], t)
    if op == "^":
        return ("*", ("*", num(a[2]), ("^", a[1], a[2] - 1)), derivative(a[1], t))
    if op == "T":
        return ("T", derivative(a[1], t))
    raise KernelError("the family is not polynomial in the parameter")
