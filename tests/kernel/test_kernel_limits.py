"""What a derivation may ask of a machine has an end; what is true and small goes on."""

import gzip
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue, kernel
from lemmata import kernel as logic
from lemmata.kernel import FALSE, HIGHEST, ONE, KernelError, P, R, opened, read, replay
from lemmata.processes import fork_server
from lemmata.prove import judge
from tests import python
from tests.attacks.inferences import tall

REAL, MATRIX = ["sv", "sx", "r0"], ["sv", "sA", "r2"]
SORTS = [["sR"], ["sq", "q2"], ["sM", "r1", "r1"]]


def doubled(first: list[str], op: str, times: int) -> list[list[str]]:
    """Rows each of which has the one before twice: a term that is small in the file."""
    rows = [*SORTS, first]
    for _ in range(times):
        rows.append([f"s{op}", f"r{len(rows) - 1}", f"r{len(rows) - 1}"])
    return rows


def said(rows: list[list[str]], steps: list[list[Any]]) -> str:
    claim = [len(steps) - 1, "made.bomb", "A", "let: x = real\nclaim: x <= x", 0]
    with pytest.raises(KernelError) as error:
        replay(json.dumps({"rows": rows, "steps": steps, "claims": [claim]}))
    return str(error.value)


def reflexive(rows: list[list[str]]) -> list[list[str]]:
    """The step that equates the last row with itself."""
    return [["identity", f"r{len(rows) - 1}", f"r{len(rows) - 1}"]]


@pytest.mark.parametrize(
    ("first", "op", "times"),
    [
        (REAL, "+", 60),
        (REAL, "*", 60),
        (REAL, "max", 60),
        (MATRIX, "mm", 60),
        (MATRIX, "kron", 40),
        (["sq", "q3"], "*", 60),
        (["sid", "r1"], "m+", 60),
    ],
)
def test_terms_that_explode_are_refused_soon(first: list[str], op: str, times: int) -> None:
    begun = time.process_time()
    rows = doubled(first, op, times)
    assert "too large" in said(rows, reflexive(rows))
    assert time.process_time() - begun < 2


def powers(*exponents: int) -> list[list[str]]:
    """x + 1 to a power, to a power, ..."""
    rows = [*SORTS, REAL, ["sq", "q1"], ["s+", "r3", "r4"]]
    for k in exponents:
        rows.append(["s^", f"r{len(rows) - 1}", f"j{k}"])
    return rows


def test_powers_end() -> None:
    assert replay(json.dumps({"rows": powers(20), "steps": reflexive(powers(20)), "claims": []})) == []
    assert "is no term" in said(powers(HIGHEST + 1), reflexive(powers(HIGHEST + 1)))
    assert "is no term" in said(powers(10**9), reflexive(powers(10**9)))
    x = ("v", "x", ("R",))
    with pytest.raises(KernelError):  # the factor of an equation is a term like any other
        logic.linear(("=", x, x), [(("^", x, 10**9), None, logic.identity(x, x))])
    for exponent in (HIGHEST + 1, 10**9, -(10**9)):
        with pytest.raises(KernelError, match="powers end"):
            read("made.power", "A", f"let: x = real\nclaim: x**{exponent} <= x**{exponent}")
    assert read("made.power", "A", "let: x = real\nclaim: x**40 <= x**40").conclusions


def heavy(rows: list[list[str]]) -> subprocess.CompletedProcess[str]:
    """What a kernel says that has a second of processor time and 400 MB."""
    limits = "import resource as r; r.setrlimit(r.RLIMIT_CPU, (1, 1)); r.setrlimit(r.RLIMIT_AS, (400 << 20,) * 2); "
    code = (
        f"{limits}import sys; sys.argv[1:] = []; import runpy; runpy.run_path({kernel.__file__!r}, run_name='__main__')"
    )
    data = json.dumps({"rows": rows, "steps": reflexive(rows), "claims": []})
    return python("-I", "-S", "-c", code, text=data)


def test_long_numbers_end() -> None:
    rows = [*SORTS, ["sq", "q" + "9" * 4000]]
    for _ in range(3):
        rows.append(["s^", f"r{len(rows) - 1}", "j1000"])
    done = heavy(rows)
    assert done.returncode != 0 and not done.stdout


def test_a_derivation_that_never_ends_is_ended() -> None:
    """Sums of many variables multiplied out, again and again: each small, all together too much."""
    names = [["sv", f"sx{k}", "r0"] for k in range(60)]
    rows = [*SORTS, *names, ["s+", "r3", "r4"]]
    for k in range(2, 60):
        rows.append(["s+", f"r{len(rows) - 1}", f"r{k + 3}"])
    rows.append(["s^", f"r{len(rows) - 1}", "j1000"])
    done = heavy(rows)
    assert done.returncode != 0 and not done.stdout


@pytest.mark.parametrize(("plus", "product", "count"), [("+", "*", 400), ("m+", "mm", 400), ("m+", "had", 400)])
def test_products_of_long_sums_are_not_multiplied_out(plus: str, product: str, count: int) -> None:
    sort = ("R",) if plus == "+" else ("M", ("q", 2), ("q", 2))

    def total(letter: str, first: int, end: int) -> Any:
        if end == first + 1:
            return ("v", f"{letter}{first}", sort)
        middle = (first + end) // 2
        return (plus, total(letter, first, middle), total(letter, middle, end))

    with pytest.raises(KernelError, match="a product has too many"):
        logic.identity(*[(product, total("a", 0, count), total("b", 0, count))] * 2)
    few = (product, total("a", 0, 9), total("b", 0, 9))
    assert logic.identity(few, few)


def test_a_small_derivation_is_read_under_the_same_limits() -> None:
    done = heavy([*SORTS, REAL])
    assert (done.returncode, done.stdout.strip()) == (0, "yes"), done.stderr


def test_the_process_of_the_kernel_answers(tmp_path: Any) -> None:
    rows = doubled(REAL, "+", 60)
    data = json.dumps({"rows": rows, "steps": reflexive(rows), "claims": []})
    done = fork_server.run("lemmata.kernel:main", given=data)
    assert done.code == 1 and "too large" in done.err


@pytest.mark.parametrize(("cut", "says"), [(None, ""), (-20, "no: no text"), (3, "no: no text")])
def test_files_of_a_run_folder_are_read_as_they_lie(tmp_path: Any, cut: int | None, says: str) -> None:
    rows = [*SORTS, REAL]
    data = gzip.compress(json.dumps({"rows": rows, "steps": reflexive(rows), "claims": []}).encode())
    (tmp_path / "a.json.gz").write_bytes(data[:cut])
    done = python("-I", "-S", logic.__file__, str(tmp_path / "a.json.gz"))
    assert (done.returncode, done.stdout) == ((0, "yes\n") if cut is None else (1, "")), done.stderr
    assert done.stderr.startswith(says) and "Traceback" not in done.stderr


# --- What a hostile author may do in a process or with a file that is none; derivations as files: `tests/attacks`

n, x = ("v", "n", P), ("v", "x", R)
A = ("v", "A", ("M", n, n))
known, meaning = logic.assume, logic.meaning


INFERENCES: dict[str, Callable[[], Any]] = {
    "a vector of an eigenvalue for a singular value": lambda: meaning("form", A, ONE, A, tall(n), tall(n, "w"))
    .conclusion[1][0]
    .index("eigenform"),
    "a theorem changed": lambda: setattr(known(FALSE), "hypotheses", frozenset()),
    "a number that is a float": lambda: known(("<=", ("q", 0.5), x)),
}  # fmt: skip


@pytest.mark.parametrize("name", INFERENCES)
def test_no_inference(name: str) -> None:
    with pytest.raises((KernelError, TypeError, AttributeError, IndexError, ValueError, LookupError)):
        INFERENCES[name]()


ROWS = [["sR"], ["sv", "sx", "r0"]]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"rows": NaN}', "", "\x00", '{"steps": []}', "{" * 50])
def test_no_file(text: str) -> None:
    with pytest.raises(KernelError):
        replay(text)


def test_a_bomb_where_a_derivation_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept between runs may have been put there by anybody: it is refused, and the proof is done again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    statement = catalogue.get("riedi.lemma-21")
    given = catalogue.proof_of("riedi.lemma-21")
    place = judge._place(statement, given)
    place.parent.mkdir(parents=True)
    rows = [*ROWS, *(["s+", f"r{k}", f"r{k}"] for k in range(1, 80))]
    place.write_text(json.dumps({"rows": rows, "steps": [["identity", "r80", "r80"]], "claims": []}))
    assert judge.judge(statement, given).accepted
    assert opened(("b", 0), x) == x  # and the kernel of this process is as it was
