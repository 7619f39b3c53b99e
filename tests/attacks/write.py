"""Makes the files of the arena again: `python -m tests.attacks.write [--program kernel|checker] [--run RUN]`.

Derivations that are to be accepted are derived anew from the proofs of the catalogue; accepted certificates are taken
from a run folder, or kept where none is named.  What is forged is made from these and from `inferences`.
"""

import argparse
import json
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lemmata import catalogue
from lemmata.prove.judge import derived
from tests.attacks.forged_certificates import meaningless, sealed
from tests.attacks.inferences import FILES, INFERENCES, PROVING_FALSEHOODS, Draft
from tests.attacks.made_certificates import by_hand, rows

HERE = Path(__file__).parent
FOLDERS = {"kernel": HERE / "derivations", "checker": HERE / "certificates"}
# Together they use every rule, definition and principle of the kernel; the last ones are long.
DERIVED = (
    "classical.logarithm-trace", "classical.trace-below-norm", "classical.singular-vectors", "classical.trace-rank",
    "classical.logarithm-tangent", "classical.entrywise-entries", "classical.condition-at-least-one",
    "classical.maximum", "zhao.eq-5", "classical.frobenius-root", "classical.integer-square",
    "riedi.lemma-20~repaired", "classical.diagonal-between",
    "classical.weighted-means", "classical.identity-extremes", "riedi.thm-6", "classical.kronecker-forms",
    "classical.singular-values-of-multiple", "classical.entrywise-definite", "riedi.sec-6.3.numbers~sharpened",
    "riedi.lemma-21~every-shift", "classical.psd-norm-of-sum", "riedi.lemma-36.eq-79", "classical.norms-differ",
    "classical.exponential-convex", "classical.square-convex", "riedi.prop-1", "riedi.lemma-21", "oyedotun.lemma-1",
    "riedi.thm-32.eq-68", "classical.minkowski-shift", "macdonald.prop-4.1~two-layers",
)  # fmt: skip
CERTIFIED = {"violation": 14, "flow": 4, "ray": 3, "depth": 3, "descent": 1, "leap": 1, "graph": 1, "denial": 1}
FORGED_FROM = {"violation": 2, "flow": 1, "depth": 1}  # how many of these are forged in every way
Written = tuple[str, str, str, str]  # file name, what is in it, the answer, what it tries


def derivations() -> Iterator[Written]:
    """Files for the kernel."""
    for identifier in DERIVED:
        given = catalogue.proof_of(identifier)
        assert given is not None, identifier
        text = derived(catalogue.get(identifier), given)
        yield f"{_slug(identifier)}.json", text, "accept", f"the proof of {identifier}"
        for kind, spoiled in (("turned", _turned(text)), ("strict", _strict(text)), ("dropped", _dropped(text))):
            if spoiled is not None:
                tries = {"turned": "its first relation turned round", "strict": "it with < for <=",
                         "dropped": "it without the last step"}[kind]  # fmt: skip
                yield f"{_slug(identifier)}-{kind}.json", spoiled, "reject", tries
    for made in PROVING_FALSEHOODS:
        draft = Draft()
        made(draft)
        yield f"false-{_slug(made.__name__)}.json", draft.written(), "reject", _said(made.__doc__)
    for name, infer in INFERENCES.items():
        draft = Draft()
        infer(draft)
        yield f"step-{_slug(name)}.json", draft.written(), "reject", name
    for name, data in FILES.items():
        yield f"file-{_slug(name)}.json", json.dumps(data), "reject", name


def certificates(accepted: Sequence[tuple[str, str]]) -> Iterator[Written]:
    """Files for the checker, from names and texts of certificates that are to be accepted."""
    left = dict(FORGED_FROM)
    for name, text in accepted:
        cert = json.loads(text)
        yield name, text, "accept", f"refutes {cert['statement']}"
        if left.get(cert["kind"], 0) > 0:
            left[cert["kind"]] -= 1
            for what, forged, answer in meaningless(cert):
                yield f"{name.removesuffix('.json')}-{_slug(what)}.json", forged, answer, what
    for what, made, answer in by_hand({name.removesuffix(".json"): json.loads(text) for name, text in accepted}):
        yield _made_name(what), sealed(made), answer, what


def _turned(text: str) -> str | None:
    """The derivation for the statement whose first claimed relation is the other way round."""
    return _reworded(
        text, lambda line: re.sub(r" (<=|>=) ", lambda op: " >= " if op[1] == "<=" else " <= ", line, count=1)
    )


def _strict(text: str) -> str | None:
    return _reworded(text, lambda line: re.sub(r" (<|>)= ", r" \1 ", line))


def _reworded(text: str, change: Any) -> str | None:
    """The derivation with every claim's text changed in its claims; None where that changes nothing."""
    data = json.loads(text)
    for claim in data["claims"]:
        claim[3] = "\n".join(change(x) if x.startswith("claim: ") else x for x in claim[3].split("\n"))
    changed = json.dumps(data)
    return None if changed == json.dumps(json.loads(text)) else changed


def _dropped(text: str) -> str:
    """The derivation without its last step, which a claim is about."""
    data = json.loads(text)
    del data["steps"][max(claim[0] for claim in data["claims"])]
    return json.dumps(data)


def _said(doc: str | None) -> str:
    return (doc or "").strip().splitlines()[0]


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-")


def chosen(run: Path) -> Iterator[tuple[str, str]]:
    """The smallest certificates of each kind in a run."""
    files = sorted((run / "certificates").glob("*.json"), key=lambda path: (path.stat().st_size, path.name))
    left = dict(CERTIFIED)
    for path in files:
        text = path.read_text(encoding="utf-8")
        kind = json.loads(text)["kind"]
        if left[kind]:
            left[kind] -= 1
            yield path.name, text


def kept() -> Iterator[tuple[str, str]]:
    """The accepted certificates that lie there."""
    for row in manifest():
        if row["program"] == "checker" and row["expect"] == "accept" and not row["name"].startswith("made-"):
            yield row["name"], (FOLDERS["checker"] / row["name"]).read_text(encoding="utf-8")


def manifest() -> list[dict[str, str]]:
    """Rows of name, program, expect and tries: those of `manifest.toml`, then those of `made_certificates.toml`."""
    listed: list[dict[str, str]] = tomllib.loads((HERE / "manifest.toml").read_text(encoding="utf-8"))["files"]
    by_table = ((_made_name(tries), row["answer"], tries) for tries, row in rows())
    return listed + [{"name": n, "program": "checker", "expect": a, "tries": tries} for n, a, tries in by_table]


def _made_name(tries: str) -> str:
    return f"made-{_slug(tries)}.json"


def _row(fields: Mapping[str, str]) -> str:
    return "  { " + ", ".join(f"{k} = {json.dumps(v)}" for k, v in fields.items()) + " },"


def main() -> None:
    """Write all files and the manifest."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.write", description=__doc__)
    parser.add_argument("--run", type=Path, help="a run folder, to take accepted certificates from")
    parser.add_argument("--program", choices=tuple(FOLDERS), help="files for this one alone; the others stay")
    given = parser.parse_args()
    accepted = list(chosen(given.run) if given.run else kept())
    makers = {"kernel": derivations, "checker": lambda: certificates(accepted)}
    lines, of_table = [], {_made_name(tries) for tries, _ in rows()}
    listed = [row for row in manifest() if row["name"] not in of_table]
    for program in FOLDERS:
        if given.program not in (None, program):
            lines += [_row(row) for row in listed if row["program"] == program]
            continue
        written = list(makers[program]())
        shutil.rmtree(FOLDERS[program], ignore_errors=True)
        FOLDERS[program].mkdir()
        for name, text, expect, tries in written:
            assert not (FOLDERS[program] / name).exists(), name
            (FOLDERS[program] / name).write_text(text, encoding="utf-8")
            if name not in of_table:
                lines.append(_row({"name": name, "program": program, "expect": expect, "tries": tries}))
    head = "# Written by `python -m tests.attacks.write`: what the programs have to answer to each file.\n\n"
    (HERE / "manifest.toml").write_text(head + "files = [\n" + "\n".join(lines) + "\n]\n", encoding="utf-8")
    print(f"{len(manifest())} files")


if __name__ == "__main__":
    main()
