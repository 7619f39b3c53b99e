"""Every axiom, definition and rule of the kernel at random instances: junk values, poles and empty matrices included.

    python -m benchmarks attacks [--only GLOB ...] [--instances N] [--seconds S] [--seed K] [--json FILE]

A *rule* is given theorems that nobody derived and terms at random, now and then spoiled.  What it accepts has to be
true at every instance where what it was given is; there, a word that the rules know nothing of (a spectrum, a root) has
an arbitrary exact value that depends on its arguments alone.  A *definition* is granted of random terms, an *axiom* is
read from its text, and both are evaluated by the interpreter of the tests, which shares nothing with the kernel; an
axiom is screened in floating point too, from order 1 on, and what looks broken there is decided exactly.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from mpmath import mp

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.checker.format import manifest
from lemmata.claims.exact_check import ExactCheck
from lemmata.claims.profiles import PROFILES
from lemmata.claims.schedule import sample
from lemmata.claims.screening import Screening
from lemmata.evaluate.randomness import Stream
from lemmata.kernel import ONE, ZERO, KernelError, N, P, R, Term, Theorem, Z, closed, free, num, substitute
from lemmata.prove.state import text_of
from tests.oracles import kernel_random
from tests.oracles.kernel_instances import instance, member
from tests.oracles.kernel_matrices import small
from tests.oracles.kernel_terms import Interpreter

Values = dict[Any, Any]
Worlds = Callable[[Values, random.Random], Iterable[Values]]
REFUSALS = (KernelError, TypeError, ValueError, LookupError, AttributeError)
PER_INFERENCE = 10  # instances at which what a rule accepted is evaluated
MOST_SUSPECTS = 1000  # instances that look broken in floating point, which are kept
SHARE = 0.25  # of what a rule is given that is spoiled
PLAIN = ("q", "+", "*", "inv", "abs", "max", "min")  # numbers in whose place a variable may stand
DIGITS = 50
INDICES = range(-3, 6)  # what an index runs over in the instances: ends of ranges are in -1..4


@dataclass
class Count:
    """What was tried of one name: inferences asked for and accepted, instances, those that met the hypotheses, those
    that were screened in floating point, and what was false."""

    name: str
    asked: int = 0
    accepted: int = 0
    instances: int = 0
    met: int = 0
    screened: int = 0
    seconds: float = 0.0
    screening: float = 0.0  # seconds
    false: list[str] = field(default_factory=list)


# --- a model of the rules


class Model(Interpreter):
    """Exact values; what the rules know nothing of is some function of its arguments."""

    def __call__(self, t: Any, bound: tuple[Any, ...] = ()) -> Any:
        """The value of a term."""
        if t[0] in ARBITRARY:
            return self.number(t[0], *(self(x, bound) for x in t[1:]))
        return super().__call__(t, bound)

    def op_sqrt(self, a: Any) -> Any:
        """The root of a rational square."""
        root = super().op_sqrt(a)
        return root if isinstance(root, Fraction) else self.number("sqrt", a)

    def of_spectrum(self, op: str, a: Any, function: Any, least: float) -> Any:
        """Any symmetric matrix."""
        return small(self.undefined(op, a), *a.shape)

    def op_eigenvector(self, a: Any, i: Any) -> Any:
        """Any column."""
        return self.column(a.shape[0], "eigenvector", a, i)

    def _singular_vector(self, side: str, a: Any, i: Any, length: int) -> Any:
        return self.column(length, side, a, i)

    def op_expm(self, a: Any) -> Any:
        """Any function of a matrix and its transpose that may be transposed inside."""
        first, last = (small(self.undefined("expm", x), *a.shape) for x in (a, a.T))
        return first + last.T

    def op_pinv(self, a: Any) -> Any:
        """Any matrix of the transposed shape."""
        return small(self.undefined("pinv", a), *a.shape[::-1])

    def true(self, f: Any, bound: tuple[Any, ...] = ()) -> bool:
        """Whether a formula is true."""
        op = f[0]
        if op == "all":
            low, high = (int(self(x, bound)) for x in f[1:3])
            return all(self.true(f[3], (Fraction(i), *bound)) for i in range(low, high + 1))
        if op == "is":
            return bool(self.number(*f[:2], *(self(x, bound) for x in f[2:])) > 0)
        a, b = (self(x, bound) for x in (f[1:3] if op != "!=" else (f[1], ZERO)))
        if isinstance(a, np.ndarray):
            return bool(np.all(a == b)) if a.shape == b.shape else False
        return bool({"=": a == b, "<=": a <= b, "<": a < b, "!=": a != b}[op])

    def follows(self, th: Any) -> bool:
        """Whether a theorem is true at this instance."""
        return self.true(th.conclusion) or not all(map(self.true, th.hypotheses))


ARBITRARY = {"rpow", "exp", "log", "s", "lam", "smax", "smin", "lmax", "lmin", "cond", "norm2", "normF", "rank", "rho",
             "numradius", "schatten", "real_eigenvalues", "eigenform", "singularform"}  # fmt: skip


def here(values: Values, _: random.Random) -> Iterator[Values]:
    """The instance itself."""
    yield values


def everywhere(x: Term, values: Values, draw: random.Random) -> Iterator[Values]:
    """The instance with every other value of a variable; what has its size from that is drawn anew."""
    for k in INDICES:
        if k >= {P: 1, N: 0}.get(x[2], k):
            out = values | {x: Fraction(k)}
            yield out | {v: member(v, [], Model(out, 0), draw) for v in values if x in free(v[2])}


def replaced(th: Any, given: dict[Term, Term], values: Values, _: random.Random) -> Iterator[Values]:
    """The instance at which a theorem speaks once terms are put in for its variables, if it speaks there."""
    at = Model(values, _turn(values))
    variables = {v for f in (th.conclusion, *th.hypotheses) for v in free(f)}
    out = {v: at(substitute(v, given)) for v in variables}
    least = {P: 1, N: 0, Z: -float("inf")}
    if all(v[2] not in least or out[v].denominator == 1 and out[v] >= least[v[2]] for v in variables):
        yield out


def _turn(values: Values) -> int:
    return int(values.get("turn", 0))


# --- rules: what they are given


def formula(draw: random.Random, indices: int = 0) -> Term:
    """A random formula."""
    kind = draw.choice(["<=", "<=", "<", "=", "=", "!=", "M", "all"])
    number = partial(kernel_random.number, draw, 1, indices)
    if kind == "all":
        ends = (kernel_random.integer(draw, indices) for _ in range(2))
        return ("all", *ends, formula(draw, indices + 1))
    if kind == "M":
        r, c = draw.choices(kernel_random.SIZES, k=2)
        return ("=", *(kernel_random.matrix(draw, r, c, 1, indices) for _ in range(2)))
    return ("!=", number()) if kind == "!=" else (kind, number(), number())


def about(draw: random.Random, f: Term, x: Term) -> Term:
    """The formula with a variable in one or two places."""
    for _ in range(2):
        parts = [(path, kernel_random.at(f, path)) for path, _ in kernel_random.spots(f)]
        fitting = [path for path, t in parts if (t[2] == x[2] if t[0] == "v" else x[2][0] != "M" and t[0] in PLAIN)]
        f = kernel_random.put(f, draw.choice(fitting), x) if fitting else f
    return f


def believed(draw: random.Random, conclusion: Term, *hypotheses: Term, of: Term | None = None) -> Theorem:
    """A theorem that nobody derived, with some hypothesis more, one less, or one that is another."""
    kept = [h for h in hypotheses if draw.random() > SHARE / 4]
    more = [formula(draw) if of is None else about(draw, formula(draw), of)] if draw.random() < SHARE else []
    kept = [near(draw, h, SHARE / 2) for h in kept] + more
    conclusion = near(draw, conclusion, SHARE / 2)
    for f in (conclusion, *kept):
        logic._well_formed(f)
    return Theorem(frozenset(kept), conclusion, frozenset(), frozenset(), "", ())


def near(draw: random.Random, t: Term, share: float = SHARE) -> Term:
    """A term, or sometimes one that is written otherwise, rightly or wrongly."""
    return kernel_random.moved(t, draw) if draw.random() < share else t


def index(draw: random.Random) -> Term:
    """A variable of integers."""
    return draw.choice([("v", "i", Z), ("v", "i", Z), ("v", "i", Z), ("v", "n", P), ("v", "x", R)])


def ends(draw: random.Random) -> tuple[Term, Term]:
    """Ends of a range."""
    return kernel_random.integer(draw, 0), kernel_random.integer(draw, 0)


def assume(draw: random.Random) -> tuple[Any, ...]:
    return (formula(draw),)


def cut(draw: random.Random) -> tuple[Any, ...]:
    f = formula(draw)
    return believed(draw, f), believed(draw, formula(draw), near(draw, f, 0.5))


def instantiate(draw: random.Random) -> tuple[Any, ...]:
    th = believed(draw, formula(draw), formula(draw))
    known = sorted({v for f in (th.conclusion, *th.hypotheses) for v in free(f)}, key=repr)
    chosen = draw.sample(known, min(len(known), draw.choice([1, 1, 2])))
    return th, {v: value_for(draw, v) for v in chosen}


def value_for(draw: random.Random, v: Term) -> Term:
    """A term for a variable, mostly of its sort."""
    if v[2][0] == "M":
        return near(draw, kernel_random.matrix(draw, v[2][1], v[2][2], 1))
    if v[2] == R or draw.random() < SHARE / 2:
        return kernel_random.number(draw, 1)
    return draw.choice([kernel_random.integer(draw, 0), ("+", ("v", "n", P), num(-1)), ("+", ("v", "k", P), ONE)])


def generalise(draw: random.Random) -> tuple[Any, ...]:
    i, (low, high) = index(draw), ends(draw)
    return believed(draw, about(draw, formula(draw), i), ("<=", low, i), ("<=", i, high), of=i), i, low, high


def specialise(draw: random.Random) -> tuple[Any, ...]:
    body = ("all", *ends(draw), closed(about(draw, formula(draw), ("v", "i", Z)), ("v", "i", Z)))
    return believed(draw, body), draw.choice([kernel_random.integer(draw, 0), kernel_random.number(draw, 1)])


def identity(draw: random.Random) -> tuple[Any, ...]:
    r, c = draw.choices(kernel_random.SIZES, k=2)
    a = kernel_random.number(draw, 2) if draw.random() < 0.5 else kernel_random.matrix(draw, r, c, 2)
    b = a
    for _ in range(draw.randint(1, 3)):
        b = kernel_random.moved(b, draw)
    return a, b


def linear(draw: random.Random) -> tuple[Any, ...]:
    number, items = partial(kernel_random.number, draw, 1), []
    left = right = number()
    ops = draw.choices(["=", "<=", "<"], k=draw.randint(0, 2))
    for op in ops:
        a, b = number(), number()
        c = num(Fraction(draw.randint(-1, 4), draw.choice([1, 2]))) if draw.random() < 0.6 else number()
        sign = believed(draw, (draw.choice(["<=", "<"]), ZERO, c)) if c[0] != "q" or draw.random() < SHARE else None
        items.append((c, sign, believed(draw, (op, a, b))))
        right = ("+", right, ("*", c, logic.sub(b, a)))
    goal = draw.choice([*ops, "<=", "<", "="])
    rest = num(draw.choice([0, 0, 1, -1]))
    return near(draw, (goal, left, ("+", right, rest)), SHARE / 2), tuple(items)


def rewrite(draw: random.Random) -> tuple[Any, ...]:
    whole = formula(draw)
    path, _ = draw.choice(kernel_random.spots(whole)[1:])
    a = kernel_random.at(whole, path)
    sort = logic.sort_of(a)
    hole = ("v", "h", sort if sort[0] in "MZR" or draw.random() < SHARE else R)
    b = near(draw, a, 0.5) if draw.random() < 0.3 else value_for(draw, hole)
    return (
        believed(draw, ("=", a, b)),
        believed(draw, whole),
        hole,
        near(draw, kernel_random.put(whole, path, hole), 0.1),
    )


def trichotomy(draw: random.Random) -> tuple[Any, ...]:
    a, b, f = kernel_random.number(draw, 1), kernel_random.number(draw, 1), formula(draw)
    cases = [believed(draw, f, h) for h in (("<", a, b), ("=", a, b), ("<", b, a))]
    if draw.random() < SHARE:
        draw.shuffle(cases)
    return (*cases, a, b)


def absurd(draw: random.Random) -> tuple[Any, ...]:
    return believed(draw, logic.FALSE, formula(draw)), formula(draw)


def induction(draw: random.Random) -> tuple[Any, ...]:
    i, (low, high) = index(draw), ends(draw)
    f, after = about(draw, formula(draw), i), ("+", i, ONE)
    base = believed(draw, substitute(f, {i: low}), of=i)
    step = believed(draw, substitute(f, {i: after}), f, ("<=", low, i), ("<=", after, high), of=i)
    return base, step, i, low, high, f


MADE = {f.__name__: f for f in (assume, cut, instantiate, generalise, specialise, identity, linear, rewrite, trichotomy,
                                absurd, induction)}  # fmt: skip


def premises(rule: str, given: Any) -> list[tuple[Any, Worlds]]:
    """The theorems that a rule is given, each with the instances at which it has to be true."""
    if rule == "instantiate":
        return [(given[0], partial(replaced, *given))]
    if rule == "generalise":
        return [(given[0], partial(everywhere, given[1]))]
    if rule == "induction":
        return [(given[0], here), (given[1], partial(everywhere, given[2]))]
    flat = [y for x in given for y in (x if type(x) is tuple and x and type(x[0]) is tuple else [x])]
    flat = [z for y in flat for z in (y if type(y) is tuple else [y])]
    return [(th, here) for th in flat if type(th) is Theorem]


def attack_rule(name: str, draw: random.Random, count: Count) -> None:
    """Ask a rule for one inference, and evaluate what it accepts."""
    count.asked += 1
    try:
        given = MADE[name](draw)
        made = logic.RULES[name](*given)
    except (*REFUSALS, RecursionError):
        return
    count.accepted += 1
    believed_here = premises(name, given)
    formulas = [f for th in (made, *(th for th, _ in believed_here)) for f in (th.conclusion, *th.hypotheses)]
    for _ in range(PER_INFERENCE):
        turn = draw.randrange(1000)
        values = instance(formulas, list(made.hypotheses), draw)
        count.instances += 1
        try:
            at = Model(values, turn)
            if not all(map(at.true, made.hypotheses)):
                continue
            count.met += 1
            if at.true(made.conclusion):
                continue
            worlds = ((th, w) for th, worlds in believed_here for w in worlds(values | {"turn": turn}, draw))
            if all(Model(w, turn).follows(th) for th, w in worlds):
                count.false.append(f"{_shown(given)} give {set(made.hypotheses)} |- {made.conclusion} at {values}")
        except OverflowError:  # a number too large to be told apart by its digits
            continue
        except KeyError as missing:  # a variable that no instance has
            count.false.append(f"{_shown(given)} give {made.conclusion}, which speaks of {missing}")


def _shown(x: Any) -> str:
    return (
        f"{set(x.hypotheses)} |- {x.conclusion}"
        if type(x) is Theorem
        else (f"({', '.join(map(_shown, x))})" if type(x) is tuple else str(x))
    )


# --- definitions and axioms


class Sharp(Interpreter):
    """Values to fifty digits where floats are off: roots of small singular values, and multiple eigenvalues."""

    def op_exp(self, a: Any) -> Any:
        """An exponential that floats hold.  Raises OverflowError for others, which the interpreter cuts off."""
        return math.exp(a)

    def op_rho(self, a: Any) -> Any:
        """The spectral radius."""
        with mp.workdps(DIGITS):
            return float(max(map(abs, mp.eig(_precise(a), left=False, right=False)), default=0))

    def op_schatten(self, p: Any, a: Any) -> Any:
        """A Schatten norm; singular values that the digits do not tell from zero are zero."""
        if p <= 0 or not a.size:
            return super().op_schatten(p, a)
        with mp.workdps(DIGITS):
            found = [x for x in mp.svd_r(_precise(a), compute_uv=False) if x > mp.mpf(10) ** (10 - DIGITS)]
            exponent = mp.mpf(p.numerator) / p.denominator
            return float(mp.fsum(x**exponent for x in found) ** (1 / exponent))


def _precise(a: Any) -> Any:
    """A matrix for mpmath."""
    rows = [[mp.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mp.mpf(x) for x in row] for row in a]
    return mp.matrix(rows)


def arguments(patterns: Sequence[Any], draw: random.Random) -> tuple[Any, ...]:
    """Random terms that fit the patterns of a definition, in a few sizes."""
    pool = draw.choice([[n] for n in SIZES] + [[a, b] for a in SIZES for b in SIZES])
    variables = {v for p in patterns if type(p) is tuple for v in _variables(p)}
    values: dict[Term, Term] = {v: draw.choice(pool) for v in variables if v[2] == N and not v[1].startswith("depth")}
    under: dict[Term, Term] = {}
    for v in sorted(variables - set(values), key=repr):
        sort = substitute(v[2], values)
        if v[1] in logic.UNDER and sort == R:
            under[v] = kernel_random.number(draw, 1, 1)
        elif v[1] in logic.UNDER:
            under[v] = kernel_random.matrix(draw, sort[1], sort[2], 1, 1)
        elif draw.random() < 0.5 and sort[0] in "ZRM":
            values[v] = kernel_random.integer(draw, 0) if sort == Z else value_for(draw, ("v", v[1], sort))

    def change(x: Term, depth: int) -> Term | None:
        return under.get(x) or (logic.shift(values[x], depth) if x in values else None)

    return tuple(logic.transform(p, change) if type(p) is tuple else p for p in patterns)


SIZES = [("v", "n", N), ("v", "k", P), ONE, num(2)]


def _variables(t: Any) -> Iterator[Term]:
    if type(t) is tuple and t:
        if t[0] == "v":
            yield t
        for x in t[1:]:
            yield from _variables(x)


def solved(hypotheses: Iterable[Term], values: Values, turn: int) -> Values:
    """The instance with eigenvectors and singular vectors for variables that hypotheses ask to be such."""
    at, out = Interpreter(values, turn), Values()
    for f in hypotheses:
        match f:
            case ("=", ("mm", a, ("v", *_) as u), ("sc", ("lam" | "s" as kind, _, i), ("v", *_) as v)):
                matrix, k = at(a), at(i)
                if kind == "lam":
                    out[u] = at.op_eigenvector(matrix, k)
                else:
                    out |= {u: at.op_right_vector(matrix, k), v: at.op_left_vector(matrix, k)}
    return values | out


def attack_fact(grant: Callable[[], Any], draw: random.Random, count: Count) -> None:
    """Evaluate what is granted at random instances."""
    count.asked += 1
    try:
        made = grant()
    except (*REFUSALS, RecursionError):
        return
    count.accepted += 1
    for _ in range(PER_INFERENCE):
        values, turn = instance([made.conclusion, *made.hypotheses], list(made.hypotheses), draw), draw.randrange(1000)
        count.instances += 1
        try:
            at = Interpreter(solved(made.hypotheses, values, turn), turn)
            if all(map(at.holds, made.hypotheses)):
                count.met += 1
                if at.fails(made.conclusion) and Sharp(at.values, turn).fails(made.conclusion):
                    count.false.append(f"{set(made.hypotheses)} |- {made.conclusion} at {values}")
        except OverflowError:  # a power too large for a float
            continue


def screened(statement: Any, instances: int, seed: int, count: Count) -> None:
    """Screen a statement in floating point, and decide what looks broken exactly."""
    profile = replace(
        PROFILES["quick"], instances=instances, sizes=(1, 2, 3, 4), large_sizes=(), thinning=1, first=None
    )
    screening = Screening(statement, profile, Stream(statement.id, seed, "cpu"), "cpu")
    for _ in sample(screening):
        del screening.suspects[MOST_SUSPECTS:]
    found = ExactCheck(screening).check_pending()
    if found is not None:
        count.false.append(f"{statement.id} at {found[1].to_json()}")
    count.screened += screening.tally.generated


def names() -> dict[str, Callable[[random.Random, Count], None]]:
    """An attack for each rule, each row of the definitions, and each conjunct of an axiom that the kernel reads."""
    out: dict[str, Callable[[random.Random, Count], None]] = {}
    for rule in MADE:
        out[f"rule {rule}"] = partial(attack_rule, rule)
    for name, rows in logic.DEFINED.items():
        for k, (patterns, _, _) in enumerate(rows):
            out[f"definition {name} {k}"] = partial(_definition, name, patterns)
    for identifier, row in manifest().items():
        if row.get("axiom"):
            text = text_of(catalogue.get(identifier))
            try:
                conjuncts = len(logic.read(identifier, row["kind"], text).conclusions)
            except KernelError:
                conjuncts = 1  # of which the kernel knows nothing: it is screened
            for k in range(conjuncts):
                out[f"axiom {identifier} {k}"] = partial(_axiom, (identifier, row["kind"], text, k))
    return out


def _definition(name: str, patterns: Sequence[Any], draw: random.Random, count: Count) -> None:
    attack_fact(lambda: logic.RULES["meaning"](name, *arguments(patterns, draw)), draw, count)


def _axiom(given: tuple[Any, ...], draw: random.Random, count: Count) -> None:
    attack_fact(lambda: logic.RULES["axiom"](*given), draw, count)


def attack(name: str, instances: int, seconds: float, seed: int) -> Count:
    """What came of so many instances, or of as many as the time allows."""
    count, draw, begun = Count(name), random.Random(f"{seed} {name}"), time.monotonic()
    once = names()[name]
    kind, identifier, *rest = name.split(" ")
    if kind == "axiom" and rest == ["0"]:
        screened(catalogue.get(identifier), instances, seed, count)
        count.screening, begun = round(time.monotonic() - begun, 1), time.monotonic()
    while count.instances < instances and not count.false and count.asked < 10 * instances:
        if time.monotonic() - begun > seconds:
            break
        once(draw, count)
        if count.asked > 100 and not count.accepted:
            break
    count.seconds = round(time.monotonic() - begun, 1)
    return count


def main(argv: Sequence[str] | None = None) -> int:
    """Run the attacks; 1 where something is false, or a name has no instance at all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks attacks", description="Attack axioms and rules.")
    parser.add_argument("--only", nargs="+", default=["*"], help="names, or patterns of them")
    parser.add_argument("--instances", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most, for each name")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="put the counts into this file, in the place of older ones")
    options = parser.parse_args(argv)
    counts, rows = list[Count](), dict[str, Any]()
    if options.json and options.json.exists():
        rows = {row["name"]: row for row in json.loads(options.json.read_text(encoding="utf-8"))}
    for name in names():
        if any(fnmatch.fnmatch(name, pattern) for pattern in options.only):
            done = attack(name, options.instances, options.seconds, options.seed)
            counts.append(done)
            print(f"{name}: {done.instances} instances, {done.met} met, {done.screened} screened", flush=True)
            for line in done.false[:3]:
                print(f"FALSE {line}", file=sys.stderr)
            rows[name] = {"seed": options.seed, **asdict(done)}
            if options.json:
                listed = ",\n ".join(json.dumps(row) for row in rows.values())
                options.json.write_text(f"[{listed}]\n", encoding="utf-8")
    return int(any(c.false or not c.instances and not c.screened for c in counts))


if __name__ == "__main__":
    sys.exit(main())
