"""The Python interface, and how a result shows itself."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import FrozenInstanceError
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import torch

import lemmata
from lemmata.conjectures.numpy_form import number
from lemmata.conjectures.result import Exhibit
from lemmata.language import Dim, Kind, Matrix, Paper, Statement, chain, smax
from lemmata.language.parse import ReadingError
from lemmata.language.verdicts import Verdict
from lemmata.network_checker.network_program import main as recheck
from tests import python

ROOT = Path(__file__).parents[2]
LET = {"n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)"}
HOSTILE = '"><script>alert(1)</script>\\href{javascript:alert(1)}{x}$&'


def markup(html: str) -> ElementTree.Element:
    """The HTML parsed strictly, with nothing in it that a notebook would run or fetch."""
    tree = ElementTree.fromstring(html)
    for node in tree.iter():
        assert node.tag not in ("script", "iframe", "img", "link", "object", "style")
        assert not any(name.startswith("on") or name in ("href", "src") for name in node.attrib)
    return tree


@pytest.fixture(scope="module")
def refuted() -> lemmata.Result:
    return lemmata.check("smax(A + B) <= max(smax(A), smax(B))", LET, name=HOSTILE, budget=2)


@pytest.fixture(scope="module")
def supported() -> lemmata.Result:
    return lemmata.check("smax(A @ B) <= smax(A) * smax(B)", LET, given="smax(A) <= 1", budget=3)


def test_a_refuted_claim(refuted: lemmata.Result, tmp_path: Path) -> None:
    assert refuted.verdict is Verdict.REFUTED and not refuted.holds and refuted.seconds > 0
    assert isinstance(refuted.instance, Exhibit)
    found = refuted.instance.numpy()
    A, B = found["A"], found["B"]
    assert np.linalg.norm(A + B, 2) > max(np.linalg.norm(A, 2), np.linalg.norm(B, 2))
    assert "np.array" in refuted.instance.code and refuted.entry["certificate"] is refuted.certificate
    from lemmata.certificates import write

    assert refuted.certificate is not None
    assert recheck([str(write(tmp_path / "c.json", refuted.certificate))]) == 0


def test_a_supported_claim(supported: lemmata.Result) -> None:
    assert supported.holds and supported.certificate is None and supported.evidence["instances"] > 100
    assert "looks unnecessary: smax(A) <= 1" in repr(supported)


def test_a_result_is_frozen_and_has_no_truth_value(supported: lemmata.Result) -> None:
    with pytest.raises(FrozenInstanceError):
        supported.verdict = Verdict.PROVED  # type: ignore[misc]
    with pytest.raises(TypeError, match=r"result\.holds"):
        bool(supported)


def test_html_is_self_contained(refuted: lemmata.Result, supported: lemmata.Result) -> None:
    for result in (refuted, supported):
        tree = markup(result._repr_html_())
        assert len(list(tree.iter("math"))) >= 4 and result.verdict.value in "".join(tree.itertext())


def test_hostile_names() -> None:
    n = Dim("n", 1, 2)
    M = Matrix("M", n, n)  # a statement refuses names that are no names
    statement = Statement(
        id="test.hostile", title=HOSTILE, source=Paper("test", HOSTILE, HOSTILE).at(HOSTILE), kind=Kind.ALGEBRAIC,
        claim=chain(smax(M), "<=", 1), notes=HOSTILE,
    )  # fmt: skip
    result = lemmata.check(statement, budget=1)
    assert result.verdict is Verdict.REFUTED
    html = result._repr_html_()
    tree = markup(html)
    assert "<script" not in html and tree.tag == "div"
    assert r"\href" not in result.latex and "$" not in re.sub(r"\\\$", "", result.latex)
    assert re.sub(r"\\[{}]", "", result.latex).count("{") == re.sub(r"\\[{}]", "", result.latex).count("}")


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text('claim = ["t <= 1/2"]\n[let]\nt = "interval(0, 1)"\n', encoding="utf-8")
    for given in (path, str(path)):
        assert lemmata.check(given, budget=1).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("claim", "let", "says"),
    [
        ("smax(A) <= 1", {"A": "real(n, n)"}, "`n` is not declared"),
        ("smax(A) % 2 <= 1", LET, "`%` is not part"),
        ([], LET, "nothing is claimed"),
        ("nowhere.toml", None, "there is no such file"),
    ],
)
def test_mistakes(claim: str, let: dict[str, str] | None, says: str) -> None:
    with pytest.raises(ReadingError, match=says) as caught:
        lemmata.check(claim, let)
    assert "\n" not in str(caught.value)


def test_the_threads_of_the_caller_come_back(tmp_path: Path) -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        lemmata.check("t <= 1/2", {"t": "interval(0, 1)"}, budget=1)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_importing_the_package_is_light() -> None:
    code = "import sys, lemmata; print(sorted({'torch', 'sympy', 'numpy', 'lemmata.language'} & set(sys.modules)))"
    found = python("-c", code)
    assert found.stdout == "[]\n"
    assert not hasattr(lemmata, "nothing_of_this_name")


# --- Instances as lines for NumPy


@pytest.mark.parametrize(
    ("exact", "shown"),
    [
        ("0", "0"),
        ("-3", "-3"),
        ("1/3", "1/3"),
        ("1/2", "1/2"),
        ("-7/8", "-7/8"),
        ("4503599627370497/9007199254740992", "0.5000000000000001"),
        (str(2**53), f"{2**53}/1"),
        (str(Fraction(0.1)), "0.1"),
        ("1/10", "1/10"),
        ("1/" + "9" * 400, "1/" + "9" * 400),
    ],
)
def test_numbers(exact: str, shown: str) -> None:
    assert number(exact) == shown
    if len(shown) < 100:
        assert abs(Fraction(eval(shown)) - Fraction(exact)) <= abs(Fraction(exact)) / 2**52
