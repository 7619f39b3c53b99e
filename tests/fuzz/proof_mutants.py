"""A fuzzer of proofs: what accepted proofs become when they are changed is refused, or true.

    python -m tests.fuzz.proof_mutants --count 100000 --seed 0

Kernel mutants take an inference that a proof of the suite makes, change what the rule is given (a term, a hypothesis, a
premise, a variable, a size, the order) and call the rule again.  Script mutants change a step of a written proof and
elaborate it anew.  What is accepted all the same is evaluated at small instances by an interpreter that shares nothing
with the kernel: it has to be true there.  Counts: mutants, refused, accepted and the same as before, accepted and seen
to be true, accepted without an instance that meets the hypotheses, and FALSE.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.kernel import DEFINED, MATRICES, NUMBERS, OVER, KernelError, Theorem
from lemmata.language import Scalar, proof
from lemmata.language.core import quantity
from lemmata.language.relations import Relation
from lemmata.language.statement import Statement
from lemmata.mutants.variants import variants
from lemmata.prove import elaborating
from tests import split
from tests.oracles import kernel_random
from tests.oracles.kernel_instances import instance
from tests.oracles.kernel_terms import Interpreter

SOURCES = split("""
riedi.prop-1; riedi.lemma-21; riedi.cor-2; riedi.thm-6; riedi.lemma-17; riedi.lemma-18~repaired; riedi.lemma-24;
riedi.prop-26; riedi.thm-32.eq-68~entries; zhao.psd-product; zhao.lemma-2.first; zhao.skip-ratio~repaired;
zhao.kron-sum; zhao.eq-25~repaired; macdonald.eq-13; macdonald.thm-2.2~repaired; oyedotun.prop-2; oyedotun.lemma-1
""")
WORDS = (
    *split("""
left; right; last; none; term; bound; same; order; split; factor; strict; below; above; join; count; square;
symmetric; sign; inverse
"""),
    *("scaled", "transpose", "trace", *NUMBERS, *MATRICES, *OVER, *DEFINED),
)
LARGEST = 120  # parts of an inference that is changed; larger ones take longer than they teach


@dataclass
class Findings:
    """Counts, and the mutants that were accepted though they are false."""

    counts: Counter[str] = field(default_factory=Counter)
    by_rule: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        order = ("mutants", "refused", "same", "true", "untested", "FALSE")
        return ", ".join(f"{self.counts[k]} {k}" for k in order)


def inferences(theorems: Sequence[Theorem]) -> list[Theorem]:
    """Every theorem that others were made of, each once."""
    seen: dict[int, Theorem] = {}
    stack = list(theorems)
    while stack:
        th = stack.pop()
        if id(th) not in seen:
            seen[id(th)] = th
            stack += premises(th.arguments)  # type: ignore[attr-defined]
    return list(seen.values())


def premises(arguments: Any) -> Iterator[Theorem]:
    for x in arguments:
        if type(x) is Theorem:
            yield x
        elif isinstance(x, list | tuple) and not (x and isinstance(x[0], str)):
            yield from premises(x)


def changed(value: Any, draw: random.Random, pool: Sequence[Theorem]) -> Any:
    """Another argument of a rule."""
    if type(value) is Theorem:
        return draw.choice(pool)
    if isinstance(value, dict):
        items = list(value.items())
        k = draw.randrange(len(items)) if items else -1
        if k >= 0:
            v, t = items[k]
            items[k] = draw.choice([(v, changed(t, draw, pool)), (changed(v, draw, pool), t), (v, v), (t, v)])
        return dict(items)
    if isinstance(value, int) and not isinstance(value, bool):
        return draw.choice([value + 1, value - 1, 0])
    if isinstance(value, str):
        return draw.choice(WORDS)
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        kind = draw.random()
        return kernel_random.moved(value, draw) if kind < 0.8 else stranger(value, draw)
    if isinstance(value, list | tuple) and value:
        parts = list(value)
        k = draw.randrange(len(parts))
        kind = draw.random()
        if kind < 0.6:
            parts[k] = changed(parts[k], draw, pool)
        elif kind < 0.75:
            del parts[k]
        elif kind < 0.9:
            j = draw.randrange(len(parts))
            parts[j], parts[k] = parts[k], parts[j]
        else:
            parts.append(parts[k])
        return type(value)(parts)
    return value


def stranger(term: Any, draw: random.Random) -> Any:
    """A term that has nothing to do with the one in its place."""
    size = draw.choice(kernel_random.SIZES)
    return draw.choice(
        [
            kernel_random.number(draw, 2),
            kernel_random.integer(draw, 0),
            kernel_random.matrix(draw, size, draw.choice(kernel_random.SIZES), 2),
            ("v", "n", ("N",)),
            ("b", 0),
            ("v", "#1", ("Z",)),
        ]
    )


def mutant(th: Theorem, draw: random.Random, pool: Sequence[Theorem]) -> tuple[str, tuple[Any, ...]]:
    """A rule and other arguments than it was called with."""
    rule, arguments = th.rule, list(th.arguments)  # type: ignore[attr-defined]
    for _ in range(draw.choice([1, 1, 1, 2])):
        kind = draw.random()
        if not arguments:
            break
        k = draw.randrange(len(arguments))
        if kind < 0.85:
            arguments[k] = changed(arguments[k], draw, pool)
        elif len(arguments) > 1:
            j = draw.randrange(len(arguments))
            arguments[j], arguments[k] = arguments[k], arguments[j]
    return rule, tuple(arguments)


def small(th: Theorem) -> bool:
    return sum(len(kernel_random.spots(f)) for f in (th.conclusion, *th.hypotheses)) <= LARGEST


def truth(th: Theorem, draw: random.Random, instances: int = 4) -> str:
    """Whether a theorem holds at small instances: "true", "untested" or "FALSE"."""
    formulas = [th.conclusion, *th.hypotheses]
    found = "untested"
    for turn in range(instances):
        try:
            interpreter = Interpreter(instance(formulas, list(th.hypotheses), draw), turn)
            if not all(interpreter.holds(h) for h in th.hypotheses):
                continue
            if interpreter.fails(th.conclusion):
                return "FALSE"
            found = "true"
        except OverflowError:  # a power too large for a float
            continue
    return found


def run(count: int, seed: int, sources: Sequence[str] = SOURCES, seconds: float = float("inf")) -> Findings:
    """Change inferences at random; what is tried depends on the seed and the count alone."""
    draw, findings = random.Random(seed), Findings()
    known: list[Theorem] = []
    for source in sources:
        known += elaborating.elaborate(catalogue.get(source), catalogue.proof_of(source))
    pool = [th for th in inferences(known) if th.rule not in ("assume", "axiom") and small(th)]  # type: ignore[attr-defined]
    kinds: dict[str, list[Theorem]] = {}
    for th in pool:
        kinds.setdefault(th.rule, []).append(th)  # type: ignore[attr-defined]
    end = time.monotonic() + seconds
    while findings.counts["mutants"] < count and time.monotonic() < end:
        examine(draw.choice(kinds[draw.choice(list(kinds))]), draw, pool, findings)
    return findings


def examine(th: Theorem, draw: random.Random, pool: Sequence[Theorem], findings: Findings) -> None:
    judged(th, *mutant(th, draw, pool), draw, findings)


def judged(th: Theorem, rule: str, arguments: Any, draw: random.Random, findings: Findings) -> None:
    """Call a rule, and evaluate what it accepts."""
    findings.counts["mutants"] += 1
    try:
        new = logic.RULES[rule](*arguments)
    except (KernelError, TypeError, ValueError, IndexError, KeyError, AttributeError, RecursionError) as e:
        findings.counts["refused"] += 1
        findings.by_rule[f"{type(e).__name__} {rule}"] += 1
        return
    if new.conclusion == th.conclusion and new.hypotheses >= th.hypotheses:
        findings.counts["same"] += 1
        return
    verdict = truth(new, draw)
    findings.counts[verdict] += 1
    findings.by_rule[f"{verdict} {rule}"] += 1
    if verdict == "FALSE":
        findings.false.append(f"{rule}: {sorted(new.hypotheses, key=repr)} |- {new.conclusion}")


def run_words(seed: int, sources: Sequence[str] = SOURCES) -> Findings:
    """Every definition that the proofs use, with every other word in the place of each word it is given."""
    draw, findings = random.Random(seed), Findings()
    known = [th for i in sources for th in elaborating.elaborate(catalogue.get(i), catalogue.proof_of(i))]
    tried: set[Any] = set()
    for th in inferences(known):
        if th.rule != "meaning" or not small(th):  # type: ignore[attr-defined]
            continue
        arguments: tuple[Any, ...] = th.arguments  # type: ignore[attr-defined]
        for k in (k for k, x in enumerate(arguments) if isinstance(x, str)):
            for word in WORDS:
                other = (*arguments[:k], word, *arguments[k + 1 :])
                if other == arguments or other in tried:
                    continue
                tried.add(other)
                judged(th, "meaning", other, draw, findings)
    return findings


# --- written proofs


def rewritten_proof(given: Any, draw: random.Random) -> Any:
    """A proof with a step lost, moved, repeated, stated or explained otherwise."""
    steps = list(given.steps)
    k = draw.randrange(len(steps))
    kind = draw.choice(["drop", "swap", "states", "reason", "reason", "reason", "explain"])
    if kind == "drop":
        del steps[k]
    elif kind == "swap":
        j = draw.randrange(len(steps))
        steps[j], steps[k] = steps[k], steps[j]
    elif kind == "states":
        steps[k] = replace(steps[k], states=restated(steps[k].states, draw))
    elif kind == "explain":
        steps[k] = replace(
            steps[k], by=draw.choice([proof.Sign(), proof.Identity(), proof.Defined(), draw.choice(steps).by])
        )
    else:
        steps[k] = replace(steps[k], by=explained(steps[k].by, draw, [s.name for s in given.steps]))
    return replace(given, steps=tuple(steps))


def restated(clause: Any, draw: random.Random) -> Any:
    if not isinstance(clause, Relation):
        return clause
    sides = (clause.lhs, clause.rhs) if draw.random() < 0.5 else (clause.rhs, clause.lhs)
    return Relation(sides[0], draw.choice(["<=", "<", ">=", ">", "=="]), sides[1])


def explained(by: Any, draw: random.Random, names: list[str]) -> Any:
    """The same kind of reason with another fact, factor, index, value or conjunct."""
    nobody = Scalar("stranger", 1, 0)  # a variable that the statement does not have, of an empty domain
    changes: dict[str, Any] = {}
    for name, value in vars(by).items():
        if isinstance(value, Mapping) and value and not changes:
            key = draw.choice(list(value))
            other = draw.choice([*value.values(), 0, 1, -1, 2, nobody, nobody - 1])
            known = {**value, key: other if not isinstance(value[key], tuple) else (other, None)}
            changes[name] = draw.choice([known, {k: v for k, v in value.items() if k != key}])
        elif isinstance(value, str) and name == "fact":
            changes[name] = draw.choice(names)
        elif name == "index" and value is not None:
            changes[name] = draw.choice([quantity(0), quantity(1), value + 1, value - 1])
        elif name == "conjunct":
            changes[name] = value + draw.choice([-1, 1])
    return replace(by, **changes) if changes else by


def run_scripts(count: int, seed: int, sources: Sequence[str] = SOURCES) -> Findings:
    """Change written proofs, or what they are to prove, and elaborate them."""
    draw, findings = random.Random(seed), Findings()
    while findings.counts["mutants"] < count:
        identifier = draw.choice(sources)
        statement, given = catalogue.get(identifier), catalogue.proof_of(identifier)
        if draw.random() < 0.4 and variants(identifier):
            changed_statement = draw.choice(variants(identifier))
            statement = replace_id(changed_statement, f"{identifier.split('~')[0]}~mutant")
        else:
            given = rewritten_proof(given, draw)
        findings.counts["mutants"] += 1
        try:
            found = elaborating.elaborate(statement, given)
        except Exception as e:  # noqa: BLE001  (whatever stops a mutant, it is not accepted)
            findings.counts["refused"] += 1
            findings.by_rule[f"{type(e).__name__} script"] += 1
            continue
        verdicts = [truth(th, draw, 8) for th in found]
        verdict = "FALSE" if "FALSE" in verdicts else "true" if "true" in verdicts else "untested"
        findings.counts[verdict] += 1
        if verdict == "FALSE":
            findings.false.append(f"{identifier}: {statement.text}")
    return findings


def replace_id(variant: Any, identifier: str) -> Statement:
    """A changed statement under an id of its own."""
    values = {f.name: getattr(variant, f.name) for f in fields(Statement) if f.init}
    return Statement(**{**values, "id": identifier, "proof": None})


def main(arguments: Sequence[str] | None = None, show: Callable[[str], None] = print) -> int:
    """The command; its exit status is 1 if something false was accepted."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.proof_mutants", description="Change accepted proofs at random."
    )
    parser.add_argument("--count", type=int, default=10_000, help="how many mutants")
    parser.add_argument("--scripts", type=int, default=0, help="how many mutants of written proofs next to")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    findings = run(chosen.count, chosen.seed)
    words = run_words(chosen.seed)
    show(f"words: {words}")
    findings.false += words.false
    for line in findings.false[:20]:
        show(f"FALSE {line}")
    for what, number in sorted(findings.by_rule.items()):
        show(f"  {what}: {number}")
    show(f"{findings}")
    if chosen.scripts:
        written = run_scripts(chosen.scripts, chosen.seed)
        for line in written.false[:20]:
            show(f"FALSE {line}")
        show(f"scripts: {written}")
        findings.false += written.false
    return int(bool(findings.false))


if __name__ == "__main__":
    raise SystemExit(main())
