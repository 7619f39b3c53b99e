"""Factors, single eigenvectors, functions of matrices and maps of networks: their definitions, at exact instances."""

from fractions import Fraction
from typing import Any

import pytest
import sympy

from lemmata.evaluate.decide import decide
from lemmata.language import Matrix, Scalar, Symmetric, Vector, ddt, sqrt, tr
from lemmata.language.conjecture_files import build
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError
from lemmata.language.text import write
from tests import table
from tests.language.explicit import lower
from tests.language.samples import read

LET = {"n": "integer(2, 2)", "A": "real(n, n)", "C": "pd(n)", "S": "symmetric(n)", "x": "real(n, 1)"}
VALUES = {"A": [[2, 1], [4, 5]], "C": [[4, 2], [2, 5]], "S": [[1, 2], [2, -2]], "x": [[1], [-2]]}


def status(claim: str, values: dict[str, Any] = VALUES) -> str:
    concrete = instantiate(build("f", LET, [], [claim]), {"n": 2})
    known = {k: [[Fraction(q) for q in row] for row in v] for k, v in values.items() if k in concrete.variables}
    return str(decide(concrete.claim[0], Instance({"n": 2}, known)).status)


@pytest.mark.parametrize(
    "claim",
    [
        "lu_l(A) == [[1, 0], [2, 1]]",
        "lu_u(A) == [[2, 1], [0, 3]]",
        "chol(C) == [[2, 0], [1, 2]]",
        "normF(qr_q(A) @ qr_r(A) - A) <= 1/10**20",
        "normF(qr_q(A).T @ qr_q(A) - I(n)) <= 1/10**20",
        "abs(qr_r(A)[2, 1]) <= 1/10**20",
        "spectral_projector(1, S) == [[4/5, 2/5], [2/5, 1/5]]",
        "normF(A - s(A)[1] * singular_dyad(1, A) - s(A)[2] * singular_dyad(2, A)) <= 1/10**20",
        "funm(t**2 / (3 + t) for t in C) == C @ C @ inv(C + 3 * I(n))",
        "normF(funm(max(t, 0) for t in S) - 2 * spectral_projector(1, S)) <= 1/10**20",
        "normF(funm(exp(t) for t in S) - expm(S)) <= 1/10**20",
        "abs(sum(softmax(x)) - 1) <= 1/10**20",
        "abs(sum(layernorm(x)**2) - n) <= 1/10**20",
        "abs(sum(rmsnorm(x)**2) - n) <= 1/10**20",
        "normF(softmax(A) @ ones(n, 1) - ones(n, 1)) <= 1/10**20",
    ],
)
def test_they_are_what_they_say(claim: str) -> None:
    assert status(claim) in ("holds", "tie")
    turned = claim.replace(" <= 1/10**20", " >= 1/1000") if "<=" in claim else claim.replace("== ", "== 2 * ", 1)
    assert status(turned) == "broken"


@pytest.mark.parametrize(
    ("claim", "values"),
    [
        ("maxabs(lu_u(A)) >= 0", {"A": [[0, 1], [1, 0]]}),
        ("maxabs(chol(S)) >= 0", {"S": [[1, 2], [2, 1]]}),
        ("maxabs(qr_q(A)) >= 0", {"A": [[1, 2], [2, 4]]}),
        ("maxabs(spectral_projector(1, S)) >= 0", {"S": [[1, 0], [0, 1]]}),
        ("maxabs(layernorm(x)) >= 0", {"x": [[1], [1]]}),
    ],
)
def test_where_there_is_none_nothing_is_said(claim: str, values: dict[str, Any]) -> None:
    assert status(claim, values) == "undefined"


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("chol(A) == A", "symmetric by its form"),
        ("funm(t for t in A) == A", "symmetric by its form"),
        ("funm(t**t for t in S) == S", "base and exponent"),
        ("funm(x for x in S) == S", "is a variable already"),
        ("funm(lmax(t) for t in S) == S", "no function of a number"),
        ("normF(eigenvectors(S)) == 1", "no free sign"),
        ("spectral_projector(3, S) == S", "from 1 to the order"),
    ],
)
def test_what_is_refused_says_what_to_write(claim: str, said: str) -> None:
    with pytest.raises(ReadingError, match=said):
        build("f", LET, [], [claim])


# --- d/dt of scalars and matrices against SymPy's own differentiation of explicit ones

t, r = Scalar("t"), Scalar("r")
A, B, C = (Matrix(name, 2, 2) for name in "ABC")
P = Matrix("P", 2, 3)
N = Symmetric("N", 2)
x, y = Vector("x", 2), Vector("y", 2)
moved, line = A + t * B, x + t * y
norm = sqrt(r + tr(line.T @ line))

NAMES = dict(t=t, r=r, A=A, B=B, C=C, P=P, N=N, x=x, y=y, moved=moved, line=line, norm=norm)
TABLE = table(__file__, "families.toml")
FAMILIES, NO_RULE = ([read(typed, **NAMES) for typed in TABLE[key]] for key in ("families", "refused"))


@pytest.mark.parametrize("family", FAMILIES, ids=write)
def test_derivatives_are_those_of_sympy(family):
    difference = lower(ddt(family, t)) - sympy.diff(lower(family), lower(t))
    zero = sympy.simplify(difference.expand())
    assert zero == 0 or getattr(zero, "is_zero_matrix", False)


@pytest.mark.parametrize("family", NO_RULE, ids=write)
def test_what_has_no_rule_is_refused(family):
    with pytest.raises(TypeError, match="no rate of change|in the exponent"):
        ddt(family, t)


@pytest.mark.parametrize("still", [A, r, tr(A)], ids=write)
def test_what_stands_still_is_refused(still):
    with pytest.raises(ValueError, match="does not depend on t"):
        ddt(still, t)
