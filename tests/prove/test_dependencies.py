"""What proofs stand on: the axioms of the textbook, and facts that nothing may be built on."""

import importlib

import pytest

from lemmata import catalogue
from lemmata.catalogue import expected
from lemmata.cli import app
from lemmata.language.verdicts import Finding, Verdict
from lemmata.principles import NETWORKS
from lemmata.principles.theorems import THEOREMS
from lemmata.prove import dependencies, proofs
from lemmata.run import engine
from tests.claims.engine_runs import TINY
from tests.run.runs import review_only

STUDY = importlib.import_module("lemmata.analysis.sharpening.study")  # its package has a function of that name

TRIANGLE = "riedi.prop-4.triangle"  # from Weyl's inequality by way of riedi.prop-5.weyl
PROVED_FROM_OTHERS = (
    "classical.deleted-columns", "classical.entries-beside-a-pattern", "classical.entrywise-entries",
    "classical.condition-of-gram", "classical.dilation", "classical.kronecker", "classical.kronecker-sum",
    "classical.nuclear-duality", "classical.padding", "classical.row-by-row",
    "classical.square-roots", "classical.frobenius", "classical.submultiplicative", "classical.condition",
    "riedi.prop-5.weyl", "riedi.lemma-28",
    "classical.rank", "classical.rank-of-product", "classical.kronecker-trace",
    "classical.residual", "classical.bauer-fike", "classical.pseudo-inverse-perturbation",
)  # fmt: skip


@pytest.mark.long  # derives every proof
def test_few_axioms_and_all_of_them_reviewed():
    rests = dependencies.rests(catalogue.ids())
    found = [dependencies.described(name) for name in sorted({name for names in rests.values() for name in names})]
    papers = {name for i, names in rests.items() for name in names if not catalogue.get(i).source.paper.textbook}
    outside = {
        *THEOREMS,
        NETWORKS,
    }  # of random matrices and networks, each with its source, of which no kernel can speak
    assert len(papers - outside) <= 30 and len(outside) <= 10
    assert sum(a.is_principle for a in found if a.name not in outside) <= 8
    rows = expected.load()
    for axiom in found:
        assert axiom.source
        if not axiom.is_principle:
            assert catalogue.proof_of(axiom.name) is None
            assert rows[axiom.name].verdict == Verdict.SUPPORTED


@pytest.mark.parametrize("identifier", PROVED_FROM_OTHERS)
def test_what_is_no_axiom_any_more(identifier):
    report = proofs.check(catalogue.get(identifier))
    assert report is not None and report.ok, report and report.failure
    assert identifier not in report.rests_on


def test_what_a_proof_depends_on_is_followed_to_the_bottom():
    assert dependencies.rests([TRIANGLE]) == {
        TRIANGLE: ["classical.dilation-of-rectangles", "classical.unit-columns", "classical.weyl"]
    }
    assert dependencies.rests(["riedi.lemma-18"]) == {}  # refuted: no proof, nothing to count


def test_the_command_lists_them(capsys):
    assert app.main(["axioms", TRIANGLE]) == 0
    out = capsys.readouterr().out
    assert "classical.weyl" in out and "Theorem 4.3.1" in out and "1 proofs depend on 3 axioms" in out
    assert app.main(["axioms", "no.such-id"]) == 2


# --- weak ground


def rows(**changes):
    """The reviewed rows with some taken out (None) or changed."""
    table = {name: vars(row) for name, row in expected.load().items()}
    for name, row in changes.items():
        name = "classical." + name
        table[name] = {**table[name], **row} if row else None
    return {k: expected.Row(**v) for k, v in table.items() if v}


def written(tmp_path, monkeypatch, table):
    """`expected.toml` with these rows."""
    path = tmp_path / "expected.toml"
    lines = [f'["{k}"]\nverdict = "{v.verdict}"\nreason = "made up"\nhash = "{v.hash}"\n' for k, v in table.items()]
    path.write_text("\n".join(lines))
    review_only(monkeypatch, path)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"weyl": {"verdict": "refuted"}}, "classical.weyl is refuted"),
        ({"dilation-of-rectangles": {"verdict": "refuted"}}, "classical.dilation-of-rectangles is refuted"),
    ],
)
def test_no_verdict_stands_on_weak_ground(tmp_path, monkeypatch, change, word):
    table = rows(**change)
    assert any(word in line for line in dependencies.weak(("riedi.prop-5.weyl",), table))
    written(tmp_path, monkeypatch, table)
    monkeypatch.setattr(STUDY, "study", lambda *_: {})
    entry = engine.check(TRIANGLE, TINY)
    assert entry["verdict"] == "error" and word in entry["error"]


def test_firm_ground(tmp_path, monkeypatch):
    monkeypatch.setattr(STUDY, "study", lambda *_: {})
    assert dependencies.weak(("riedi.prop-5.weyl", next(iter(dependencies.PRINCIPLES))), rows()) == []
    stranger = "a theorem nobody knows"
    assert dependencies.weak((stranger,), rows()) == [f"{stranger} is neither a statement nor a principle"]
    assert engine.check(TRIANGLE, TINY)["verdict"] == "proved"
    review_only(monkeypatch, tmp_path / "none yet.toml")
    assert engine.check(TRIANGLE, TINY)["verdict"] == "proved"  # a first run, before any review


def test_a_review_is_no_ground(tmp_path, monkeypatch):
    """What is proved is proved without any review, and a review that is out of date takes nothing away."""
    monkeypatch.setattr(STUDY, "study", lambda *_: {})
    written(tmp_path, monkeypatch, rows(weyl=None, **{"dilation-of-rectangles": {"hash": "0" * 64}}))
    assert engine.check(TRIANGLE, TINY)["verdict"] == "proved"


def test_proved_needs_a_derivation_file():
    statement, table = catalogue.get(TRIANGLE), {"leans_on": ["nothing known"]}
    accepted = {"kernel": {"accepted": True}}
    with pytest.raises(dependencies.WeakGround):
        dependencies.require(statement, Finding(Verdict.PROVED, "all n", {}, proof=table))
    with pytest.raises(dependencies.WeakGround):
        dependencies.require(statement, Finding(Verdict.PROVED, "all n", {}))
    with pytest.raises(dependencies.WeakGround, match="no derivation file"):
        dependencies.require(catalogue.get("riedi.lemma-18"), Finding(Verdict.PROVED, "all n", {}, proof=accepted))
    with pytest.raises(dependencies.WeakGround):
        dependencies.require(statement, Finding(Verdict.REFUTED, "all n", {}, proof={**table, "of": "the opposite"}))
    dependencies.require(statement, Finding(Verdict.REFUTED, "all n", {}, proof=table))
    dependencies.require(statement, Finding(Verdict.SUPPORTED, "all n", {}, proof=table))
    finding = Finding(Verdict.PROVED, "all n", {}, proof=accepted)
    dependencies.require(statement, finding)
    assert TRIANGLE in finding.derivations and "riedi.prop-5.weyl" in finding.derivations
