"""Kernel and checker answer to every file as the manifest says, and files tell a broken kernel from a whole one."""

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.attacks.answering import KERNEL, changed_checker, checker, disagreements, kernel, rewritten, without
from tests.attacks.write import FOLDERS, manifest

ROWS = manifest()
EXPECTED = {program: {row["name"]: row["expect"] for row in ROWS if row["program"] == program} for program in FOLDERS}
FILES = {program: [FOLDERS[program] / name for name in expected] for program, expected in EXPECTED.items()}
# A function of the kernel, and words of the refusal that is taken out of it.
BUGS = (
    ("generalise", "is not arbitrary"),
    ("linear", "the sign of the factor of an inequality"),
    ("linear", "the combination is not the goal"),
    ("identity", "different normal forms"),
    ("absurd", "no contradiction"),
    ("induction", "is not arbitrary"),
    ("generalise", "does not stand for every value"),
    ("rewrite", "the template is not the theorem"),
    ("trichotomy", "the cases end differently"),
    ("instantiate", "has another shape"),
    ("specialise", "an integer are wanted"),
    ("replay", "is not what step"),
)
# A function of the kernel, words in it, what stands there instead, and the file that is accepted then.
CHANGES = (
    (
        "induction",
        "base.hypotheses | (step.hypotheses - {f,",
        "(base.hypotheses | step.hypotheses) - ({f,",
        "own-hypothesis",
    ),
    ("induction", '{("<=", low, i), ("<=", i, high)}, f', '{("<=", low, i)}, f', "beyond-the-last"),
    ("specialise", ', ("<=", t, f[2])', "", "beyond-the-range"),
    ("instantiate", "substitute(h, values) for h", "h for h", "hypothesis-about-another"),
    ("instantiate", 'needs.append(("<=", ONE if wanted == P else ZERO, t))', "pass", "size-of-nothing"),
    ("instantiate", "ONE if wanted == P else ZERO", "ZERO", "size-that-is-natural"),
    ("linear", '(r >= 0 if goal[0] != "=" else r == 0)', "r >= 0", "equation-with-a-rest"),
    ("trichotomy", '("<", b, a)]', '("<", a, b)]', "case-of-another"),
    ("axiom", "statement.hypotheses[conjunct]", "()", "axiom-without-a-value"),
    ("clauses", "list(dict.fromkeys(self.needs))", "[]", "axiom-without-a-value"),
)
# A function of the checker without one refusal, and the file that is accepted then.
CHECKER_BUGS = (
    ("checker/violation.py", "read_instance", "is not in its domain", "no-member-of-psd-n"),
    ("checker/violation.py", "read_instance", "do not name exactly", "a-value-of-nothing"),
    ("checker/violation.py", "declarations", "declared twice", "a-variable-twice"),
    ("checker/violation.py", "_held", "at this instance", "a-hypothesis-that-is-not-met"),
    ("checker/violation.py", "_evaluator", "existence hypothesis", "a-hypothesis-that-something-exists"),
    ("checker/violation.py", "check_violation", "broken by one instance", "one-instance-against-an-existence-claim"),
    ("checker/violation.py", "_evaluator", "are not those of its sides", "a-record-of-other-sides"),
    ("checker/violation.py", "check_violation", "is undefined", "a-case-of-an-index-without-a-value"),
    ("checker/violation.py", "_held", "at this instance", "a-witness-that-breaks-the-claim"),
    ("checker/violation.py", "check_witness", "says nothing", "a-witness-for-nothing"),
    ("checker/violation.py", "_explained", "decides nothing", "a-tie-that-decides-nothing"),
    ("checker/evaluate.py", "row", "cannot be used", "next-to-what-is-broken-an-argument-too-many"),
    ("checker/evaluate.py", "readable", "has no value", "next-to-what-is-broken-a-name-that-nobody-declared"),
    ("checker/evaluate.py", "readable", "no such layers", "next-to-what-is-broken-the-width-of-a-number"),
    ("checker/evaluate.py", "readable", "not concrete", "next-to-what-is-broken-an-entry-of-a-sequence"),
    ("checker/evaluate.py", "_combined", "matrices are added", "a-matrix-times-a-matrix-entry-by-entry"),
    ("checker/witnessed_spectra.py", "_verified", "exact(a) and inertia", "eigenvalues-of-another-matrix"),
    ("checker/witnessed_spectra.py", "root", "semidefinite(near)", "a-root-that-is-not-semidefinite"),
    ("checker/witnessed_spectra.py", "radius", "from above", "a-spectral-radius-from-a-form-that-is-zero"),
    ("checker/witnessed_spectra.py", "numerical_radius", "from below", "a-numerical-radius-that-no-vector-has"),
    ("checker/witnessed_spectra.py", "matrix", "without rows", "a-matrix-of-order-zero"),
    ("network_checker/denial.py", "replayed", "textbook fact", "a-tie-on-an-axiom-of-nobody"),
    ("network_checker/training_runs.py", "check_flow", "recorded rate", "le.lemma-3.eq-5-another-rate"),
    ("network_checker/network_models.py", "_admitted", "is none of", "le.lemma-3.eq-5-a-network-of-another-kind"),
    ("network_checker/depth.py", "hypothesis", "not established", "oyedotun.thm-2-difference-a-hypothesis-that-fails"),
)

# A function of the checker, words in it, what stands there instead, and the file that is accepted then.
CHECKER_CHANGES = (
    ("checker/text_form.py", "span", "high, sizes)) + 1", "high, sizes))", "a-hypothesis-at-one-index-that-is-not-met"),
    ("checker/text_form.py", "instances", "len(clause.relations)", "1", "a-hypothesis-that-is-met-up-to-one-link"),
    ("checker/exact_numbers.py", "compare", "ahi < blo or", "ahi <= blo or", "a-claim-that-holds-with-equality"),
    ("checker/witnessed_spectra.py", "inertia", "signs[orders[k] or 0]", "signs[1]", "no-member-of-psd-n"),
    ("checker/violation.py", "check_violation", "in judged.values()", "in ()", "a-chain-whose-other-link-has-no-value"),
    ("checker/violation.py", "_meets", "low <= ends(x)[1] and", "", "a-record-of-other-sides"),
    ("checker/evaluate.py", "tied", "bool(found)", "True", "an-equation-that-enclosures-do-not-show"),
    (
        "checker/witnessed_spectra.py",
        "entrywise",
        "known[xs] if xs in known else checked(f(*xs))",
        "known.setdefault(xs[0], checked(f(*xs)))",
        "sums-with-one-number-twice",
    ),
    ("checker/witnessed_spectra.py", "symmetric", "== 0", "!= 1", "no-member-of-symmetric-n"),
)


def test_the_kernel_answers_as_it_should() -> None:
    assert not disagreements(EXPECTED["kernel"], kernel(FILES["kernel"]))


def test_the_checker_answers_as_it_should() -> None:
    assert not disagreements(EXPECTED["checker"], checker(FILES["checker"]))


@pytest.mark.parametrize("always", ["accept", "reject", "decline"])
@pytest.mark.parametrize("program", FOLDERS)
def test_who_always_says_the_same_fails(program: str, always: str) -> None:
    assert len(disagreements(EXPECTED[program], dict.fromkeys(EXPECTED[program], always))) >= 20


def test_there_are_enough_of_each_and_no_others() -> None:
    answers = Counter(row["expect"] for row in ROWS)
    assert answers["reject"] + answers["decline"] >= 150 and answers["accept"] >= 50
    for program, folder in FOLDERS.items():
        assert {path.name for path in folder.iterdir()} == EXPECTED[program].keys()


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("function", "message"), BUGS)
def test_a_kernel_without_one_refusal_is_caught(function: str, message: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken_kernel.py"
    shutil.copy(KERNEL.with_name("definitions.txt"), tmp_path)
    broken.write_text(without(KERNEL.read_text(encoding="utf-8"), function, message), encoding="utf-8")
    forged = [path for path in FILES["kernel"] if path.name.startswith(("false-", "step-"))]
    answers = kernel(forged, broken)
    assert "accept" in answers.values()


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("function", "old", "new", "forged"), CHANGES)
def test_a_kernel_that_infers_something_else_is_caught(
    function: str, old: str, new: str, forged: str, tmp_path: Path
) -> None:
    name = f"false-{forged}.json"
    broken = tmp_path / "broken_kernel.py"
    shutil.copy(KERNEL.with_name("definitions.txt"), tmp_path)
    broken.write_text(rewritten(KERNEL.read_text(encoding="utf-8"), function, old, new), encoding="utf-8")
    assert EXPECTED["kernel"][name] == "reject"
    assert kernel([FOLDERS["kernel"] / name], broken) == {name: "accept"}


def caught(module: str, change: Callable[[str], str], forged: str, folder: Path) -> bool:
    """Whether a changed checker accepts a certificate that is not to be accepted."""
    changed_checker(module, change, folder)
    name = f"made-{forged}.json"
    assert EXPECTED["checker"][name] != "accept"
    return checker([FOLDERS["checker"] / name], folder) == {name: "accept"}


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("module", "function", "message", "forged"), CHECKER_BUGS)
def test_a_checker_without_one_refusal_is_caught(
    module: str, function: str, message: str, forged: str, tmp_path: Path
) -> None:
    assert caught(module, lambda source: without(source, function, message), forged, tmp_path)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("module", "function", "old", "new", "forged"), CHECKER_CHANGES)
def test_a_checker_that_computes_something_else_is_caught(
    module: str, function: str, old: str, new: str, forged: str, tmp_path: Path
) -> None:
    assert caught(module, lambda source: rewritten(source, function, old, new), forged, tmp_path)


def test_a_refusal_that_is_not_there_is_not_taken_out() -> None:
    with pytest.raises(ValueError, match="0 refusals"):
        without(KERNEL.read_text(encoding="utf-8"), "generalise", "no such words")
