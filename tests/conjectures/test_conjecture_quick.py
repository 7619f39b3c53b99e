"""What is answered before anything heavy is loaded, and what a claim says of itself."""

import itertools
import random
import re
import time
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from benchmarks import known_claims
from lemmata.claims import algebraic
from lemmata.claims.budget import Budget
from lemmata.conjectures import answers, checking, command, jobs
from lemmata.conjectures.checking import check
from lemmata.conjectures.short_answers import in_short
from lemmata.evaluate.decide import decide
from lemmata.language import conjecture_files
from lemmata.language.conjecture_files import build, restricted
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate, substitute
from lemmata.language.parse import ReadingError, usages
from lemmata.language.parse.declarations import DOMAINS
from lemmata.language.parse.vocabulary import FUNCTIONS
from lemmata.language.parse.written import Written
from lemmata.language.reference import words as written_again
from lemmata.language.verdicts import Finding, Verdict
from tests import python

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
    done = python("-c", program, "check", *words)
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
        ("powm(A, n + 1) == A", "takes one whole number"),
        ("powm(A, j) == A for j in -1..2", "below 0"),
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


TABLE = "[[3, tr(expm(Q) @ expm(Q) @ expm(R))], [tr(expm(Q) @ expm(R) @ expm(Q)), 3]]"
TURNED = "[[3, tr(expm(Q) @ expm(R))], [tr(expm(R) @ expm(Q)), 3]]"  # no derivation is found of its symmetry
APART = "maxabs(Q @ R - R @ Q) >= 1"  # where Q and R commute, the entries are computed of the same enclosures


@pytest.mark.parametrize(
    ("claim", "given", "verdicts"),
    [
        (f"lmin({TABLE}) >= 1/2", [APART], ["inconclusive"]),
        pytest.param(f"lmin({TURNED}) >= 1/2", [APART], ["inconclusive"], marks=pytest.mark.long),
        (f"lmin(sym({TABLE})) >= 1/2", [], ["refuted"]),
        (f"lmax(sym({TABLE})) >= 3", [], ["supported", "proved"]),
    ],
)
def test_a_table_that_is_symmetric_by_its_values_only_is_to_be_written_so(claim, given, verdicts, monkeypatch) -> None:
    monkeypatch.setattr(algebraic, "OTHERS", 1)  # what is said after one refused certificate is said after six
    entry = check(build("w", {"Q": "symmetric(2)", "R": "symmetric(2)"}, given, [claim]), Budget(1.0))
    assert entry["verdict"] in verdicts
    assert "inconclusive" not in verdicts or "write sym(A)" in entry["evidence"]["stopped"]


def test_ties_that_nothing_decides_are_named_and_break_nothing() -> None:
    let = {"n": "integer(2, 3)", "C": "pd(n)", "D": "pd(n)"}
    claim = "norm2(powm(C, 1/2) @ powm(D, 1/2)) {} norm2(C @ D)**(1/2)"
    entry = check(build("w", let, [], [claim.format("<=")]), Budget(1.5))
    assert entry["verdict"] == "supported" and entry["evidence"]["level"]["count"]
    assert "equality" in entry["evidence"]["level"]["first"] or "slack" in entry["evidence"]["level"]["first"]
    assert check(build("w", let, [], [claim.format("<")]), Budget(1.5))["verdict"] == "refuted"  # the control


# --- Claims as users make them: each is read as it is said, refuted with a certificate where it is false, and else
# not


# a channel of two Kraus operators, after the copy |i> -> |i i> of a state and without it
CHANNEL = {
    "K": "V[1..2, 1..2]",
    "L": "V[3..4, 1..2]",
    "D": "R - S",
    "P": "[[1, 0], [0, 0], [0, 0], [0, 1]]",
    "W": "P @ D @ P.T",
    "F": "kron(K, I(2)) @ W @ kron(K, I(2)).H + kron(L, I(2)) @ W @ kron(L, I(2)).H",
    "G": "K @ D @ K.H + L @ D @ L.H",
}
STATES = {"V": "complex_isometry(4, 2)", "R": "complex_density(2)", "S": "complex_density(2)"}


def verdict(let, claim, said, given=(), define=None):
    """What is found; as what is false ends the search, it is given more time."""
    statement = build("said", let, list(given), [claim], define=define)
    entry = check(statement, Budget(5.0 if said == "refuted" else 1.5))
    assert entry["error"] is None, entry["error"]
    assert bool(entry["certificate"]) is (entry["verdict"] == "refuted")
    return entry["verdict"]


MATRICES = {"n": "integer(2, 3)", "A": "real(n, n)", "B": "real(n, n)", "R": "real(2, n)", "P": "psd(n)", "Q": "psd(n)"}
Z_MATRICES = [f"{x}[{at}] <= 0 for i in 1..n-1 for j in i+1..n" for x in "AB" for at in ("i, j", "j, i")]
M_MATRICES = ["entrywise(A >= B)", *Z_MATRICES, "entrywise(inv(A) >= 0)", "entrywise(inv(B) >= 0)"]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("claim", "given", "said"),
    [
        ("entrywise(inv(A) <= inv(B))", M_MATRICES, "supported"),
        ("entrywise(inv(A) >= inv(B))", M_MATRICES, "refuted"),
        ("entrywise(A @ B >= 0)", ["entrywise(A >= 0)", "entrywise(0 <= B)"], "supported"),
        ("entrywise(inv(A) >= 0)", ["entrywise(A >= 0)"], "refuted"),
        ("maxabs(R) <= 1", ["entrywise(-ones(2, n) <= R <= ones(2, n))"], "supported"),
        ("maxabs(R) < 1", ["entrywise(-ones(2, n) <= R <= ones(2, n))"], "refuted"),
        ("entrywise(P >= 0)", [], "refuted"),  # in the order of Loewner it is
        ("entrywise(had(P, P) >= 0)", [], "supported"),
        ("rho(A) <= rho(B)", ["entrywise(0 <= A)", "entrywise(A <= B)"], "supported"),
        ("rho(A) <= rho(B)", ["entrywise(A <= B)"], "refuted"),
    ],
)
def test_orders_of_entries(claim, given, said):
    assert verdict(MATRICES, claim, said, given) in ({"supported", "proved"} if said == "supported" else {said})


@pytest.mark.parametrize("claim", ["A >= B", "P @ Q >= 0", "A <= 0", "R >= 0", "inv(A) >= 0"])
def test_an_order_that_is_not_said_is_asked_for(claim):
    with pytest.raises(ReadingError, match=r"entrywise\("):
        build("said", MATRICES, [], [claim])


COMPLEX = {"n": "integer(1, 3)", "M": "complex(n, n)", "N": "complex(n, n)"}


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("re(det(I(n) + M @ conj(M))) >= 0", "supported"),
        ("re(det(I(n) + M @ M)) >= 0", "refuted"),
        ("re(det(M)) >= 0", "refuted"),
        ("im(det(M)) <= normF(M)**n", "supported"),
        ("det(M @ N) == det(M) * det(N)", "supported"),
        ("det(M + N) == det(M) + det(N)", "refuted"),
        ("det(M.H) == conj(det(M))", "supported"),
        ("det(M.H) == det(M)", "refuted"),
        ("abs(det(M) / det(N)) == abs(det(M)) / abs(det(N))", "supported"),
        ("re(1 / det(M)) <= 1", "refuted"),
    ],
)
def test_complex_determinants(claim, said):
    assert verdict(COMPLEX, claim, said) in ({"supported", "proved"} if said == "supported" else {said})


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_complex_determinants_have_their_values(n):
    draw, let = random.Random(n), {"M": f"complex({n}, {n})"}
    for singular in (False, True):
        parts = {x: [[Fraction(draw.randint(-3, 3)) for _ in range(n)] for _ in range(n)] for x in ("M0", "M1")}
        if singular:  # the last row is zero, or a copy of the first
            for rows in parts.values():
                rows[-1] = rows[0] if n > 1 else [Fraction(0)] * n
        value = np.linalg.det([[float(x) + 1j * float(y) for x, y in zip(*r)] for r in zip(*parts.values())])  # noqa: B905
        for word, known in (("re", round(value.real)), ("im", round(value.imag))):
            for wrong, status in ((0, "holds"), (1, "broken")):
                made = build("det", let, [], [f"{word}(det(M)) == {known + wrong}"])
                assert decide(substitute(made.conjuncts[0], {}), Instance({}, parts)).status == status, word


@pytest.mark.sampled(2, 1)
@pytest.mark.parametrize(
    ("claim", "said"), [("normN(G) <= 2 * normN(F)", "supported"), ("normN(F) <= normN(G)", "refuted")]
)
def test_channels_of_many_definitions(claim, said):
    start = time.process_time()
    build("channel", STATES, [], [claim], define=CHANNEL)
    assert time.process_time() - start < 0.5
    assert verdict(STATES, claim, said, define=CHANNEL) == said


# --- An answer in five lines, the same facts as the whole account, and no two lines that contradict each other


REAL = {"n": "integer(1, 3)", "A": "real(n, n)", "B": "real(n, n)"}
CLAIMS: dict[str, tuple[dict[str, str], list[str], str]] = {
    "refuted": (REAL, [], "s(A + B) <= s(A) + s(B)"),
    "refuted at a tie": ({"x": "real"}, [], "(x - 1/3)**2 > 0"),
    "supported": (REAL, [], "smax(A @ B) <= smax(A) * smax(B)"),
    "vacuous": ({"x": "real"}, ["x**2 == 2"], "x >= 1"),
}
# Of each pair at most one may be said.
FORBIDDEN = [
    (r"equality (is attained )?at|tight: equality", r"no exact tie was found"),
    (r"equality (is attained )?at|tight: equality", r"nearest to failing|smallest slack certified"),
    (r"equality is known only", r"."),
    (r"slack certified: (inf|nan)", r"."),
    (r"so the claim is false", r"may be true|it is true of"),
    (r"best possible", r"could be sharper"),
    (r"^proved|so it is true", r"may be true|survived|so the claim is false"),
    (r"^it fails at", r"^held at|survived|no instance"),
    (r"every instance generated met the hypotheses", r"considered at [\d.]+ %"),
    (r"\b0 instances", r"equality|nearest"),
    (r"each enclosed in ball arithmetic", r"probability of error of the test"),
    (r"looks unnecessary: (?P<hypothesis>.+?) \(", r"needed: (?P<hypothesis>.+?) \("),
]
EVERY = 7  # of the claims of known truth every seventh is answered, about 300
PORTIONS = 10


def contradictions(lines: list[str]) -> list[tuple[str, str]]:
    """Pairs of lines of which one says what the other denies."""
    return [
        (a, b)
        for a, b in itertools.permutations(lines, 2)
        for one, other in FORBIDDEN
        if (x := re.search(one, a)) and (y := re.search(other, b)) and x.groupdict() == y.groupdict()
    ]


@pytest.fixture(scope="module", params=CLAIMS)
def entry(request: pytest.FixtureRequest) -> dict[str, Any]:
    let, given, claim = CLAIMS[request.param]
    return check(conjecture_files.build("claim", let, given, [claim]), Budget(1.0))


def test_four_lines_below_the_verdict(entry: dict[str, Any]) -> None:
    lines = list(in_short(entry))
    assert len(lines) == 4 and lines[-1].startswith("next: ") and all(len(line) < 500 for line in lines)


def test_no_two_lines_contradict_each_other(entry: dict[str, Any]) -> None:
    assert not contradictions(list(in_short(entry))) and not contradictions(list(answers.findings(entry)))


def test_what_is_enclosed_was_not_drawn() -> None:
    let, claim = {"n": "integer(2, 3)", "G": "gaussian(n, n)"}, "P(smax(G) <= sqrt(n)) >= 1/2"
    lines = list(in_short(check(conjecture_files.build("claim", let, [], [claim]), Budget(2.0))))
    assert "so the claim is false, both sides are certified, nothing was drawn" in lines and not contradictions(lines)
    assert "0 draws" not in lines and lines[-1] == "next: --explain gives the whole account", "no certificate"


@pytest.mark.long
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_of_three_hundred_answers_none_contradicts_itself(portion: int) -> None:
    claims = [claim for _, claim in known_claims.chosen()][::EVERY][portion::PORTIONS]
    assert len(claims) > 25
    for claim in claims:
        entry = check(claim.statement(), Budget(0.5))
        for lines in (in_short(entry), answers.findings(entry)):
            assert not contradictions([*lines]), claim.name


def test_a_contradiction_is_seen() -> None:
    assert contradictions(["needed: x > 0 (a certified instance)", "looks unnecessary: x > 0 (the claim survived)"])
    assert not contradictions(["needed: x > 0 (a certified instance)", "looks unnecessary: y > 0 (the claim survived)"])
    assert contradictions(["tight: equality at", "equality is approached, not met: no exact tie was found; ..."])
    assert contradictions(["smallest slack certified: inf, at", "    n = 1"])
    assert not contradictions(["tight: equality at", "    n = 1"])


def entries(**sharpness: Any) -> dict[str, Any]:
    shown = {"dims": {"n": 1}, "values": {"A": [["1"]]}, "lhs": "1", "rhs": "1", "slack": "inf", "exact_tie": False}
    evidence = {"instances": 5, "searches": 1, "certified": 1, "generated": 5, "tightest": shown, "stages": []}
    text = {"let": ["n = integer(1, 3)", "A = real(n, n)"], "given": [], "claim": ["smax(A) <= 1"]}
    return {"verdict": "supported", "scope": "n <= 1", "text": text, "evidence": evidence, "sharpness": sharpness,
            "reproduce": "lemmata check --claim x --budget 30"}  # fmt: skip


def test_a_slack_that_is_no_number_is_not_printed() -> None:
    assert not any("inf" in line for line in answers.findings(entries()))


def test_hypotheses_that_are_needed_together_are_not_called_unnecessary() -> None:
    both = "any one of smin(A) > 0 and smin(B) > 0 can be left out, not all"
    found = [{"text": t, "kind": "hypothesis", "status": "needed together", "detail": both} for t in ("a", "b")]
    lines = [line for line in answers.findings(entries(hypotheses=found)) if "left out" in line]
    assert lines == [f"needed together: {both}"]
