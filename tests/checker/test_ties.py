"""Ties between algebraic numbers are decided exactly by the independent checker; others are left undecided."""

import contextlib
import copy
import json
import random
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.certificates import build_violation
from lemmata.certificates.witnesses import Finder
from lemmata.checker import exact_numbers
from lemmata.checker.evaluate import Evaluator
from lemmata.checker.exact_numbers import Height, Real, Undecided, Undefined, compare, height, vanishes
from lemmata.checker.format import NotEstablished
from lemmata.checker.program import KINDS as FIRST
from lemmata.checker.witnessed_spectra import characteristic, eigenvalues
from lemmata.language import Dim, Matrix, Scalar, entry, forall, s, smax, sqrt
from lemmata.language.instance import Instance
from lemmata.language.parse import read_claims
from lemmata.language.parse.declarations import read_variables
from lemmata.language.variables import Index
from tests import split
from tests.certificates.certificate_samples import certificate, examine, mat, sealed
from tests.checker.values import mat as read
from tests.checker.values import status, value
from tests.made import statement
from tests.made import statement as made

GOLDEN = [[1, 1], [1, 0]]
CUBIC = [[1, 1, 0], [1, 0, 1], [0, 1, -2]]  # three irrational eigenvalues


TIES = [
    ("lam(A, 1) * lam(A, 2)", "-1", GOLDEN),
    ("lam(A, 1)**2", "lam(A, 1) + 1", GOLDEN),
    ("1 / lam(A, 1)", "lam(A, 1) - 1", GOLDEN),
    ("lam(A, 1)", "(1 + sqrt(5)) / 2", GOLDEN),
    ("sqrt(lam(A, 1))**2", "lam(A, 1)", GOLDEN),
    ("sqrt(2 + lam(A, 1))", "sqrt(3 + lam(A, 1) - 1)", GOLDEN),
    ("sqrt(5 + 2 * sqrt(6))", "sqrt(2) + sqrt(3)", GOLDEN),
    ("sqrt(3 + 2 * sqrt(2))", "1 + sqrt(2)", GOLDEN),
    ("2**(1 / 3) * 4**(1 / 3)", "2", GOLDEN),
    ("lam(A, 1) + lam(A, 2) + lam(A, 3)", "tr(A)", CUBIC),
    ("lam(A, 1) * lam(A, 2) * lam(A, 3)", "det(A)", CUBIC),
    ("sum(lam(A)**2)", "normF(A)**2", CUBIC),
    ("s(A, 1) * s(A, 2) * s(A, 3)", "abs(det(A))", CUBIC),
    ("s(A, 1)", "max(lam(A, 1), -lam(A, 3))", CUBIC),
    ("smax(A)**2", "lam(A.T @ A, 1)", CUBIC),
    ("abs(lam(A, 1) - lam(A.T @ A, 1) / lam(A, 1))", "0", GOLDEN),
    ("smax(A)", "sqrt(2)", [[1, 1]]),
    ("normF(A) / sqrt(3)", "sqrt(2) / sqrt(3)", [[1, 1]]),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("left", "right", "rows"), TIES)
def test_equal_numbers_are_known_to_be_equal(left, right, rows):
    """A strict relation is broken by the tie, the others hold."""
    for op, wanted in (("==", "holds"), ("<=", "holds"), (">=", "holds"), ("<", "broken"), (">", "broken")):
        assert status(f"{left} {op} {right}", A=rows) == wanted


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("left", "right", "rows"), TIES)
@pytest.mark.parametrize("shift", [10**15, 10**60, 10**300])
def test_numbers_that_are_nearly_equal_are_told_apart(left, right, rows, shift):
    text = "0" if shift is None else f"1 / {shift}"
    assert status(f"{left} < {right} + {text}", A=rows) == "holds"
    assert status(f"{left} >= {right} + {text}", A=rows) == "broken"
    assert status(f"{left} == {right} - {text}", A=rows) == "broken"


def test_a_zero_denominator_is_undefined_and_a_small_one_is_not():
    with pytest.raises(Undefined):
        value("1 / (lam(A, 1)**2 - lam(A, 1) - 1)", A=GOLDEN)
    with pytest.raises(Undecided):
        value("1 / (lam(A, 1)**2 - lam(A, 1) - 1 + 1 / 10**60)", A=GOLDEN)
    assert status("1 / (lam(A, 1)**2 - lam(A, 1) - 1) <= 1", A=GOLDEN) == "undefined"
    assert status("1 / (lam(A, 1)**2 - lam(A, 1) - 1 + 1 / 10**60) > 1", A=GOLDEN) == "holds"
    assert status("sqrt(lam(A, 1)**2 - lam(A, 1) - 1) == 0", A=GOLDEN) == "holds"
    assert status("sqrt(lam(A, 1)**2 - lam(A, 1) - 1 - 1 / 10**60) >= 0", A=GOLDEN) == "undefined"


def test_heights_of_known_numbers():
    assert height(Fraction(0)).bits == height(Fraction(-1)).bits == 0
    assert height(Fraction(-3, 8)).bits == 3
    golden = value("lam(A)", A=GOLDEN)
    assert all(1 <= x.height.bits <= 4 and x.height.separation == 2 * x.height.bits for x in golden)
    assert Height(1, golden[0].height.generators | golden[1].height.generators).separation == 2
    cubic = value("lam(A)", A=CUBIC)
    assert Height(1, cubic[0].height.generators | cubic[1].height.generators).separation == 6
    assert Height(1, exact_numbers.sqrt(cubic[0], 64).height.generators).separation == 6


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_what_is_called_zero_is_zero(seed):
    """Random polynomials in the eigenvalues of a random integer matrix, reduced by its characteristic polynomial."""
    rng = random.Random(seed)
    n = rng.randint(2, 3)
    half = [[rng.randint(-2, 2) for _ in range(n)] for _ in range(n)]
    rows = [[half[i][j] + half[j][i] for j in range(n)] for i in range(n)]
    c, _ = characteristic(read(rows))
    ev = Evaluator({"A": read(rows)})
    ev.bits = 400
    with Finder(110).asked():
        t = eigenvalues(ev, ev.values["A"], "A")[rng.randrange(n)]
    vanishing = sum((Fraction(c[k]) * _power(t, n - k) for k in range(n)), Fraction(c[n]))
    assert vanishes(vanishing)
    other = vanishing + Fraction(rng.choice([-1, 1]), rng.choice([1, 7, 10**20, 10**80]))
    assert not vanishes(other) and compare(other, Fraction(0)) in (-1, 1)


def _power(t, k):
    out = Fraction(1)
    for _ in range(k):
        out = out * t
    return out


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=4), st.lists(st.integers(-3, 3), min_size=4, max_size=4))
def test_sums_of_square_roots_are_compared_as_their_exact_form_says(radicands, factors):
    """sum c_k sqrt(q_k) = 0 exactly when the coefficients of every square-free part cancel."""
    total, parts = Fraction(0), {}
    for q, c in zip(radicands, factors, strict=False):
        total = total + c * exact_numbers.sqrt(Fraction(q), 3000)
        outside = max(k for k in range(1, 8) if q % (k * k) == 0)
        parts[q // outside**2] = parts.get(q // outside**2, 0) + c * outside
    zero = not any(parts.values())
    assert (compare(total, Fraction(0)) == 0) == zero
    if not zero and isinstance(total, Real):
        assert total.lo > 0 or total.hi < 0


n, i = Dim("n"), Index("i")
A, x = Matrix("A", n, n), Scalar("x", 0, 4)
B = Matrix("B", 1, 2)


def test_strict_claims_broken_by_an_irrational_tie_are_refuted(tmp_path):
    """The engine decides the ties by its own zero tests; the checker agrees."""
    cases = [
        certificate(made(smax(B) < sqrt(2)), {}, 0, B=mat([1, 1])),
        certificate(made(entry(s(A), 1) * entry(s(A), 2) < 1), {"n": 2}, 0, A=mat([1, 1], [1, 0])),
        certificate(made(smax(A) ** 2 < smax(A) + 1), {"n": 2}, 0, A=mat([1, 1], [1, 0])),
        certificate(made(forall(i, 1, n, entry(s(A), i) < sqrt(x) + 1)), {"n": 1}, 0, (1,), A=mat([3]), x=4),
    ]
    for cert in cases:
        assert examine(tmp_path, cert) == 0


def test_claims_that_the_tie_does_not_break_are_not_refuted(tmp_path):
    for claim in (smax(B) <= sqrt(2), smax(B) >= sqrt(2)):
        cert = certificate(made(claim), {}, 0, judged=False, B=mat([1, 1]))
        assert examine(tmp_path, cert) == 1


# --- Ties that enclosures never show: a under carries derivations of them, and nothing else is believed of one

NAMES = read_variables({"n": "integer(1, 8)", "P": "psd(n)", "B": "real(n, n)"})
POINT = Instance({"n": 2}, {"P": mat([2, 1], [1, 3]), "B": mat([1, 5], [0, 2])})
DERIVED = split("""
sqrtm(P) @ B @ expm(P) == (expm(P) @ B.T @ sqrtm(P)).T; 2 * sqrtm(P) @ B == (B.T @ sqrtm(P) * 2).T;
expm(B).T == expm(B.T); had(expm(B), B) == had(B, expm(B)); tr(expm(B) @ sqrtm(P)) == tr(sqrtm(P) @ expm(B));
lmax(B @ sqrtm(P) @ B.T) <= 100; lmax(4 * sqrtm(P) @ expm(P) @ sqrtm(P) - P) <= 1000;
lmax(had(expm(B), expm(B.T)) + expm(B) @ expm(B.T)) <= 10**9; lmax(inv(expm(P) + I(n))) <= 1;
lmax(kron(expm(P), P)) <= 10**9
""")
SEEN = ["lmax(sqrtm(P) + 2 * absm(B) - absm(P + B) / 3) <= 100", "lmax(expm(P)) <= 100"]  # without a derivation
OPEN = ["sqrtm(P) @ expm(P) == expm(P) @ sqrtm(P)"]  # true, and beyond the prover
FALSE = ["sqrtm(P) @ B == B @ sqrtm(P)", "expm(B) == expm(B).T"]


def under(given: str) -> dict[str, Any]:
    """Of a claim that is broken, if the hypothesis holds."""
    claim = read_claims("tr(P @ P.T) + tr(B) <= 1", NAMES)
    return build_violation(statement(claim, read_claims(given, NAMES)), POINT, 0, claim[0], "18", "1")


@pytest.mark.parametrize("given", [*DERIVED, *SEEN, *OPEN, *FALSE])
def test_a_tie_is_established_where_it_is_derived(given: str, tmp_path: Path) -> None:
    cert = under(given)
    assert ("ties" in cert) == (given in DERIVED)
    assert examine(tmp_path, cert) == (0 if given in (*DERIVED, *SEEN) else 1)
    if "ties" in cert:
        assert "ties" not in FIRST["witness"].form
        assert examine(tmp_path, sealed({k: v for k, v in cert.items() if k != "ties"})) == 1


def forged(change: str, ties: dict[str, Any]) -> dict[str, Any]:
    out = copy.deepcopy(ties)
    (equation,) = out["equations"]
    match change:
        case "another equation":
            equation[1] = equation[1].replace("sqrtm(P)", "expm(P)")
        case "another step":
            equation[0] -= 1
        case "no step":
            equation[0] = len(out["steps"])
        case "no equation":
            equation[1] = equation[1].replace("==", "<=")
        case "a step less":
            out["steps"].pop(equation[0])
        case "an axiom of nobody":
            text = f"let: P = psd(2)\nlet: B = real(2, 2)\nclaim: {equation[1]}"
            out["steps"], equation[0] = [["axiom", "smade.fact", "sA", f"s{text}", "j0"]], 0
        case "an equation more":
            out["equations"].append([equation[0], "P == B"])
        case "sizes that are not numbers":
            equation[1] = equation[1] + " for i in 1..n"
    return out


@pytest.mark.parametrize(
    "change", ["another equation", "another step", "no step", "no equation", "a step less", "an axiom of nobody",
               "an equation more", "sizes that are not numbers"],
)  # fmt: skip
def test_a_tie_that_is_not_derived_is_none(change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cert = under(DERIVED[1])
    assert examine(tmp_path, cert) == 0
    cert = sealed(cert | {"ties": forged(change, cert["ties"])})
    assert examine(tmp_path, json.loads(json.dumps(cert))) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_a_tie_about_other_values_is_no_tie_of_these(tmp_path: Path) -> None:
    """What holds of symmetric matrices does not where another domain is declared."""
    cert = under("lmax(B @ sqrtm(P) @ B.T) <= 100")
    cert["ties"]["equations"][0][1] = "B == B.T"
    assert examine(tmp_path, sealed(cert)) == 1


@pytest.mark.parametrize("given", ["tr(B) <= 100", "lmax(expm(P)) <= 100"])
def test_a_tie_that_decides_nothing_is_refused(given: str, tmp_path: Path) -> None:
    cert = under(given)
    assert examine(tmp_path, cert) == 0
    spare = under("lmax(B @ sqrtm(P) @ B.T) <= 100")["ties"]
    assert examine(tmp_path, sealed(cert | {"ties": spare})) == 2


# --- What the checker reads off the form of a matrix, and ties between functions of matrices: certain, or not claimed

GENERIC, ROUND, DEGENERATE = [[1, 2], [3, 4]], [[2, 1], [1, 3]], [[1, 2], [2, 4]]
THREE, SINGULAR = [[1, 2, 0], [3, 4, 1], [0, 1, 1]], [[1, 2, 3], [2, 5, 6], [3, 6, 9]]
TURN, SPIRAL = [[1, -1], [1, 1]], [[1, -2, 0], [2, 1, 1], [1, 0, 0]]
FORMS = [
    ("rank(absm(A))", "rank(A)", DEGENERATE),
    ("cond(absm(A))", "cond(A)", SINGULAR),
    ("rho(A @ A.T)", "rho(A.T @ A)", THREE),
    ("kyfan(2, A)", "normN(A)", GENERIC),
    ("schatten(3, A)", "normN(A)", DEGENERATE),
    ("lmax(A)", "rho(A)", ROUND),
    ("prod(s(A))", "abs(det(A))", GENERIC),
    ("rho(A)", "1", [[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    ("sqrtm(A)", "had(sqrtm(A), ones(2, 2))", [[5, 4], [4, 5]]),
    ("inv(inv(A))", "A", GENERIC),
    ("schatten(1 / 2, A)", "(sqrt(s(A, 1)) + sqrt(s(A, 2)))**2", GENERIC),
    ("cumsum(s(A))", "cumsum(s(A.T))", THREE),
]
BEYOND = [  # ties between functions of matrices, which have no height here: nearly equal, never said to be
    ("normN(A)", "tr(absm(A))", THREE),
    ("lam(absm(A))", "s(A)", THREE),
    ("lmax(sqrtm(A))", "sqrt(lmax(A))", ROUND),
    ("cond(sqrtm(A))", "1", DEGENERATE),
    ("smin(sqrtm(A))", "0", SINGULAR),
    ("rho(A)", "smax(A)", TURN),
    ("schatten(2, A)", "normF(A)", THREE),
    ("schatten(4, A)**2", "normF(A.T @ A)", GENERIC),
    ("rho(A @ A)", "rho(A)**2", SPIRAL),
    ("tr(sqrtm(A))**2", "tr(A) + 2 * sqrt(det(A))", ROUND),
    ("normF(sqrtm(A))", "sqrt(tr(A))", ROUND),
    ("det(sqrtm(A))", "sqrt(det(A))", ROUND),
    ("smax(2 * absm(A))", "2 * smax(A)", THREE),
    ("lam(expm(A))", "exp(lam(A))", ROUND),
    ("det(expm(A))", "exp(tr(A))", THREE),
    ("log(lmax(A))", "lmax(logm(A))", ROUND),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("left", "right", "rows"), FORMS)
def test_ties_between_functions_are_ties(left: str, right: str, rows: list) -> None:
    matrices = left in ("sqrtm(A)", "inv(inv(A))")  # which are equated only
    for op, wanted in (("==", "holds"), ("<=", "holds"), (">=", "holds"), ("<", "broken"), (">", "broken"))[
        : 1 if matrices else 5
    ]:
        assert status(f"{left} {op} {right}", A=rows) == wanted


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("left", "right", "rows"), BEYOND[::4])
def test_ties_beyond_this_check_are_neither_held_nor_broken(left: str, right: str, rows: list) -> None:
    assert status(f"{left} == {right}", A=rows) == status(f"{left} < {right}", A=rows) == "undecided"


@pytest.mark.parametrize(
    ("left", "right", "rows"), [t for t in FORMS if "(" in t[1] and t[0] not in ("sqrtm(A)", "inv(inv(A))")]
)
def test_what_is_nearly_a_tie_is_none(left: str, right: str, rows: list) -> None:
    tiny = f"1 / {10**40}"
    assert status(f"{left} < {right} + {tiny}", A=rows) == "holds"
    assert status(f"{left} == {right} - {tiny}", A=rows) == "broken"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("pi - 2 * pi <= -pi", GOLDEN),
        ("exp(1) * exp(-1) <= 1", GOLDEN),
        ("log(2) + log(3) <= log(6)", GOLDEN),
        ("2**sqrt(2) * 2**(-sqrt(2)) <= 1", GOLDEN),
        ("smax(sqrt(2) * A) <= sqrt(2) * smax(A)", GOLDEN),
        ("rho(expm(A)) <= exp(rho(A))", ROUND),
        ("expm(A) @ expm(-A) == I(2)", ROUND),
        ("sqrtm(A) @ sqrtm(A) == A", ROUND),
        ("exp(log(lmax(A))) < lmax(A)", ROUND),
        ("lmax(sqrtm(A) @ sqrtm(A)) > lmax(A)", ROUND),
    ],
)
def test_ties_beyond_this_check_are_left_undecided_soon(text: str, rows: list) -> None:
    start = time.process_time()
    assert status(text, A=rows) == "undecided"
    assert time.process_time() - start < (10 if rows is GOLDEN else 20)


@pytest.mark.parametrize(
    "text",
    [
        "lmax(" + " + ".join(["expm(A) @ expm(A)"] * 60) + ") <= 1",
        "lmax(" + " @ ".join(["(expm(A) + expm(A.T))"] * 30) + ") <= 1",
        "sqrtm(sqrtm(sqrtm(sqrtm(sqrtm(sqrtm(absm(A))))))) == A",
        "expm(expm(expm(expm(A)))) == A",
        "inv(inv(inv(inv(inv(inv(expm(A))))))) == A",
        "absm(" * 38 + "expm(A / 10**6)" + ")" * 38 + " == A",
        "lmax(" + "-" * 70 + "expm(A / 10**6)" + ") <= 1",
        "schatten(10**9, A) <= 1",
        "kyfan(10**9, A) <= 1",
        "normN(kron(kron(A, A), kron(A, kron(A, A)))) <= 1",
    ],
)
def test_hostile_expressions_end_within_the_time(text: str) -> None:
    start = time.process_time()
    with contextlib.suppress(NotEstablished, Undefined, Undecided):
        status(text, seconds=5, A=[[Fraction(10**6), Fraction(1, 7)], [Fraction(2, 3), Fraction(5)]])
    assert time.process_time() - start < 25
