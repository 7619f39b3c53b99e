"""What is answered before anything heavy is loaded, and what a claim says of itself."""

import re
import subprocess
import sys
from fractions import Fraction

import pytest

from lemmata.claims import algebraic
from lemmata.claims.budget import Budget
from lemmata.conjectures import checking, command, jobs
from lemmata.conjectures.checking import check
from lemmata.evaluate.decide import decide
from lemmata.language.conjecture_files import build, restricted
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError, usages
from lemmata.language.parse.declarations import DOMAINS
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.parse.written import Written
from lemmata.language.reference import words as written_again
from lemmata.language.verdicts import Finding, Verdict
from tests import PATIENCE

LET = {"n": "integer(2, 3)", "A": "real(n, n)", "S": "symmetric(n)", "x": "real(n, 1)", "t": "interval(0, 1)"}
HEAVY = ("sympy", "torch", "flint", "scipy", "numpy", "mpmath")
PROGRAM = """
import sys
from lemmata.cli.app import main
from tests import PATIENCE
code = main(sys.argv[1:])
print(code, [name for name in {heavy} if name in sys.modules])
"""


@pytest.mark.parametrize(
    "words, said",
    [
        (["--claim", "smaxx(A) <= 1", "--let", "A=real(2, 2)"], "did you mean smax"),
        (["--claim", "smax(A) <= norm2(B)", "--let", "A=real(2, 2)"], "`B` is not declared"),
        (["--claim", "smax(A) <= norm2(A", "--let", "A=real(2, 2)"], "never closed"),
        (["--claim", "smax(A) <= 1", "--let", "A=reel(2, 2)"], "did you mean real"),
        (["--claim", "smax(A, A) <= 1", "--let", "A=real(2, 2)"], "was given 2 arguments"),
        (["--claim", "A.inv <= 1", "--let", "A=real(2, 2)"], "write inv(A)"),
        (["--claim", "sum(x[i] for i in 1..m) <= 1", "--let", "x=real(2, 1)"], "`m` is not declared"),
        (["--claim", "tr(Y) <= 1", "--define", "Y=A @ Z", "--let", "A=real(2, 2)"], "`Z` is not declared"),
    ],
)
def test_a_slip_is_answered_before_anything_heavy_is_loaded(words: list[str], said: str) -> None:
    program = PROGRAM.format(heavy=HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", program, "check", *words], capture_output=True, text=True, timeout=PATIENCE
    )
    assert said in done.stderr and done.stdout.strip() == "2 []"


def test_the_names_known_beforehand_are_those_of_the_vocabulary() -> None:
    assert {n: (f.usage, f.least, f.most) for n, f in FUNCTIONS.items()} == usages.FUNCTIONS
    assert {n: (usage, counts) for n, (usage, counts, _) in DOMAINS.items()} == usages.DOMAINS
    assert written_again() == usages.PATH.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "claim",
    [
        "max(x[i] for i in 1..n) <= sum(entrywise(abs, A)[i, 1] for i in 1..n) + t",
        "majorized(diag(S), lam(S))",
        "block([[A, S], [0, A]]) == [[A, S], [0, A]]",
        "norm2(iterate(x, A @ x, 3)) <= pi",
    ],
)
def test_the_first_look_passes_what_can_be_read(claim: str) -> None:
    assert Written("w", LET, [], [claim]).parsed
    build("w", LET, [], [claim])


@pytest.mark.parametrize(
    "claim, said",
    [
        ("iterate(x, A @ x) == x", "iterate"),
        ("iterate(x + x, A @ x, 2) == x", "no name"),
        ("iterate(x, A, 2) == x", "keeps the shape"),
        ("iterate(x, A @ x, 51) == x", "from 0 to 50"),
        ("iterate(A, A @ A @ A, 10) == A", "at most"),
        ("A[i, j] <= 1 for i in 1..n for j in n+1..n", "is empty"),
        ("norm2(schur(3, A)) <= 1", "one below the order"),
        ("norm2(polar(A[1..1, 1..2])) <= 1", "independent columns"),
        ("powm(A, 40) == A", "at most"),
        ("powm(A, x) == A", "takes a number"),
    ],
)
def test_what_is_refused(claim: str, said: str) -> None:
    with pytest.raises(ReadingError, match=said):
        build("w", LET, [], [claim])


def test_steps_are_written_out() -> None:
    one = build("w", LET, [], ["norm2(iterate(A, A @ A - A, 2)) <= 1"])
    two = build("w", LET, [], ["norm2((A @ A - A) @ (A @ A - A) - (A @ A - A)) <= 1"])
    assert one.claim == two.claim
    assert build("w", LET, [], ["iterate(x, A @ x, 0) == x"]).claim == build("w", LET, [], ["x == x"]).claim


@pytest.mark.parametrize(
    ("step", "written"),
    [
        ("A @ x + x", "(A + I(n)) @ ((A + I(n)) @ x)"),
        ("2 * x - A @ x + y", "(2 * I(n) + (-A)) @ ((2 * I(n) + (-A)) @ x + y) + y"),
        ("A @ x / normF(A @ x)", "1 / normF(A @ (A @ x)) * (A @ (A @ x))"),
    ],
)
def test_affine_and_normalised_steps_hold_their_name_once(step: str, written: str) -> None:
    let = LET | {"x": "real(n, 1)", "y": "real(n, 1)"}
    values = {"A": [[2, -1], [1, 3]], "x": [[1], [-2]], "y": [[5], [7]]}
    known = {name: [[Fraction(q) for q in row] for row in rows] for name, rows in values.items()}
    assert build("w", let, [], [f"norm2(iterate(x, {step}, 50)) <= 1"]).text["claim"]
    for said, holds in ((f"iterate(x, {step}, 2)", True), (_twice(step), True), (f"iterate(x, {step}, 3)", False)):
        concrete = instantiate(build("w", let, [], [f"norm2({said} - ({written})) <= 1/1000"]), {"n": 2})
        at = Instance({"n": 2}, {k: v for k, v in known.items() if k in concrete.variables})
        assert decide(concrete.claim[0], at).established == holds


def _twice(step: str) -> str:
    """Two steps, written out by putting the first for every x of the second."""
    return "(" + re.sub(r"\bx\b", f"({step})", step) + ")"


def test_an_explanation_reads_back(tmp_path: object) -> None:
    job = jobs.of_words(["lmax(Y) <= norm2(A)"], ["norm2(A) <= 1"], LET, "named", {"Y": "A @ A"})
    lines = list(command.explained(job))
    path = tmp_path / "said.toml"  # type: ignore[operator]
    path.write_text("\n".join(lines), encoding="utf-8")
    again = list(command.explained(jobs.of_file(path)))
    assert again == lines
    assert any(r"\lambda" in line for line in lines) and any("only where A @ A is symmetric" in line for line in lines)


def test_what_a_claim_leaves_out_is_said() -> None:
    assert list(restricted(build("w", LET, [], ["lmax(A) <= 1"]))) == [
        "lmax(A) has a value only where A is symmetric as a value"
    ]
    assert not list(restricted(build("w", LET, [], ["lmax(S @ S) <= lmax(A.T @ A)"])))
    entry = check(build("w", LET, [], ["lmax(A) <= norm2(A)"]), Budget(1.0))
    assert entry["restricted"] and entry["verdict"] == "supported"


@pytest.mark.parametrize(
    "claim, expected",
    [
        ("det(Q[1..i, 1..i]) >= 0 for i in 1..n", "supported"),
        ("det(A[1..i, 1..i]) >= 0 for i in 1..n", "refuted"),
        ("sum(x[j]**2 for j in 1..i) <= norm2(x)**2 for i in 1..n", "supported"),
        ("sum(x[j] for j in 1..i) <= norm2(x) for i in 1..n", "refuted"),
        ("1 <= 2", "supported"),
        ("2 <= 1", "refuted"),
    ],
)
def test_parts_that_grow_with_an_index(claim: str, expected: str) -> None:
    entry = check(build("w", LET | {"Q": "psd(n)"}, [], [claim]), Budget(1.5))
    assert entry["error"] is None and entry["verdict"] == expected


def test_other_instances_do_not_settle_what_could_not_be_decided() -> None:
    def finding(verdict: Verdict, stopped: str) -> Finding:
        return Finding(verdict, "", {"stopped": stopped})

    assert checking._settles(finding(Verdict.VACUOUS, "never met: t > 1"))
    assert checking._settles(finding(Verdict.INCONCLUSIVE, checking.TIME_OVER))
    for stopped in (
        "undecided at the highest precision: x",
        "refuted, but the certificate checker did not accept it: y",
    ):
        assert not checking._settles(finding(Verdict.INCONCLUSIVE, stopped))


def test_a_table_that_is_symmetric_by_its_values_only_is_to_be_written_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(algebraic, "OTHERS", 1)  # what is said after one refused certificate is said after six
    let = {"Q": "symmetric(2)", "R": "symmetric(2)"}
    turned = "[[3, tr(expm(Q) @ expm(R))], [tr(expm(R) @ expm(Q)), 3]]"  # no derivation is found of its symmetry
    table = "[[3, tr(expm(Q) @ expm(Q) @ expm(R))], [tr(expm(Q) @ expm(R) @ expm(Q)), 3]]"
    apart = ["maxabs(Q @ R - R @ Q) >= 1"]  # where Q and R commute, the entries are computed of the same enclosures
    for asymmetric in (turned, table):
        asked = check(build("w", let, apart, [f"lmin({asymmetric}) >= 1/2"]), Budget(1.5))
        assert asked["verdict"] == "inconclusive" and "write sym(A)" in asked["evidence"]["stopped"]
    assert check(build("w", let, [], [f"lmin(sym({table})) >= 1/2"]), Budget(1.5))["verdict"] == "refuted"
    holds = check(build("w", let, [], [f"lmax(sym({table})) >= 3"]), Budget(1.5))
    assert holds["verdict"] in ("supported", "proved")


def test_ties_that_nothing_decides_are_named_and_break_nothing() -> None:
    let = {"n": "integer(2, 3)", "C": "pd(n)", "D": "pd(n)"}
    claim = "norm2(powm(C, 1/2) @ powm(D, 1/2)) {} norm2(C @ D)**(1/2)"
    entry = check(build("w", let, [], [claim.format("<=")]), Budget(3.0))
    assert entry["verdict"] == "supported" and entry["evidence"]["level"]["count"]
    assert "equality" in entry["evidence"]["level"]["first"] or "slack" in entry["evidence"]["level"]["first"]
    assert check(build("w", let, [], [claim.format("<")]), Budget(3.0))["verdict"] == "refuted"  # the control
