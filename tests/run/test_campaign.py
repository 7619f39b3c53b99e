"""Campaigns, with a stand-in for the engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue
from lemmata.catalogue import all_statements
from lemmata.claims.profiles import PROFILES
from lemmata.errors import InputError
from lemmata.language.statement import Statement
from lemmata.prove import proofs
from lemmata.run import campaign, inputs, workers
from lemmata.run.campaign import Event, exit_code
from lemmata.run.inputs import select
from tests.run import fake_engine
from tests.run.runs import THREE, asked, ids, stand_in, verdicts, write_expected, write_script

QUICK = PROFILES["quick"]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, tmp_path)


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks in this process, which is quicker."""
    monkeypatch.setattr(workers, "in_processes", lambda job, names, count: workers.here(job, names))


def scripted(monkeypatch: pytest.MonkeyPatch, folder: Path, script: dict[str, list[str]]) -> None:
    monkeypatch.setenv("LEMMATA_TEST_SCRIPT", write_script(folder, script))


def without_seconds(run: Path) -> list[dict[str, Any]]:
    return [{k: v for k, v in e.items() if k != "seconds"} for e in verdicts(run)["statements"]]


def test_the_number_of_workers_changes_nothing_and_a_dead_one_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [s.id for s in all_statements()][:9] + THREE
    scripted(monkeypatch, tmp_path, {names[3]: ["supported", "die"], names[5]: ["refuted", ""]})
    one = campaign.run(names, QUICK, 7, worker_count=1)
    two = campaign.run(names, QUICK, 7, worker_count=2)
    assert one.path != two.path and one.path.parent == tmp_path / "reports" / "runs"
    assert without_seconds(one.path) == without_seconds(two.path)
    assert ids(two.path) == [s.id for s in all_statements() if s.id in names], "order of the catalogue"
    dead = two.entries[names[3]]
    assert dead["verdict"] == "error" and "killed by signal 9" in dead["error"]
    data = verdicts(two.path)
    assert data["complete"] is True and data["schema"] == 1 and data["seed"] == 7 and data["profile"] == "quick"
    assert data["environment"]["workers"] == 2
    assert (two.path / "index.html").is_file()
    assert (tmp_path / "reports" / "latest").resolve() == two.path


@pytest.mark.parametrize(("behaviour", "says"), [("raise", "the engine itself broke"), ("nan", "not JSON compliant")])
@pytest.mark.usefixtures("inline")
def test_a_failing_check_is_an_error_with_its_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behaviour: str, says: str
) -> None:
    scripted(monkeypatch, tmp_path, {THREE[0]: ["supported", behaviour]})
    found = campaign.run(THREE[:1], QUICK).entries[THREE[0]]
    assert found["verdict"] == "error" and not found["as_expected"]
    assert "Traceback" in found["error"] and says in found["error"]
    assert exit_code([found]) == 4


@pytest.mark.usefixtures("inline")
def test_an_interrupt_keeps_what_was_done_and_resume_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = THREE + ["riedi.lemma-17"]
    monkeypatch.setattr(campaign, "by_cost", lambda chosen: list(chosen))
    scripted(monkeypatch, tmp_path, {names[2]: ["supported", "interrupt"], names[0]: ["supported", "raise"]})
    first = campaign.run(names, QUICK)
    order = ids(first.path)
    assert first.interrupted and (first.path / "index.html").is_file()
    assert verdicts(first.path)["complete"] is False and names[2] not in order and len(order) >= 2
    asked(tmp_path)

    scripted(monkeypatch, tmp_path, {})
    seen: list[Event] = []
    again = campaign.run([], QUICK, resume=True, on_event=seen.append)
    assert again.path == first.path and not again.interrupted
    kept = [i for i in order if i != names[0]]
    assert set(asked(tmp_path)) == set(names) - set(kept), "finished ones are skipped, failed ones are not"
    assert [e.kept for e in seen if e.kind == "begin"] == [len(kept)]
    assert set(ids(again.path)) == set(names) and verdicts(again.path)["complete"] is True

    fresh = campaign.run(THREE, QUICK, resume=True, on_event=seen.append)
    assert fresh.path != first.path and "nothing to resume" in next(e.text for e in seen if e.kind == "note")


@pytest.mark.usefixtures("inline")
def test_resume_checks_a_changed_statement_again(tmp_path: Path) -> None:
    out = tmp_path / "out"
    campaign.run(THREE, QUICK, out=out)
    data = verdicts(out)
    data["complete"] = False
    data["statements"][1]["hash"] = "0" * 64
    (out / "verdicts.json").write_text(json.dumps(data), encoding="utf-8")
    asked(tmp_path)
    campaign.run([], QUICK, out=out, resume=True)
    assert asked(tmp_path) == [data["statements"][1]["id"]]


@pytest.mark.usefixtures("inline")
def test_resume_refuses_a_run_of_another_kind(tmp_path: Path) -> None:
    campaign.run(THREE, QUICK, out=tmp_path / "out")
    with pytest.raises(InputError, match="--profile quick --seed 0 --device cpu"):
        campaign.run(THREE, QUICK, seed=1, out=tmp_path / "out", resume=True)


@pytest.mark.usefixtures("inline")
def test_a_refuted_foundation_breaks_the_proofs_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["riedi.prop-1", "riedi.cor-2", "riedi.prop-25.eq-59"]  # each rests on the one before
    scripted(monkeypatch, tmp_path, {names[0]: ["refuted", ""]})
    entries = campaign.run(names, QUICK).entries
    assert [entries[i]["broken_by"] for i in names] == [[], [names[0]], [names[0]]]
    assert [entries[i]["proof_broken"] for i in names] == [False, True, True]

    last = campaign.run(names[2:], QUICK).entries[names[2]]
    assert not last["proof_broken"], "nothing is known of the others"
    write_expected(tmp_path, {names[0]: "refuted"})
    last = campaign.run(names[2:], QUICK).entries[names[2]]
    assert last["broken_by"] == [names[0]], "the review knows"


@pytest.mark.parametrize(
    ("found", "code"),
    [
        ([("proved", True), ("refuted", True), ("vacuous", True)], 0),
        ([("proved", True), ("supported", False)], 1),
        ([("vacuous", False), ("proved", True)], 3),
        ([("inconclusive", False), ("vacuous", False)], 3),
        ([("inconclusive", False), ("refuted", False)], 1),
        ([("error", False), ("refuted", False), ("vacuous", False)], 4),
        ([], 0),
    ],
)
def test_exit_codes(found: list[tuple[str, bool]], code: int) -> None:
    assert exit_code({"verdict": verdict, "as_expected": fine} for verdict, fine in found) == code


@pytest.mark.usefixtures("inline")
def test_a_chosen_folder_replaces_a_run_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    scripted(monkeypatch, tmp_path, {THREE[0]: ["refuted", "certify"]})
    campaign.run(THREE[:1], QUICK, out=out)
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    assert len(list((out / "certificates").iterdir())) == 1
    scripted(monkeypatch, tmp_path, {})
    campaign.run(THREE[1:], QUICK, out=out)
    assert not list((out / "certificates").iterdir()) and (out / "notes.txt").exists()
    assert set(ids(out)) == set(THREE[1:])

    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="it is no run"):
        campaign.run(THREE, QUICK, out=tmp_path / "site")
    assert (tmp_path / "site" / "index.html").read_text(encoding="utf-8") == "mine"


def test_selection() -> None:
    known = ["a.x", "a.y~repaired", "a.y", "b.z"]
    assert select([], known) == known
    assert select(["b.z", "a.y*", "a.y"], known) == ["a.y~repaired", "a.y", "b.z"]
    for pattern, says in (("a.w", "unknown statement 'a.w'"), ("c*", "no statement matches 'c*'")):
        with pytest.raises(InputError) as caught:
            select([pattern], known)
        assert says in str(caught.value)


def test_a_run_of_the_papers_says_what_it_leaves_out() -> None:
    everything, used = list(catalogue.ids()), inputs.of_papers()
    assert {i for i in everything if not i.startswith("classical.")} < set(used) < set(everything)
    assert all(set(proofs.named(i)) <= set(used) for i in used)
    assert inputs.asked([]) == inputs.asked(everything) == {"selection": [], "left_out": 0}
    assert inputs.asked(used) == {"selection": used, "left_out": len(everything) - len(used)}
    for few in (used[1:], used[:-1], sorted(set(everything) - set(used))):
        assert inputs.asked(few) == {"selection": few, "left_out": None}


def test_a_derivation_is_handed_on_once_and_that_of_the_statement_itself_always(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = THREE[:2]
    files = {one: {one: "1", "classical.weyl": "w"}, two: {two: "2", one: "1", "classical.weyl": "w"}}

    def engine(identifier: str, *_: object) -> dict[str, Any]:
        return {"id": identifier, "verdict": "proved", "_derivations": dict(files[identifier])}

    monkeypatch.setattr(fake_engine, "check", engine)
    job, sent = workers.Job(campaign.ENGINE, QUICK, 0, "cpu"), set[str]()

    def handed(identifier: str, sent: set[str] | None) -> dict[str, str]:
        return dict(json.loads(workers.check_one(job, identifier, sent))["_derivations"])

    assert handed(one, sent) == files[one] and handed(two, sent) == {two: "2"} and handed(one, sent) == {one: "1"}
    assert handed(two, None) == files[two] and sent == {one, two, "classical.weyl"}


def test_proofs_are_elaborated_while_the_screening_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the time allows; a defect in one ends nothing."""
    left, seen = [True, True, False], list[str]()

    def check(statement: Statement) -> None:
        seen.append(statement.id)
        raise TypeError("a defect")

    monkeypatch.setattr(campaign.cpu_lanes, "compiling", lambda: left.pop(0))
    monkeypatch.setattr(campaign.proofs, "check", check)
    campaign.derive_meanwhile(["riedi.lemma-21", "riedi.lemma-17", "riedi.lemma-20"])
    assert seen == ["riedi.lemma-21", "riedi.lemma-17"]
