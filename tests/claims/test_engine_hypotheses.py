"""The engine: vacuous statements, planted falsehoods, true statements."""

import copy
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from sympy import Rational

from lemmata import catalogue
from lemmata import language as lang
from lemmata.checker.format import enclosure
from lemmata.claims.profiles import PROFILES
from lemmata.evaluate import floats
from lemmata.evaluate.decide import judge
from lemmata.evaluate.randomness import Stream
from lemmata.language import s
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.proof import Instance as At
from lemmata.language.proof import Proof, Refute, Step
from lemmata.language.verdicts import Verdict
from lemmata.prove import proofs
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from lemmata.search.coordinates import ascend
from tests import split
from tests.claims import false_variants
from tests.claims.engine_runs import NARROW, TINY, accepted, check, made

n = lang.Dim("n")
A, B, N = lang.Matrix("A", n, n), lang.Matrix("B", n, n), lang.Symmetric("N", n)
TRUE = lang.smax(A) >= 0
EVERY = lang.Index("i", 1, n)


@pytest.mark.parametrize(
    ("statement", "blame"),
    [
        (made(TRUE, given=lang.smax(A) < 0), "never met: smax(A) < 0"),
        (made(lang.lmax(N) <= 7, given=lang.lmin(N) > lang.lmax(N)), "never met: lmin(N) > lmax(N)"),
        (made(TRUE, given=(lang.smin(A) > 0, lang.smax(A) <= -1)), "never met: smax(A) <= -1"),
        (
            made(TRUE, given=(lang.smin(A) > 0, lang.eq(lang.det(A), 0))),
            "all of them together at 0 certified instances",
        ),
        (made(TRUE, given=(lang.smin(A) > 0, lang.rank(A) < n)), "all of them together at 0 certified instances"),
        (made(TRUE, given=n < 1), "no dimensions tried meet n < 1"),
        (made(lang.smax(A) >= 1, given=lang.smax(A) < 0), "never met: smax(A) < 0"),  # false or not, it says nothing
    ],
    ids=["negative", "order", "one-of-two", "contradiction", "rank", "dimensions", "false-claim"],
)
def test_impossible_hypotheses_are_vacuous(statement, blame):
    finding = check(statement, NARROW)
    assert finding.verdict is Verdict.VACUOUS
    assert blame in finding.evidence["stopped"]
    assert finding.scope == "no instance"
    assert finding.evidence["certified"] == 0


@pytest.mark.parametrize(
    ("claim", "given", "reason"),
    [
        (lang.smax(A) >= 1, lang.smax(A) < 0, Refute({"given 0": 1})),
        (s(A, n + 1) <= 1, lang.forall(lang.Index("i"), 1, n, s(A, lang.Index("i")) <= 1), At("given 0", EVERY, n + 1)),
    ],
    ids=["contradictory", "never defined"],
)
def test_an_accepted_proof_of_nothing_is_vacuous(claim, given, reason, monkeypatch):
    statement = made(claim, given=given)
    steps = Proof("absurd", (Step("claim", claim, reason),))
    monkeypatch.setattr(catalogue, "proof_of", {statement.id: steps}.get)
    report = proofs.check(statement)
    assert report is not None and report.ok, report.failure
    finding = check(statement, NARROW)
    assert finding.verdict is Verdict.VACUOUS and "speaks of nothing" in finding.evidence["stopped"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["lemma-18~repaired", "lemma-19", "lemma-20~repaired", "lemma-20.consequence"])
def test_thin_hypotheses_met_by_construction_are_not_vacuous(name):
    statement = replace(catalogue.get("riedi." + name), id="classical.made")  # a name without a proof
    finding = check(statement, NARROW)
    assert finding.verdict is Verdict.SUPPORTED
    assert finding.evidence["certified"] >= 3


@pytest.mark.parametrize(
    "claim",
    [
        1 / (lang.smax(A) - lang.smax(A)) >= 0,
        lang.sqrt(-1 - lang.smax(A)) >= 0,
        lang.cond(A - A) >= 1,
        lang.smax(A) >= 0 * (1 / (lang.rank(A) - lang.rank(A))),
    ],
    ids=["quotient", "root", "condition", "hidden"],
)
@pytest.mark.parametrize("given", [(), (lang.smin(A) > 0,)], ids=["free", "given"])
def test_a_claim_without_meaning_is_not_supported(claim, given):
    finding = check(made(claim, given=given), NARROW)
    assert finding.verdict is Verdict.VACUOUS
    assert "no meaning" in finding.evidence["stopped"]
    assert finding.evidence["out_of_domain"] > 0


def test_a_strict_bound_is_refuted_at_a_tie(tmp_path):
    finding = check(made(lang.smax(A + B) < lang.smax(A) + lang.smax(B)), NARROW)
    assert finding.verdict is Verdict.REFUTED and not finding.tight
    assert finding.counterexample["lhs"] == finding.counterexample["rhs"]
    assert finding.evidence["min_slack"] == 0
    assert accepted(finding.certificate, tmp_path)


def test_the_same_bound_with_equality_allowed_is_supported_and_tight():
    finding = check(made(lang.smax(A + B) <= lang.smax(A) + lang.smax(B)), NARROW)
    assert finding.verdict is Verdict.SUPPORTED and finding.tight
    assert finding.evidence["tightest"]["exact_tie"]
    (conjunct,) = finding.evidence["conjuncts"]
    assert conjunct["text"] == "smax(A + B) <= smax(A) + smax(B)"
    assert conjunct["tight"] and conjunct["min_slack"] == 0
    assert finding.certificate is None and finding.counterexample is None


def test_the_certificate_names_the_broken_conjunct(tmp_path):
    finding = check(made((lang.smax(A) >= lang.smin(A), lang.smin(A) >= lang.smax(A))), NARROW)
    assert finding.certificate["broken"]["conjunct"] == finding.counterexample["conjunct"] == 1
    assert accepted(finding.certificate, tmp_path)


def test_a_claim_about_no_index_is_not_supported():
    j = lang.Index("j")
    finding = check(made(lang.forall(j, n + 1, n, s(A, j) <= -1)), NARROW)
    assert finding.verdict is not Verdict.SUPPORTED
    empty_too = check(made((lang.smax(A) >= 0, lang.forall(j, n + 1, n, s(A, j) <= -1))), NARROW)
    assert empty_too.verdict is Verdict.INCONCLUSIVE and "conjunct 2 says nothing" in empty_too.evidence["stopped"]
    some = check(made(lang.forall(j, 2, n, s(A, j) <= s(A, 1))), NARROW)  # no index at n = 1 only
    assert some.verdict is Verdict.SUPPORTED


def test_a_claim_without_a_value_at_most_instances_says_so_first():
    finding = check(made(lang.sqrt(lang.smin(A) - lang.smax(A)) <= 1), NARROW)
    assert finding.verdict is Verdict.SUPPORTED
    assert finding.scope.startswith("only where the claim has a value, ")
    assert not check(made(lang.smax(A) >= 0), NARROW).scope.startswith("only")


# --- planted falsehoods with thin violations are found, and found by the stage that is there for them

SEARCHING = replace(TINY, sizes=(2,), restarts=12, steps=160)


def parallel(margin, low=2):
    """|A + 3.7 B|^2 <= (1 + 3.7^2) (1 - margin) (|A|^2 + |B|^2): false only where B is nearly 3.7 A."""
    n = lang.Dim("n", low, 3)
    A, B = lang.Matrix("A", n, n), lang.Matrix("B", n, n)
    bound = Rational(1469, 100) * (1 - margin)
    return made(lang.normF(A + Rational(37, 10) * B) ** 2 <= bound * (lang.normF(A) ** 2 + lang.normF(B) ** 2))


def test_quick_profile_finds_what_fails_at_order_three_only(tmp_path):
    """tr(A)^2 <= n |A|^2, with equality at multiples of the identity: 2.99 is too small for n = 3 alone."""
    n = lang.Dim("n", 1, 3)
    A = lang.Matrix("A", n, n)
    finding = check(made(lang.tr(A) ** 2 <= Rational(299, 100) * lang.normF(A) ** 2), PROFILES["quick"])
    assert finding.verdict is Verdict.REFUTED
    assert finding.counterexample["dims"] == {"n": 3}
    rows = [[Fraction(x) for x in row] for row in finding.counterexample["values"]["A"]]
    assert rows == [[rows[0][0] * (i == j) for j in range(3)] for i in range(3)]
    assert accepted(finding.certificate, tmp_path)


@pytest.mark.parametrize("margin", [Rational(1, 10**4), Rational(1, 10**6)])
def test_ascent_finds_what_sampling_of_the_same_size_misses(margin):
    concrete = instantiate(parallel(margin), {"n": 2})
    restarts, steps = 16, 160
    drawn = batches.draw(concrete, ENSEMBLES["gaussian"], Stream("sampling", 0), restarts * steps)
    assert not floats.screen(concrete, drawn).suspect.any()
    ends = ascend(concrete, Stream("ascent", 0), restarts, steps)
    suspects = floats.screen(concrete, ends).suspect.nonzero().flatten().tolist()
    assert suspects
    assert judge(concrete, batches.exact(concrete, ends, suspects[0])).outcome == "violation"


def test_the_engine_refutes_by_ascent_where_no_sample_does(tmp_path):
    thin = parallel(Rational(1, 10**4))
    assert check(thin, replace(SEARCHING, ascent_sizes=())).verdict is Verdict.SUPPORTED
    finding = check(thin, SEARCHING)
    assert finding.verdict is Verdict.REFUTED
    assert {s["name"]: s.get("found", 0) > 0 for s in finding.evidence["stages"]}["ascent"]
    assert accepted(finding.certificate, tmp_path)


# --- true statements come out supported or proved, whatever the seed

CHEAP = split("""
riedi.prop-4.triangle; riedi.lemma-20~repaired; zhao.skip-shift~repaired; le.lemma-2; le.lemma-3.eq-4~relu;
le.lemma-3.eq-5~linear
""")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("identifier", CHEAP)
def test_never_refuted(identifier):
    for seed in range(10):
        finding = check(catalogue.get(identifier), NARROW, seed)
        assert finding.verdict in (Verdict.SUPPORTED, Verdict.PROVED), seed
        assert finding.certificate is None and finding.counterexample is None
        assert finding.evidence["certified"] >= 3


@pytest.mark.parametrize("identifier", ["riedi.lemma-18", "riedi.lemma-20", "zhao.skip-shift", "zhao.lemma-1"])
def test_false_statements_of_the_papers_are_refuted_at_any_seed(identifier):
    for seed in range(3):
        assert check(catalogue.get(identifier), NARROW, seed).verdict is Verdict.REFUTED


# --- Negative controls: every false variant is refuted, its certificate accepted, an altered one rejected

run = cache(lambda statement: check(statement, NARROW))
REFUTABLE = [*false_variants.FALSE, *false_variants.FALSE_FLOWS]


def bumped(text):
    """The number with its first digit changed."""
    place = next(k for k, c in enumerate(text) if c.isdigit())
    return text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :]


def altered(cert):
    """Certificates with one digit of the instance changed, one after the other."""
    if cert["kind"] == "flow":
        for k in range(len(cert["network"]["edges"])):
            other = copy.deepcopy(cert)
            other["network"]["edges"][k][2] = bumped(cert["network"]["edges"][k][2])
            yield other
        return
    for name, value in cert["values"].items():
        if isinstance(value, str):
            yield {**copy.deepcopy(cert), "values": {**cert["values"], name: bumped(value)}}
            continue
        for i, row in enumerate(value):
            for j, x in enumerate(row):
                changed = copy.deepcopy(value)
                changed[i][j] = bumped(x)
                yield {**copy.deepcopy(cert), "values": {**cert["values"], name: changed}}


def overlap(a, b):
    """Whether two enclosures may be of one number."""
    (low, high), (bottom, top) = enclosure(a, "a"), enclosure(b, "b")
    return low <= top and bottom <= high


def test_every_kind_has_false_variants():
    kinds = Counter(s.kind for s in REFUTABLE + false_variants.FALSE_GRAPHS)
    assert sum(kinds.values()) >= 40
    # false probabilities, limits and figures stand next to their checkers
    elsewhere = {lang.Kind.PROBABILITY, lang.Kind.LIMIT, lang.Kind.FIGURE}
    assert all(kinds[kind] >= 2 for kind in set(lang.Kind) - elsewhere)
    for statement in REFUTABLE + false_variants.FALSE_GRAPHS:
        assert catalogue.find(statement.base_id) is not None
        assert catalogue.find(statement.id) is None


@pytest.mark.sampled(4)
@pytest.mark.parametrize("statement", REFUTABLE, ids=lambda s: s.id)
def test_false_variant_is_refuted_with_a_certificate(statement, tmp_path):
    finding = run(statement)
    assert finding.verdict is Verdict.REFUTED
    assert finding.counterexample["claim"]
    assert accepted(finding.certificate, tmp_path)
    for other in altered(finding.certificate):
        assert not accepted(other, tmp_path)


@pytest.mark.parametrize("statement", false_variants.FALSE[::4], ids=lambda s: s.id)
def test_resealed_alterations_are_judged_on_their_own_merit(statement, tmp_path):
    """With a fresh digest the checker accepts just what the engine calls a violation with the recorded sides."""
    cert = run(statement).certificate
    concrete = instantiate(statement, cert["dims"])
    rejected = 0
    for other in altered(cert):
        drawn = {name: str(x) for name, x in other["dims"].items() if name in concrete.variables}  # integers, no sizes
        verdict = judge(concrete, Instance.from_json({**other, "values": {**other["values"], **drawn}}))
        if accepted(other, tmp_path, reseal=True):
            decision = verdict.conjuncts[cert["broken"]["conjunct"]]
            assert verdict.outcome == "violation"
            assert overlap(decision.lhs, cert["lhs"]) and overlap(decision.rhs, cert["rhs"])
        else:
            rejected += 1
    assert rejected


@pytest.mark.parametrize("statement", false_variants.FALSE_FLOWS, ids=lambda s: s.id)
def test_a_certificate_with_another_rate_is_rejected(statement, tmp_path):
    cert = run(statement).certificate
    rate = cert["rate"]
    other = {**cert, "rate": bumped(rate) if isinstance(rate, str) else [[bumped(x) for x in row] for row in rate]}
    assert not accepted(other, tmp_path, reseal=True)


@pytest.mark.parametrize("statement", false_variants.FALSE_GRAPHS, ids=lambda s: s.id)
def test_false_graph_statement_is_refuted(statement, tmp_path):
    finding = check(statement, NARROW)
    assert finding.verdict is Verdict.REFUTED
    assert accepted(finding.certificate, tmp_path)
