"""Every mistake gets one line that says what is wrong, where, and what to write instead."""

import pytest

from lemmata.language.parse import ReadingError, read_claim, spelling, text_limits
from lemmata.language.parse.errors import one_line
from lemmata.language.parse.vocabulary import FUNCTIONS
from tests.language.parse.scope import NAMES

# typed, column of the caret, words of the message, words of the fix
MISTAKES = [
    ("A^2 == A", 2, "takes scalars", "A @ A"),
    ("A' == A", 2, "no transpose", "A.T"),
    ("(A @ B)' == A", 8, "no transpose", "A.T"),
    ("A.T() == A", 1, "takes no brackets", "A.T"),
    ("A.transpose() == A", 1, "`.transpose`", "A.T"),
    ("A.t == A", 1, "`.t`", "A.T"),
    ("x.max() <= 1", 1, "`.max`", "max(v)"),
    ("A.foo <= 1", 1, "`.foo`", "A.T"),
    ("np.linalg.norm(A) <= 1", 1, "`.norm`", "norm(v)"),
    ("smx(A) <= 1", 1, "no function `smx`", "did you mean smax"),
    ("nrom2(A) <= 1", 1, "no function `nrom2`", "norm2"),
    ("Tr(A) <= 1", 1, "no function `Tr`", "tr"),
    ("norm(A) <= 1", 1, "which norm", "normF(A) (Frobenius)"),
    ("trace(A) <= 1", 1, "no function `trace`", "tr(A)"),
    ("eig(A) <= 1", 1, "no function `eig`", "lam(A)"),
    ("eye(n) == A", 1, "no function `eye`", "I(n)"),
    ("entropy(A) >= 0", 1, "no function `entropy`", "-tr(R @ logm(R))"),
    ("A # B == A", 3, "comments", "geomean(A, B)"),
    ("foo(A) <= 1", 1, "no function `foo`", "there are abs absm"),
    ("Q <= 1", 1, "`Q` is not declared", 'Q = "real(n, n)"'),
    ("a <= alpha", 6, "`alpha` is not declared", 'alpha = "real"'),
    ("smax <= 1", 1, "`smax` is a function", "smax(A)"),
    ("A @ I == A", 5, "`I` is a function", "I(n)"),
    ("a = b", 3, "`=` is no relation", "=="),
    ("a := b", 3, "`:=`", "=="),
    ("a =< b", 3, "`=<`", "<="),
    ("a => b", 3, "`=>`", ">="),
    ("a <> b", 3, "`<>`", "abs(x - y) > 0"),
    ("det(A) != 0", 8, "`!=`", "abs(x - y) > 0"),
    ("A[0,1] <= 1", 3, "leaves 1..n", "count from 1"),
    ("A[1] <= 1", 1, "two indices", "A[i, j]"),
    ("x[n + 1] <= 1", 3, "leaves 1..n at n = 2", "count from 1"),
    ("x[1, 2] <= 1", 6, "leaves 1..1", "count from 1"),
    ("a[1] <= 1", 1, "no entries", "v[i]"),
    ("x[a] <= 1", 3, "no whole number", "integer(1, n)"),
    ("A[1:2, 1] <= 1", 3, "two dots", "A[1..k, 1..k]"),
    ("A[i, 1] <= 1 for i in A", 23, "no range", "for i in 1..n"),
    ("A[n, 1] <= 1 for n in 1..3", 18, "`n` is a variable already", "otherwise"),
    ("sum(pi for pi in 1..n) <= 4", 12, "`pi` is a number", "a letter"),
    ("funm(pi for pi in N) == N", 5, "`pi` is a number", "a letter"),
    ("sum(x[j] for i in 1..n for j in i+1..n) <= 1", 33, "there is no j from i + 1 to n at n = 2, i = 2", "narrow"),
    ("prod(A @ A.T + i * A for i in 1..n) == A", 1, "takes scalars", "order of a product"),
    ("x for i in 1..n", 1, "states nothing", "a <= b"),
    ("[[1, 2], [3]] == A", 1, "rows differ in length", "[[1, 2], [3, 4]]"),
    ("[[A, x], [1, 2]] == A", 11, "stands where a 1 x n block", "equally"),
    ("A == [A)", 8, "another form", "match ( ) and [ ]"),
    ("s(A)[0] <= 1", 6, "leaves 1..n", "count from 1"),
    ("s(A, 0) <= 1", 6, "leaves 1..n", "count from 1"),
    ("lam(N, 1, 2) <= 1", 1, "3 arguments", "lam(A)"),
    ("[1, 2] == x", 8, "does not join", "one shape"),
    ("A * B == A", 3, "`*` multiplies entry by entry on vectors", "A @ B"),
    ("A ** 2 == A", 3, "`**` takes scalars and vectors", "A @ A"),
    ("A ** -1 == A", 3, "`**`", "inv(A)"),
    ("A ** 0.5 == A", 3, "`**`", "sqrtm(A)"),
    ("2 ** A == A", 3, "exponents are scalars", "exp("),
    ("A + 1 == A", 3, "`A` is a n x n matrix, `1` is a scalar", "c * I(n)"),
    ("A + s(A) == A", 3, "vector with n entries", "I(n)"),
    ("A + C == A", 3, "`C` is a n x m matrix", "one shape"),
    ("C + C.T == C", 3, "`C.T` is a m x n matrix", "transpose one"),
    ("C @ C == C", 3, "cannot be multiplied", "A @ B.T"),
    ("A @ C.T == A", 3, "`A` is a n x n matrix, `C.T` is a m x n matrix", "A @ B.T"),
    ("C.T @ F == A", 5, "cannot be multiplied", "columns of the first"),
    ("x @ y == 1", 3, "cannot be multiplied", "tr(x.T @ y)"),
    ("2 @ A == A", 3, "`@` multiplies matrices", "c * A"),
    ("A @ B.T @ C == A", 13, "`A @ B.T @ C` is a n x m matrix", "one shape"),
    ("s(A) * A == A", 6, "does not join", "diag(v) @ A"),
    ("s(A) + z <= 1", 6, "vectors of one length", "n = 2, m = 1"),
    ("s(F) <= s(A)", 6, "`s(F)` is a vector with min(d, n) entries", "n = 2, d = 1"),
    ("[x.T @ x] * s(C) + s(A) <= 1", 18, "vectors of one length", "differ"),
    ("1 / A == A", 3, "does not join", "inv(B)"),
    ("A / B == A", 3, "does not join", "inv(B)"),
    ("a.T <= 1", 1, "no transpose", "leave .T out"),
    ("A <= B", 3, "matrices have no order", "lmin(B - A) >= 0"),
    ("A >= B", 3, "matrices have no order", "lmin(A - B) >= 0"),
    ("A >= 0", 3, "does not join", "lmin(A) >= 0"),
    ("A == 0", 3, "does not join", "normF(A) == 0"),
    ("A == C", 3, "does not join", "one shape"),
    ("a <= b >= t", 8, "runs both ways", "two claims"),
    ("smax(A)", 1, "states nothing", "compares two sides"),
    ("(a <= b) <= 1", 2, "comparison inside", "use + -"),
    ("a <= 1, b <= 1", 1, "commas", "several claims"),
    ("a <= 1 and b <= 1", 8, "`and` is a word of Python", "several claims"),
    ("not a <= 1", 1, "`not`", "turn the relation round"),
    ("a <= 1 if b else 2", 8, "`if`", "given"),
    ("lambda x: x", 1, "`lambda`", "lam(A)"),
    ("sum(x for i in x) <= 1", 16, "no range", "1..n"),
    ("__import__('os') == 1", 1, "no name", "letters and digits"),
    ("schatten(p=2, A) <= 1", 11, "arguments have no names", "schatten(3, A)"),
    ('"a" <= 1', 1, "quotes", "leave"),
    ("a <= 1 # so", 8, "comments", "file"),
    ("a ≠ 1", 3, "`≠`", "abs(x) > 0"),
    ("A ≼ B", 3, "`≼`", "plain letters"),
    ("A · B == A", 3, "entry by entry on vectors", "A @ B"),
    ("A × B == A", 3, "entry by entry on vectors", "A @ B"),
    ("a ∑ b <= 1", 3, "`∑`", "sum(v)"),
    ("‖A‖ <= 1", 1, "which norm", "norm2(A)"),
    ("A† == A", 2, "`†`", ".H"),
    ("σ <= 1", 1, "`σ`", "s(A)"),
    ("é <= 1", 1, "`é`", "plain letters"),
    ("a <= \x00", 6, "character number 0", "plain letters"),
    ("|A| <= 1", 1, "bars", "det(A)"),
    ("||A|| <= 1", 1, "bars", "normF(A)"),
    ("2 A == A", 3, "operator is missing between `2` and `A`", "c * A"),
    ("2x <= 1", 2, "operator is missing", "2 * x"),
    ("A B == A", 3, "operator is missing", "A @ B"),
    ("a (b) <= 1", 1, "`a` is no function", "a * (...)"),
    ("A(1, 1) <= 1", 1, "`A` is no function", "A[i, j]"),
    ("(a)(b) <= 1", 1, "`a` is no function", "a * (...)"),
    ("(a + b)(a) <= 1", 1, "operator is missing", "x * (y + z)"),
    ("smax(A <= 1", 5, "never closed", ")"),
    ("smax(A)) <= 1", 8, "closes nothing", "remove"),
    ("a <=", 3, "missing after", "right-hand side"),
    ("<= a", 1, "missing before", "both sides"),
    ("a * / b <= 1", 5, "missing between", "both sides"),
    ("smax(, A) <= 1", 6, "no expression", "commas"),
    ("a & b <= 1", 3, "`&`", "several claims"),
    ("~a <= 1", 1, "`~`", "turn the relation round"),
    ("a // b <= 1", 3, "`//`", "write /"),
    ("a % 2 <= 1", 3, "`%`", "write /"),
    ("{a} <= 1", 1, "braces", "round brackets"),
    ("a; b", 2, "one relation to a line", "several strings"),
    ("\\sqrt{a} <= 1", 1, "backslashes", "sqrt(x)"),
    ("$a$ <= 1", 1, "`$`", "use + -"),
    ("True <= a", 1, "`True`", "two sides"),
    ("1i <= a", 2, "operator is missing", "2 * x"),
    ("... <= a", 1, "missing before `..`", "both sides"),
    ("f(*x) <= 1", 3, "missing before `*`", "both sides"),
    ("max(A) <= 1", 1, "`A` is a n x n matrix", "maxabs(A)"),
    ("max(x, 0) <= 1", 1, "scalars or one vector", "relu(v)"),
    ("max(a) <= 1", 1, "one scalar", "leave it out"),
    ("sum(A) <= 1", 1, "`A` is a n x n matrix", "row sums"),
    ("sum(a) <= 1", 1, "takes a vector", "scalar"),
    ("exp(A) == A", 1, "`A` is a n x n matrix", "expm(A)"),
    ("sqrt(A) == A", 1, "`A` is a n x n matrix", "sqrtm(A)"),
    ("log(A) == A", 1, "`A` is a n x n matrix", "logm(A)"),
    ("abs(A) == A", 1, "`A` is a n x n matrix", "absm(A)"),
    ("tr(C) <= 1", 1, "square", "A.T @ A"),
    ("lam(C) <= 1", 1, "square", "A.T @ A"),
    ("diag(C) <= 1", 1, "square", "A.T @ A"),
    ("diag(a) == A", 1, "takes a vector", "scalar"),
    ("smax(2) <= 1", 1, "takes a matrix", "matrix"),
    ("smax() <= 1", 1, "given nothing", "smax(A)"),
    ("smax(A, B) <= 1", 1, "given 2 arguments", "smax(A)"),
    ("kron(A) == A", 1, "given 1 argument", "kron(A, B)"),
    ("schatten(A, 2) <= 1", 1, "scalar first", "schatten(p, A)"),
    ("schatten(0, A) <= 1", 1, "p = 0", "above 0"),
    ("kyfan(0, A) <= 1", 1, "k = 0", "from 1"),
    ("kyfan(3/2, A) <= 1", 1, "k = 3/2", "integer(1, n)"),
    ("kyfan(9, A) <= 1", 1, "kyfan(9, A)", "never has 9"),
    ("kyfan(9, A + B) <= 1", 1, "kyfan(9, A)", "never has 9"),
    ("I(a) == A", 1, "takes dimensions", "I(n)"),
    ("I(n - 2) == A", 1, "0 rows", "at least 1"),
    ("a / 0 <= 1", 3, "division by zero", "nowhere"),
    ("0**-1 <= a", 2, "division by zero", "nowhere"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "column", "message", "fix"), MISTAKES, ids=[one_line(row[0]) for row in MISTAKES])
def test_mistakes_are_explained(typed, column, message, fix):
    with pytest.raises(ReadingError) as caught:
        read_claim(typed, NAMES)
    error = caught.value
    assert message in error.message
    assert fix in error.fix
    assert (error.line, error.column) == (1, column)
    assert "\n" not in str(error) and str(error).startswith(f"column {column}: ")
    assert error.marked.split("\n")[1].index("^") == column + 1  # two blanks in front
    assert error.text == spelling.plain(typed)


def test_the_place_in_a_text_of_several_lines():
    with pytest.raises(ReadingError) as caught:
        read_claim("smax(A)\n  <= Q", NAMES)
    assert (caught.value.line, caught.value.column) == (2, 6)
    assert str(caught.value).startswith("line 2, column 6: ")
    assert caught.value.marked == "    <= Q\n       ^"


@pytest.mark.parametrize(
    ("typed", "bound"),
    [
        ("a" * (text_limits.LENGTH + 1), text_limits.LENGTH),
        (" + ".join(["a"] * text_limits.NODES) + " <= 1", text_limits.DEPTH),
        (" <= ".join(["a * a * a"] * 100), text_limits.NODES),
        ("(" * (text_limits.DEPTH + 1) + "a" + ")" * (text_limits.DEPTH + 1) + " <= 1", text_limits.DEPTH),
        ("sqrt(" * (text_limits.DEPTH - 1) + "a" + ")" * (text_limits.DEPTH - 1) + " <= 1", text_limits.DEPTH),
        ("smax(A" + ".T" * text_limits.DEPTH + ") <= 1", text_limits.DEPTH),
        ("-" * (text_limits.SIGNS + 1) + "a <= 1", text_limits.SIGNS),
        ("9" * (text_limits.DIGITS + 1) + " <= a", text_limits.DIGITS),
        ("1e999999999999 <= a", text_limits.DIGITS),
        (f"1e-{text_limits.DIGITS + 1} <= a", text_limits.DIGITS),
        (f"a**{text_limits.EXPONENT + 1} <= 1", text_limits.EXPONENT),
        (f"a**-{text_limits.EXPONENT + 1} <= 1", text_limits.EXPONENT),
        ("a**(10**30) <= 1", text_limits.EXPONENT),
        ("((a**100)**100)**2 <= 1", text_limits.DEGREE),
        ("(det(A)**100)**2 <= 1", text_limits.DEGREE),
        ("7**100 * 7**100 * 7**100 * 7**100 <= a", text_limits.BITS),
        ("(10**40)**40 <= a", text_limits.BITS),
        ("schatten(101, A) <= 1", text_limits.EXPONENT),
        ("I(257) == A", text_limits.SIZE),
        ("ones(1, 10**9) == A", text_limits.SIZE),
        ("kron(kron(A, A), kron(A, A)) == A", text_limits.SIZE),
        ("kron(F, F) == A", text_limits.SIZE),
    ],
)
def test_bounds_say_the_limit(typed, bound):
    with pytest.raises(ReadingError) as caught:
        read_claim(typed, NAMES)
    assert str(bound) in str(caught.value)
    assert len(str(caught.value)) < 300


def test_every_function_is_listed_when_one_is_unknown():
    with pytest.raises(ReadingError) as caught:
        read_claim("qqqqqqq(A) <= 1", NAMES)
    assert set(FUNCTIONS) <= set(str(caught.value).split())
