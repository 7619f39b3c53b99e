"""Certificates about every function of the language: real violations are accepted, altered ones and true claims not."""

from __future__ import annotations

import copy
import random
from fractions import Fraction

import mpmath
import pytest

from lemmata.certificates import build_violation
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from tests.certificates.certificate_samples import examine, placed, resealed
from tests.certificates.test_certificates_forged import numbers_in
from tests.checker.test_functions import draw
from tests.claims.function_claims import (  # fmt: skip
    FALSE,
    TRUE,
    TWO,
)
from tests.oracles import high_precision
from tests.oracles.test_high_precision import entries


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


def forged(statement, dims, **values):
    """A certificate that says that the first conjunct is broken, whether it is or not."""
    instance = Instance(dims, {name: exact(value) for name, value in values.items()})
    return build_violation(statement, instance, 0, instantiate(statement, dims).claim[0])


@pytest.mark.parametrize("name", FALSE)
def test_violations_are_accepted(tmp_path, name):
    statement, dims, values = FALSE[name]
    assert examine(tmp_path, forged(statement, dims, **values)) == 0


def broken(statement, dims, values):
    """Whether high precision finds the hypotheses met and an entry of the claim broken."""
    concrete = instantiate(statement, dims)
    with mpmath.workdps(50):
        try:
            if not all(holds(c.op, *p, mpmath.mpf(10) ** -30) for c in concrete.given for p in sides(c, values)):
                return False
            pairs = sides(concrete.claim[0], values)
        except high_precision.Undefined:
            return False
        return any(not holds(concrete.claim[0].op, a, b, -(mpmath.mpf(10) ** -30)) for a, b in pairs)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", FALSE)
def test_altered_and_sealed_again_they_are_not(tmp_path, name):
    """Every entry moved in turn: accepted only where the claim is broken there too."""
    statement, dims, values = FALSE[name]
    cert = forged(statement, dims, **values)
    for path in list(numbers_in(cert["values"])):
        for step in (Fraction(-1), Fraction(1, 7)):
            other = copy.deepcopy(cert)
            at = cert["values"]
            for key in path:
                at = at[key]
            placed(other["values"], path, str(Fraction(at) + step))
            code = examine(tmp_path, resealed(other))
            moved = {key: exact(value) for key, value in (values | other["values"]).items()}  # integers are in dims
            assert code != 0 or broken(statement, dims, moved)


@pytest.mark.sampled(5, 2)
@pytest.mark.parametrize("statement", TRUE, ids=lambda st: st.text["claim"][0])
def test_true_claims_are_never_refuted(tmp_path, statement):
    rng = random.Random(statement.text["claim"][0])
    for _ in range(6):
        order = rng.choice([1, 2, 2, 3])
        values = {name: draw(rng, order, order) for name in "AB" if f"{name} = " in str(statement.text["let"])}
        if "k = " in str(statement.text["let"]):
            values["k"] = Fraction(rng.randint(1, order))
        assert examine(tmp_path, forged(statement, {"n": order}, **values)) == 1


@pytest.mark.parametrize(("relation", "code"), [("<=", 0), (">=", 1)])
def test_roots_within_roots_within_powers(tmp_path, relation, code):
    """Each root halves the digits of what it rests on: witnesses are found anew where the enclosure bears more."""
    let = {"n": "integer(2, 2)", "A": "pd(n)", "B": "pd(n)", "r": "interval(1/4, 4)"}
    claim = f"lmax(geomean(powm(A, r), powm(B, r), 1/2)) {relation} lmax(geomean(A, B, 1/2))**r"
    statement = conjecture_files.build("means", let, [], [claim])
    values = {"r": Fraction(1, 2), "A": exact([[1, 0], [0, 2]]), "B": exact([[2, 1], [1, 1]])}
    clause = instantiate(statement, TWO).claim[0]
    cert = build_violation(statement, Instance(TWO, values), 0, clause)
    assert examine(tmp_path, cert) == code
