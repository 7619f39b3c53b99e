"""Words in matrix functions: identities that hold by algebra are seen, and false ones are not."""

import random
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, arb_mat, fmpq, fmpq_mat

from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.decide import judge
from lemmata.evaluate.exact import ExactInterpreter, Irrational
from lemmata.evaluate.interpreter import Undecided, Undefined
from lemmata.evaluate.matrix_words import multiply, power
from lemmata.language import (
    Id,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Psd,
    SkewSymmetric,
    Symmetric,
    absm,
    conjecture_files,
    expm,
    inv,
    logm,
    sqrtm,
)
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError
from lemmata.linalg.convert import to_fraction_rows
from lemmata.linalg.precision import precision
from lemmata.linalg.rational_functions import identity
from tests import table
from tests.fuzz import claims, stages
from tests.language.samples import read
from tests.linalg.spectral_zoo import diagonal, reflection

A, B, S, Q, D, K, R = (
    Matrix("A", 3, 3), Matrix("B", 2, 3), Symmetric("S", 3), Psd("Q", 3), PositiveDefinite("D", 3),
    SkewSymmetric("K", 3), Orthogonal("O", 3),
)  # fmt: skip
HALF = Fraction(1, 2)


def instance(seed: int) -> Instance:
    """Random values of all variables above; Q is singular for even seeds."""
    rng = random.Random(seed)

    def table(r: int, c: int) -> fmpq_mat:
        return fmpq_mat(r, c, [fmpq(rng.randint(-4, 4), rng.choice([1, 1, 2])) for _ in range(r * c)])

    a, s, d, k = table(3, 3), table(3, 3), table(3, 3), table(3, 3)
    q = table(2 if seed % 2 == 0 else 3, 3)
    values = {
        "A": a, "B": table(2, 3), "S": s + s.transpose(), "Q": q.transpose() * q,
        "D": d.transpose() * d + identity(3), "K": k - k.transpose(),
        "O": reflection(3, rng) * reflection(3, rng),
    }  # fmt: skip
    return Instance({}, {name: to_fraction_rows(M) for name, M in values.items()})


NAMES = {"A": A, "B": B, "S": S, "Q": Q, "D": D, "K": K, "R": R, "HALF": HALF}
TABLE = table(__file__, "identities.toml")
TRUE, FALSE = ([[read(side, **NAMES) for side in pair] for pair in TABLE[key]] for key in ("true", "false"))


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("left", "right"), TRUE, ids=[f"{a} == {b}" for a, b in TRUE])
def test_identities(left: Any, right: Any, seed: int) -> None:
    exact = ExactInterpreter(instance(seed))
    difference = exact.matrix(left - right)
    assert all(x == 0 for x in difference.entries())


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("left", "right"), FALSE, ids=[f"{a} == {b}" for a, b in FALSE])
def test_false_identities_are_not_seen(left: Any, right: Any, seed: int) -> None:
    exact = ExactInterpreter(instance(seed))
    try:
        difference = exact.matrix(left - right)
    except Irrational:
        return
    assert any(x != 0 for x in difference.entries())


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_forms_and_balls_agree(seed: int) -> None:
    """A form evaluated letter by letter lies in the balls of the expression it stands for."""
    at = instance(seed)
    exact, balls = ExactInterpreter(at), BallInterpreter(ExactInterpreter(at), 128)
    nodes = [
        expm(A) @ R @ expm(S), sqrtm(Q) @ A @ sqrtm(D), 2 * sqrtm(D) - inv(sqrtm(D)) @ A, absm(B) @ expm(A).T,
        expm(HALF * logm(D) + 0 * S), B @ absm(A) @ R, logm(D) @ A @ expm(-S), sqrtm(sqrtm(D)) @ R, inv(expm(A) @ R),
    ]  # fmt: skip
    for node in nodes:
        form, enclosure = exact.form(node), balls.matrix(node)
        total = arb_mat(*map(int, node.shape))
        with precision(200):
            for word, M in form.items():
                product = arb_mat(M)
                for letter in word:
                    product = product * enclosed(letter)
                total = total + product
            pairs = zip(total.entries(), arb_mat(enclosure).entries(), strict=True)
            assert all(x.overlaps(y) for x, y in pairs)
            assert max(float(x.rad()) for x in total.entries()) < 1e-20


def enclosed(letter: Any) -> arb_mat:
    """The value of a letter by a power series or by diagonalisation at high precision."""
    from mpmath import mp

    X = letter.argument
    if letter.kind == "mat":
        return arb_mat(X)
    if letter.kind == "exp":
        return arb_mat(X).exp()
    with mp.workdps(80):
        M = mp.matrix([[mp.mpf(int(x.p)) / int(x.q) for x in row] for row in X.tolist()])
        w, V = mp.eig(M)
        apply = (
            mp.log if letter.kind == "log" else lambda t: abs(t) ** (mp.mpf(int(letter.power.p)) / int(letter.power.q))
        )
        value = V * mp.diag([apply(mp.re(t)) for t in w]) * V**-1
        n = X.nrows()
        near = arb(0, arb(10) ** -30)  # a zero eigenvalue found near 10^-70 has a root near 10^-35
        return arb_mat(n, n, [arb(mp.nstr(mp.re(value[i, j]), 70)) + near for i in range(n) for j in range(n)])


def test_undefined_and_out_of_reach() -> None:
    singular = diagonal([2, 0])
    with pytest.raises(Undefined):
        power(singular, fmpq(-1, 2))
    at = instance(0)
    exact, balls = ExactInterpreter(at), BallInterpreter(ExactInterpreter(at), 64)
    with pytest.raises(Undefined):
        balls.matrix(inv(sqrtm(Q)))  # Q is singular here
    with pytest.raises(Undefined):
        exact.matrix(sqrtm(S - 100 * Id(3)))
    for node in (expm(expm(S)), logm(expm(S) + Id(3)), sqrtm(D) + expm(S), inv(sqrtm(D) + expm(S))):
        with pytest.raises(Irrational):
            exact.matrix(node)
    with pytest.raises(Undefined):  # zero, for the irrational parts cancel
        balls.matrix(inv(sqrtm(D) @ sqrtm(D) @ expm(S) - D @ expm(S) + 0 * S))
    with pytest.raises(Undecided):  # zero too, but no algebra here shows it
        balls.matrix(inv(expm(expm(S)) - expm(expm(S).T)))


@pytest.mark.parametrize("exponent", [fmpq(1, 2**52), fmpq(2**60 - 1, 2**60), fmpq(3, 10**6 + 3)])
def test_powers_too_long_to_write_out_are_declined(exponent: fmpq) -> None:
    Q = fmpq_mat(2, 2, [fmpq(7, 12), fmpq(1, 4), fmpq(1, 4), fmpq(5, 12)])  # its trace is 1: a factor in neither
    for X in (Q, Q * fmpq(5, 3), Q * fmpq(1, 3)):
        assert len(power(X, exponent)) == 1
        assert multiply(power(X, exponent), power(X, 1 - exponent)) == {(): X}


# --- matrices written entry by entry are seen to be symmetric where entries differ in the order of terms alone


@pytest.mark.parametrize(
    "upper, lower, seen",
    [
        ("(1 + x * y)**p", "(y * x + 1)**p", True),
        ("x**p / (x + y)", "x**p / (y + x)", True),
        ("x**p * (2 - y)", "(2 - y) * x**p", True),
        ("x**p - y", "y - x**p", False),  # the other way round is another number
        ("x**p / y", "y / x**p", False),
        ("x**p", "p**x", False),
    ],
)
def test_order_of_terms_and_factors(upper: str, lower: str, seen: bool) -> None:
    let = {"x": "positive", "y": "positive", "p": "interval(1, 2)"}
    claim = f"lmin([[x**p, {upper}], [{lower}, -1 * y**p]]) >= 0"
    concrete = instantiate(conjecture_files.build("written", let, [], [claim]), {})
    instance = Instance({}, {"x": Fraction(2), "y": Fraction(3), "p": Fraction(3, 2)})
    found = judge(concrete, instance)
    assert (found.outcome == "violation") == seen, found.reason


# --- Random nested expressions: exact, algebraic, ball, mpmath and float interpreters never contradict each other


@pytest.mark.parametrize("seed", range(2))
def test_interpreters_agree(seed: int) -> None:
    draw = random.Random(seed)
    grammar, terms = claims.Wide(draw), 0
    while terms < 20:
        job = claims.of_grammar(draw, grammar)
        try:
            statement = conjecture_files.build("drawn", job["let"], [], job["claim"])
        except ReadingError:
            continue  # a shape that does not fit
        terms += len(statement.claim)
        assert list(stages.values(statement, terms)) == []
