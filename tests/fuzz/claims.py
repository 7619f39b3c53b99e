"""Random claims for the fuzzer: of the grammar, with words it leaves out, of powers, of the textbook, changed.

`jobs(seed)` are jobs for a worker of `lemmata check`; what they are depends on the seed alone.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lemmata import catalogue
from lemmata.language.statement import Kind
from tests import split
from tests.fuzz.grammar import Grammar

BUDGETS = (0.01, 0.02, 0.02, 0.02, 0.05, 0.2)
MATRICES = {
    "A": split("real(n, n); pd(n); psd(n); orthogonal(n); skew(n); upper(n); nonnegative(n, n); signs(n)")
    + split("stochastic(n, n); lower(n)"),
    "N": split("symmetric(n); pd(n); psd(n); diagonal(n); projection(n); density(n); correlation(n); projector(n)"),
    "Z": ("complex(n, n)", "unitary(n)", "normal(n)"),
    "H": ("hermitian(n)", "complex_psd(n)", "complex_pd(n)", "complex_density(n)"),
}
NUMBERS = ("real", "positive", "interval(0, 1)", "interval(-1/3, 1e9)", "integer(0, 4)", "interval(0, 1e-9)")
HYPOTHESES = split("""
smax(A) <= 1; tr(N) == 1; A @ N == N @ A; a >= 1/2; lmin(N) >= 0; det(A) == 0; normF(A) == 1; rank(A) == 1;
a == 1/3; A @ A == A; x.T @ x == 1; lmax(N) < 0; n >= 2; k <= 2
""")
POWERS = split("""
lmin(expm(a * logm(N))) >= 0; tr(expm(a * logm(N)) @ expm((1 - a) * logm(N))) == tr(N);
smax(expm(a * A)) <= exp(a * smax(A)); det(expm(a * N)) == exp(a * tr(N)); schatten(a + 1, A) <= normN(A);
sum(s(A)**a) <= n * smax(A)**a; tr(sqrtm(sqrtm(N) @ sqrtm(N))) == tr(sqrtm(N)); majorized(diag(N), lam(N));
submajorized(abs(diag(A)), s(A)); N <= lmax(N) * I(n); A[i, j] <= smax(A) for i in 1..n for j in i..n
""")
SCALARS = split("""
A[1, 1]; A[n, 1]; x[1]; s(A)[n]; lam(N)[1]; sum(x[i] * a**i for i in 1..n); abs(tr(Z));
max(A[i, i] for i in 1..n); prod(lam(N)[i] for i in 1..k); smax(Z); lmax(H); re(tr(Z @ H)); n; normF(Z @ H);
numradius(Z); lmin(Z.H @ Z); abs(x.T @ A @ x); norm2(A[1..k, 1..k]); trpow(3, N); tr(re(Z)); normN(im(H));
cosines(A, N)[1]; smax(block([[A, N], [N.T, A]])); 1e-30; 1e12; 123456789/987654321; smax(conj(Z));
normp(3/2, x); rho(Z.H); logdet(N)
""")
OF_ONE = split("""
powm({}, a); powm({}, 1/3); geomean({}, N, a); pinv({}); polar({}); chol({}); lu_l({}); qr_q({}); qr_r({});
lu_u({}); funm(t / (1 + t) for t in {}); truncated(1, {}); spectral_projector(1, {}); -{}; singular_dyad(1, {});
eigenprojector(k, {}); entrywise(tanh, {}); softmax({}); range_projector({});
iterate(X, 3/2 * X - 1/2 * X @ X.T @ X, 2); ptranspose(n, 1, {}); ({} @ re(Z)); inv({})
""")
CHANGES = (  # of a text that is true: word, and what takes its place
    (r"<=", "<"), (r"<=", ">="), (r"<=", "=="), (r">=", ">"), (r">=", "<="), (r"==", "<="), (r" < ", " <= "),
    (r"smax", "smin"), (r"smin", "smax"), (r"lmax", "lmin"), (r"lmin", "lmax"), (r"normF", "norm2"),
    (r"norm2", "normF"), (r"normN", "normF"), (r"rho", "smax"), (r"smax", "rho"), (r"\btr\b", "det"),
    (r" \+ ", " - "), (r" - ", " + "), (r" @ ", " + "), (r"\.T", ""), (r"\*\*2", ""), (r"\*\*2", "**3"),
    (r"\b1\b", "2"), (r"\b2\b", "1"), (r"\b2\b", "3"), (r"sqrt\(", "("), (r"\b1\b", "99/100"),
    (r"\b2\b", "201/100"), (r"\bmax\(", "min("), (r"\bmin\(", "max("), (r"\bA\b", "B"), (r"\bB\b", "A"),
    (r"\bi\b", "1"), (r"\bk\b", "1"), (r"absm", "sqrtm"), (r"\bs\(", "lam("),
)  # fmt: skip
DOMAINS = (
    (r"= psd\((.*)\)", r"= symmetric(\1)"),
    (r"= pd\((.*)\)", r"= psd(\1)"),
    (r"= symmetric\((.*)\)", r"= real(\1, \1)"),
    (r"= positive", "= real"),
    (r"= orthogonal\((.*)\)", r"= real(\1, \1)"),
)


class Wide(Grammar):
    """The grammar, with entries, ranges, factors, functions and complex matrices among its leaves."""

    def scalar(self, depth: int) -> str:
        if self.draw.random() < 0.15:
            return self.draw.choice(SCALARS)
        return super().scalar(depth)

    def matrix(self, depth: int) -> str:
        if depth > 0 and self.draw.random() < 0.15:
            return self.draw.choice(OF_ONE).format(super().matrix(depth - 1))
        return super().matrix(depth)


@cache
def textbook() -> tuple[dict[str, list[str]], ...]:
    """Text forms of the statements about matrices, dimensions bounded as a search needs them."""
    out = []
    for statement in catalogue.all_statements():
        if statement.kind in (Kind.ALGEBRAIC, Kind.IDENTITY, Kind.DERIVATIVE):
            text = dict(statement.text)
            text["let"] = [re.sub(r"integer\(([^,()]+)\)$", r"integer(\1, \1 + 3)", line) for line in text["let"]]
            out.append(text)
    return tuple(out)


def changed(text: dict[str, list[str]], draw: random.Random, times: int) -> dict[str, list[str]]:
    """A text after so many changes: a word, a constant, an index, a hypothesis dropped, a domain widened."""
    text = {part: list(lines) for part, lines in text.items()}
    for _ in range(times):
        kind = draw.randrange(6)
        if kind == 0 and text["given"]:
            text["given"].pop(draw.randrange(len(text["given"])))
            continue
        part, pool = ("let", DOMAINS) if kind == 1 else ("claim", CHANGES)
        k = draw.randrange(len(text[part]))
        line = text[part][k]
        fitting = [(old, new, m) for old, new in pool for m in re.finditer(old, line)]
        if fitting:
            old, new, m = draw.choice(fitting)
            text[part][k] = line[: m.start()] + re.sub(old, new, m[0], count=1) + line[m.end() :]
    return text


def jobs(seed: int, of_book: float = 0.35) -> Iterator[dict[str, Any]]:
    """Random jobs for a worker, a share of them statements of the catalogue, changed; what they are depends on the
    seed alone."""
    draw = random.Random(seed)
    grammar, number = Wide(draw), 0
    while True:
        number += 1
        one = of_the_book(draw) if draw.random() < of_book else of_grammar(draw, grammar)
        yield {
            "name": f"fuzz {seed} {number}",
            "define": {},
            **one,
            "seed": draw.randrange(1000),
            "device": "cpu",
            "reproduce": None,
            "budget": draw.choice(BUDGETS),
        }


def of_the_book(draw: random.Random) -> dict[str, Any]:
    """A statement of the catalogue, changed in up to three places."""
    text = changed(draw.choice(textbook()), draw, draw.choice((0, 1, 1, 1, 2, 3)))
    return {"let": dict(line.split(" = ", 1) for line in text["let"]), "given": text["given"], "claim": text["claim"]}


def of_grammar(draw: random.Random, grammar: Grammar) -> dict[str, Any]:
    """A claim in words drawn at random."""
    let = {
        "n": f"integer(1, {draw.choice((1, 2, 3, 5))})",
        "C": "real(n, 3)",
        "x": draw.choice(("real(n, 1)", "unit(n)", "simplex(n)")),
        "k": "integer(1, n)",
    }
    let |= {name: draw.choice(domains) for name, domains in MATRICES.items()} | {"a": draw.choice(NUMBERS)}
    power = draw.random() < 0.15
    claims = [draw.choice(POWERS) if power else grammar.claim(draw.randint(0, 4))]
    if draw.random() < 0.1:
        claims.append(grammar.claim(1))
    given = [draw.choice(HYPOTHESES) for _ in range(draw.choice((0, 0, 0, 1, 1, 2)))]
    return {"let": let, "given": given, "claim": claims}
