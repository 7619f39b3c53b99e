"""What fails at something one would try by hand is answered before anything heavy is loaded, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lemmata.claims.budget import planned
from lemmata.claims.screening import Watch
from lemmata.claims.small_instances import at_once
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.language import conjecture_files
from lemmata.language.instantiate import instantiate
from lemmata.language.statement import Statement
from lemmata.sample.plain import plain_instances

ROOT = Path(__file__).parents[2]
SQUARE = {"n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)"}
DEFINITE = {"n": "integer(1, 4)", "A": "pd(n)", "B": "pd(n)"}
SEMIDEFINITE = {"n": "integer(1, 4)", "A": "psd(n)", "B": "psd(n)"}


def claimed(claim: str, let: dict[str, str], *given: str) -> Statement:
    return conjecture_files.build("plain", let, list(given), [claim])


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("claim", "let", "given", "dims", "values"),
    [
        ("norm2(A @ B) <= norm2(A) + norm2(B)", SQUARE, (), {"n": 1}, {"A": [["2"]], "B": [["3"]]}),
        ("det(A) + det(B) >= det(A + B)", SEMIDEFINITE, (), {"n": 2}, None),
        ("lmin(A @ A - B @ B) >= 0", SEMIDEFINITE, ("lmin(A - B) >= 0",), {"n": 2}, None),
        ("lmax(inv(A)) <= lmax(A)", {"n": "integer(1, 4)", "A": "pd(n)"}, (), {"n": 1}, {"A": [["1/2"]]}),
        ("x <= x**2", {"x": "interval(0, 1)"}, (), {}, {"x": "1/2"}),
        ("(x - 1/3)**2 > 0", {"x": "real"}, (), {}, {"x": "1/3"}),
        ("6 * x**2 - 5 * x + 1 >= 0", {"x": "real"}, (), {}, None),
    ],
)
def test_plain_counterexamples(
    claim: str, let: dict[str, str], given: tuple[str, ...], dims: dict[str, int], values: dict[str, object] | None
) -> None:
    seen = at_once(claimed(claim, let, *given), planned(10.0), Watch())
    assert seen is not None
    _, instance, verdict = seen[1]
    assert verdict.outcome == "violation" and instance.dims == dims
    assert values is None or instance.to_json()["values"] == values


@pytest.mark.parametrize(
    ("claim", "let", "given"),
    [
        ("norm2(A @ B) <= norm2(A) * norm2(B)", SQUARE, ()),  # true
        ("norm2(A) < norm2(A) + norm2(B)", SQUARE, ()),  # broken by equality alone, which is said in other words
        ("lmax(A) <= lmax(B)", DEFINITE, ("lmin(B - A) > 0", "lmax(A) > lmax(B)")),  # an impossible hypothesis
        ("normN(A) <= 2 * normF(A)", {"n": "integer(1, 6)", "A": "real(n, n)"}, ()),  # false from order five on
        ("det(A) >= 0", {"n": "integer(3, 4)", "A": "psd(n)"}, ()),  # no matrix is that small
    ],
)
def test_what_is_left_to_the_search(claim: str, let: dict[str, str], given: tuple[str, ...]) -> None:
    assert at_once(claimed(claim, let, *given), planned(10.0), Watch()) is None


@pytest.mark.parametrize("domain", ["psd", "pd", "orthogonal", "skew", "upper", "diagonal", "signs", "projection"])
def test_plain_instances_lie_in_their_domains(domain: str) -> None:
    statement = claimed("smax(A) <= 1", {"n": "integer(1, 2)", "A": f"{domain}(n)"})
    for n in (1, 2):
        concrete = instantiate(statement, {"n": n})
        found = plain_instances(concrete, 100)
        assert found and len({repr(i.to_json()) for i in found}) == len(found)
        assert all(member(ExactInterpreter(i), concrete.variables["A"]) for i in found)


def test_nothing_heavy_is_loaded_for_it() -> None:
    code = (
        "import sys\nfrom lemmata.language import conjecture_files as conjectures\n"
        "from lemmata.claims.budget import Budget\nfrom lemmata.conjectures.checking import check\n"
        "let = {'n': 'integer(1, 4)', 'A': 'real(n, n)', 'B': 'real(n, n)'}\n"
        "entry = check(conjectures.build('c', let, [], [sys.argv[1]]), Budget(10.0))\n"
        "heavy = [name for name in ('torch', 'numba', 'scipy') if name in sys.modules]\n"
        "print(entry['verdict'], *heavy)\n"
    )
    words = [sys.executable, "-c", code, "norm2(A @ B) <= norm2(A) + norm2(B)"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout.split() == ["refuted"], done.stderr
