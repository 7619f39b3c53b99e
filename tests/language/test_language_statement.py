"""Statements: variables in order, text, hash, pickling."""

import os
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from sympy import Basic

from lemmata.catalogue import all_statements
from lemmata.language import (
    ActivationPattern,
    Diagonal,
    Dim,
    Index,
    Kind,
    Layers,
    Matrix,
    Nonnegative,
    Orthogonal,
    Paper,
    PositiveDefinite,
    Projection,
    Psd,
    Rows,
    Scalar,
    Signs,
    SkewSymmetric,
    Statement,
    SumOver,
    Symmetric,
    Upper,
    Vector,
    chain,
    cond,
    domains,
    eq,
    exists,
    forall,
    lam,
    open_interval,
    s,
    smax,
    variable,
)
from lemmata.language.networks import Conserved, LayerMatrix
from lemmata.language.text import declaration
from tests.language.samples import IDS, SAMPLES, A, B, L, N, W, d, i, l, m, n, nu, rho, v

PAPER = Paper("riedi2022", "A title", "Its authors")
ROOT = Path(__file__).parents[2]


def statement(claim, given=(), kind=Kind.ALGEBRAIC, **other):
    fields = {"id": "test.lemma-1", "title": "A test", "source": PAPER.at("Lemma 1", "(2)"), "kind": kind}
    return Statement(**{**fields, "claim": claim, "given": given, **other})


def test_source_and_names():
    st = statement(rho <= 1, id="riedi.lemma-18~repaired")
    assert st.source.locator == "Lemma 1, (2)"
    assert (st.paper, st.base_id) == ("riedi2022", "riedi.lemma-18")


@pytest.mark.parametrize(
    "identifier", ["", "lemma", "Riedi.lemma", "riedi.", "riedi.a b", "riedi.a~", "riedi.a~B", "riedi.a~b~c"]
)
def test_malformed_ids_are_refused(identifier):
    with pytest.raises(ValueError, match="malformed"):
        statement(rho <= 1, id=identifier)


def test_an_empty_claim_is_refused():
    with pytest.raises(ValueError, match="claims nothing"):
        statement(())


def test_single_clauses_become_tuples():
    st = statement(rho <= 1, given=rho > 0)
    assert st.claim == (rho <= 1,) and st.given == (rho > 0,)


def test_statements_cannot_be_changed():
    st = statement(rho <= 1)
    with pytest.raises(AttributeError):
        st.claim = ()


def test_variables_dimensions_first_then_in_order_of_appearance():
    st = statement(smax(A @ Matrix("K", n, m)) <= rho, given=(lam(N) >= Scalar("t"), n >= 2))
    assert [x.name for x in st.let] == ["n", "m", "N", "t", "A", "K", "rho"]


def test_dimensions_hidden_in_domains_are_variables():
    st = statement(smax(ActivationPattern("D", m, n, Scalar("eta", 0, 1))) <= 1)
    assert [x.name for x in st.let] == ["m", "n", "eta", "D"]


def test_bound_indices_are_not_variables():
    assert [x.name for x in statement(forall(i, 1, n, s(A, i) <= 1)).let] == ["n", "A"]
    assert [x.name for x in statement(SumOver(i, 1, n, s(A, i)) <= 1).let] == ["n", "A"]
    assert [x.name for x in statement(s(A, i) <= 1).let] == ["n", "A", "i"]


def test_an_index_bound_in_one_clause_is_free_in_the_next():
    st = statement((forall(i, 1, n, s(A, i) <= 1), s(A, i) >= 0))
    assert [x.name for x in st.let] == ["n", "A", "i"]


def test_families_and_networks_are_variables():
    assert [x.name for x in statement(smax(W.product(L, 1)) <= 1).let] == ["L", "d", "m", "k", "W"]
    assert [x.name for x in statement(Conserved(LayerMatrix(nu, l), nu)).let] == ["nu", "l"]


def test_conjuncts_and_hypotheses():
    st = statement((chain(0, "<=", rho, "<=", 1), rho < 2), given=chain(0, "<", smax(A), "<", 1))
    assert [str(c) for c in st.conjuncts] == ["0 <= rho", "rho <= 1", "rho < 2"]
    assert [str(c) for c in st.hypotheses] == ["0 < smax(A)", "smax(A) < 1"]


def test_text_form():
    st = statement(chain(smax(A), "<=", rho, "<", 2), given=n >= 5)
    assert st.text == {
        "let": ["n = integer(1)", "A = real(n, n)", "rho = interval(0, 1)"],
        "given": ["n >= 5"],
        "claim": ["smax(A) <= rho < 2"],
    }


@pytest.mark.parametrize(
    ("leaf", "line"),
    [
        (Dim("n"), "n = integer(1)"),
        (Dim("n", 0, m - 1), "n = integer(0, m - 1)"),
        (Index("i", 1, n), "i = integer(1, n)"),
        (Scalar("c"), "c = real"),
        (Scalar("c", domain=domains.Positive()), "c = positive"),
        (Scalar("c", 0, 1), "c = interval(0, 1)"),
        (Scalar("c", domain=open_interval(0, 1)), "c = open_interval(0, 1)"),
        (Matrix("A", n, m), "A = real(n, m)"),
        (Vector("x", n), "x = real(n, 1)"),
        (Symmetric("N", n), "N = symmetric(n)"),
        (Psd("S", d), "S = psd(d)"),
        (Diagonal("D", n), "D = diagonal(n)"),
        (Matrix("Q", domain=domains.Orthogonal(n)), "Q = orthogonal(n)"),
        (ActivationPattern("D", m, n, -1), "D = activation(m, n, -1)"),
        (Rows("K", n - m, n), "K = selection(n - m, n)"),
        (W, "W = layers(L, d, m, k)"),
        (nu, "nu = network(dag, linear, relu, leaky)"),
        (v, "v = vertex(nu)"),
    ],
)
def test_declarations(leaf, line):
    assert declaration(leaf) == line


BASE = {"claim": smax(A) <= rho, "given": (n >= 2,), "kind": Kind.ALGEBRAIC}


@pytest.mark.parametrize(
    "change",
    [
        {"claim": smax(A) < rho},
        {"claim": eq(smax(A), rho)},
        {"claim": rho >= smax(A)},
        {"claim": smax(A.T) <= rho},
        {"claim": smax(A) <= 1 * rho},
        {"claim": (smax(A) <= rho, rho <= 1)},
        {"claim": exists(smax(A) <= rho)},
        {"claim": smax(Symmetric("A", n)) <= rho},
        {"claim": smax(Matrix("A", n, m)) <= rho},
        {"claim": smax(A) <= Scalar("rho", 0, 2)},
        {"claim": smax(A) <= Scalar("rho", domain=open_interval(0, 1))},
        {"claim": smax(B) <= rho},
        {"given": ()},
        {"given": (n >= 3,)},
        {"given": (n > 2,)},
        {"kind": Kind.IDENTITY},
    ],
)
def test_the_hash_changes_with_the_meaning(change):
    assert statement(**{**BASE, **change}).hash != statement(**BASE).hash


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Other"},
        {"notes": "Other"},
        {"depends_on": ("classical.weyl",)},
        {"id": "test.other"},
        {"source": PAPER.at("Lemma 2")},
        {"construct": "pairs"},
    ],
)
def test_the_hash_stays_when_only_the_dressing_changes(change):
    assert statement(**{**BASE, **change}).hash == statement(**BASE).hash


def test_moving_a_line_between_hypothesis_and_claim_changes_the_hash():
    assert statement((rho <= 1, rho >= 0)).hash != statement(rho >= 0, given=rho <= 1).hash
    assert statement((rho <= 1, rho >= 0)).hash != statement((rho >= 0, rho <= 1)).hash


PROGRAM = """
from tests.language.test_language_statement import BASE, statement
from tests.language.samples import SAMPLES
print(statement(**BASE).hash, [str(x) for x in statement(**BASE).let])
print([text for node, text, _ in SAMPLES if text != str(node)])
"""


def test_the_hash_is_the_same_in_every_process():
    seen = set()
    for seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        seen.add(done.stdout)
    assert seen == {f"{statement(**BASE).hash} ['n', 'A', 'rho']\n[]\n"}


@pytest.mark.parametrize("node", [node for node, _, _ in SAMPLES], ids=IDS)
def test_every_node_class_survives_pickling(node):
    again = pickle.loads(pickle.dumps(node))
    assert again == node and str(again) == str(node) and hash(again) == hash(node)


def test_whole_statements_survive_pickling():
    st = statement(forall(l, 1, L, smax(W.product(l, 1)) <= rho), given=smax(A) <= 1)
    again = pickle.loads(pickle.dumps(st))
    assert (again.hash, again.claim, again.let) == (st.hash, st.claim, st.let)


@pytest.mark.parametrize("leaf", [n, i, rho, A, N, W, nu, v, Rows("K", m, n), ActivationPattern("D", m, n, 0)], ids=str)
def test_leaves_survive_pickling_with_their_domain(leaf):
    again = pickle.loads(pickle.dumps(leaf))
    assert again == leaf and again.name == leaf.name
    assert isinstance(leaf, Layers) or again.domain == leaf.domain
    assert isinstance(again, Basic)


def test_a_reader_may_state_a_conjecture():
    """Conjectures of users are statements like any other, under a paper of their own."""
    source = Paper("conjecture", "Residual link", "").at("residual_link.toml")
    st = statement(cond(A) <= 1, given=smax(A) < 1, id="conjecture.residual-link", source=source)
    assert (st.paper, st.base_id, st.source.locator) == ("conjecture", "conjecture.residual-link", "residual_link.toml")
    assert st.text == {"let": ["n = integer(1)", "A = real(n, n)"], "given": ["smax(A) < 1"], "claim": ["cond(A) <= 1"]}
    with pytest.raises(ValueError, match="malformed"):
        statement(rho <= 1, id="conjecture.residual link")


def test_hashes_of_the_catalogue_are_the_reviewed_ones():
    """The vocabulary may grow; what is written in it already keeps its text."""
    files = (ROOT / "theorems").glob("*/expected.toml")
    reviewed = {name: row for path in files for name, row in tomllib.loads(path.read_text()).items()}
    held = {st.id: st.hash for st in all_statements() if st.id in reviewed}
    assert len(held) >= 98
    assert {name: row["hash"] for name, row in reviewed.items() if name in held} == held


@pytest.mark.parametrize(
    ("domain", "text"),
    [
        (domains.PD(n), "z = pd(n)"),
        (domains.Skew(n), "z = skew(n)"),
        (domains.Signs(n), "z = signs(n)"),
        (domains.Projection(n), "z = projection(n)"),
        (domains.Nonnegative(n, m), "z = nonnegative(n, m)"),
        (domains.Upper(n), "z = upper(n)"),
        (domains.Orthogonal(n), "z = orthogonal(n)"),
        (domains.RealMatrices(n, m), "z = real(n, m)"),
        (domains.Reals(), "z = real"),
        (domains.Positive(), "z = positive"),
        (domains.interval(0, 1), "z = interval(0, 1)"),
        (open_interval(0, n), "z = open_interval(0, n)"),
        (domains.integers(1, n), "z = integer(1, n)"),
    ],
)
def test_a_variable_for_every_domain(domain, text):
    leaf = variable("z", domain)
    assert declaration(leaf) == text and leaf.domain == domain
    assert pickle.loads(pickle.dumps(leaf)) == leaf
    assert isinstance(leaf, Matrix) == isinstance(domain, domains.MatrixDomain)


def test_integers_are_indices_or_dimensions():
    assert variable("k", domains.integers(1, n)) == Index("k", 1, n)
    assert variable("k", domains.integers(2, 8), dimension=True) == Dim("k", 2, 8)
    with pytest.raises(TypeError, match="k is a dimension"):
        variable("k", domains.Reals(), dimension=True)
    with pytest.raises(TypeError, match="no variable"):
        variable("k", nu.domain)


def test_variables_by_the_words_of_the_text_form():
    made = {
        "pd(n)": PositiveDefinite("z", n), "skew(n)": SkewSymmetric("z", n), "signs(n)": Signs("z", n),
        "projection(n)": Projection("z", n), "upper(n)": Upper("z", n), "orthogonal(n)": Orthogonal("z", n),
        "nonnegative(n, m)": Nonnegative("z", n, m),
    }  # fmt: skip
    assert [declaration(leaf) for leaf in made.values()] == [f"z = {text}" for text in made]
