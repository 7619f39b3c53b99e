"""What must not get through: false statements, dropped hypotheses, commands smuggled in, axioms under odd names."""

import importlib.util
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lemmata import catalogue, kernel
from lemmata.prove.elaborating import elaborate
from lemmata.prove.state import text_of
from lemmata.rocq import acceptance, export
from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.files import comment, write_statement
from lemmata.rocq.printing import plain
from lemmata.rocq.refutations import read_all, refutation
from tests.attacks.answering import KERNEL, without
from tests.attacks.test_arena import BUGS
from tests.attacks.write import FOLDERS, manifest
from tests.rocq.test_rocq import needs_rocq

Read = Callable[[str, str], acceptance.Outcome]
WISH = "*) Axiom wish : False. (*"


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Read:
    folder = tmp_path_factory.mktemp("rocq")
    acceptance.compile_prelude(folder)

    def outcome(name: str, text: str) -> acceptance.Outcome:
        (folder / f"{name}.v").write_text(text)
        return acceptance.Reading(folder, {name: ()}, {}).run(1)[name]

    return outcome


@pytest.fixture(scope="module")
def exported() -> str:
    statement, given = catalogue.get("classical.positive-square"), catalogue.proof_of("classical.positive-square")
    assert given is not None
    theorems = elaborate(statement, given)
    return write_statement(statement.id, statement.kind.value, text_of(statement), theorems).text


@needs_rocq
def test_the_export_is_read_and_its_false_siblings_are_refused(read: Read, exported: str) -> None:
    assert acceptance.suspicious(exported) is None
    assert read("as_it_is", exported).accepted
    said = "forall (x : R), (0 <= x) -> (0 < (x ^ 2)) -> (0 < x)."
    assert said in exported
    for k, other in enumerate(
        [
            "forall (x : R), (0 < (x ^ 2)) -> (0 < x).",  # false at -1
            "forall (x : R), (0 <= x) -> (0 < x).",  # false at 0
            "forall (x : R), (0 <= x) -> (0 < (x ^ 2)) -> (1 < x).",
            "forall (x : R), (0 <= x) -> (0 < (x ^ 2)) -> (x < 0).",
        ]
    ):
        assert not read(f"false_{k}", exported.replace(said, other)).accepted


@needs_rocq
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("unicode", "Axiom ωish : 0 = 1.\nDefinition proved := ωish."),
        ("prime", "Axiom classic' : False.\nDefinition proved := classic'."),
        ("borrowed", "Module boolp. Axiom funext : False. End boolp.\nDefinition proved := boolp.funext."),
        ("unguarded", "#[bypass_check(guard)] Fixpoint f (n : nat) : 0 = 1 := f n.\nDefinition proved := f 0%N."),
        ("admitted", "Lemma wish : False. Admitted.\nDefinition proved := wish."),
        ("given_up", "Lemma proved : False. Proof. admit. Qed."),
        ("unstated", "Section S. Variable x : False. Definition y := x. End S."),
    ],
)
def test_axioms_under_odd_names_are_noticed(name: str, text: str, read: Read) -> None:
    file = f"From Lemmata Require Import Blocks.\nOpen Scope R_scope.\n{text}\n"
    assert acceptance.suspicious(file) is not None
    assert not read(name, file).accepted


@needs_rocq
def test_a_text_in_a_comment_stays_there(read: Read) -> None:
    hostile = f'claim: x {WISH} " (* (*) {WISH} **) "'
    body = "From Lemmata Require Import Blocks.\nDefinition proved := I."
    assert acceptance.suspicious(f"(* {comment(hostile)} *)") is None
    outcome = read("commented", f"(* {comment(hostile)} *)\n{body}\n")
    assert outcome.accepted, outcome.message
    assert not read("uses_wish", f"(* {comment(hostile)} *)\n{body}\nDefinition used := wish.\n").accepted


@pytest.mark.parametrize(
    "text",
    [
        "Axiom x : False.",
        "Local Axiom x : False.",
        "Parameter x : False.",
        "Hypothesis x : False.",
        "Variable x : False.",
        "Lemma x : False. Proof. Admitted.",
        "Lemma x : False. Proof. Axiom y : False. exact: y. Qed.",
        "Lemma x : True. Proof. exact: I. Qed. Admitted.",
        "Lemma x : True. Proof. exact: I. Defined.",
        "Unset Guard Checking.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        "Declare ML Module evil.",
        "Load evil.",
        "Ltac lra := idtac.",
        "Notation x := y.",
        "From Coq Require Import Reals.",
        "From Lemmata Require Import Other.",
        "Definition law_smax (V : vocabulary) := False.",
        "Theorem Proved : True.",
        '(* " *) Axiom x : False. (* " *)',
        "(* (* *) Axiom x : False. (* *) *)",
        "Lemma x : True. (* Axiom",
        "Open Scope nat_scope.",
    ],
)
def test_a_sentence_that_the_export_never_writes_is_seen(text: str) -> None:
    assert acceptance.suspicious(text) is not None


def test_ordinary_sentences_pass() -> None:
    assert acceptance.suspicious("(* Axiom *) Lemma x : True.\nProof. exact: I. Qed.") is None


@pytest.mark.parametrize("name", [WISH, "x) : False", "x.y", "é", "Admitted", "forall", "x'", "0", ""])
def test_names_are_plain(name: str) -> None:
    said = plain(name)
    assert said.isascii()
    assert all(c.isalnum() or c == "_" for c in said)


def test_axioms_are_never_overlooked() -> None:
    assert acceptance.axioms_in("Axioms:\nωish : 0 = 1\n") == ("ωish",)
    assert acceptance.axioms_in('Axioms:\nwish : "Closed under the global context" = x\n') == ("wish",)
    assert acceptance.axioms_in("Axioms:\nf is assumed to be guarded.\n") == ("f",)
    assert acceptance.axioms_in("Section Variables:\nx : False\n") == ("Section", "x")


def test_what_was_read_is_kept_by_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def chunk(reading: acceptance.Reading, names: list[str]) -> list[tuple[str, acceptance.Outcome]]:
        compiled.extend(names)
        reading.place.update(dict.fromkeys(names, f"Chunk_{len(compiled)}"))
        (tmp_path / f"Chunk_{len(compiled)}.vo").write_text("")
        return [(name, acceptance.Outcome(True, 1.0)) for name in names]

    monkeypatch.setattr(acceptance.Reading, "_chunk", chunk)
    monkeypatch.setattr(acceptance, "_axioms", lambda *_: ())
    for name in "ab":
        (tmp_path / f"{name}.v").write_text("")
    needs = {"a": (), "b": ("a",)}
    for keys, expected in [
        ({"a": "1", "b": "2"}, ["a", "b"]),
        ({"a": "1", "b": "2"}, []),
        ({"a": "1", "b": "3"}, ["b"]),
        ({"a": "4", "b": "3"}, ["a", "b"]),  # what uses a changed file is read again
    ]:
        compiled.clear()
        assert all(x.accepted for x in acceptance.Reading(tmp_path, needs, keys).run(1).values())
        assert compiled == expected


@needs_rocq
def test_one_false_file_among_others_is_found_and_what_uses_it_falls(tmp_path: Path) -> None:
    acceptance.compile_prelude(tmp_path)
    start = "From Lemmata Require Import Blocks.\n"
    files = {
        "first": "Theorem proved : True.\nProof. exact: I. Qed.",
        "wrong": "Theorem proved : 0 = 1 :> nat.\nProof. exact: erefl. Qed.",
        "user": "From Lemmata Require wrong.\nTheorem proved : 0 = 1 :> nat.\nProof. exact: wrong.proved. Qed.",
        "last": "From Lemmata Require first.\nTheorem proved : True.\nProof. exact: first.proved. Qed.",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.v").write_text(f"{start}{text}\n")
    needs = {"first": (), "wrong": (), "user": ("wrong",), "last": ("first",)}
    said = acceptance.Reading(tmp_path, needs, dict.fromkeys(files, "1")).run(1)
    assert {name for name, outcome in said.items() if outcome.accepted} == {"first", "last"}
    assert "depends on wrong" in said["user"].message
    again = acceptance.Reading(tmp_path, needs, dict.fromkeys(files, "1"))
    assert again.run(1)["last"].accepted
    assert not again.run(1)["wrong"].accepted


def test_keys_change_with_what_a_file_uses() -> None:
    first = {"a": export.Row(export.NOT_RUN, file="a.v", digest="1")}
    second = {"a": export.Row(export.NOT_RUN, file="a.v", digest="2")}
    user = export.Row(export.NOT_RUN, file="b.v", digest="1", imports=("a",))
    assert export.keys({**first, "b": user})["b"] != export.keys({**second, "b": user})["b"]


# --- Refutations by rational instances: Rocq computes both sides, and refuses an instance that refutes nothing

NORMAL = "A @ A.T == A.T @ A"


def certificate(claim: str, values: dict[str, Any], *given: str) -> str:
    """What a certificate says of square matrices A of order 2 and a number c."""
    text = {"let": ["n = integer(1)", "A = real(n, n)", "c = real"], "given": list(given), "claim": [claim]}
    broken = {"conjunct": 0, "indices": {}}
    said = {"kind": "violation", "statement": "test.claim", "hash": "", "text": text, "broken": broken}
    return json.dumps({**said, "dims": {"n": 2}, "values": values})


@pytest.mark.long
@needs_rocq
def test_what_refutes_is_accepted_and_what_does_not_is_refused(tmp_path: Path) -> None:
    shift, unit = [["0", "1"], ["0", "0"]], [["1", "0"], ["0", "1"]]
    cases = {
        "normal": (certificate(NORMAL, {"A": shift, "c": "0"}), True),
        "unit": (certificate(NORMAL, {"A": unit, "c": "0"}), False),  # the claim holds there
        "norms": (certificate("normF(A) <= c * normF(A @ A)", {"A": unit, "c": "1/2"}, "c > 0"), True),
        "unmet": (certificate("tr(A) < c", {"A": unit, "c": "2"}, "c > 2"), False),  # the hypothesis does not
    }
    for name, (data, _) in cases.items():
        (tmp_path / f"{name}.json").write_text(data)
    said = read_all(tmp_path, tmp_path, 1)
    assert {name for name in cases if not said[f"{name}.json"]} == {name for name, (_, right) in cases.items() if right}


def test_what_is_not_rational_is_named() -> None:
    with pytest.raises(NotExportable, match="smax"):
        refutation(certificate("smax(A) <= c", {"A": [["1", "0"], ["0", "1"]], "c": "0"}))


# --- What a broken kernel lets through Rocq refuses: forged derivations of the arena, written for Rocq by the export

FORGED = sorted(file for start in ("false", "step") for file in FOLDERS["kernel"].glob(f"{start}-*.json"))
ANSWERS = {row["name"]: row["expect"] for row in manifest() if row["program"] == "kernel"}
HONEST = sorted(FOLDERS["kernel"] / name for name, answer in ANSWERS.items() if answer == "accept")
OTHER_TEXTS = sorted(file for end in ("turned", "strict") for file in FOLDERS["kernel"].glob(f"*-{end}.json"))


def broken_kernel(function: str, message: str, folder: Path) -> ModuleType:
    """The kernel without one refusal, whose theorems are of the class that the export knows."""
    file = folder / "broken_kernel.py"
    shutil.copy(KERNEL.parent / "definitions.txt", folder)
    file.write_text(without(KERNEL.read_text(encoding="utf-8"), function, message), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("broken_kernel", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["broken_kernel"] = module
    spec.loader.exec_module(module)
    module.Theorem = kernel.Theorem  # type: ignore[attr-defined]
    return module


def claims_of(module: Any, file: Path, whatever: bool = False) -> list[tuple[kernel.Theorem, str, str, str]]:
    """The theorems with the texts that they are said to prove, where a kernel lets a derivation through; `whatever`
    makes it one to which every theorem proves every text."""
    claims: list[tuple[kernel.Theorem, str, str, str]] = []
    proves = module.proves

    def noted(th: kernel.Theorem, *claim: Any) -> bool:
        claims.append((th, *claim[:3]))
        return whatever or bool(proves(th, *claim))

    module.proves = noted
    try:
        module.replay(file.read_text(encoding="utf-8"))
    except module.KernelError:
        return []
    finally:
        module.proves = proves
    return claims


def written(claims: list[tuple[kernel.Theorem, str, str, str]], name: str, folder: Path) -> bool:
    """Whether the export writes a file of these claims."""
    (_, identifier, letter, text), *_ = claims
    try:
        source = write_statement(identifier, letter, text, [th for th, *_ in claims])
    except (NotExportable, kernel.KernelError):
        return False
    assert acceptance.suspicious(source.text) is None
    (folder / f"{name}.v").write_text(source.text)
    return True


@needs_rocq
@pytest.mark.long
def test_forged_derivations_are_refused(tmp_path: Path) -> None:
    acceptance.compile_prelude(tmp_path)
    forged, honest = list[str](), list[str]()
    for number, (function, message) in enumerate(BUGS):
        module = broken_kernel(function, message, tmp_path)
        for k, file in enumerate(FORGED):
            name = f"forged_{number}_{k}"
            if (claims := claims_of(module, file)) and written(claims, name, tmp_path):
                forged.append(name)
    assert len(forged) >= 5, forged
    for k, file in enumerate(OTHER_TEXTS):
        if (claims := claims_of(kernel, file, whatever=True)) and written(claims, f"other_{k}", tmp_path):
            forged.append(f"other_{k}")
    for k, file in enumerate(HONEST):
        if written(claims_of(kernel, file), f"honest_{k}", tmp_path):
            honest.append(f"honest_{k}")
    assert len(honest) >= len(HONEST) // 2, honest
    said = acceptance.Reading(tmp_path, dict.fromkeys([*forged, *honest], ()), {}).run(1)
    assert {name for name in said if said[name].accepted} == set(honest)
