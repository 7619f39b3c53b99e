"""Attacks that must come to nothing: texts for the readers, files for the checker, steps for the kernel, claims.

Written down before any of them was run; each stands with what a hostile author hopes for.
"""

from __future__ import annotations

from typing import Any

# Texts (let, claim) that say one thing to people and another to Python's parser, or nothing that a statement can say.
# No reader takes them, the kernel's as little as the checker's.
UNREADABLE: dict[str, tuple[list[str], str]] = {
    "a letter of full width": (["x = real"], "\uff58 <= 1"),
    "a ligature for two letters": (["fi = real"], "\ufb01 <= 1"),
    "a digit of another script": (["x = real"], "x <= \u0661"),
    "no break space": (["x = real"], "x\u00a0<= 1"),
    "text from right to left": (["x = real"], "x <= 1\u202e"),
    "a comment": (["x = real"], "x <= 1 # for x = 0"),
    "a form feed": (["x = real"], "x <= 1\x0c"),
    "a line of its own": (["x = real"], "x <= 1\r"),
    "a comma at the end": (["x = real"], "x <= 1,"),
    "two relations": (["x = real"], "x <= 1, x >= 1"),
    "a relation named": (["x = real"], "y := x <= 1"),
    "a condition": (["x = real"], "x <= 1 if x <= 0 else x >= 0"),
    "a condition in a range": (["n = integer(1)"], "i <= n for i in 1..n if i <= 1"),
    "an index that waits": (["n = integer(1)"], "i <= n async for i in 1..n"),
    "two indices for one": (["n = integer(1)"], "i <= n for i, j in 1..n"),
    "a starred side": (["x = real"], "*x <= 1"),
    "bars for dots": (["n = integer(1)"], "i <= n for i in 1|n"),
    "a range by name": (["n = integer(1)"], "i <= n for i in span(1, n, key=0)"),
    "layers by a step": (["L = integer(2)", "W = layers(L, 1, 1, 1)"], "tr(W[2:1:1]) <= 1"),
    "a range of three": (["n = integer(1)"], "i <= n for i in 1..n..2"),
    "a number in words": (["x = real"], "x <= True"),
    "nothing": (["x = real"], "x <= None"),
    "an ellipsis": (["x = real"], "x <= ..."),
    "a string": (["x = real"], "x <= '1'"),
    "a string made of parts": (["x = real"], "x <= f'{x}'"),
    "a float": (["x = real"], "x <= 0.1"),
    "a float beyond all": (["x = real"], "x <= 1e999"),
    "an imaginary number": (["x = real"], "x <= 1j"),
    "division with remainder": (["x = real"], "x // 1 <= x"),
    "remainder": (["x = real"], "x % 1 <= x"),
    "another order of operations": (["x = real"], "x ^ 2 <= x"),
    "a negation of bits": (["x = real"], "~x <= x"),
    "a sign plus": (["x = real"], "+x <= x"),
    "not": (["x = real"], "not x <= 1"),
    "and": (["x = real"], "x <= 1 and x <= 0"),
    "is": (["x = real"], "x is x"),
    "unequal": (["x = real"], "x != 1"),
    "a lambda": (["x = real"], "(lambda: x) <= 1"),
    "an attribute": (["A = real(2, 2)"], "A.real <= 1"),
    "an attribute with underscores": (["A = real(2, 2)"], "A.__class__ <= 1"),
    "an argument by name": (["A = real(2, 2)"], "tr(A=A) <= 1"),
    "an argument too many": (["A = real(2, 2)"], "tr(A, A) <= 1"),
    "an entry of three": (["x = real(3, 1)"], "entry(x, 1, 2) <= 1"),
    "a product of three": (["x = real(3, 1)"], "dot(x, x, x) <= 1"),
    "a root of two": (["A = pd(2)"], "tr(sqrtm(A, A)) <= 1"),
    "an inverse of two": (["A = pd(2)"], "tr(inv(A, A)) <= 1"),
    "a norm of two": (["A = pd(2)"], "kyfan(1, A, A) <= 1"),
    "a diagonal of nothing": (["A = pd(2)"], "tr(diag()) <= 1"),
    "a name that nobody declared": (["x = real"], "y <= 1"),
    "an index outside its range": (["n = integer(1)"], "sum(i for i in 1..n) <= i"),
    "a domain with a word besides": (["A = real(2, 2, order=3)"], "tr(A) <= 1"),
    "a domain with nothing but a word": (["x = real(order=3)"], "x <= 1"),
    "a domain of more parameters": (["x = positive(3)"], "x >= 3"),
    "a domain in brackets": (["x = (real)"], "x <= 1"),
    "a variable twice": (["x = real", "x = positive"], "x >= 0"),
    "a variable called pi": (["pi = real"], "pi <= 1"),
    "a variable in two words": (["x y = real"], "x <= 1"),
}

# Claims that are false, each with a degenerate instance (dims, values) that breaks it: nothing proves them.
FALSE: dict[str, tuple[dict[str, str], list[str], str, dict[str, int], dict[str, Any]]] = {
    "the root of a square": ({"a": "real"}, [], "sqrt(a**2) == a", {}, {"a": "-1"}),
    "a real power of a square": ({"a": "real"}, [], "(a**2)**(1/2) <= a", {}, {"a": "-1"}),
    "every size above one": ({"n": "integer(1, 3)"}, [], "n >= 2", {}, {"n": "1"}),
    "an index before the last": ({"n": "integer(1, 3)", "k": "integer(1, n)"}, [], "k <= n - 1", {"n": 1}, {"k": "1"}),
    "pseudo-inverses invert": (
        {"n": "integer(1, 3)", "A": "real(n, n)"}, [], "A @ pinv(A) == I(n)", {"n": 1}, {"A": [["0"]]}
    ),
    "radii below eigenvalues": (
        {"n": "integer(1, 3)", "N": "symmetric(n)"}, [], "rho(N) <= lmax(N)", {"n": 1}, {"N": [["-1"]]}
    ),
    "roots of squares of matrices": (
        {"n": "integer(1, 3)", "N": "symmetric(n)"}, [], "sqrtm(N @ N) == N", {"n": 1}, {"N": [["-1"]]}
    ),
    "moduli of matrices": (
        {"n": "integer(1, 3)", "A": "real(n, n)"}, [], "absm(A) == absm(A.T)", {"n": 2},
        {"A": [["0", "1"], ["0", "0"]]},
    ),
    "every matrix is normal": (
        {"n": "integer(1, 3)", "A": "real(n, n)"}, [], "A @ A.T == A.T @ A", {"n": 2}, {"A": [["0", "1"], ["0", "0"]]}
    ),
    "Kronecker products commute": (
        {"n": "integer(1, 3)", "A": "real(n, n)", "B": "real(n, n)"}, [], "kron(A, B) == kron(B, A)", {"n": 2},
        {"A": [["1", "0"], ["0", "0"]], "B": [["0", "0"], ["0", "1"]]},
    ),
    "largest of some": (
        {"n": "integer(1, 3)", "A": "real(n, n)"}, [], "max(A[i, i] for i in 1..n) >= 0", {"n": 1}, {"A": [["-1"]]}
    ),
    "sums without the first": (
        {"n": "integer(2, 3)", "A": "real(n, n)"}, [], "sum(A[i, i] for i in 2..n) <= tr(A)", {"n": 2},
        {"A": [["-1", "0"], ["0", "0"]]},
    ),
    "determinants of no rows": (
        {"n": "integer(1, 3)", "A": "skew(n)"}, [], "det(A) == 0", {"n": 2}, {"A": [["0", "1"], ["-1", "0"]]}
    ),
    "definite by its entries": (
        {"n": "integer(1, 3)", "A": "nonnegative(n, n)"}, [], "lmin(A + A.T) >= 0", {"n": 2},
        {"A": [["0", "1"], ["1", "0"]]},
    ),
    "zero only": (
        {"n": "integer(1, 3)", "A": "real(n, n)"}, ["A @ A == 0 * A"], "A == 0 * A", {"n": 2},
        {"A": [["0", "1"], ["0", "0"]]},
    ),
    "strict where equal": (
        {"n": "integer(1, 3)", "A": "real(n, n)"}, [], "normF(A) < normN(A) + 1 / 10**9 * rank(A)", {"n": 1},
        {"A": [["0"]]},
    ),
    "identity in disguise": (
        {"n": "integer(1, 3)", "P": "projection(n)"}, ["tr(P) <= 1"], "P == I(n)", {"n": 1}, {"P": [["0"]]}
    ),
    "a quasi-norm": (
        {"n": "integer(1, 3)", "A": "psd(n)", "B": "psd(n)"}, [],
        "schatten(1/2, A + B) <= schatten(1/2, A) + schatten(1/2, B)", {"n": 2},
        {"A": [["1", "0"], ["0", "0"]], "B": [["0", "0"], ["0", "1"]]},
    ),
}  # fmt: skip

# Claims that are never defined, or whose hypotheses nothing meets: no instance refutes them, and none is counted.
NEVER: dict[str, tuple[dict[str, str], list[str], str]] = {
    "nothing divided by nothing": ({"a": "real"}, [], "(a - a) / (a - a) == 1"),
    "logarithms below zero": ({"a": "real"}, [], "log(-1 - a**2) <= a"),
    "roots below zero": ({"a": "real"}, [], "sqrt(-1 - a**2) == a"),
    "against each other": ({"a": "real"}, ["a < 0", "a > 0"], "a == 7"),
    "norms below zero": ({"n": "integer(1, 2)", "A": "real(n, n)"}, ["smax(A) < 0"], "tr(A) == 7"),
    "inverses of nothing": ({"n": "integer(1, 2)", "A": "real(n, n)"}, [], "tr(inv(A - A)) == 7"),
    "eigenvalues of what is not symmetric": (
        {"A": "skew(2)"}, ["normF(A) == 1"], "lmax(A) == 7"
    ),
}  # fmt: skip
