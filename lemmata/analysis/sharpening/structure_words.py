"""The structure of an instance in words, every word checked exactly."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq, fmpq_mat

from lemmata.evaluate.exact import identity
from lemmata.language.instance import Instance
from lemmata.linalg.convert import to_fmpq_mat


def structure(instance: Instance) -> list[str]:
    """Sentences without a full stop on each matrix of the instance and on pairs of them.  Scalars are passed over."""
    held = {name: to_fmpq_mat(v) for name, v in instance.values.items() if isinstance(v, list)}
    said = [f"{name} is {_joined(list(_words(A)))}" for name, A in held.items()]
    names = list(held)
    for k, first in enumerate(names):
        for second in names[k + 1 :]:
            said += _pair(first, held[first], second, held[second])
    return said


def _joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _words(A: fmpq_mat) -> Iterator[str]:
    rows, cols = A.nrows(), A.ncols()
    if fmpq_mat(rows, cols) == A:
        yield "zero"
        return
    if rows != cols:
        yield f"of rank {A.rank()}"
        if rows != 1 != cols and repeated(A):
            yield "has equal singular values"
        return
    if rows == 1:
        yield f"the number {A[0, 0]}"
        return
    one = identity(rows)
    if one * A[0, 0] == A:
        yield "the identity" if one == A else f"{A[0, 0]} times the identity"
        return
    gram = A.transpose() * A
    off = [A[i, j] for i in range(rows) for j in range(cols) if i != j]
    diagonal = all(x == 0 for x in off)
    if diagonal:
        yield "diagonal"
    elif A.transpose() == A:
        yield "symmetric"
    elif A.transpose() * fmpq(-1) == A:
        yield "skew-symmetric"
    if gram == one:
        yield "orthogonal"
    elif gram == one * gram[0, 0]:
        yield "a multiple of an orthogonal matrix"
    elif A.rank() < rows:
        yield f"of rank {A.rank()}"
        if fmpq_mat(rows, cols) == A * A:
            yield "nilpotent"
    else:
        yield "of full rank"
        if repeated(A):
            yield "has equal singular values"


def repeated(A: fmpq_mat) -> bool:
    """Whether two of the min(rows, cols) singular values are equal."""
    gram = A * A.transpose() if A.nrows() <= A.ncols() else A.transpose() * A
    polynomial = gram.charpoly()
    return polynomial.gcd(polynomial.derivative()).degree() > 0


def _pair(first: str, A: fmpq_mat, second: str, B: fmpq_mat) -> Iterator[str]:
    if (A.nrows(), A.ncols()) != (B.nrows(), B.ncols()):
        return
    zero = fmpq_mat(A.nrows(), A.ncols())
    if zero in (A, B) or A.nrows() == A.ncols() == 1:
        return
    if A == B:
        yield f"{first} and {second} are equal"
    elif zero == A + B:
        yield f"{first} and {second} are opposite"
    elif A.transpose() * B == fmpq_mat(A.ncols(), B.ncols()):
        yield f"the columns of {first} are orthogonal to those of {second}"
    elif A.nrows() == A.ncols() and A * B == B * A:
        yield f"{first} and {second} commute"
