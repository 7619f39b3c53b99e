"""The independent checker's reading of statements against the language's own instantiation, and of other text."""

import itertools
import time
from fractions import Fraction

import pytest

from lemmata.catalogue import all_statements
from lemmata.certificates import at_indices
from lemmata.checker.evaluate import Evaluator, judge
from lemmata.checker.format import NotEstablished
from lemmata.checker.text_form import Sizes, instances, parse_clause
from lemmata.checker.violation import DOMAINS, declarations, sizes_of
from lemmata.language import networks
from lemmata.language.experiments import Experiments
from lemmata.language.instantiate import excluded, index_tuples, instantiate
from lemmata.language.networks import Network
from lemmata.language.probability import ContinuousMatrices, IidMatrices
from lemmata.language.relations import Exists
from lemmata.language.sequences import Sequences
from lemmata.language.text import write as write_text
from lemmata.language.variables import Dim
from lemmata.network_checker.network_program import CertificateError
from tests.checker.values import mat

LINK_DIMS = ((1, 2, 3), (0, 1, 5))  # the second for hypotheses that leave out the first


def _sizes(statement):
    names = [v.name for v in statement.let if isinstance(v, Dim)]
    for values in LINK_DIMS:
        tuples = itertools.islice(itertools.product(values, repeat=len(names)), 30)
        found = [dict(zip(names, t, strict=True)) for t in tuples]
        found = [d for d in found if not excluded(statement, d) and instantiate(statement, d).admissible]
        if found:
            return found
    return []


def _matricial(statement):
    """What certificates of instances speak of: no networks, nothing random, measured or endless."""
    clauses = (*statement.given, *statement.claim)
    others = IidMatrices | ContinuousMatrices | Experiments | Sequences
    return not any(type(c).__module__ == networks.__name__ for c in clauses) and not any(
        isinstance(v, Network) or isinstance(getattr(v, "domain", None), others) for v in statement.let
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("statement", [s for s in all_statements() if _matricial(s)], ids=lambda s: s.id)
def test_every_statement_is_instantiated_as_the_language_does(statement):
    """The checker reads the general text and arrives at the relations, in the order, that the engine tests."""
    let = declarations(statement.text["let"])
    seen = 0
    for dims in _sizes(statement):
        sizes = sizes_of(let, dims)
        for lines, clauses in (
            (statement.text["claim"], instantiate(statement, dims).claim),
            (statement.text["given"], instantiate(statement, dims).given),
        ):
            mine = [relation for line in lines for relation in instances(parse_clause(line), sizes)]
            theirs = []
            for clause in clauses:
                body = clause.body if isinstance(clause, Exists) else clause
                theirs += [write_text(at_indices(body, indices)) for indices in index_tuples(body)[1]]
            assert mine == [r for text in theirs for r in instances(parse_clause(text), Sizes({}, {}))]
            seen += len(theirs)
    assert seen


@pytest.mark.parametrize(
    ("domain", "parameters", "inside", "outside"),
    [
        ("psd", [2], [[1, 1], [1, 1]], [[1, 2], [2, 1]]),
        ("pd", [2], [[2, 1], [1, 1]], [[1, 1], [1, 1]]),
        ("symmetric", [2], [[1, 2], [2, 0]], [[1, 2], [3, 0]]),
        ("diagonal", [2], [[1, 0], [0, 0]], [[1, 0], [1, 0]]),
        ("orthogonal", [2], [["3/5", "4/5"], ["-4/5", "3/5"]], [[1, 1], [-1, 1]]),
        ("skew", [2], [[0, 1], [-1, 0]], [[1, 1], [-1, 0]]),
        ("signs", [2], [[1, 0], [0, -1]], [[1, 0], [0, 0]]),
        ("projection", [2], [[1, 0], [0, 0]], [[1, 0], [0, -1]]),
        ("nonnegative", [1, 2], [[0, 1]], [[0, -1]]),
        ("upper", [2], [[1, 1], [0, 1]], [[1, 1], [1, 1]]),
        ("activation", [1, 2, "1/2"], [[1, 0], [0, "1/2"]], [["1/2", 0], [0, "1/2"]]),
        ("activation", [1, 2, -1], [[-1, 0], [0, 1]], [[-1, 1], [0, 1]]),
        ("selection", [2, 3], [[1, 0, 0], [0, 0, 1]], [[0, 0, 1], [1, 0, 0]]),
        ("selection", [1, 2], [[0, 1]], [[0, 2]]),
        ("interval", [0, 1], 1, "101/100"),
        ("open_interval", [0, 1], "1/2", 1),
        ("positive", [], "1/9", 0),
        ("integer", [1, 3], 3, 4),
        ("integer", [1], 7, "7/2"),
    ],
)
def test_domains(domain, parameters, inside, outside):
    def read(x):
        return mat(x) if isinstance(x, list) else Fraction(x)

    rule = DOMAINS[domain][1]
    numbers = [Fraction(p) for p in parameters]
    assert rule(read(inside), *numbers)
    assert not rule(read(outside), *numbers)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true') <= 1",
        "open(x) <= 1",
        "[1, 2] == 1",
        "x",
        "s(A)[1] <= 1",
        "x <=",
        "sum(x for i in range(3)) <= 1",
        "s(*A) <= 1",
        "x) <= (1",
        "x <= \x00",
        "10**10**10 <= x",
        "2**101 <= x",
        "(((1 / 7)**64)**64)**64 <= 1",
        "(" * 50 + "x" + ")" * 50 + " <= 1",
        "-" * 5000 + "x <= 1",
        "+".join("x" * 4000) + " <= 1",
        "x <= " + "9" * 9000,
        "sum(sum(sum(x for i in 1..999) for j in 1..999) for k in 1..999) <= 1",
        "x <= 1 for i in 1..10**9",
        "x <= 1 for i in 1..900 for j in 1..900 for k in 1..0",
        "W[2:1] <= 1",
        "layer(x, 1) <= 1",
        "conserved(x, x) <= 1",
        "I(10**6) == I(10**6)",
        "I(-1) == I(-1)",
        "s(x) <= 1",
        "x @ x <= 1",
        "max() <= 1",
        "for i in <= 1",
        "gradient_gram(A) == A",
        "slope(s(A), 1, rho) <= 0",
        "slope(lam(A), 1, A) <= 0",
        "slope(lam(sqrt(x) * A * lam(x * A, 1)), 1, x) <= 0",
    ],
)
def test_what_is_outside_the_language_is_refused_quickly(text):
    start = time.process_time()
    ev = Evaluator({"x": Fraction(1), "A": mat([[1]])})
    with pytest.raises((CertificateError, NotEstablished)):
        for relation in list(instances(parse_clause(text), Sizes({}, {}))):
            status, _ = judge(relation, ev)
            raise AssertionError(status)
    assert time.process_time() - start < 5


def test_brackets_in_a_product_of_matrices_mean_nothing_and_its_order_much():
    left, right, nested, other = (
        list(instances(parse_clause(f"tr({text}) >= 0"), Sizes({}, {})))
        for text in ("A @ B @ C @ D", "A @ (B @ (C @ D))", "(A @ B) @ (C @ D)", "A @ C @ B @ D")
    )
    assert left == right == nested != other
    assert left != list(instances(parse_clause("tr(A @ B @ C * D) >= 0"), Sizes({}, {})))
