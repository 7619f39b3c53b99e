"""LaTeX from papers: what is unambiguous is read, for the rest there is a question about one place, never a crash."""

import random
import re
import tomllib
from pathlib import Path

import pytest

from lemmata.language import conjecture_files
from lemmata.language.parse import ReadingError
from lemmata.language.parse.latex_input import understood

READ, ASKED = tomllib.loads(Path(__file__).with_name("latex_claims.toml").read_text(encoding="utf-8")).values()


@pytest.mark.parametrize(("latex", "claim", "given", "let"), READ, ids=[latex[:60] for latex, *_ in READ])
def test_read(latex: str, claim: list[str], given: list[str], let: str) -> None:
    found = understood(latex)
    assert (found.claim, found.given) == (claim, given)
    assert "; ".join(f"{k}={v}" for k, v in found.let.items()) == let
    conjecture_files.build("t", found.let, found.given, found.claim)  # the text form is one that the reader takes


@pytest.mark.parametrize(("latex", "question", "column"), ASKED, ids=[latex[:60] for latex, *_ in ASKED])
def test_asked(latex: str, question: str, column: int | None) -> None:
    with pytest.raises(ReadingError) as caught:
        understood(latex)
    assert caught.value.message.startswith(question.removesuffix("?")) and caught.value.column == column
    assert caught.value.fix


def _fix(latex: str) -> str:
    with pytest.raises(ReadingError) as caught:
        understood(latex)
    return caught.value.fix


@pytest.mark.parametrize(
    ("latex", "left", "right"),
    [
        (
            r"Let $A \in \mathbb{S}^n$. Then $A \succ 0$ if and only if $\lambda_{\min}(A) > 0$.",
            ["A > 0"],
            ["lmin(A) > 0"],
        ),
        (r"Let $A \in \mathbb{S}^n$. Then $A \succ 0 \iff \lambda_{\min}(A) > 0$.", ["A > 0"], ["lmin(A) > 0"]),
        (r"Let $a \in \mathbb{R}$. We have $a^2 > 1$ iff $|a| > 1$.", ["a**2 > 1"], ["abs(a) > 1"]),
    ],
)
def test_both_directions_are_told_as_sentences_that_are_read(latex: str, left: list[str], right: list[str]) -> None:
    forward, back = re.findall("`(.*?)`", _fix(latex))
    let = {"n": "integer(1, 4)", "A": "symmetric(n)", "a": "real"}
    assert [(f.given, f.claim) for f in (understood(f"{s}.", let) for s in (forward, back))] == [
        (left, right),
        (right, left),
    ]


@pytest.mark.parametrize(
    ("latex", "fix"),
    [
        (r"Let $H$ be a Householder reflection. Then $\det H = -1$.", "unit vector"),
        (r"Let $A = U \Sigma V^T$ be the SVD of $A$. Then $\|A\|_2 = \sigma_1$.", r"\sigma_i(A)"),
        (r"Let $L$ be the Laplacian of a graph. Then $L \succeq 0$.", r"L\mathbf{1} = 0"),
        (r"There is $c > 0$ with $\|A\|_F \le c$.", "name it by a formula"),
        (r"Let $a, b \in \mathbb{R}^3$. Then $a^T (a \times b) = 0$.", "write out its entries"),
        (r"Let $f(x) = x^TAx$ with $A \succ 0$. Then $\min_x f(x) = 0$.", "for all x"),
    ],
)
def test_what_is_not_read_is_told_otherwise(latex: str, fix: str) -> None:
    assert fix in _fix(latex)


def test_letters_that_are_declared_are_not_asked_for() -> None:
    with pytest.raises(ReadingError, match="what is `B`"):
        understood(r"\|B\|_F \le 1")
    with pytest.raises(ReadingError, match="what is `W_2`"):
        understood(r"\|W_2\|_F \le 1")
    assert understood(r"\|B x\|_F \le 1", {"B": "real(2, 3)", "x": "real(3, 1)"}).claim == ["normF(B @ x) <= 1"]


def test_a_sign_makes_another_claim() -> None:
    """What is read is what stands there: the false variant of a claim is another text."""
    true, false = (
        understood(rf"\|A\|_F {op} \|A\|_2, A \in \mathbb{{R}}^{{n \times n}}").claim for op in (r"\ge", r"\le")
    )
    assert true == ["normF(A) >= norm2(A)"] and false == ["normF(A) <= norm2(A)"]


@pytest.mark.parametrize("seed", range(4))
def test_torn_text_is_refused_in_words(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(300):
        latex = list(draw.choice(READ)[0])
        for _ in range(draw.randint(1, 3)):
            k = draw.randrange(len(latex))
            latex[k : k + draw.randint(0, 6)] = draw.choice(
                ["", "}", "{", "\\", "_", "^", "|", "(", ",", "$", "x", "\\|", "=", "é"]
            )
        try:
            understood("".join(latex))
        except ReadingError as problem:
            assert str(problem)


# --- words of hypotheses in LaTeX

SQUARE = r"\in \mathbb{R}^{n \times n}"
SHIFTED = "A[i, j] == A[i + 1, j + 1] for i in 1..n - 1 for j in 1..n - 1"
ROW_SUM = "sum(abs(A[i, j]) for j in 1..n) for i in 1..n"
STATED_OF_A = [
    ("nilpotent", ["rho(A) == 0"], "real(n, n)"),
    ("idempotent", ["A @ A == A"], "real(n, n)"),
    ("involutory", ["A @ A == I(n)"], "real(n, n)"),
    ("a permutation matrix", ["A.T @ A == I(n)"], "nonnegative(n, n)"),
    ("doubly stochastic", ["A @ ones(n, 1) == ones(n, 1)", "A.T @ ones(n, 1) == ones(n, 1)"], "nonnegative(n, n)"),
    ("a Toeplitz matrix", [SHIFTED], "real(n, n)"),
    ("circulant", [SHIFTED, "A[i, n] == A[i + 1, 1] for i in 1..n - 1"], "real(n, n)"),
    ("a rank-one matrix", ["rank(A) == 1"], "real(n, n)"),
    ("of rank one", ["rank(A) == 1"], "real(n, n)"),
    ("of full column rank", ["rank(A) == n"], "real(n, n)"),
    ("of full row rank", ["rank(A) == n"], "real(n, n)"),
    ("a full rank matrix", ["rank(A) == min(n, n)"], "real(n, n)"),
    ("a matrix with orthonormal columns", ["A.T @ A == I(n)"], "real(n, n)"),
    ("a contraction", ["norm2(A) <= 1"], "real(n, n)"),
    ("invertible", ["abs(det(A)) > 0"], "real(n, n)"),
    ("non-singular", ["abs(det(A)) > 0"], "real(n, n)"),
    ("nonzero", ["normF(A) > 0"], "real(n, n)"),
    ("normal", ["A.T @ A == A @ A.T"], "real(n, n)"),
    ("Hermitian", [], "symmetric(n)"),
    ("positive-definite", [], "pd(n)"),
    ("skew symmetric", [], "skew(n)"),
    ("upper triangular", [], "upper(n)"),
    ("symmetric and idempotent", ["A @ A == A"], "symmetric(n)"),
    ("singular", ["det(A) == 0"], "real(n, n)"),
    ("a matrix with zero diagonal", ["A[i, i] == 0 for i in 1..n"], "real(n, n)"),
    ("symmetric with positive diagonal entries", ["A[i, i] > 0 for i in 1..n"], "symmetric(n)"),
    ("symmetric with trace zero", ["tr(A) == 0"], "symmetric(n)"),
    ("traceless", ["tr(A) == 0"], "real(n, n)"),
    ("psd with unit trace", ["tr(A) == 1"], "psd(n)"),
    ("Hurwitz", ["spectral_abscissa(A) < 0"], "real(n, n)"),
    ("Schur stable", ["rho(A) < 1"], "real(n, n)"),
    ("lower triangular with unit diagonal", ["A[i, i] == 1 for i in 1..n"], "lower(n)"),
    ("entrywise positive", ["A[i, j] > 0 for i in 1..n for j in 1..n"], "real(n, n)"),
    ("diagonally dominant", [f"2 * abs(A[i, i]) >= {ROW_SUM}"], "real(n, n)"),
    ("strictly diagonally dominant", [f"2 * abs(A[i, i]) > {ROW_SUM}"], "real(n, n)"),
    (
        "tridiagonal",
        ["A[i, j] == 0 for i in 1..n - 2 for j in i + 2..n", "A[j, i] == 0 for i in 1..n - 2 for j in i + 2..n"],
        "real(n, n)",
    ),
    ("not necessarily symmetric", [], "real(n, n)"),
    ("a (not necessarily normal) matrix", [], "real(n, n)"),
]


@pytest.mark.parametrize(("words", "given", "domain"), STATED_OF_A, ids=[words for words, *_ in STATED_OF_A])
def test_properties_are_stated(words: str, given: list[str], domain: str) -> None:
    found = understood(rf"Let $A {SQUARE}$ be {words}. Then $\operatorname{{tr}} A \le n$.")
    assert (found.given, found.let["A"]) == (given, domain)
    conjecture_files.build("t", found.let, found.given, found.claim)


def test_what_stands_behind_a_claim_in_a_formula() -> None:
    assert understood(rf"\rho(A) \le 1, A {SQUARE} \text{{ nilpotent}}").given == ["rho(A) == 0"]
    with pytest.raises(ReadingError, match="what does `not` deny"):
        understood(rf"\rho(A) \le 1, A {SQUARE} \text{{ not symmetric}}")


UNKNOWN = (
    "similar", "irreducible", "block diagonally dominant", "not symmetric", "non-symmetric", "nonsymmetric",
    "non-normal", "negative stable", "not necessarily symmetric or normal",
    "not necessarily symmetric positive definite", "primitive", "block tridiagonal", "strictly positive definite",
    "symmetric with distinct eigenvalues",
    "of norm at most 1", "of rank 2", "neither symmetric nor normal", "symmetric or skew", "totally positive",
    "without zeros",
    "symmetric unless stated otherwise", "an M-matrix", "a Hankel matrix", "reell", "symétrique",
)  # fmt: skip


@pytest.mark.parametrize("words", UNKNOWN)
def test_a_word_that_is_not_understood_is_a_question(words: str) -> None:
    for text in (
        rf"Let $A {SQUARE}$ be {words}. Then $\operatorname{{tr}} A \le n$.",
        rf"$\operatorname{{tr}} A \le n$ for all $A {SQUARE}$ that are {words}.",
    ):
        with pytest.raises(ReadingError) as caught:
            understood(text)
        assert caught.value.position is not None and caught.value.fix


SEMIDEFINITE = ["(A.T @ A) == (A.T @ A).T", "lmin(((A.T @ A) + (A.T @ A).T) / 2) >= 0"]


@pytest.mark.parametrize(
    ("text", "claim", "given"),
    [
        ("Let $A, B$ be symmetric. Then $AB$ is symmetric.", ["(A @ B) == (A @ B).T"], []),
        (rf"Let $A {SQUARE}$. Then $A^T A$ is a positive semidefinite matrix.", SEMIDEFINITE, []),
        (r"If $P$ is idempotent, then $I - P$ is idempotent and $\operatorname{tr} P \ge 0$.",
         ["(I(n) - P) @ (I(n) - P) == (I(n) - P)", "tr(P) >= 0"], ["P @ P == P"]),
        (r"Let $A$ be symmetric. Then $A$ is invertible if $\det A > 0$.", ["abs(det(A)) > 0"], ["det(A) > 0"]),
        (r"Let $A$ be symmetric. $A$ is invertible whenever $\det A > 0$.", ["abs(det(A)) > 0"], ["det(A) > 0"]),
        (rf"Let $A {SQUARE}$. $A$ is nilpotent, if $\operatorname{{tr}} A = 0$.", ["rho(A) == 0"], ["tr(A) == 0"]),
        (rf"Let $A {SQUARE}$. If $A$ is nilpotent, $\operatorname{{tr}} A = 0$.", ["tr(A) == 0"], ["rho(A) == 0"]),
        ("Let $U$ be unitary. Then $U^*$ is unitary.", ["U.H.H @ U.H == I(n)"], []),
        ("Let $A$ be orthogonal. Then $A$ has full rank.", ["rank(A) == min(n, n)"], []),
    ],
)  # fmt: skip
def test_a_property_may_be_the_claim(text: str, claim: list[str], given: list[str]) -> None:
    found = understood(text)
    assert (found.claim, found.given) == (claim, given)
    conjecture_files.build("t", found.let, found.given, found.claim)


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        (r"Let $Q$ have orthonormal columns. Then $\|Qx\| = \|x\|$ for all vectors $x$.", "real(m, n)"),
        (r"For every invertible $A$, $\|A^{-1}\|_2 \ge 1 / \|A\|_2$.", "real(n, n)"),
        (r"Let $A$ be a nonnegative matrix. Then $\rho(A) \le \|A\|_1$.", "nonnegative(n, n)"),
        (r"Let $A$ be a nonnegative matrix. Then $\|A\|_2 \le \|A\|_F$.", "nonnegative(m, n)"),
    ],
)
def test_one_letter_of_any_shape_is_rectangular_where_that_has_a_meaning(text: str, domain: str) -> None:
    assert understood(text).let[text.split("$")[1]] == domain


@pytest.mark.parametrize("text", [r"\|A B\|_F \le \|A\|_F \|B\|_F", r"\|A\|_F \le \sqrt{n} \|A\|_2"])
def test_other_shapes_are_asked_for(text: str) -> None:
    with pytest.raises(ReadingError, match="what is the shape"):
        understood(f"Let $A$ be nonnegative and $B$ be nonnegative. Then ${text}$.")


@pytest.mark.parametrize(
    "text",
    [
        rf"Symmetric. Let $A {SQUARE}$. Then $\operatorname{{tr}} A \le n$.",  # a property of no letter
        r"Let $\bar{M}$ and $M$ be complex $n \times n$ matrices. Then $\|\bar{M}\|_F = \|M\|_F$.",
        r"Let $\bar{M}$ be the complex conjugate of $M \in \mathbb{C}^{n \times n}$. Then $\|\bar{M}\|_F = \|M\|_F$.",
        r"Let $M \in \mathbb{C}^{n \times n}$ be real. Then $\|M\|_F \le 1$.",
        r"Let $A \in \mathbb{R}^{m \times n}$ be idempotent. Then $\|A\|_F \le 1$.",
        r"Let $A \in \mathbb{R}^{m \times n}$ be square. Then $\|A\|_F \le 1$.",
        rf"Let $A {SQUARE}$ commute. Then $\|A\|_F \le 1$.",
        r"Let $x, y \in \mathbb{R}^n$ be independent. Then $\|x\| \le \|y\|$.",
        rf"Let $A {SQUARE}$ be a projection. Then $\|A\|_2 \le 1$.",  # orthogonal, or idempotent
        rf"Let $A {SQUARE}$ be positive definite and nonnegative. Then $\operatorname{{tr}} A \le n$.",
        r"Let $A \in \mathbb{C}^{n \times n}$ be orthogonal. Then $\|A\|_2 = 1$.",
        rf"Let $G {SQUARE}$ be random and $x \sim \mathcal{{N}}(0, I_n)$. Then $\mathbb{{E}}\|G x\|^2 = n$.",
        r"Let $x \sim \mathcal{N}(0, 2 I_n)$. Then $\mathbb{E}\|x\|^2 = n$.",
        r"Let $\mathbf{x}, x \in \mathbb{R}$. Then $\mathbf{x} = x$.",
        r"Let $\epsilon, \varepsilon \in \mathbb{R}$. Then $\epsilon = \varepsilon$.",
        rf"Let $A {SQUARE}$. Then $\operatorname{{rank}} A \le n$ and $x > 0$.",  # a claim, not where x lives
        r"Let $A \in \mathbb{R}_-^{n \times n}$. Then $\operatorname{tr} A \ge 0$.",
        r"Let $x \in \{-1, 1\}$. Then $x^2 = 1$.",
        r"Let $t = \log q$, $q \in \mathbb{R}$. Then $q > 0$.",  # which follows, though t is named nowhere else
        # of matrices that go by one letter
        r"Let $W_1, \ldots, W_L \in \mathbb{R}^{m \times n}$. Then $\|W_1\|_2 \le 1$.",
        r"Let $W_1, \ldots, W_L \in \mathbb{R}^{n \times n}$ be symmetric. Then $\|W_1\|_2 \le 1$.",
        r"Let $W_1, \ldots, W_L \in \mathbb{R}^{n \times n}$. Then $\|W\|_2 \le 1$.",
        # what a condition says is not the claim
        rf"Every symmetric $A {SQUARE}$ with $\det A > 0$ is positive definite.",
        rf"Given $A {SQUARE}$ with $A \succeq 0$, $A$ is invertible provided $\operatorname{{tr}} A > 0$.",
        rf"Let $A {SQUARE}$ be symmetric if $\det A > 0$.",
        rf"Let $A, B {SQUARE}$. Then $A$ and $B$ are symmetric.",
        r"Let $A \in \mathbb{R}^{m \times n}$. Then $A$ is symmetric.",
        rf"Let $A {SQUARE}$. Then $A A^T$ is not invertible.",
        # hypotheses of one claim only
        r"Let $a \in \mathbb{R}$. Then $a \ge 0$. If $a \ge 1$, then $a^2 \ge 1$.",
        r"Let $a \in \mathbb{R}$. If $a \ge 1$, then $a^2 \ge 1$. If $a \le 0$, then $a \le a^2$.",
        r"Let $a \in \mathbb{R}$. Then $a \ge 0$ and $a^2 \ge 1$ if $a \ge 1$.",
        r"Let $a \in \mathbb{R}$. Then $a^2 \ge a$ for $a \ge 1$ and $a^2 \le a$ for $0 \le a \le 1$.",
        rf"Let $A {SQUARE}$. Then $\rho(A) = \|A\|_2$. If $A$ is symmetric, then $\operatorname{{tr}} A^2 \ge 0$.",
    ],
)
def test_other_questions(text: str) -> None:
    with pytest.raises(ReadingError):
        understood(text)


def test_what_let_says_is_not_said_more_of() -> None:
    said = r"Let $A$ be symmetric. Then $\operatorname{tr} A \le 1$."
    assert understood(said, {"n": "integer(1, 3)", "A": "symmetric(n)"}).claim == ["tr(A) <= 1"]
    with pytest.raises(ReadingError, match="is it symmetric"):
        understood(said, {"n": "integer(1, 3)", "A": "real(n, n)"})


@pytest.mark.parametrize(
    "formula",
    [
        "1/2n", "a/bc", "a/b(c + 1)", "a^{1/2n}", r"a/2\lambda", "W^{(1)} W^{(2)}", "a^{[2]}", r"\tanh^{-1} a",
        r"\log^{-1} a", r"\max_i x_i + y_i", r"\sum_i x_i - y_i", r"\prod_i x_i \prod_i y_i", r"\prod_i x_i / 2",
        r"\max_i x_i \cdot \min_j y_j", "x_12",
    ],
)  # fmt: skip
def test_formulas_with_two_readings_are_questions(formula):
    let = {"n": "integer(1, 4)", "a": "real", "b": "real", "c": "real", "lambda1": "real", "W": "real(n, n)",
           "x": "real(n, 1)", "y": "real(n, 1)"}  # fmt: skip
    with pytest.raises(ReadingError, match=r"\?; ") as caught:
        understood(formula + r" \le 1", let)
    assert caught.value.position is not None


@pytest.mark.parametrize(
    ("latex", "claim", "domain"),
    [
        (rf"Let $A {SQUARE}$ be nonnegative definite. Then $\det A \ge 0$.", ["det(A) >= 0"], "psd(n)"),
        (rf"Let $A {SQUARE}$. Then $\det A \ge 0$ and $n \ge 2$.", ["det(A) >= 0", "n >= 2"], "real(n, n)"),
        (r"Let $a, n, A \in \mathbb{R}$. Then $an + A \le 1$.", ["a * n + A <= 1"], "real"),  # in a formula, no article
        (r"an + A \le 1, a, n, A \in \mathbb{R}", ["a * n + A <= 1"], "real"),
        (rf"Let $A {SQUARE}$ with $\rho(A) = 1$. Then $w(A) = 1$.", ["numradius(A) == 1"], "real(n, n)"),
        (rf"Let $a, A {SQUARE}$ with $\rho(a) = 1$. Then $\det A = 1$.", ["det(A) == 1"], "real(n, n)"),
        (rf"Let $A {SQUARE}$. Then $\det A \ge 0$. Let $B {SQUARE}$. Then $\det AB \ge 0$.",
         ["det(A) >= 0", "det(A @ B) >= 0"], "real(n, n)"),
        ("Let $A$ be unitary. Then $A^T A = I$.", ["A.T @ A == I(n)"], "unitary(n)"),
        (r"Let $A \in \mathbb{R}^n_{++}$. Then $A^T A > 0$.", ["tr(A.T @ A) > 0"], "nonnegative(n, 1)"),
        (r"1/2 \|A\|^2 + \sum_i A_i \sum_j A_j \ge 0, A \in \mathbb{R}^n",
         ["1 / 2 * norm2(A)**2 + sum(A[i] * sum(A[j] for j in 1..n) for i in 1..n) >= 0"], "real(n, 1)"),
    ],
)  # fmt: skip
def test_one_reading(latex, claim, domain):
    found = understood(latex)
    assert (found.claim, found.let["A"]) == (claim, domain)
    assert found.given == (["A > 0"] if "++" in latex else [f"rho({latex[5]}) == 1"] if "rho" in latex else [])


@pytest.mark.parametrize("said", ["orthogonal to $B$", "the square of a symmetric matrix", "the projection of $B$"])
def test_a_property_of_something_else_is_a_question(said):
    """Read past its `to` or `of`, the first is an orthogonal matrix and the second a symmetric one."""
    with pytest.raises(ReadingError):
        understood(rf"Let $B, A \in \mathbb{{R}}^{{n \times n}}$, and let $A$ be {said}. Then $A A^T = I$.")
    with pytest.raises(ReadingError):
        understood(rf"Let $A \in \mathbb{{R}}^{{n \times n}}$ be {said}. Then $A A^T = I$.")


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        (
            r"Let $A \in \mathbb{R}^{n\times n}$. Then $\sum_i \lambda_i(A)^2 = \|A\|_F^2$.",
            "lam(A) has a value only where",
        ),
        (
            r"Let $A \in \mathbb{R}^{n\times n}$ and $k \ge 1$. Then $\rho(A^k) = \rho(A)^k$.",
            "logm(A) has a value only",
        ),
    ],
)
def test_eigenvalues_and_powers_of_any_matrix_are_asked_about(latex, said):
    with pytest.raises(ReadingError, match=re.escape(said)):
        understood(latex)
    assert understood(latex.replace("$A \\in", "$A \\succ 0$ and $A \\in")).claim
