"""Mutants of accepted certificates: bytes, digits, text, ids, witnesses; what is accepted must be a true violation.

    python -m tests.fuzz.certificates N [SEED]

makes N mutants, has the checker judge them and prints counts.  But for damaged bytes, mutants are sealed again (hash
and digest computed anew), as a forger would; some get fresh witnesses.  Whatever is accepted is read by the language's
own reader and put to the suite's exact and ball arithmetic, which share no code with the checker.  The exit code is 1
if an accepted mutant is no violation there, or if the checker failed otherwise than by refusing.
"""

import copy
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.certificates.witnesses import attach
from lemmata.checker.format import LETTERS, digest
from lemmata.claims import counterexample
from lemmata.evaluate.decide import judge
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError
from lemmata.network_checker.network_program import CertificateError, check_certificate
from tests import split
from tests.attacks.forged_certificates import text_hash
from tests.certificates.certificate_samples import at, placed, places
from tests.claims.function_claims import FALSE

Cert = dict[str, Any]
SECONDS = 10.0
CHOSEN = ("rho", "rho complex", "nuclear", "schatten variable", "kyfan", "maxabs", "inverse", "square is not monotone",
          "absolute triangle", "entrywise", "ones", "relu", "products", "partial sums", "cond", "upper", "logarithm",
          "root is not Lipschitz", "symmetric as a value", "powers", "determinant")  # fmt: skip
NUMBERS = split("0; 1; -1; 2; 1/2; -3/2; 7; 1/1000000007; 123456789/987654321; 1.5; 0.000000000000000001")
WORDS = (
    ("smax", "smin"), ("smin", "smax"), ("<=", ">="), ("<=", "<"), ("<", "<="), (">=", ">"), (">", ">="), ("<=", "=="),
    (" + ", " - "), (" * ", " + "), (" @ ", " + "), ("n", "2"), ("1", "2"), ("2", "1"), ("A", "B"), ("B", "A"),
    ("lmin", "lmax"), ("absm", "sqrtm"), ("real", "symmetric"), ("psd", "real"), ("(n, n)", "(n, 1)"), ("0", "1"),
    ("integer(1)", "integer(0)"), ("normF", "norm2"), ("rho", "smax"), ("sqrtm", "logm"), ("tr", "det"), (".T", ""),
)  # fmt: skip


@cache
def samples() -> dict[str, Cert]:
    """Accepted certificates of false claims about every kind of function."""
    out = {}
    for name in CHOSEN:
        statement, dims, given = FALSE[name]
        values = {k: [[Fraction(x) for x in r] for r in v] if isinstance(v, list) else Fraction(v)
                  for k, v in given.items()}  # fmt: skip
        concrete, instance = instantiate(statement, dims), Instance(dims, values)
        out[name] = counterexample.certificate(statement, concrete, instance, judge(concrete, instance))
    return out


def sealed(cert: Cert, rng: random.Random) -> Cert:
    """Hash of the text and digest of the certificate computed again."""
    cert = {**cert, "hash": text_hash(rng.choice(LETTERS) if rng.random() < 0.1 else "A", cert["text"])}
    return {**cert, "digest": digest(cert)}


def change(value: Any, rng: random.Random, new: Callable[[Any], Any]) -> None:
    """Replace one string or integer somewhere inside."""
    if found := [place for place in places(value) if not isinstance(at(value, place), dict | list)]:
        place = rng.choice(found)
        placed(value, place, new(at(value, place)))


def nudged(old: Any, rng: random.Random) -> Any:
    """Another number in the place of one: a digit changed, or one that is written like it."""
    if not isinstance(old, str):
        return rng.choice([old + 1, old - 1, 0, 1])
    digits = [k for k, c in enumerate(old) if c.isdigit()]
    if digits and rng.random() < 0.7:
        k = rng.choice(digits)
        return old[:k] + rng.choice("0123456789") + old[k + 1 :]
    return rng.choice([*NUMBERS, f"-{old}", old[1:] or "0"])


def widen(cert: Cert, rng: random.Random) -> None:
    """Half of the time, records that fit anything, as a forger would write them."""
    if rng.random() < 0.5:
        cert.update(lhs="[0 +/- 1000]", rhs="[0 +/- 1000]", given=[])


def of_lies(cert: Cert, rng: random.Random) -> None:
    """The opposite relation, which holds, with witnesses that say otherwise."""
    signs = {"<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "<"}
    old = next(sign for sign in ("<=", ">=", "==", "<", ">") if sign in cert["text"]["claim"][0])
    cert["text"]["claim"][0] = cert["text"]["claim"][0].replace(old, signs[old])
    cert.update(lhs="[0 +/- 1000]", rhs="[0 +/- 1000]")
    for _ in range(rng.choice([1, 2, 4])):
        change(cert.get("witnesses", {}), rng, lambda x: nudged(x, rng))


def of_values(cert: Cert, rng: random.Random) -> None:
    """Digits of the instance."""
    widen(cert, rng)
    change(cert[rng.choice(["values", "values", "dims"])], rng, lambda x: nudged(x, rng))


def of_witnesses(cert: Cert, rng: random.Random) -> None:
    """Digits, order, presence of witnesses; those of another certificate."""
    widen(cert, rng)
    held = cert.setdefault("witnesses", {})
    kind = rng.choice(["digit", "digit", "digit", "swap", "drop", "other", "shift"])
    other = rng.choice(list(samples().values())).get("witnesses", {})
    if kind == "digit" or not held:
        change(held, rng, lambda x: nudged(x, rng))
        return
    name = rng.choice(sorted(held))
    if kind == "swap" and isinstance(held[name], list):
        rng.shuffle(held[name])
    elif kind == "drop":
        del held[name]
    elif kind == "other" and other:
        held[name] = copy.deepcopy(rng.choice(list(other.values())))
    else:
        held[rng.choice(sorted(held))] = held[name]


def of_text(cert: Cert, rng: random.Random) -> None:
    """A word of the text."""
    old, new = rng.choice(WORDS)
    part = rng.choice(["let", "given", "claim", "claim"])
    lines = cert["text"][part]
    if lines and rng.random() < 0.9:
        k = rng.randrange(len(lines))
        lines[k] = lines[k].replace(old, new, rng.choice([1, -1]))
    elif lines and part != "claim":
        lines.pop(rng.randrange(len(lines)))
    if rng.random() < 0.3:
        cert["given"] = []


def of_place(cert: Cert, rng: random.Random) -> None:
    """Which relation is broken, and what is recorded of its sides."""
    rng.choice([
        lambda: change(cert["broken"], rng, lambda x: nudged(x, rng)),
        lambda: cert.update(lhs=cert["rhs"], rhs=cert["lhs"]),
        lambda: cert.update(lhs="[0 +/- 1000]", rhs="[0 +/- 1000]"),
        lambda: cert.update(given=[]),
    ])()  # fmt: skip


def of_id(cert: Cert, rng: random.Random) -> None:
    """The id of a statement of the catalogue, or a new one."""
    cert["statement"] = rng.choice([rng.choice(catalogue.all_statements()).id, "conjecture.mine", "riedi.lemma-21"])


OPERATORS = {
    "values": of_values,
    "witnesses": of_witnesses,
    "text": of_text,
    "place": of_place,
    "id": of_id,
    "lies": of_lies,
}


def truth(cert: Cert, known: Cert) -> str:
    """What the suite's own arithmetic says of an accepted mutant: "violation", or what else.

    Texts whose shapes agree at the instance's dimensions alone are read with these put in.
    """
    if cert["statement"] in {s.id for s in catalogue.all_statements()}:
        return "under the id of another statement"
    if cert["text"] == known["text"]:
        return _judged(next(s for s, *_ in FALSE.values() if s.text == cert["text"]), Instance.from_json(cert))
    ends = [re.sub(r"integer\((-?\d+)\)", r"integer(\1, 64)", line) for line in cert["text"]["let"]]
    let = dict(line.split(" = ", 1) for line in ends)
    given, claim, dims = cert["text"]["given"], cert["text"]["claim"], cert["dims"]
    try:
        return _judged(conjecture_files.build("mutant", let, given, claim), Instance.from_json(cert))
    except (ReadingError, KeyError):

        def concrete(text: str) -> str:
            return re.sub(r"\b[A-Za-z]\w*\b", lambda m: str(dims.get(m[0], m[0])), text)

        let = {name: concrete(domain) for name, domain in let.items() if name not in dims}
        try:
            statement = conjecture_files.build("mutant", let, list(map(concrete, given)), list(map(concrete, claim)))
            return _judged(statement, Instance.from_json({**cert, "dims": {}}))
        except (ReadingError, KeyError) as why:
            return f"not read: {why}"


def _judged(statement: Any, instance: Instance) -> str:
    concrete = instantiate(statement, instance.dims)
    drawn = {name: Fraction(x) for name, x in instance.dims.items() if name in concrete.variables}  # integers, no sizes
    instance = replace(instance, values={**instance.values, **drawn})
    return judge(concrete, instance).outcome if concrete.admissible else "dimensions outside their domains"


@dataclass
class Found:
    """Counts by operator and outcome, and what went wrong."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[tuple[str, Cert]] = field(default_factory=list)


def run(count: int, seed: int = 0, only: Sequence[str] = tuple(OPERATORS)) -> Found:
    """Judge so many mutants, made by these operators."""
    rng, found = random.Random(seed), Found()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.json"
        for _ in range(count):
            known = rng.choice(list(samples().values()))
            cert, names = copy.deepcopy(known), []
            damaged = rng.random() < 0.1
            for name in rng.sample(sorted(only), min(len(only), rng.choice([1, 1, 1, 2, 3]))):
                OPERATORS[name](cert, rng)
                names.append(name)
            cert = sealed(cert, rng)
            text = json.dumps(cert)
            if damaged:
                names, k = ["bytes"], rng.randrange(len(text))
                text = text[:k] + rng.choice(["", chr(rng.randrange(32, 127))]) + text[k + 1 :]
            elif rng.random() < 0.25 and names != ["witnesses"]:
                bare = {k: v for k, v in cert.items() if k != "witnesses"}
                text = json.dumps(sealed(attach(bare, (18,)), rng))
            path.write_text(text, encoding="utf-8")
            _judge(path, " + ".join(sorted(names)), known, found)
    return found


def _judge(path: Path, name: str, known: Cert, found: Found) -> None:
    try:
        accepted = check_certificate(path, SECONDS).accepted
    except CertificateError:
        found.counts[name, "refused"] += 1
        return
    except Exception as why:  # a checker that fails is a finding too
        found.counts[name, "failed"] += 1
        found.wrong.append((repr(why), json.loads(path.read_text(encoding="utf-8"))))
        return
    if not accepted:
        found.counts[name, "not established"] += 1
        return
    cert = json.loads(path.read_text(encoding="utf-8"))
    outcome = truth(cert, known)
    found.counts[name, f"accepted, {outcome.split(':')[0]}"] += 1
    if outcome not in ("violation", "undecided"):
        found.wrong.append((outcome, cert))


def main() -> int:
    """Command line: number of mutants, and a seed."""
    found = run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    outcomes: Counter[str] = Counter()
    for (name, outcome), n in sorted(found.counts.items()):
        outcomes[outcome] += n
        print(f"{name:40} {outcome:30} {n}")
    print(", ".join(f"{n} {outcome}" for outcome, n in outcomes.most_common()))
    for why, cert in found.wrong[:5]:
        print(f"wrong: {why}\n{json.dumps(cert)}")
    print(f"{len(found.wrong)} false acceptances or failures in {sum(outcomes.values())} mutants")
    return int(bool(found.wrong))


if __name__ == "__main__":
    sys.exit(main())
