"""Matrix expressions as sums of words: a rational matrix times functions of rational matrices.

A letter is exp(X), log(Q) or Q^r with a rational matrix in it; a word is a product of letters, and a form maps words to
the rational matrices that stand before them.  What algebra settles is settled here, for matrices no entry of which is
rational: expm(A) expm(-A) = I, sqrtm(Q)^2 = Q, logm(expm(S)) = S, O expm(S) O^-1 = expm(O S O^-1).

Rational matrices are moved to the front of a word, L(X) M = M L(M^-1 X M) for regular M, L(X) M = M L(X) where M and X
commute; others stay where they are.  Letters with commuting arguments are merged.  Equal forms are equal matrices; the
converse is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from flint import fmpq, fmpq_mat

from lemmata.evaluate.interpreter import Irrational, Undefined
from lemmata.language import functions, matrices
from lemmata.language.matrices import MatrixTerm
from lemmata.linalg.characteristic import integer_scaling
from lemmata.linalg.rational_functions import (
    affordable,
    height,
    identity,
    nilpotent_exponential,
    rational_power,
    rational_square_root,
    writable,
)

LARGEST_ORDER = 16
MOST_WORDS = 64
LARGEST_POWER = 1000  # numerator and denominator of an exponent: FLINT stops the process at powers that overflow
FACTORED_BITS = 64  # contents up to this size are split into powers
HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Letter:
    """exp(X) ("exp"), log(X) ("log"), X^power ("pow", 0 < power < 1), or a rational matrix kept in its place ("mat").

    The argument of "log" and "pow" is similar to a symmetric matrix, positive definite or semidefinite.
    """

    kind: str
    entries: tuple[fmpq, ...]
    power: fmpq
    argument: fmpq_mat = field(compare=False)


Word = tuple[Letter, ...]
Form = dict[Word, fmpq_mat]


def _letter(kind: str, X: fmpq_mat, power: fmpq | None = None) -> Letter:
    return Letter(kind, tuple(X.entries()), fmpq(1) if power is None else power, X)


def _is_symmetric(X: fmpq_mat) -> bool:
    return X.nrows() == X.ncols() and X.transpose() == X


def commute(A: fmpq_mat, B: fmpq_mat) -> bool:
    """Whether two square matrices of one order commute."""
    return A.nrows() == A.ncols() == B.nrows() == B.ncols() and A * B == B * A


def multiple_of_identity(M: fmpq_mat) -> fmpq | None:
    """The c of M = c I, None for another matrix."""
    if M.nrows() != M.ncols() or M.nrows() == 0:
        return None
    return M[0, 0] if identity(M.nrows()) * M[0, 0] == M else None


def rational_value(form: Form) -> fmpq_mat | None:
    """The matrix itself where the form has no letter."""
    return form[()] if set(form) == {()} else None


# Letters.
def exponential(X: fmpq_mat) -> Form:
    """exp(X)."""
    found = nilpotent_exponential(X)
    return {(): found} if found is not None else {(_letter("exp", X),): identity(X.nrows())}


def logarithm(Q: fmpq_mat) -> Form:
    """log(Q), Q similar to a positive definite matrix."""
    one = identity(Q.nrows())
    if one == Q:
        return {(): Q * 0}
    times = fmpq(1)
    while (root := _rational_root(Q)) is not None:
        Q, times = root, 2 * times
    if _invariants(Q.inv()) < _invariants(Q):
        Q, times = Q.inv(), -times
    return {(_letter("log", Q),): one * times}


def _rational_root(Q: fmpq_mat) -> fmpq_mat | None:
    return rational_square_root(Q) if affordable(integer_scaling(Q)[0]) else None


def _invariants(Q: fmpq_mat) -> list[fmpq]:
    """Numbers that similar matrices share."""
    return Q.charpoly().coeffs()


def power(Q: fmpq_mat, r: fmpq) -> Form:
    """Q^r, Q similar to a positive semidefinite matrix.  Raises Undefined for a singular Q and r <= 0.

    Of the matrices that lead to the same power up to a rational factor, one is chosen by what similar matrices share.
    """
    whole = r.p // r.q
    if abs(int(whole)) > LARGEST_POWER:
        raise Irrational(f"a power beyond {LARGEST_POWER}")
    rest = r - whole
    front = _whole_power(Q, int(whole))
    while rest.q % 2 == 0:
        root = _rational_root(Q)
        if root is None:
            break
        Q, rest = root, 2 * rest
        if rest >= 1:
            front, rest = front * Q, rest - 1
    if rest == 0:
        return {(): front}
    outside, P = _content(Q, rest)
    if Q.det() != 0:
        beyond, R = _content(Q.inv(), 1 - rest)
        if _invariants(R) < _invariants(P):
            front, outside, P, rest = front * Q, beyond, R, 1 - rest  # Q^r = Q (Q^-1)^(1 - r)
    if identity(P.nrows()) == P:
        return {(): front * outside}
    return {(_letter("pow", P, rest),): front * outside}


def _whole_power(Q: fmpq_mat, k: int) -> fmpq_mat:
    """Q^k.  Raises Irrational where it is too long to write out, Undefined for a singular Q and k < 0."""
    if abs(k) > 1 and not writable(max(map(height, Q.entries()), default=0) + Q.nrows().bit_length(), k):
        raise Irrational(f"a power with the exponent {k}")
    if k >= 0:
        return Q**k if k else identity(Q.nrows())
    try:
        return Q.inv() ** -k
    except ZeroDivisionError:
        raise Undefined("a negative power of a singular matrix") from None


def _content(Q: fmpq_mat, r: fmpq) -> tuple[fmpq, fmpq_mat]:
    """(c, P) with Q^r = c P^r and rational c, where P has a trace without factors whose r-th power is rational."""
    trace = sum((Q[i, i] for i in range(Q.nrows())), fmpq(0))
    big = max(int(trace.p), int(trace.q)).bit_length() > FACTORED_BITS or max(abs(int(r.p)), int(r.q)) > LARGEST_POWER
    if trace == 0 or big:
        return fmpq(1), Q
    k, base = int(r.q), fmpq(1)
    if not writable(height(trace), max(k, int(r.p))):
        return fmpq(1), Q  # a normal form that is less canonical, of numbers that can be written down
    for p, e in trace.p.factor():
        base *= fmpq(p) ** (int(e) // k)
    for p, e in trace.q.factor():
        base /= fmpq(p) ** -(-int(e) // k)
    return base ** int(r.p), Q * (1 / base**k)


# Arithmetic of forms.
def add(forms: list[Form]) -> Form:
    """Sum of forms of one shape."""
    total: Form = {}
    for form in forms:
        for word, M in form.items():
            total[word] = total[word] + M if word in total else M
    kept = {word: M for word, M in total.items() if any(x != 0 for x in M.entries())}
    return kept or {(): fmpq_mat(*_shape(forms[0]))}


def _shape(form: Form) -> tuple[int, int]:
    word, M = next(iter(form.items()))
    return M.nrows(), word[-1].argument.ncols() if word else M.ncols()


def scale(form: Form, c: fmpq) -> Form:
    """c times a form."""
    return add([{word: M * c for word, M in form.items()}])


def multiply(a: Form, b: Form) -> Form:
    """Product of two forms.  Raises Irrational where it has too many words."""
    if len(a) * len(b) > MOST_WORDS:
        raise Irrational("a product of too many words")
    return add([_product(M, u, N, v) for u, M in a.items() for v, N in b.items()])


def _product(M: fmpq_mat, u: Word, N: fmpq_mat, v: Word) -> Form:
    right: list[Letter] = []
    left = list(u)
    while left:
        last = left[-1]
        if last.kind == "mat":
            left.pop()
            N = last.argument * N
        elif multiple_of_identity(N) is not None or commute(last.argument, N):
            right.insert(0, left.pop())
        elif N.nrows() == N.ncols() and N.det() != 0:
            moved = left.pop()
            right.insert(0, _letter(moved.kind, N.inv() * moved.argument * N, moved.power))
        else:
            return _merged(M, (*left, _letter("mat", N), *right, *v))
    return _merged(M * N, (*right, *v))


def _merged(M: fmpq_mat, word: Word) -> Form:
    for k, (a, b) in enumerate(zip(word, word[1:], strict=False)):
        if "mat" in (a.kind, b.kind) or not commute(a.argument, b.argument):
            continue
        joined = _joined(a, b)
        if joined is not None:
            one = identity(a.argument.nrows())
            return multiply(multiply({word[:k]: M}, joined), {word[k + 2 :]: one})
        if (b.kind, str(b.entries)) < (a.kind, str(a.entries)):
            return _merged(M, (*word[:k], b, a, *word[k + 2 :]))
    return {word: M}


def _joined(a: Letter, b: Letter) -> Form | None:
    if a.kind == b.kind == "exp":
        return exponential(a.argument + b.argument)
    if a.kind == b.kind == "pow":
        if a.entries == b.entries:
            return power(a.argument, a.power + b.power)
        if a.power == b.power:
            return power(a.argument * b.argument, a.power)
    return None


def transpose(form: Form) -> Form:
    """Transpose."""
    return add([_reversed(M, word, "transpose") for word, M in form.items()])


def inverse(form: Form) -> Form:
    """Inverse of one word.  Raises Undefined where it is singular, Irrational for a sum."""
    if len(form) != 1:
        raise Irrational("the inverse of a sum of irrational matrices")
    ((word, M),) = form.items()
    if M.nrows() != M.ncols() or any(x.kind in ("log", "mat") for x in word):
        raise Irrational("the inverse of an irrational matrix")
    if M.det() == 0:
        raise Undefined("inverse of a singular matrix")
    return _reversed(M, word, "inverse")


def _reversed(M: fmpq_mat, word: Word, what: str) -> Form:
    parts: list[Form] = []
    for x in reversed(word):
        X = x.argument
        if what == "transpose":
            parts.append({(): X.transpose()} if x.kind == "mat" else _again(x, X.transpose()))
        else:
            parts.append(exponential(X * -1) if x.kind == "exp" else power(X, -x.power))
    return reduce(multiply, [*parts, {(): M.transpose() if what == "transpose" else M.inv()}])


def _again(x: Letter, X: fmpq_mat) -> Form:
    return {(_letter(x.kind, X, x.power),): identity(X.nrows())}


# Functions of forms.
def one_letter(form: Form) -> tuple[fmpq, Letter] | None:
    """(c, letter) where the form is c times one letter; powers may then lie beyond 1."""
    if len(form) != 1:
        return None
    ((word, M),) = form.items()
    if len(word) != 1 or word[0].kind == "mat":
        return None
    (x,) = word
    c = multiple_of_identity(M)
    if c is not None:
        return c, x
    if x.kind == "pow" and x.argument.det() != 0:
        for k in (-1, 1, -2, 2, -3, 3):
            c = multiple_of_identity(M * _whole_power(x.argument, -k))
            if c is not None:
                return c, _letter("pow", x.argument, x.power + k)
    return None


def _as_power(c: fmpq, x: Letter) -> tuple[fmpq_mat, fmpq] | None:
    """(X, r) with c x = X^r and X symmetric, for a positive multiple c of a power of a symmetric matrix."""
    if x.kind != "pow" or c <= 0 or not _is_symmetric(x.argument):
        return None
    inside = rational_power(c, 1 / x.power)
    return None if inside is None else (x.argument * inside, x.power)


def square_root(form: Form) -> Form:
    """Root of a form that is symmetric and positive semidefinite."""
    value = rational_value(form)
    if value is not None:
        return power(value, HALF)
    c, x = one_letter(form) or _refuse("the root")
    base = _as_power(c, x)
    if base is not None:
        return power(base[0], base[1] * HALF)
    outside = rational_power(c, HALF) if c > 0 else None
    if x.kind == "exp" and outside is not None and _is_symmetric(x.argument):
        return scale(exponential(x.argument * HALF), outside)
    return _refuse("the root")


def _refuse(what: str) -> Any:
    raise Irrational(f"{what} of an irrational matrix")


def matrix_logarithm(form: Form) -> Form:
    """Logarithm of a form that is symmetric and positive definite."""
    value = rational_value(form)
    if value is not None:
        return logarithm(value)
    c, x = one_letter(form) or _refuse("the logarithm")
    base = _as_power(c, x)
    if base is not None:
        if base[0].det() == 0:
            raise Undefined("logm of a singular matrix")
        return scale(logarithm(base[0]), base[1])
    if x.kind == "exp" and c == 1 and _is_symmetric(x.argument):
        return {(): x.argument}
    return _refuse("the logarithm")


def matrix_exponential(form: Form) -> Form:
    """Exponential of a form."""
    value = rational_value(form)
    if value is not None:
        return exponential(value)
    rest = {word: M for word, M in form.items() if word}
    found = one_letter(rest)
    if found is None or found[1].kind != "log":
        raise Irrational("the exponential of an irrational matrix")
    c, x = found
    front = form.get((), x.argument * 0)
    if not commute(front, x.argument):
        raise Irrational("the exponential of an irrational matrix")
    return multiply(exponential(front), power(x.argument, c))


def _definite(form: Form, name: str) -> Form:
    """A form seen to be symmetric and, by its one letter, positive (semi)definite."""
    if transpose(form) != form:
        raise Irrational(f"{name} of a matrix that is not seen to be symmetric")
    return form


def form_of(exact: Any, node: Any) -> Form:
    """The form of a matrix expression at an instance.  Raises Irrational where it has none, and Undefined.

    ``exact`` is an exact interpreter, whose rules have refused matrix functions outside their domain already.
    """
    try:
        return {(): exact.plain(node)}
    except Irrational:
        pass
    if max(map(int, node.shape)) > LARGEST_ORDER:
        raise Irrational(f"words are formed up to order {LARGEST_ORDER}")
    if isinstance(node, matrices.Scaled):
        return scale(exact.form(node.args[1]), exact.scalar(node.args[0]))
    rule = _RULES.get(type(node))
    if rule is None:
        raise Irrational(f"{type(node).__name__} of irrational matrices")
    return rule(*(exact.form(a) for a in node.args))


def irrational_functions(node: Any) -> Iterator[Any]:
    """The matrix functions in an expression whose values may be irrational, each as often as it occurs."""
    if node.spec.spectral:
        yield node
    for part in node.args:
        if isinstance(part, MatrixTerm):
            yield from irrational_functions(part)


_RULES: dict[type, Any] = {
    matrices.MatPlus: lambda *parts: add(list(parts)),
    matrices.MatNeg: lambda a: scale(a, fmpq(-1)),
    matrices.MatTimes: lambda *parts: reduce(multiply, parts),
    matrices.Transpose: transpose,
    functions.Inverse: inverse,
    functions.MatExp: matrix_exponential,
    functions.MatLog: lambda a: matrix_logarithm(_definite(a, "logm")),
    functions.MatSqrt: lambda a: square_root(_definite(a, "sqrtm")),
    functions.MatAbs: lambda a: square_root(multiply(transpose(a), a)),
}
WORDED = (*_RULES, matrices.Scaled)
