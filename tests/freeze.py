"""What must stay as it is while the house is rebuilt.

    python -m tests.freeze write|compare FILE [--short] [--proofs] [--quick RUN]

Rows: text, hash and reviewed verdict of every statement.  Proofs (`--proofs`): what the kernel says each derivation
proves, from which axioms and principles, and the digest of the theorem.  A run (`--quick RUN`): its verdicts, and
whether the checker accepts its certificates.  `compare` prints a line for every difference in what is asked for, and
ends with status 1 if there is one; a part that the file does not hold is a difference.  `--short` is for a file to be
kept: of each row the hash and the verdict, of each proof the axioms, the principles and one digest of its theorems.
`tests/frozen.json` is such a file, of rows and proofs; whoever changes one of them writes it again, so that the change
is seen where it is reviewed.
"""

import argparse
import hashlib
import json
import multiprocessing
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from lemmata import catalogue, certificates, kernel
from lemmata.catalogue import expected
from lemmata.kernel import Theorem
from lemmata.principles import outside
from lemmata.processes import one_thread
from lemmata.prove import judge

Record = dict[str, Any]
Frozen = dict[str, dict[str, Record]]


def rows() -> dict[str, Record]:
    """Text, hash and reviewed verdict of every statement of the suite, by id."""
    statements = catalogue.own_statements()
    reviewed = expected.load()
    return {s.id: {"text": s.text, "hash": s.hash, "expected": _verdict(reviewed.get(s.id))} for s in statements}


def _verdict(row: expected.Row | None) -> list[str] | None:
    """The reviewed verdict and the hash it is about."""
    return None if row is None else [row.verdict, row.hash]


def proofs(identifiers: Sequence[str], processes: int) -> dict[str, Record]:
    """What is proved of these statements, by id; of those without a proof nothing."""
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), one_thread) as pool:
        return {i: found for i, found in zip(identifiers, pool.map(proved, identifiers), strict=True) if found}


def proved(identifier: str) -> Record | None:
    """What the kernel says of the derivation of a statement's proof (the kept one, else a new one): per conjunct the
    axioms, the principles, and the digest of hypotheses and conclusion.  None where there is no proof."""
    statement, given = catalogue.get(identifier), catalogue.proof_of(identifier)
    if given is None:
        return None
    beyond = outside(given)
    judgement = judge.judge(statement, given)
    if beyond is not None:
        return {"hash": statement.hash, "outside": beyond[0], "refused": judgement.reason}
    if not judgement.accepted:
        return {"hash": statement.hash, "refused": judgement.reason}
    said, theorems = replayed(judge._place(statement, given).read_text(encoding="utf-8"))
    conjuncts = [
        {"conjunct": s["conjunct"], "axioms": s["axioms"], "principles": s["principles"], "theorem": digest(th)}
        for s, th in zip(said, theorems, strict=True)
    ]
    return {"hash": statement.hash, "conjuncts": conjuncts}


def replayed(derivation: str) -> tuple[list[Record], list[Theorem]]:
    """What a replay in this process says of each claim, and the theorem that it compared with the text."""
    seen: list[Theorem] = []
    compare = kernel.proves

    def watched(th: Theorem, identifier: str, letter: str, text: str, conjunct: int) -> bool:
        seen.append(th)
        return compare(th, identifier, letter, text, conjunct)

    kernel.proves = watched
    try:
        said = judge.deep(lambda: kernel.replay(derivation))
    finally:
        kernel.proves = compare
    return said, seen


def digest(theorem: Theorem) -> str:
    """SHA-256 of the hypotheses, in the order of their text, and the conclusion."""
    lines = [*sorted(map(repr, theorem.hypotheses)), "|-", repr(theorem.conclusion)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def short(part: str, record: Record) -> Record:
    """A record as a file to be kept holds it."""
    if part == "rows":
        return {"hash": record["hash"][:16], "expected": (record["expected"] or ["none"])[0]}
    if part != "proofs" or "conjuncts" not in record:
        return record
    conjuncts = record["conjuncts"]
    used = {a for c in conjuncts for a, _ in c["axioms"]} | {p for c in conjuncts for p in c["principles"]}
    digest_of_all = hashlib.sha256("".join(c["theorem"] for c in conjuncts).encode()).hexdigest()
    return {"theorems": digest_of_all[:16], "uses": sorted(used)}


def verdicts(run: Path) -> dict[str, Record]:
    """Verdict and scope of every statement of a run."""
    entries = json.loads((run / "verdicts.json").read_text(encoding="utf-8"))["statements"]
    return {e["id"]: {"hash": e["hash"], "verdict": e["verdict"], "scope": e["scope"]} for e in entries}


def accepted(run: Path) -> dict[str, Record]:
    """Whether the checker accepts each certificate of a run, by file name."""
    files = sorted((run / "certificates").glob("*.json"))
    return {path.name: {"accepted": certificates.accepted(path).accepted} for path in files}


def differences(before: Mapping[str, Mapping[str, Record]], now: Frozen) -> Iterator[str]:
    """A line for every record that is new, gone or not as it was, in the parts that `now` holds."""
    for part, records in now.items():
        if part not in before:
            yield f"{part}: not in the file"
            continue
        for key in [*before[part], *(k for k in records if k not in before[part])]:
            old, new = before[part].get(key), records.get(key)
            if old is None or new is None:
                yield f"{part}: {key}: {'new' if old is None else 'gone'}"
            elif old != new:
                changed = [k for k in {**old, **new} if old.get(k) != new.get(k)]
                yield f"{part}: {key}: " + "; ".join(f"{k} {_from_to(old.get(k), new.get(k))}" for k in changed)


def _lines(now: Frozen) -> str:
    """JSON with a line for each record."""
    parts = (
        f"{json.dumps(part)}: {{\n"
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(r)}" for key, r in sorted(records.items()))
        + "\n}"
        for part, records in now.items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _from_to(old: Any, new: Any) -> str:
    """What was and what is: of lists and tables only the entries that differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys = [k for k in {**old, **new} if old.get(k) != new.get(k)]
        return "(" + ", ".join(f"{k} {_from_to(old.get(k), new.get(k))}" for k in keys) + ")"
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = [(k, a, b) for k, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        return "(" + ", ".join(f"{k}: {_from_to(a, b)}" for k, a, b in pairs) + ")"
    return f"{json.dumps(old, ensure_ascii=False)} -> {json.dumps(new, ensure_ascii=False)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or compare what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.freeze", description=__doc__)
    parser.add_argument("task", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--short", action="store_true", help="for a file to be kept, such as tests/frozen.json")
    parser.add_argument("--proofs", action="store_true", help="the proofs too: a minute where derivations are kept")
    parser.add_argument("--quick", type=Path, metavar="RUN", help="the verdicts and certificates of this run folder")
    parser.add_argument("--workers", type=int, default=2, help="processes for the proofs")
    given = parser.parse_args(arguments)
    one_thread()
    now: Frozen = {"rows": rows()}
    if given.proofs:
        now["proofs"] = proofs(list(now["rows"]), given.workers)
    if given.quick:
        now |= {"verdicts": verdicts(given.quick), "certificates": accepted(given.quick)}
    if given.short:
        now = {part: {key: short(part, r) for key, r in records.items()} for part, records in now.items()}
    if given.task == "write":
        given.file.parent.mkdir(parents=True, exist_ok=True)
        given.file.write_text(
            _lines(now) if given.short else json.dumps(now, ensure_ascii=False) + "\n", encoding="utf-8"
        )
        print(", ".join(f"{len(records)} {part}" for part, records in now.items()))
        return 0
    lines = list(differences(json.loads(given.file.read_text(encoding="utf-8")), now))
    print(*lines, f"{len(lines)} differences in {', '.join(now)}", sep="\n")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
