"""An answer in five lines, the same facts as the whole account, and no two lines that contradict each other."""

import itertools
import re
from typing import Any

import pytest

from benchmarks import known_claims
from lemmata.claims.budget import Budget
from lemmata.conjectures import answers
from lemmata.conjectures.checking import check
from lemmata.conjectures.short_answers import in_short
from lemmata.language import conjecture_files

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
    return check(conjecture_files.build("claim", let, given, [claim]), Budget(2.0))


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
