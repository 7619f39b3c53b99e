"""Every stage of a check put to one claim in this process, and what the stages say set next to each other.

`trial` answers with a verdict and with complaints: a stage that raises, a written form that is read as something else,
values of one term that differ between exact numbers, balls, mpmath and floats, a counterexample that does not break its
claim or breaks the contrary too, a certificate that the checker does not accept.
"""

import json
import math
import random
import time
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from flint import arb
from sympy import preorder_traversal

from lemmata import certificates
from lemmata.certificates.confirmation import file_digest
from lemmata.checker.format import digest
from lemmata.claims import algebraic
from lemmata.claims.budget import Budget, clock, planned
from lemmata.claims.cross_check import FAILURES
from lemmata.claims.screening import Watch
from lemmata.conjectures import answers, notebook
from lemmata.conjectures.checking import check
from lemmata.errors import InputError
from lemmata.evaluate import floats
from lemmata.evaluate.algebraic_numbers import AlgebraicInterpreter
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.decide import decide, judge
from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.interpreter import NoValue, Undefined
from lemmata.evaluate.randomness import Stream
from lemmata.language import atoms, conjecture_files, functions, is_vector
from lemmata.language.instance import Instance
from lemmata.language.instantiate import Concrete, index_tuples, instantiate
from lemmata.language.matrices import MatrixTerm
from lemmata.language.parse import ReadingError
from lemmata.language.relations import Exists, Relation
from lemmata.language.statement import Kind, Statement
from lemmata.language.variables import Dim
from lemmata.language.verdicts import Verdict
from lemmata.network_checker.network_program import CertificateError, CheckResult, check_certificate
from lemmata.prove.attempts import attempt
from lemmata.sample import batches
from lemmata.sample.matrix_laws import ENSEMBLES
from tests.attacks.forged_certificates import text_hash
from tests.oracles import high_precision

CONTRARY = {"<=": ">", ">": "<=", "<": ">=", ">=": "<"}
BITS = 128
CLEAR = 1e-6  # relative distance between two values that no rounding of 50 digits explains
COARSE = 1e-3  # the same for doubles, beyond what they say of their own rounding
OVERRUN = 10.0  # times the budget, in seconds of this process's work, from which on a check is a hang, and
ROOM = 5.0  # so many seconds more, for what the end of a check is always given
FULL, LEAST = 10, 0.01  # one job of so many goes through every stage even of brief trials; the budget of the others
PROVE = 3.0  # seconds for a proof
ATTACKS, ATTACKED = 200_000, 20.0  # instances, and seconds, with which a claim that was proved is attacked
REFUSED = "the certificate checker did not accept it"
UNABLE = ("could not be decided", "is undecided", "no witness", "too large", "time allowed", "has no value here")


def in_process(path: str | Path, seconds: float = 90.0) -> CheckResult:
    """What the checker says, without a process of its own: in place of `certificates.accepted` for many claims."""
    try:
        return check_certificate(path, seconds)
    except CertificateError as error:
        return CheckResult(False, [str(error)])


def brief(job: dict[str, Any]) -> dict[str, Any]:
    """`trial` of a tenth of the jobs; of the others a check with the least of budgets, and what it refutes."""
    return trial(job) if job["seed"] % FULL == 0 else trial({**job, "budget": LEAST}, whole=False)


def trial(job: dict[str, Any], whole: bool = True) -> dict[str, Any]:
    """The verdict on a job for a worker, the seconds it took, and complaints as (sort, text); the stages next to the
    check only if the trial is to be `whole`."""
    begun, wrong = time.process_time(), []
    out: dict[str, Any] = {"verdict": "not read", "wrong": wrong}
    try:
        statement = conjecture_files.build(job["name"], job["let"], job["given"], job["claim"], define=job["define"])
    except ReadingError as error:
        if "\n" in str(error):
            wrong.append(("message", str(error)))
        return out
    except Exception:
        return out | {"wrong": [("reader", traceback.format_exc())]}
    stages = (("written form", written), ("values", values)) if job["seed"] % 3 == 0 else (("written form", written),)
    for sort, stage in stages if whole else ():
        try:
            wrong += [(sort, text) for text in stage(statement, job["seed"])]
        except Exception:
            wrong.append((sort, traceback.format_exc()))
    spent = time.process_time()
    try:
        entry = check(statement, Budget(job["budget"]), job["seed"], job["device"])
    except InputError as error:
        return out | ({"wrong": [*wrong, ("message", str(error))]} if "\n" in str(error) else {"wrong": wrong})
    except Exception:
        return out | {"wrong": [*wrong, ("check", traceback.format_exc())]}
    spent = time.process_time() - spent
    if spent > OVERRUN * job["budget"] + ROOM:
        wrong.append(("hang", f"{spent:.1f} s of work for a budget of {job['budget']:g} s: {entry['evidence']}"))
    if entry["verdict"] == "error":
        wrong.append(("check", entry["error"]))
    for sort, stage in (("answer", said), *((("page", page),) if whole else ()), ("refutation", refutation)):
        try:
            wrong += [(sort, text) for text in stage(statement, entry)]
        except Exception:
            wrong.append((sort, traceback.format_exc()))
    return out | {"verdict": entry["verdict"], "wrong": wrong, "seconds": time.process_time() - begun}


def written(statement: Statement, seed: int) -> Iterator[str]:
    """The text form is read as the same statement; formulas can be typeset."""
    text = statement.text
    try:
        let = dict(line.split(" = ", 1) for line in text["let"])
        again = conjecture_files.build(statement.title, let, text["given"], text["claim"])
    except ReadingError:
        again = statement  # the text form has words and sizes that no user may write
    found = small_instance(statement, seed) if again.hash != statement.hash else None
    if found is not None and set(again.let) == set(statement.let):  # written otherwise, it has to say the same
        outcomes = [judge(instantiate(s, found[0].dims), found[1]).outcome for s in (statement, again)]
        if len({*outcomes}) > 1:
            yield f"{text} is read as {again.text}: {outcomes} at {found[1].to_json()}"
    notebook.latex(statement)


def small_instance(statement: Statement, seed: int) -> tuple[Concrete, Instance] | None:
    """A random instance of small order, mostly of small integers."""
    draw = random.Random(f"{statement.hash} {seed}")
    dims: dict[str, int] = {}
    for leaf in statement.let:
        if isinstance(leaf, Dim):
            low = leaf.bounds[0]
            low = int(dims.get(str(low), low)) if str(low).isdigit() or str(low) in dims else 1
            dims[leaf.name] = draw.randint(low, low + 2)
    try:
        concrete = instantiate(statement, dims)
    except ValueError:  # a place beyond the end of a vector: `dims` are outside their domains
        return None
    if not concrete.admissible:
        return None
    laws = [e for e in ENSEMBLES.values() if batches.usable(concrete, e)]
    batch = batches.draw(concrete, draw.choice(laws), Stream("fuzz", seed), 2)
    if not all(bool(torch.isfinite(x).all()) for x in batch.values() if x.is_floating_point()):
        return None
    try:
        return concrete, batches.exact(concrete, batch, 0, draw.choice((1, 1, 2, 10, None)))
    except ValueError:
        return None


def values(statement: Statement, seed: int) -> Iterator[str]:
    """Every term of the claim at a small instance, by all routes."""
    found = small_instance(statement, seed) if statement.kind is not Kind.PROBABILITY else None
    if found is None:
        return
    concrete, at = found
    exact = ExactInterpreter(at)
    routes = {"exact": exact, "algebraic": AlgebraicInterpreter(exact)}
    routes |= {f"balls {bits}": BallInterpreter(exact, bits) for bits in (64, BITS)}
    env = floats.Evaluation(batches.as_batch(concrete, [at])) if concrete.variables else None
    for node in dict.fromkeys(n for clause in concrete.claim for n in _terms(clause)):
        said = {name: _outcome(route, node) for name, route in routes.items()}
        known = {name: balls for name, (kind, balls) in said.items() if kind == "value"}
        lacking = [name for name, (kind, _) in said.items() if kind == "undefined"]
        if known and lacking:
            yield f"{node} has no value by {lacking}, but by {sorted(known)}: {known}, at {at.to_json()}"
        for x, *others in zip(*known.values(), strict=True):
            if not all(x.overlaps(y) for y in others):
                yield f"{node} is {x} and {others} by {sorted(known)} at {at.to_json()}"
        ball = known.get(f"balls {BITS}") or known.get("exact")
        if ball is None or not all(x.is_finite() and x.rad() <= CLEAR * abs(x.mid()) / 100 for x in ball):
            continue
        for name, other in (("mpmath", _by_mpmath(node, at)), ("floats", env and _by_floats(node, env))):
            for x, (y, room) in zip(ball, other or (), strict=False):
                if abs(y - float(x.mid())) > room * abs(float(x.mid())):
                    yield f"{node} is {x}, by {name} {y}, at {at.to_json()}"


def _terms(clause: Any) -> Iterator[Any]:
    """Quantities and matrices of a clause in which nothing is bound."""
    if isinstance(clause, Exists):
        return
    bound, _, body = index_tuples(clause)
    if bound or not isinstance(body, Relation):
        return
    for side in (body.lhs, body.rhs):
        inner = {n.index for n in preorder_traversal(side) if hasattr(n, "index") and hasattr(n, "body")}
        for node in preorder_traversal(side):
            if (isinstance(node, MatrixTerm) or getattr(node, "is_number", None) is not None) and not node.has(*inner):
                yield node


def _outcome(route: Any, node: Any) -> tuple[str, list[arb]]:
    try:
        if isinstance(node, MatrixTerm):
            table = route.matrix(node)
            found = [x for row in (table if isinstance(table, list) else table.tolist()) for x in row]
        else:
            found = route.quantity(node)
    except Undefined:
        return "undefined", []
    except (NoValue, TypeError):  # the latter: no rule for a part that has no value of its own
        return "open", []
    return "value", [x.enclose(BITS) if hasattr(x, "enclose") else arb(x) for x in found]


def _by_mpmath(node: Any, at: Instance) -> list[tuple[float, float]]:
    """Values that do not change with the digits, and how far they may be off."""
    found = []
    for digits in (high_precision.DIGITS, 2 * high_precision.DIGITS):
        try:
            value = high_precision.evaluate(node, at, digits)
        except FAILURES:
            return []
        found.append([float(x) for x in (value if isinstance(node, MatrixTerm) or is_vector(node) else [value])])
    stable = all(math.isfinite(x) and abs(x - y) <= 1e-12 * abs(x) for x, y in zip(*found, strict=True))
    return [(x, CLEAR) for x in found[1]] if stable else []


def _by_floats(node: Any, env: floats.Evaluation) -> list[tuple[float, float]]:
    """Doubles that are large next to their own rounding.  What jumps, where singular values vanish or where two rows
    are as large as each other, is not compared."""
    if node.has(atoms.Cond, atoms.Rank, functions.PseudoInverse, functions.Pivoting):
        return []
    try:
        value, noise = env.value(node)[0, 0].flatten(), env.noise(node)[0, 0].flatten()
    except TypeError:
        return []
    ok = torch.isfinite(value) & (noise <= COARSE / 100 * value.abs())
    return [(float(x), COARSE if k else math.inf) for x, k in zip(value, ok, strict=True)]


def said(statement: Statement, entry: dict[str, Any]) -> Iterator[str]:
    """Answers in every form; what comes back from JSON is the same."""
    text = json.dumps(entry, allow_nan=False)
    if json.dumps(json.loads(text)) != text:
        yield "JSON says something else"
    if not [*answers.statement(entry), *answers.findings(entry)] or answers.brief(entry) is None:
        yield "nothing is said"
    stopped = str(entry["evidence"].get("stopped"))
    if REFUSED in stopped and not any(word in stopped for word in UNABLE):
        yield stopped
    tightest = entry["evidence"].get("tightest")
    if tightest and entry["verdict"] in ("supported", "proved") and _judged(statement, tightest) == "violation":
        yield f"{entry['verdict']}, but broken at its own tightest instance {tightest}"


def page(statement: Statement, entry: dict[str, Any]) -> Iterator[str]:
    """The answer as a notebook shows it."""
    if not notebook.html(statement, entry):
        yield "nothing is shown"


def _judged(statement: Statement, data: dict[str, Any]) -> str:
    at = Instance.from_json(data)
    return judge(instantiate(statement, at.dims), at).outcome


def refutation(statement: Statement, entry: dict[str, Any]) -> Iterator[str]:
    """The counterexample breaks the claim, by balls, by the checker and not against mpmath; the contrary holds there
    and cannot be certified broken."""
    if entry["verdict"] != "refuted" or statement.kind is Kind.PROBABILITY:
        return
    at, certificate = Instance.from_json(entry["counterexample"]), entry["certificate"]
    concrete = instantiate(statement, at.dims)
    verdict = judge(concrete, at)
    if verdict.outcome != "violation" or verdict.broken is None:
        yield f"its counterexample is judged {verdict.outcome}: {at.to_json()}"
        return
    clause, decision = concrete.claim[verdict.broken], verdict.conjuncts[verdict.broken]
    with TemporaryDirectory() as folder:
        path = certificates.write(Path(folder) / "certificate.json", certificate)
        if entry["evidence"].get("checker", {}).get("sha256") != file_digest(path):
            yield "its certificate is not one that the checker accepted"
        if isinstance(clause, Relation) and clause.op in CONTRARY and len(statement.claim) == 1 and _scalar(clause):
            swapped = Relation(clause.lhs, CONTRARY[clause.op], clause.rhs)
            other = decide(swapped, at)
            if other.status in ("broken", "undefined"):
                yield f"{decision.relation} is broken, and {other.relation} is {other.status} at {at.to_json()}"
            path = certificates.write(Path(folder) / "swapped.json", _swapped(certificate, clause.op))
            if in_process(path).accepted:
                yield f"the checker accepts a certificate against {other.relation}, too, at {at.to_json()}"


def _scalar(clause: Relation) -> bool:
    return not any(isinstance(side, MatrixTerm) or is_vector(side) for side in (clause.lhs, clause.rhs))


def _swapped(certificate: dict[str, Any], op: str) -> dict[str, Any]:
    """The certificate with the contrary claim, sealed again."""
    changed = json.loads(json.dumps(certificate).replace(f" {op} ", f" {CONTRARY[op]} "))
    changed["hash"] = text_hash(Kind.ALGEBRAIC.value, changed["text"])
    return {**changed, "digest": digest(changed)}


def prover(job: dict[str, Any]) -> dict[str, Any]:
    """Whether a claim is proved; if so it is attacked with ATTACKS instances and the searches of a check."""
    try:
        statement = conjecture_files.build(job["name"], job["let"], job["given"], job["claim"], define=job["define"])
    except ReadingError:
        return {"verdict": "not read", "wrong": []}
    try:
        if attempt(statement, PROVE).report is None:
            return {"verdict": "not proved", "wrong": []}
        profile = replace(planned(4.0), instances=ATTACKS)
        attacked = algebraic.check(statement, profile, job["seed"], watch=Watch(clock() + ATTACKED, clock=clock))
    except Exception:
        return {"verdict": "failed", "wrong": [("prover", traceback.format_exc())]}
    broken = attacked.verdict is Verdict.REFUTED
    wrong = [("FALSE PROOF", f"{statement.text}: {attacked.counterexample}")] if broken else []
    return {"verdict": "proved", "wrong": wrong}
