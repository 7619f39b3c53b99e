"""The prover: what it finds the kernel accepts, what is false it never proves, and what it says of it."""

import time

import pytest

from lemmata.cli import app
from lemmata.kernel import num
from lemmata.language import conjecture_files
from lemmata.language.proof import Apply
from lemmata.prove import attempts, proofs
from lemmata.prove.search import lemma_index
from lemmata.prove.search.findings import find
from lemmata.prove.search.recognition import recognised
from tests.prove.search.tactics import claim, searching

SECONDS = 120.0  # a share of it has to be enough for each way that is tried, on a slow machine too
REAL = {"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)"}
SYMMETRIC = {"n": "integer(1, 6)", "A": "symmetric(n)", "B": "symmetric(n)"}
COMMUTATOR = "norm2(A @ B - B @ A) <= {} * norm2(A) * norm2(B - u * I(n))"
PSD = {"n": "integer(1, 6)", "A": "psd(n)", "B": "psd(n)"}


BLOCK = {"n": "integer(1, 6)", "k": "integer(1, n)", "A": "symmetric(n)", "B": "symmetric(n)"}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("text", "let", "given", "leans"),
    [
        ("smax(A + B) <= smax(A) + smax(B)", REAL, (), "classical.operator-norm-triangle"),
        ("abs(smax(A) - smax(B)) <= normF(A - B)", REAL, (), "classical.norms-differ"),
        ("smin(A @ B) >= smin(A) * smin(B)", REAL, (), "classical.submultiplicative"),
        ("smax(A @ B) <= smax(B)", REAL, ("smax(A) < 1",), None),
        ("max(smax(A), smax(B)) <= smax(A) + smax(B)", REAL, (), None),
        ("lmin(A - B) >= lmin(A) - lmax(B)", SYMMETRIC, (), None),
        ("sum((lam(A + B) - lam(A))**2) <= normF(B)**2", SYMMETRIC, (), "classical.hoffman-wielandt"),
        ("tr(A @ B) >= 0", PSD, (), "classical.psd-trace-of-product"),
        ("tr(sqrtm(A)) <= tr(sqrtm(B))", PSD, ("A <= B",), "classical.loewner-heinz"),
        ("rho(A @ B) <= normF(A) * norm2(B)", REAL, (), None),
        ("lmin(had(A, B) + A) >= 0", PSD, (), "classical.schur-product"),
        ("schatten(3, A - B) <= schatten(3, A) + schatten(3, B)", REAL, (), None),
        ("A @ B + B @ A <= A @ A + B @ B", SYMMETRIC, (), "classical.gram-psd"),
        ("lmax(A[1..k, 1..k]) <= norm2(A)", BLOCK, (), None),
        ("sum(lam(A + B)[i] for i in 1..k) <= sum(lam(A)[i] for i in 1..k) + k * lmax(B)", BLOCK, (), None),
        ("det(A)**(1 / n) <= det(A + B)**(1 / n)", PSD, (), "classical.powers-grow"),
        ("tr(A @ A) <= tr(B @ B)", PSD, ("A <= B",), "classical.loewner-norms"),
        (COMMUTATOR.format(2), {**REAL, "u": "real"}, (), None),
        ("normF(A.T @ A - B.T @ B) <= (smax(A) + norm2(B)) * normF(A - B)", REAL, (), None),
        ("numradius(A + B) <= norm2(A) + norm2(B)", REAL, (), "classical.numerical-radius"),
        ("numradius(A) <= smax(A)", REAL, (), "classical.numerical-radius"),  # the row has a symmetric A of its own
        ("smax(A @ pinv(A) @ B) <= norm2(B)", REAL, (), "classical.pseudo-inverse-projectors"),
    ],
)
def test_consequences_are_proved(text, let, given, leans):
    statement = claim(text, let, given)
    found = find(statement, SECONDS)
    assert found is not None and found.judgement.accepted
    used = {s.by.statement for s in found.proof.steps if isinstance(s.by, Apply)}
    assert leans is None or leans in used
    assert 1 <= len(found.lines) <= 5 and found.standing.startswith(("it ", "this is "))
    made = found.report(statement)
    report = made.report
    assert report is not None and statement.id in made.derivations
    assert report["ok"] and report["lines"] and set(report["rests_on"]) >= set(found.axioms)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("text", "let", "given"),
    [
        ("smax(A + B) <= smax(A)", REAL, ()),
        ("smin(A + B) >= smin(A) + smin(B)", REAL, ()),
        ("normF(A @ B) <= smax(A) * smax(B)", REAL, ()),
        ("smax(A @ B) < smax(B)", REAL, ("smax(A) < 1",)),
        ("smax(A) < smax(A) + smax(B)", REAL, ()),
        ("lmin(A @ A) > 0", SYMMETRIC, ()),
        ("tr(A @ B) > 0", PSD, ()),
        ("tr(A @ B) <= lmax(A) * lmax(B)", PSD, ()),
        ("B @ B >= A @ A", PSD, ("A <= B",)),
        ("tr(expm(A) @ expm(B)) <= tr(expm(A + B))", SYMMETRIC, ()),
        ("rho(A + B) <= rho(A) + rho(B)", REAL, ()),
        ("det(had(A, B)) <= det(A) * det(B)", PSD, ()),
        ("schatten(3, A) >= normF(A)", REAL, ()),
        ("lmin(A[1..k, 1..k]) <= lmin(A)", BLOCK, ()),
        ("sum(lam(A + B)[i] for i in 1..k) <= sum(lam(A)[i] for i in 1..k) + lmax(B)", BLOCK, ()),
        ("det(A)**(1 / n) >= 0", REAL, ()),
        ("tr(A @ A) <= tr(B @ B)", SYMMETRIC, ("A <= B",)),
        (COMMUTATOR.format(1), {**REAL, "u": "real"}, ()),
        ("normF(A.T @ A - B.T @ B) <= normF(A - B)**2", REAL, ()),
        ("norm2(A) <= numradius(A)", REAL, ()),
        ("smax(pinv(A) @ B) <= norm2(B)", REAL, ()),
    ],
)
def test_false_variants_are_never_proved(text, let, given):
    assert find(claim(text, let, given), 3.0) is None


def test_a_claim_is_a_theorem_or_follows_from_some():
    assert find(claim("smax(A + B) <= smax(A) + smax(B)", REAL), SECONDS).standing.startswith("this is ")
    found = find(claim("smax(2 * A + B) <= 2 * smax(A) + smax(B)", REAL), SECONDS)
    assert found is not None and found.standing.startswith("it follows from")


def test_what_leans_on_a_statement_does_not_prove_it():
    names = {f.identifier for f in lemma_index.usable("classical.weyl")}
    assert "classical.weyl" not in names
    assert all("classical.weyl" not in lemma_index.below(name) for name in names)


def test_a_claim_that_the_kernel_cannot_read_is_left_open():
    gaussian = {"n": "integer(1, 6)", "G": "gaussian(n, n)"}
    assert find(claim("E(normF(G)**2) <= n**2", gaussian), 2.0) is None


def test_claims_of_the_catalogue_are_recognised_in_other_letters():
    other = {"k": "integer(1, 4)", "X": "psd(k)", "Y": "psd(k)"}
    found = recognised(conjecture_files.build("claim", other, [], ["lmin(had(X, Y)) >= 0"]))
    assert found is not None and found.startswith("this is") and found.endswith("classical.schur-product)")
    plain = {"k": "integer(1, 4)", "X": "symmetric(k)", "Y": "symmetric(k)"}
    axiom = recognised(conjecture_files.build("claim", plain, [], ["tr(expm(X + Y)) <= tr(expm(X) @ expm(Y))"]))
    assert axiom is not None and axiom.endswith("classical.golden-thompson), a textbook fact, taken on trust")
    assert recognised(conjecture_files.build("claim", other, [], ["lmin(had(X, Y)) >= 1"])) is None
    assert (
        recognised(conjecture_files.build("claim", {**other, "X": "symmetric(k)"}, [], ["lmin(had(X, Y)) >= 0"]))
        is None
    )


def test_a_recognised_row_proves_the_claim_and_an_axiom_does_not_prove_itself():
    pair = {"k": "integer(1, 4)", "X": "real(k, k)", "Y": "real(k, k)"}
    row = conjecture_files.build("claim", pair, [], ["abs(tr(X @ Y)) <= sum(s(X) * s(Y))"])
    found = attempts.attempt(row, SECONDS).report
    assert found is not None and found["leans_on"][0] == "classical.von-neumann"
    assert found["standing"].startswith("this is “Von Neumann")
    symmetric = {**pair, "X": "symmetric(k)", "Y": "symmetric(k)"}
    axiom = conjecture_files.build("claim", symmetric, [], ["tr(X @ Y) <= sum(lam(X) * lam(Y))"])
    proved = attempts.attempt(axiom, 3.0).report
    assert proved is None or "classical.trace-inequality-symmetric" not in proved["rests_on"]


def test_a_claim_is_not_called_stronger_than_what_it_does_not_imply():
    found = find(claim("tr(A @ B) <= normF(A) * smax(B) * sqrt(n)", REAL), SECONDS)
    assert found is None or "stronger" not in found.standing


def test_a_damaged_script_is_refused():
    statement = claim("smax(A + B) <= smax(A) + smax(B)", REAL)
    found = find(statement, SECONDS)
    other = claim("smax(A + B) <= smax(A)", REAL)
    assert not proofs.examine(other, found.proof).ok


def test_the_time_allowed_is_kept():
    started = time.process_time()
    assert find(claim("smax(A @ B - B @ A) <= smax(A) * normF(B)", REAL), 1.0) is None
    assert time.process_time() - started < 10


# --- the parts


@pytest.mark.long
@pytest.mark.parametrize("of, holds", [("tr(A @ A) * tr(B @ B)", True), ("tr(A @ A @ A @ A) * tr(B @ B)", False)])
def test_traces_of_gram_matrices_are_squares_of_norms(of, holds):
    found = find(claim(f"tr(A @ B)**2 <= {of}", SYMMETRIC), SECONDS if holds else 4.0)
    assert (found is not None) is holds


@pytest.mark.long
@pytest.mark.parametrize("norm, holds", [("normF", True), ("maxabs", False)])
def test_squares_from_what_is_squared(norm, holds):
    found = find(claim(f"(smax(A) - smax(B))**2 <= {norm}(A - B)**2", REAL), SECONDS if holds else 4.0)
    assert (found is not None) is holds
    assert not holds or "Norms differ by at most the norm of the difference" in found.proof.method


# --- the command


def run(*words):
    """The exit code of the command."""
    return app.main(["prove", *words])


LET = ("--let", "n=integer(1, 6)", "--let", "A=real(n, n)", "--let", "B=real(n, n)")


def test_the_command_says_what_was_found(capsys):
    assert run("--claim", "smax(A + B) <= smax(A) + smax(B)", *LET, "--script") == 0
    said = capsys.readouterr().out
    assert "proved" in said and "riedi.prop-4.triangle" in said
    assert run("--claim", "smax(A + B) <= smax(A)", *LET, "--budget", "2") == 3
    assert "no proof was found" in capsys.readouterr().out


def test_the_command_refuses_bad_input(capsys):
    assert run() == 2
    assert run("no.such-row") == 2
    assert run("--claim", "smax(A <= 1", *LET) == 2


def test_only_what_may_be_true_and_is_shorter_is_named():
    made = searching(claim("(smax(A) - smax(B))**2 <= smax(A - B)**2", REAL))
    state = made.search
    a, b = (("smax", v) for v in sorted(state.ours) if v[1] in "AB")
    state.note_open(("<=", a, b), 1)  # false at an instance
    state.note_open(("<=", ("abs", ("+", a, ("*", num(-1), b))), ("+", a, b)), 2)  # of a goal within the claim's
    assert made.nearest() == ""
    state.note_open(("<=", ("abs", ("+", a, ("*", num(-1), b))), ("+", a, b)), 1)
    assert made.nearest() == "abs(smax(A) - smax(B)) <= smax(A) + smax(B)"
