"""Certificates checked in a browser: what the scripts of the report and the page without an installation answer."""

import base64
import hashlib
import html
import json
import re
import runpy
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lemmata.checker.evaluate import Evaluator, judge
from lemmata.checker.text_form import Sizes, instances, parse_clause
from lemmata.checker.witnessed_spectra import matrix
from lemmata.report.render import render
from tests import python
from tests.attacks.forged_certificates import about, sealed
from tests.attacks.write import manifest
from tests.report import sample_run as sample
from tests.report.browser import SCRIPT, computed, needs_browser, shown

ROOT = Path(__file__).parents[2]
ARENA = ROOT / "tests" / "attacks"
HASHES = {
    name: row["hash"]
    for name, row in json.loads((ROOT / "lemmata/checker/manifest.json").read_text(encoding="ascii"))[
        "statements"
    ].items()
}
EXPECTED = {row["name"]: row["expect"] for row in manifest()}
ALL = """const out = {};
for (const [name, text, hash] of data) { out[name] = await Recheck.certificate(text, hash); }
return out;"""
DECIDED = ("violation",)  # the kinds of which the script decides nearly all
pytestmark = needs_browser


def case(path: Path) -> tuple[str, str, str | None]:
    """The name of a file, its text, and the hash that the catalogue has under its id."""
    text = path.read_text(encoding="latin-1")
    named = re.search(r'"statement": *"([^"]*)"', text)
    return path.name, text, HASHES.get(named[1]) if named else None


@pytest.fixture(scope="module")
def arena() -> list[tuple[str, str, str | None]]:
    return [case(path) for path in sorted((ARENA / "certificates").glob("*.json"))]


@pytest.fixture(scope="module", params=[8, pytest.param(1, marks=pytest.mark.long)])
def answers(
    request: pytest.FixtureRequest, arena: list[Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, str]]:
    """Of one in eight of the files, and of all of them."""
    return dict(computed(tmp_path_factory.mktemp("arena"), ALL, arena[:: request.param]))


def test_no_file_made_to_be_refused_is_accepted(answers: dict[str, dict[str, str]]) -> None:
    accepted = {name for name, found in answers.items() if found["answer"] == "established"}
    assert accepted and {name for name in accepted if EXPECTED[name] != "accept"} == set()


def test_true_certificates_of_the_kinds_known_are_accepted(
    arena: list[Any], answers: dict[str, dict[str, str]]
) -> None:
    files = {name: json.loads(text) for name, text, _ in arena if name in answers and EXPECTED[name] == "accept"}
    valid = {name: "derivations" if "ties" in cert else cert["kind"] for name, cert in files.items()}
    found = {name: answers[name] for name, kind in valid.items() if kind in DECIDED}
    assert (
        len(found) >= (15 if len(answers) == len(arena) else 1)
        and {name: x for name, x in found.items() if x["answer"] != "established"} == {}
    )
    assert all(answers[name]["answer"] == "cannot" for name, kind in valid.items() if kind not in DECIDED)
    if len(answers) == len(arena):
        assert len(found) >= 15
        assert 10 * sum(x["answer"] == "established" for x in answers.values()) >= 5 * len(valid)


FAULTS = {  # of the script, each of which lets a file through that shows nothing
    "digest": ("must(await sha256(canonical(body)) === digest,", "must(true,"),
    "hash": ("must(hashes.includes(out.hash),", "must(true,"),
    "id": ("(!hash || hash === out.hash)", "true"),
    "key twice": ("compact === JSON.stringify(cert)", "true"),
    "hypotheses": ('require(holds, what + " does not hold at this instance")', "true"),
    "equality": ('"<=": [-1, 0]', '"<=": [-1]'),
    "domains": ("require(DOMAINS[domain][3](values.get(name), ...numbers),", "require(true,"),
    "witnesses": ("require(fits && given.length === a.cols,", "require(true,"),
    "undefined parts": (
        'if (error.answer === "undefined") { stop(',
        'if (error.answer === "undefined") { return [true, []]; stop(',
    ),
    "lines not evaluated": ("readable(links.flatMap(", "void (links.flatMap("),
    "recorded sides": ("must(shows,", "shows = shows || broken[0]; must(shows,"),
}


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_a_script_without_one_refusal_accepts_a_forged_file(fault: str, arena: list[Any], tmp_path: Path) -> None:
    old, new = FAULTS[fault]
    assert SCRIPT.count(old) == 1
    script = SCRIPT.replace(old, new).replace("const shows", "let shows")
    forged = [one for one in arena if EXPECTED[one[0]] != "accept" and "too-many-cases" not in one[0]]
    true = json.loads((ARENA / "certificates" / "macdonald.sigma-product.json").read_text(encoding="ascii"))
    forged.append(("the hash of nothing", sealed(about(true) | {"hash": "0" * 64}), None))
    forged.append(("a key twice", sealed(true)[:-1] + ', "kind": "violation"}', None))
    found = computed(tmp_path, ALL, forged, script)
    assert "established" in {x["answer"] for x in found.values()}


CLAIMS = (
    """
sqrt(2) * sqrt(3) < sqrt(7); sqrt(2)**2 == 2; 2**-1 == 1 / 2; -2**2 == -4; 27**(1/3) == 3; 1 - 1 - 1 == -1
8 / 4 / 2 == 1
2**3**2 == 512; det(A) == -2; tr(A @ inv(A)) == 2; A @ inv(A) == I(2); smax(A) < 11 / 2; s(A, 1) * s(A, 2) == 2
lmax(S) == 3; lam(S, 2) >= 1; lmin(S) < 1; rank(B) == 1; cond(B) == 1; normF(B)**2 == 25; sum(s(A)) > 5; maxabs(A) == 4
norm2(A) <= normF(A) <= sqrt(2) * norm2(A); kron(A, B) == kron(B, A); diag(diag(A)) == A; smin(kron(A, S)) * 3 > smin(A)
entry(lam(S), 1) - lam(S, 2) == 2; abs(x) == -x; x**3 < 0; sum(k * x for k in 1..3) == 6 * x; max(x, -x, 1 / 2) == 3 / 2
product(k for k in 1..4) == 24; min(abs(v)) <= sqrt(tr(v.T @ v) / 2); k * x >= x for k in 1..2
prod(A for k in 1..2) == A @ A; lam(A.T @ A, 1) == smax(A)**2; vstack(A, S).T @ vstack(A, S) == A.T @ A + S @ S
x <= v; sum(s(A)) >= normF(A)
unit(2, 1).T @ A @ unit(2, 2) == 2; smax(A)**2 - 30 < 1; cumsum(v) >= x
""".strip()
    .replace("\n", "; ")
    .split("; ")
)  # decided alike by the checker and in the browser
VALUES = {
    "x": "-3/2",
    "v": [["1"], ["-2"]],
    "A": [["1", "2"], ["3", "4"]],
    "B": [["3", "4"], ["0", "0"]],
    "S": [["2", "1"], ["1", "2"]],
}
JUDGED = """const { Scene, conform, instances, judge, limited, matrix, numberOrRows, parseClause } = Recheck;
const values = Object.entries(conform(data.values, { "*": numberOrRows }, "values"));
const scene = () => new Scene(new Map(values.map(([name, x]) => [name, Array.isArray(x) ? matrix(x) : x])));
const sizes = { integers: new Map(), families: new Map(), shapes: new Map(values) };
return Promise.all(data.claims.map((text) => limited(async () => ({
  holds: instances(parseClause(text), sizes).every((one) => judge(one, scene(), text)[0]) }))));"""


def test_claims_are_decided_as_the_checker_decides_them(tmp_path: Path) -> None:
    found = computed(tmp_path, JUDGED, {"claims": CLAIMS, "values": VALUES})
    values = {
        name: matrix([[Fraction(y) for y in row] for row in x], len(x[0])) if isinstance(x, list) else Fraction(x)
        for name, x in VALUES.items()
    }
    shapes = {name: x.shape for name, x in values.items() if not isinstance(x, Fraction)}
    witnesses = {
        "lam(S)": ["3", "1"],
        "gram(B)": ["25", "0"],
        "gram(A)": ["29.8660687473185", "0.1339312526815"],
        "lam((A.T @ A))": ["29.8660687473185", "0.1339312526815"],
        "gram(kron(A, S))": ["268.7946187258665", "29.8660687473185", "1.2053812741335", "0.1339312526815"],
    }
    undecided = []
    for text, answer in zip(CLAIMS, found, strict=True):
        said = [
            judge(one, Evaluator(values, witnesses))[0] for one in instances(parse_clause(text), Sizes({}, {}, shapes))
        ]
        if answer["answer"] == "established":
            assert answer["holds"] == (set(said) == {"holds"}), (text, said, answer)
        else:
            undecided.append(text)
    ties = {"sqrt(2) * sqrt(3) < sqrt(7)", "s(A, 1) * s(A, 2) == 2", "lam(A.T @ A, 1) == smax(A)**2"}
    assert set(undecided) <= ties, undecided


REFUSED = (
    """
1 <; x ** 2; lambda <= 1; x <= 1 # 2; x <= 1.5; x if x else x <= 1; x <= y; f(x) <= 1; A <= B; A * A == A
A @ v @ v == 1; x == [1]
x <= 1_0; x <= 01; (x <= 1) <= 1; x < 1 for k in 1..0; x != 1; A[0] <= 1; max(,x) <= 1; max(x,) <= 1; x.real <= 1
""".strip()
    .replace("\n", "; ")
    .split("; ")
)


def test_what_is_not_of_the_language_has_no_value(tmp_path: Path) -> None:
    found = computed(tmp_path, JUDGED, {"claims": REFUSED, "values": VALUES})
    decided = [text for text, x in zip(REFUSED, found, strict=True) if x["answer"] == "established"]
    assert decided == ["x < 1 for k in 1..0"], "only what says nothing holds"


CHANGES = [
    (" <= ", " >= "),
    (" >= ", " < "),
    (" + ", " - "),
    ("2", "3"),
    (".T", ""),
    ("smin", "smax"),
    ("real", "symmetric"),
]


def altered(name: str, cert: dict[str, Any]) -> Iterator[tuple[str, str, None]]:
    """The certificate with one line of its text changed, so that digest and hash are right."""
    for part in ("let", "given", "claim"):
        for k, line in enumerate(cert["text"][part]):
            for old, new in CHANGES:
                if old in line:
                    lines = cert["text"][part]
                    changed = about(cert, **{part: [*lines[:k], line.replace(old, new), *lines[k + 1 :]]})
                    yield f"{name}, {part} {k}: {old}", sealed(changed), None


@pytest.mark.long
def test_altered_certificates_are_accepted_by_the_checker_as_well(arena: list[Any], tmp_path: Path) -> None:
    valid = {name: json.loads(text) for name, text, _ in arena if EXPECTED[name] == "accept"}
    made = [one for name, cert in valid.items() if cert["kind"] in DECIDED for one in altered(name, cert)]
    found = computed(tmp_path, ALL, made)
    accepted = [(name, text) for name, text, _ in made if found[name]["answer"] == "established"]
    assert 0 < len(accepted) < len(made)
    for name, text in accepted:
        (tmp_path / "altered.json").write_text(text, encoding="ascii")
        done = run_certify(tmp_path / "altered.json")
        assert done.returncode == 0, (name, found[name], done.stderr)


def run_certify(path: Path) -> subprocess.CompletedProcess[str]:
    """The checker of all kinds, as a program."""
    return python("-I", "-S", str(ROOT / "lemmata" / "network_checker"), str(path))


def refuted_run(folder: Path, text: str) -> str:
    """The page of a run with one refuted statement, whose certificate is this text, after its button was pressed."""
    cert = json.loads(text)
    run = sample.run()
    entry = next(one for one in run["statements"] if one["verdict"] == "refuted")
    entry |= {"id": cert["statement"], "hash": cert["hash"], "certificate": "certificates/one.json"}
    run["statements"] = [entry]
    (folder / "certificates").mkdir()
    (folder / "certificates" / "one.json").write_text(text, encoding="ascii")
    (folder / "verdicts.json").write_text(json.dumps(run), encoding="utf-8")
    page = render(folder, sample.no_catalogue())
    said = page.read_text(encoding="utf-8")
    press = "addEventListener('load', () => document.querySelectorAll('button.recheck').forEach((one) => one.click()))"
    allowed = base64.b64encode(hashlib.sha256(press.encode()).digest()).decode()
    said = said.replace("script-src '", f"script-src 'sha256-{allowed}' '", 1).replace(
        "</body>", f"<script>{press}</script></body>"
    )
    page.write_text(said, encoding="utf-8")
    found = re.findall(
        r"lemmata certify <a.*?</a></kbd> (?:<button.*?</button> )?<(?:output|span)[^>]*>(.*?)<", shown(page)
    )
    assert len(found) == 1
    return html.unescape(found[0])


def test_the_button_of_a_report_checks_its_certificate(tmp_path: Path) -> None:
    text = (ARENA / "certificates" / "macdonald.sigma-product.json").read_text(encoding="ascii")
    said = refuted_run(tmp_path, text)
    assert said == "✓ left side 0 < right side 1, where ≥ is claimed; every hypothesis holds."


def test_the_button_says_what_is_wrong_with_a_certificate(tmp_path: Path) -> None:
    text = (ARENA / "certificates" / "macdonald.sigma-product.json").read_text(encoding="ascii")
    at = text.index('"1"')
    said = refuted_run(tmp_path, text[:at] + '"2"' + text[at + 3 :])
    assert said == "✗ refused: the digest does not match: the certificate was altered"


def test_a_certificate_that_the_page_cannot_check_has_no_button(tmp_path: Path) -> None:
    text = (ARENA / "certificates" / "macdonald.thm-4.4.nonlinearity.json").read_text(encoding="ascii")
    assert refuted_run(tmp_path, text).startswith("(by the command; ")
    assert "Check it here" not in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_certificate_that_is_no_such_file_is_text_on_the_page(tmp_path: Path) -> None:
    text = (ARENA / "certificates" / "macdonald.sigma-product.json").read_text(encoding="ascii")
    said = refuted_run(tmp_path, text.replace('"1"', '"</code><script>document.title = 1</script>"', 1))
    assert said.startswith("✗ refused: ") and "<title>1</title>" not in shown(tmp_path / "index.html")


PLAY = ROOT / "docs" / "play"
EXAMPLES = json.loads(
    "["
    + (PLAY / "examples.js").read_text(encoding="ascii").split("[", 1)[1].rpartition("]")[0].rstrip().rstrip(",")
    + "]"
)


@pytest.mark.parametrize("name", [name for name, _ in EXAMPLES])
def test_the_page_without_an_installation_checks_its_examples(name: str, tmp_path: Path) -> None:
    assert len(EXAMPLES) == 6
    page = shown(PLAY / "index.html", f"#{name}")
    assert f'data-answer="established">✓ {name}: ' in page and page.count("<math") > 3
    assert "It fails: left side 0 &lt; right side 1." in page, "the claim that stands in its box"


def test_the_examples_are_of_the_catalogue() -> None:
    assert {name: json.loads(text)["hash"] for name, text in EXAMPLES} == {name: HASHES[name] for name, _ in EXAMPLES}


def test_the_site_holds_the_scripts_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "play").mkdir()
    for path in PLAY.iterdir():
        (tmp_path / "play" / path.name).write_bytes(path.read_bytes())
    runpy.run_path(str(ROOT / "docs" / "site_hooks.py"))["on_post_build"](SimpleNamespace(site_dir=str(tmp_path)))
    assert 'data-answer="established">✓' in shown(tmp_path / "play" / "index.html", f"#{EXAMPLES[0][0]}")
