"""Complex conjectures, and those about unit vectors and the like, from claim to certificate: verdicts, instances as
they were written, and the page."""

import json
from fractions import Fraction

import numpy as np
import pytest

import lemmata
from lemmata.certificates import write
from lemmata.checker.format import digest
from lemmata.conjectures import jobs
from lemmata.conjectures.command import explained
from lemmata.conjectures.numpy_form import assignments, paired
from lemmata.language.parse import ReadingError
from lemmata.network_checker.network_program import check_certificate
from lemmata.report.instances import values

LET = {
    "n": "integer(2, 2)", "A": "complex(n, n)", "B": "complex(n, n)", "H": "hermitian(n)", "K": "hermitian(n)",
    "U": "unitary(n)", "z": "complex", "P": "complex_psd(n)",
}  # fmt: skip
FALSE = [
    "re(tr(A @ A)) >= 0",  # true of symmetric matrices
    "numradius(A @ B) <= numradius(A) * numradius(B)",
    "normF(A @ B - B @ A)**2 <= 19/10 * normF(A)**2 * normF(B)**2",
    "norm2(U @ A - A @ U) <= norm2(A)",
    "abs(z**2 + 1) == abs(z)**2 + 1",
    "A.H @ A == A @ A.H",
    "[[H, A], [A.H, K]] >= 0",  # Hermitian by form
    "[[P, A - B], [(A - B).H, P]] >= 0",
]
TRUE = ["normF(A @ B - B @ A)**2 <= 2 * normF(A)**2 * normF(B)**2", "abs(tr(U)) <= 2", "numradius(A) <= norm2(A)"]


def asked(claim: str, budget: float = 6, **other):
    return lemmata.check(claim, let=LET, budget=budget, **other)


@pytest.mark.parametrize("claim", FALSE)
def test_false_claims_fall_with_a_certificate_that_is_checked_again(claim, tmp_path):
    result = asked(claim)
    assert result.verdict.value == "refuted"
    assert check_certificate(write(tmp_path / "found.json", result.certificate)).accepted
    assert result.certificate["text"]["claim"] == result.statement.text["claim"]
    said = repr(result)
    assert f"claim  {claim}" in said and f"there {claim} fails" in said
    assert "vstack" not in said and "A0" not in said and "U0" not in said


@pytest.mark.parametrize("claim", ["[[H, A], [A.T, K]] >= 0", "[[H, A], [-A.H, K]] >= 0", "[[P, A], [A.H, B]] >= 0"])
def test_blocks_that_are_not_hermitian_have_no_order(claim):
    with pytest.raises(ReadingError, match="has no place in an order"):
        asked(claim)


@pytest.mark.long
@pytest.mark.parametrize("claim", TRUE)
def test_true_claims_survive(claim):
    assert asked(claim, budget=10).holds  # radii that nothing decides are tried at thousands of bits first


def test_an_instance_is_complex():
    result = asked("re(tr(A @ A)) >= 0")
    a = result.instance.numpy()["A"]
    assert a.dtype == complex and np.trace(a @ a).real < 0
    scope = {"np": np}
    exec(result.instance.code, scope)  # lines for NumPy, made by the suite itself
    assert np.array_equal(scope["A"], a) and "A0" not in result.instance.code
    assert set(values(result.entry["counterexample"])) == {"n", "A"}


def test_a_tampered_part_is_refused(tmp_path):
    certificate = json.loads(json.dumps(asked("re(tr(A @ A)) >= 0").certificate))
    certificate["values"] = {name: [["0", "0"], ["0", "0"]] for name in ("A0", "A1")}
    assert not check_certificate(write(tmp_path / "mine.json", {**certificate, "digest": digest(certificate)})).accepted


def test_numbers_as_python_and_the_page_write_them():
    shown = {"re": [["0", "1/2"], ["3", "0.25"]], "im": [["-1", "2"], ["0", "-1/3"]]}
    assert paired(shown) == [["-1j", "1/2 + 2j"], ["3", "0.25 - 1/3 * 1j"]]
    instance = {"dims": {}, "values": {"A0": shown["re"], "t": "1"}, "complex": {"A": shown}, "parts": ["A0"]}
    assert values(instance) == {"A": [["-i", "1/2 + 2 i"], ["3", "0.25 - 1/3 i"]], "t": "1"}
    scope = {"np": np}
    exec("\n".join(assignments(instance)), scope)
    assert scope["A"][1, 1] == pytest.approx(0.25 - 1j / 3) and Fraction(scope["t"]) == 1


@pytest.mark.long
def test_a_hypothesis_that_says_what_a_complex_variable_is_defines_it():
    result = asked("norm2(B) == norm2(A)", given=["B == A.H"])
    assert result.holds and [leaf.name for leaf in result.statement.let] == ["n", "A0", "A1"]
    assert asked("norm2(B) <= norm2(A) / 2", given=["B == A.H"]).verdict.value == "refuted"


def test_what_is_explained_names_real_forms() -> None:
    job = jobs.of_words(["normF(A @ U) <= abs(z) * normF(A.H)"], [], LET, None, {})
    lines = list(explained(job))
    assert "# note: R_A = [[A0, -A1], [A1, A0]] is the real form of A = A0 + 1j*A1" in lines
    assert "# note: z = z0 + 1j*z1" in lines
    (claim,) = (line for line in lines if line.startswith("#   claim  normF"))
    assert "R_A" in claim and "A0" not in claim and "R_U" in claim
    assert "# note: U = unitary(n), of which the parts are printed alone" in lines
    assert not any("has a value only where" in line for line in lines)


@pytest.mark.parametrize(
    "domain", ["unit(2)", "simplex(2)", "projector(2)", "density(2)", "stochastic(1, 2)", "isometry(2, 1)"]
)
def test_a_variable_of_a_normalised_domain_is_shown_itself(domain: str) -> None:
    found = lemmata.check("normF(x) <= 1/2", let={"x": domain}, budget=5)
    shown = found.entry["counterexample"]
    rows = {**shown["values"], **shown.get("made", {})}["x"]
    assert sum(Fraction(entry) ** 2 for row in rows for entry in row) > Fraction(1, 4)
    said = repr(found)
    assert "x0" not in said and "there normF(x) <= 1/2 fails" in said and "x = np.array(" in said
    assert found.instance is not None and "x0" not in found.instance.code
    assert [[str(entry) for entry in row] for row in found.instance.values["x"]] == rows


@pytest.mark.parametrize(
    ("claim", "broken"),
    [
        ("norm2(M) <= norminf(M)", "norm2(M) <= norminf(M)"),
        ("0 <= norm1(M) <= tr(M)", "norm1(M) <= tr(M)"),
        ("norminf(M) <= M[i, i] for i in 1..2", "norminf(M) <= entry(diag(M), i) for i in 1..2"),
    ],
)
def test_a_broken_relation_keeps_its_words(claim, broken):
    said = repr(lemmata.check(claim, let={"M": "real(2, 2)"}, budget=6))
    assert f"there {broken} fails" in said and "relu" not in said


@pytest.mark.parametrize("given", [(), ("M == M.T",)])
def test_what_is_proved_of_symmetric_matrices_only_says_so(given):
    result = lemmata.check(
        "sum(lam(M)[i] for i in 1..n) == tr(M)",
        let={"n": "integer(1, 3)", "M": "real(n, n)"},
        given=list(given),
        budget=5,
    )
    assert result.verdict.value == "proved"
    assert (result.entry["scope"].endswith("only where the claim has a value")) == (not given)
