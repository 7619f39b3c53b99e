"""Certificates about every function of the language: real violations are accepted, altered ones and true claims not."""

import copy
import random
from fractions import Fraction
from functools import cache

import mpmath
import pytest
from flint import fmpq_mat

from lemmata.certificates import build_violation, digest
from lemmata.certificates.level_forms import level_forms
from lemmata.checker.format import NotEstablished, fields
from lemmata.checker.witnessed_spectra import Mat, inertia, matrix, semidefinite
from lemmata.claims.budget import Budget
from lemmata.conjectures.checking import check
from lemmata.evaluate.decide import judge
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import explained
from tests.certificates.certificate_samples import examine, numbers_in, placed, resealed
from tests.checker.test_functions import draw
from tests.claims.function_claims import FALSE, TRUE, TWO
from tests.oracles import high_precision
from tests.oracles.test_high_precision import entries


def decimal(number):
    return (
        f"[{mpmath.nstr(number, 25)} +/- {mpmath.nstr(abs(number) * mpmath.mpf(10) ** -20 + mpmath.mpf(10) ** -25, 3)}]"
    )


def sides(relation, values):
    """Both sides of a relation, entry by entry, at high precision."""
    at = Instance({}, values)
    left, right = (entries(high_precision.evaluate(side, at)) for side in (relation.lhs, relation.rhs))
    length = max(len(left), len(right))
    return [(a, b) for a, b in zip(*(x * (length // len(x)) for x in (left, right)), strict=True)]


def holds(op, a, b, slack):
    return {
        "<=": a <= b + slack,
        "<": a < b + slack,
        ">=": a >= b - slack,
        ">": a > b - slack,
        "==": abs(a - b) <= slack,
    }[op]


def exact(value):
    return [[Fraction(y) for y in row] for row in value] if isinstance(value, list) else Fraction(value)


def forged(statement, dims, entry=0, **values):
    """A certificate with the sides of one entry as high precision gives them, broken or not."""
    values = {name: exact(value) for name, value in values.items()}
    concrete = instantiate(statement, dims)
    relation = concrete.claim[0]
    with mpmath.workdps(50):
        pairs = sides(relation, values)
        broken = [p for p in pairs if not holds(relation.op, *p, mpmath.mpf(10) ** -15)]
        a, b = broken[0] if broken else pairs[entry]
        given = [(c, *map(decimal, sides(c, values)[0])) for c in concrete.given]
        return build_violation(statement, Instance(dims, values), 0, relation, decimal(a), decimal(b), given)


@pytest.mark.parametrize("name", FALSE)
def test_violations_are_accepted(tmp_path, name):
    statement, dims, values = FALSE[name]
    assert examine(tmp_path, forged(statement, dims, **values)) == 0


def broken(statement, dims, values, cert):
    """Whether high precision finds the hypotheses met and the recorded sides at a broken entry of the claim."""
    concrete = instantiate(statement, dims)
    with mpmath.workdps(50):
        try:
            if not all(holds(c.op, *p, mpmath.mpf(10) ** -30) for c in concrete.given for p in sides(c, values)):
                return False
            pairs = sides(concrete.claim[0], values)
        except high_precision.Undefined:
            return False
        recorded = [mpmath.mpf(cert[side][1:].split()[0]) for side in ("lhs", "rhs")]
        near = [p for p in pairs if all(abs(a - b) < 1e-9 for a, b in zip(p, recorded, strict=True))]
        return any(not holds(concrete.claim[0].op, a, b, -(mpmath.mpf(10) ** -30)) for a, b in near)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", FALSE)
def test_altered_and_sealed_again_they_are_not(tmp_path, name):
    """Every entry moved in turn, every enclosure moved: accepted only where the violation recorded is still there."""
    statement, dims, values = FALSE[name]
    cert = forged(statement, dims, **values)
    rejected = 0
    for path in numbers_in(cert["values"]):
        for step in (Fraction(-1), Fraction(1, 7)):
            other = copy.deepcopy(cert)
            at = cert["values"]
            for key in path:
                at = at[key]
            placed(other["values"], path, str(Fraction(at) + step))
            code = examine(tmp_path, resealed(other))
            moved = {key: exact(value) for key, value in other["values"].items()}
            assert code != 0 or broken(statement, dims, moved, other)
            rejected += code != 0
    assert rejected
    for side in ("lhs", "rhs"):
        middle = Fraction(cert[side][1:].split()[0])
        for moved in (middle + Fraction(1, 10**9), middle - 1, -middle - 1):
            assert examine(tmp_path, resealed({**cert, side: f"[{float(moved):.15g} +/- 1e-12]"})) == 2
    for place, record in enumerate(cert["given"]):
        other = copy.deepcopy(cert)
        other["given"][place] = {**record, "lhs": "[77 +/- 1e-3]"}
        assert examine(tmp_path, resealed(other)) == 2


@pytest.mark.sampled(5, 2)
@pytest.mark.parametrize("statement", TRUE, ids=lambda st: st.text["claim"][0])
def test_true_claims_are_never_refuted(tmp_path, statement):
    rng = random.Random(statement.text["claim"][0])
    tried = 0
    for _ in range(6):
        order = rng.choice([1, 2, 2, 3])
        values = {name: draw(rng, order, order) for name in "AB" if f"{name} = " in str(statement.text["let"])}
        if "k = " in str(statement.text["let"]):
            values["k"] = Fraction(rng.randint(1, order))
        try:
            cert = forged(statement, {"n": order}, **values)
        except high_precision.Undefined:
            continue
        tried += 1
        assert examine(tmp_path, cert) == 1
        for lhs, rhs in (("100", "0"), ("0", "100"), ("[0 +/- 1000]", "[0 +/- 1000]")):
            assert examine(tmp_path, resealed({**cert, "lhs": lhs, "rhs": rhs})) in (1, 2)
    assert tried


@pytest.mark.long
@pytest.mark.parametrize(("relation", "code"), [("<=", 0), (">=", 1)])
def test_roots_within_roots_within_powers(tmp_path, relation, code):
    """Each root halves the digits of what it rests on: witnesses are found anew where the enclosure bears more."""
    let = {"n": "integer(2, 2)", "A": "pd(n)", "B": "pd(n)", "r": "interval(1/4, 4)"}
    claim = f"lmax(geomean(powm(A, r), powm(B, r), 1/2)) {relation} lmax(geomean(A, B, 1/2))**r"
    statement = conjecture_files.build("means", let, [], [claim])
    values = {"r": Fraction(1, 2), "A": exact([[1, 0], [0, 2]]), "B": exact([[2, 1], [1, 1]])}
    clause = instantiate(statement, TWO).claim[0]
    cert = build_violation(statement, Instance(TWO, values), 0, clause, "[1 +/- 1]", "[1 +/- 1]", [])
    assert examine(tmp_path, cert) == code


# --- Certificates where eigenvalues are tens of powers of ten apart: witnesses of logarithms reach the smallest one

FURUTA = "lmin(powm(sqrtm(B) @ (B + C) @ (B + C) @ sqrtm(B), {0}) - powm(B, 3 * {0})) >= 0"
FAR = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1, 2**76)]]
ABOVE = [[Fraction(1), Fraction(1, 2**38)], [Fraction(1, 2**38), Fraction(1, 2**76)]]


@cache
def certificate(power: str) -> dict[str, object]:
    statement = conjecture_files.build("far", {"B": "pd(2)", "C": "psd(2)"}, [], [FURUTA.format(power)])
    concrete, instance = instantiate(statement, {}), Instance({}, {"B": FAR, "C": ABOVE})
    decision = judge(concrete, instance).conjuncts[0]
    return build_violation(statement, instance, 0, concrete.claim[0], decision.lhs, decision.rhs)


def test_a_violation_at_a_condition_of_2_to_the_76_and_no_other_is_established() -> None:
    good = certificate("100/149")
    assert explained(fields(good))[-1] == "violation established"
    with pytest.raises(NotEstablished):
        explained(fields(certificate("2/3")))


def test_a_witness_that_is_too_far_away_establishes_nothing() -> None:
    bad = dict(certificate("100/149"))
    bad["witnesses"] = {
        name: [["0", "0"], ["0", "0"]] if name.startswith("logm") else found
        for name, found in bad["witnesses"].items()  # type: ignore[attr-defined]
    }
    bad["digest"] = digest(bad)
    with pytest.raises(NotEstablished):
        explained(fields(bad))


# --- Forms that show a spectral radius to be a rational number exactly, and claims that fail at that number only

HALF = Fraction(1, 2)
CYCLE = [[int(j == (i + 1) % 8) for j in range(8)] for i in range(8)]


def mat(rows: object) -> Mat:
    table = [[Fraction(x) for x in row] for row in rows]  # type: ignore[attr-defined]
    return matrix(table, len(table))


def read(form: fmpq_mat) -> Mat:
    return mat([[Fraction(int(x.p), int(x.q)) for x in row] for row in form.tolist()])


@pytest.mark.parametrize(
    "rows, r",
    [
        ([[0, -1], [1, 1]], Fraction(1)),  # a sixth of a turn, not normal
        ([[1, 5, 2], [0, HALF, 7], [0, 0, -1]], Fraction(1)),
        ([[0, -1, 3], [1, Fraction(6, 5), 1], [0, 0, Fraction(1, 3)]], Fraction(1)),  # a turn by no part of the circle
        ([[Fraction(1, 3), 1], [0, Fraction(1, 4)]], Fraction(1, 3)),
        ([[0, 2], [2, 0]], Fraction(2)),
        (CYCLE, Fraction(1)),
    ],
)
def test_both_bounds_are_the_number_itself(rows: list[list[int]], r: Fraction) -> None:
    a, forms = mat(rows), level_forms(mat(rows), r)
    assert forms is not None
    q, p = map(read, forms)
    assert inertia(q)[0] and (a.T @ q @ a).rows == q.scaled(r * r).rows
    assert inertia(p) == (a.cols, 0) and semidefinite(p.scaled(r * r) - a.T @ p @ a)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "n, verdict",
    [(3, "refuted"), (2, "supported")],  # J. Wolfowitz: words of two letters are not enough from order 3 on
)
def test_products_of_mixing_chains(n: int, verdict: str) -> None:
    let = {"A": f"stochastic({n}, {n})", "B": f"stochastic({n}, {n})"}
    given = [f"rho({x} - ones({n}, {n}) / {n}) < 1" for x in "AB"]
    claim = f"rho(A @ B - ones({n}, {n}) / {n}) < 1"
    entry = check(conjecture_files.build("mixing", let, given, [claim]), Budget(6.0))
    assert entry["verdict"] == verdict
