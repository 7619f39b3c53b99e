"""Domains of the text form: the sort of a variable, and what its domain asks for beyond it."""

from __future__ import annotations

from collections.abc import Callable

from lemmata.verify.kernel.terms import ONE, ZERO, KernelError, N, P, R, Term, Z, neg, num, sort_of, sub, within

TAKES = {  # how many parameters a domain may have
    "real": (0, 2), "positive": (0,), "integer": (1, 2), "interval": (2,), "open_interval": (2,), "activation": (3,),
    "layers": (4,), "nonnegative": (2,),
    **dict.fromkeys(("symmetric", "psd", "pd", "skew", "orthogonal", "diagonal", "signs", "projection", "upper"), (1,)),
}  # fmt: skip


def sort(kind: str, values: list[Term]) -> Term:
    """The sort of a variable of a domain with these parameters.  Raises KernelError for another number of them."""
    if len(values) not in TAKES.get(kind, (len(values),)):
        raise KernelError(f"{kind} with {len(values)} parameters is no domain")
    if kind == "integer" and not all(within(sort_of(x), Z) for x in values):
        raise KernelError("an integer lies between integers")
    if kind == "activation" and not within(sort_of(values[0]), N):
        raise KernelError("entries are counted by a natural number")
    if kind == "integer":
        return P if within(sort_of(values[0]), P) else N if within(sort_of(values[0]), N) else Z
    if kind == "layers":
        return ("L", *values)
    if kind in ("interval", "open_interval"):
        return R
    if kind == "activation":
        return ("M", values[1], values[1])
    shape = values if kind in ("real", "nonnegative") else values[-1:] * 2
    return ("M", *shape) if shape else R


def asked(kind: str, x: Term, values: list[Term]) -> list[Term]:
    """What it means that x lies in the domain.  Raises KernelError for a domain that the kernel does not know."""
    transposed, unit = ("=", ("T", x), x), ("id", x[2][1] if x[2][0] == "M" else ONE)
    known: dict[str, Callable[[], list[Term]]] = {
        "real": list,
        "layers": list,
        "positive": lambda: [("<", ZERO, x)],
        "integer": lambda: [("<=", a, b) for a, b in zip((values[0], x), (x, *values[1:]), strict=False)],
        "interval": lambda: [("<=", values[0], x), ("<=", x, values[1])],
        "open_interval": lambda: [("<", values[0], x), ("<", x, values[1])],
        "symmetric": lambda: [transposed],
        "psd": lambda: [transposed, ("<=", ZERO, ("lmin", x))],
        "pd": lambda: [transposed, ("<", ZERO, ("lmin", x))],
        "skew": lambda: [("=", ("T", x), ("sc", num(-1), x))],
        "orthogonal": lambda: [("=", ("mm", a, b), unit) for a, b in ((("T", x), x), (x, ("T", x)))],
        "diagonal": lambda: [_diagonal(x)],
        "signs": lambda: [_diagonal(x), ("=", ("mm", x, x), unit)],
        "projection": lambda: [_diagonal(x), ("=", ("mm", x, x), x)],
        "upper": lambda: [("all", ONE, x[2][1], ("all", ONE, sub(("b", 0), ONE), ("=", _entry(x), ZERO)))],
        "nonnegative": lambda: [("all", ONE, x[2][1], ("all", ONE, x[2][2], ("<=", ZERO, _entry(x))))],
        "activation": lambda: [("<=", values[0], values[1]), _diagonal(x), *_activation(x, *values)],
    }
    if kind not in known:
        raise KernelError(f"the kernel knows no domain {kind}")
    return [*_inhabited(x[2]), *known[kind]()]


def _inhabited(sort: Term) -> list[Term]:
    """A domain of matrices without rows or columns is empty, where the sort has one; sizes by form are at least one."""
    return [("<=", ONE, size) for size in sort[1:] if sort_of(size) != P]


def _entry(x: Term) -> Term:
    """The entry of x in the row of the outer and the column of the inner of two bound indices."""
    row, column = (("e", x[2][1 + k], ("b", 1 - k)) for k in (0, 1))
    return ("tr", ("mm", ("T", row), ("mm", x, column)))


def _diagonal(x: Term) -> Term:
    """x is the diagonal matrix of its diagonal."""
    n, e = x[2][1], ("e", x[2][1], ("b", 0))
    return ("=", x, ("dg", n, ("tr", ("mm", ("T", e), ("mm", x, e)))))


def _activation(x: Term, m: Term, n: Term, eta: Term) -> list[Term]:
    """Entries 1 and eta, m of them eta: (D - I)(D - eta I) = 0 and tr D = n - m + m eta."""
    one = ("id", n)
    square = ("m+", ("mm", x, x), ("m+", ("sc", neg(("+", ONE, eta)), x), ("sc", eta, one)))
    return [("=", square, ("zero", n, n)), ("=", ("tr", x), ("+", sub(n, m), ("*", m, eta)))]
