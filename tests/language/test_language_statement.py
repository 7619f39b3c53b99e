"""Statements: variables in order, text, hash, pickling; trees keep the order entered."""

import pickle
import tomllib
from pathlib import Path

import pytest
from sympy import Basic, Integer, preorder_traversal

from lemmata import language as lang
from lemmata.catalogue import all_statements
from lemmata.language import complexes, core, families, variables
from lemmata.language.notation import latex, mathml
from lemmata.language.relations import HOLDS, ForAll, Relation, conjuncts, strict
from lemmata.language.text import write
from tests import python
from tests.language.markup import balanced, plain
from tests.language.samples import ABSTRACT, IDS, SAMPLES, A, B, N, eta, i, m, n, rho

PAPER = lang.Paper("riedi2022", "A title", "Its authors")
ROOT = Path(__file__).parents[2]


def statement(claim, given=(), kind=lang.Kind.ALGEBRAIC, **other):
    fields = {"id": "test.lemma-1", "title": "A test", "source": PAPER.at("Lemma 1", "(2)"), "kind": kind}
    return lang.Statement(**{**fields, "claim": claim, "given": given, **other})


@pytest.mark.parametrize(
    "identifier", ["", "lemma", "Riedi.lemma", "riedi.", "riedi.a b", "riedi.a~", "riedi.a~B", "riedi.a~b~c"]
)
def test_malformed_ids_are_refused(identifier):
    with pytest.raises(ValueError, match="malformed"):
        statement(rho <= 1, id=identifier)


def test_variables_dimensions_first_then_in_order_of_appearance():
    st = statement(lang.smax(A @ lang.Matrix("K", n, m)) <= rho, given=(lang.lam(N) >= lang.Scalar("t"), n >= 2))
    assert [x.name for x in st.let] == ["n", "m", "N", "t", "A", "K", "rho"]


def test_bound_indices_are_not_variables():
    assert [x.name for x in statement(lang.forall(i, 1, n, lang.s(A, i) <= 1)).let] == ["n", "A"]
    assert [x.name for x in statement(lang.SumOver(i, 1, n, lang.s(A, i)) <= 1).let] == ["n", "A"]
    assert [x.name for x in statement(lang.s(A, i) <= 1).let] == ["n", "A", "i"]


BASE = {"claim": lang.smax(A) <= rho, "given": (n >= 2,), "kind": lang.Kind.ALGEBRAIC}


@pytest.mark.parametrize(
    "change",
    [
        {"claim": lang.smax(A) < rho},
        {"claim": lang.eq(lang.smax(A), rho)},
        {"claim": rho >= lang.smax(A)},
        {"claim": lang.smax(A.T) <= rho},
        {"claim": lang.smax(A) <= 1 * rho},
        {"claim": (lang.smax(A) <= rho, rho <= 1)},
        {"claim": lang.exists(lang.smax(A) <= rho)},
        {"claim": lang.smax(lang.Symmetric("A", n)) <= rho},
        {"claim": lang.smax(lang.Matrix("A", n, m)) <= rho},
        {"claim": lang.smax(A) <= lang.Scalar("rho", 0, 2)},
        {"claim": lang.smax(A) <= lang.Scalar("rho", domain=lang.open_interval(0, 1))},
        {"claim": lang.smax(B) <= rho},
        {"given": ()},
        {"given": (n >= 3,)},
        {"given": (n > 2,)},
        {"kind": lang.Kind.IDENTITY},
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
    seen = {python("-c", PROGRAM, PYTHONHASHSEED=seed).stdout for seed in "01"}
    assert seen == {f"{statement(**BASE).hash} ['n', 'A', 'rho']\n[]\n"}


def test_hashes_of_the_catalogue_are_the_reviewed_ones():
    """The vocabulary may grow; what is written in it already keeps its text."""
    files = (ROOT / "theorems").glob("*/expected.toml")
    reviewed = {name: row for path in files for name, row in tomllib.loads(path.read_text()).items()}
    held = {st.id: st.hash for st in all_statements() if st.id in reviewed}
    assert len(held) >= 98
    assert {name: row["hash"] for name, row in reviewed.items() if name in held} == held


# --- trees keep the order entered, and the text form is what was typed


def _classes(cls):
    """Every class below one, by whatever way (language nodes sit below classes of SymPy)."""
    for child in cls.__subclasses__():
        yield child
        yield from _classes(child)


def _concrete():
    for cls in _classes(Basic):
        leaf = issubclass(cls, variables._Leaf | complexes.Complex) or cls is families.Layers
        if cls.__module__.startswith("lemmata.language") and not leaf and not cls.__name__.startswith("_"):
            yield cls


def test_the_samples_hold_every_node_class():
    sampled = {type(part) for node, _, _ in SAMPLES for part in preorder_traversal(node)}
    nodes = set(_concrete())
    assert nodes > ABSTRACT
    assert nodes - sampled == ABSTRACT


@pytest.mark.parametrize(("node", "text", "tex"), SAMPLES, ids=IDS)
def test_every_node_class(node, text, tex):
    """Its text, LaTeX and MathML; it survives pickling, and is a tree of SymPy."""
    assert write(node) == text
    assert latex(node) == tex and balanced(tex)
    assert plain(mathml(node))
    again = pickle.loads(pickle.dumps(node))
    assert again == node and str(again) == str(node) and hash(again) == hash(node)
    assert isinstance(node, Basic)
    assert node == node.func(*node.args)
    assert hash(node) == hash(node.func(*node.args))
    assert all(isinstance(part, Basic) for part in node.args)
    assert all(node.has(part) for part in node.args if type(part).__name__ != "Str")


# --- Relations, chains and quantifiers: order, conjuncts, hypotheses


def texts(clause):
    return [write(c) for c in conjuncts(clause)]


def test_relations_keep_their_sides():
    for op in HOLDS:
        relation = Relation(rho, op, lang.smax(A))
        assert (relation.lhs, relation.op, relation.rhs) == (rho, op, lang.smax(A))
        assert Relation(lang.smax(A), op, rho) != relation
    assert write(lang.smax(A) >= rho) == "smax(A) >= rho"


def test_relations_are_never_decided_or_simplified():
    assert write(Relation(1, "<=", 0)) == "1 <= 0"
    assert write(lang.eq(rho, rho)) == "rho == rho"
    assert write(rho - rho < 0) == "rho - rho < 0"


def test_only_strict_relations_break_at_equality():
    assert [op for op in HOLDS if strict(op)] == ["<", ">"]


def test_quantified_chains_split_under_their_quantifiers():
    clause = lang.forall(i, 1, n - m, lang.chain(lang.s(A, i), ">=", lang.s(B, i), ">=", lang.s(A, i + m)))
    assert texts(clause) == ["s(A, i) >= s(B, i) for i in 1..n - m", "s(B, i) >= s(A, i + m) for i in 1..n - m"]
    assert all(isinstance(c, ForAll) and c.index == i for c in conjuncts(clause))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (rho <= 1, rho < 1),
        (lang.chain(0, "<=", rho, "<=", 1), lang.chain(0, "<=", rho, "<", 1)),
        (lang.forall(i, 1, n, lang.s(A, i) <= 1), lang.forall(i, 1, m, lang.s(A, i) <= 1)),
        (lang.forall(i, 1, n, lang.s(A, i) <= 1), lang.forall(i, 2, n, lang.s(A, i) <= 1)),
        (lang.exists(rho <= eta), rho <= eta),
        (lang.lam(N) >= 0, lang.lmin(N) >= 0),
    ],
)
def test_clauses_that_differ_are_unequal(one, other):
    assert one != other and write(one) != write(other)
    assert one == one.func(*one.args)


@pytest.mark.parametrize("node", [node for node, *_ in SAMPLES], ids=IDS)
def test_parts_of_a_class_are_those_of_the_tree_that_is_written_out(node):
    written_out = set(preorder_traversal(node))
    for kind in {type(part) for part in written_out} | {core.Gap, Integer}:
        assert node.atoms(kind) == {part for part in written_out if isinstance(part, kind)}
        assert node.has(kind) == any(isinstance(part, kind) for part in written_out)
    assert all(node.has(part) for part in written_out) and not node.has(lang.Scalar("nowhere"))


def test_what_stands_many_times_in_a_tree_is_met_once():
    part = core.Plus(Integer(2), Integer(3))
    for _ in range(200):  # 2**200 parts, written out
        part = core.Plus(part, part)
    assert part.has(core.Plus) and not part.has(core.Gap) and part.atoms(Integer) == {Integer(2), Integer(3)}
