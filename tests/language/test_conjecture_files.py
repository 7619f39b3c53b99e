"""Conjecture files and strings: statements out of them, and one line about what is wrong with them."""

import os

import pytest

from lemmata.language import Kind
from lemmata.language.conjecture_files import build, load
from lemmata.language.parse import ReadingError, text_limits

EXAMPLE = """
name = "residual link, ReLU columns"
given = ["smax(M) < 1"]
claim = ["cond((I(n) + M) @ P) <= (1 + smax(M)) / (1 - smax(M))"]
[let]
n = "integer(2, 8)"
M = "real(n, n)"
P = "projection(n)"
"""


@pytest.fixture
def write(tmp_path):
    def put(content):
        path = tmp_path / "conjecture.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return put


def refused(path):
    with pytest.raises(ReadingError) as caught:
        load(path)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)
    assert caught.value.fix
    return caught.value


def test_the_example_of_the_design(write):
    statement = load(write(EXAMPLE))
    assert statement.id == "conjecture.residual-link-relu-columns"
    assert statement.title == "residual link, ReLU columns"
    assert statement.kind is Kind.ALGEBRAIC
    assert (statement.paper, statement.source.locator) == ("conjecture", "conjecture.toml")
    assert statement.text == {
        "let": ["n = integer(2, 8)", "M = real(n, n)", "P = projection(n)"],
        "given": ["smax(M) < 1"],
        "claim": ["cond((I(n) + M) @ P) <= (1 + smax(M)) / (1 - smax(M))"],
    }
    assert statement.notes == ""


def test_windows_files(write):
    text = EXAMPLE.replace("\n", "\r\n")
    assert load(write(b"\xef\xbb\xbf" + text.encode())).hash == load(write(EXAMPLE)).hash


def test_variables_that_nothing_uses_are_mentioned():
    statement = build("x", {"n": "integer(1, 3)", "z": "real", "A": "real(2, 2)"}, [], ["smax(A) >= 0"])
    assert statement.notes == "Declared but not used: n, z."
    assert [leaf.name for leaf in statement.let] == ["A"]


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("Weyl's bound", "weyl-s-bound"),
        ("", "unnamed"),
        ("σ ≤ 1", "1"),
        ("a\nb\x1b[31m", "a-b-31m"),
        ("x" * 500, "x" * 60),
    ],
)
def test_names(name, identifier):
    statement = build(name, {"x": "real"}, [], ["x <= x"])
    assert statement.id == f"conjecture.{identifier}"
    assert statement.title.isprintable() and len(statement.title) <= text_limits.TITLE


@pytest.mark.parametrize(
    ("content", "message", "fix"),
    [
        ("", "empty", "[let]"),
        (" \n\t\n", "empty", "[let]"),
        (b"\x00\x01\x02", "binary", "TOML"),
        (b"\x89PNG\r\n\x1a\n", "byte 0 is not UTF-8", "plain text"),
        ("ok = 'é'".encode("utf-16"), "not UTF-8", "plain text"),
        ("#" * (text_limits.FILE_BYTES + 1), "larger than 64 KiB", "few lines"),
        ("a." * 1300 + "b = 1", "more than 2500 characters", "own line"),
        ("x = " + "[\n" * 5000, "no TOML", "lists of strings"),
        ("x = " + "9" * 2400 + "\ny = " + "[" * 2400, "no TOML", "lists of strings"),
        ('claim = ["a <= b"\n', "not TOML", "brackets"),
        ("claim = [smax(A) <= 1]\n", "not TOML", "quotes"),
        ('claim = ["1 <= 2"]\n[let]\nM = real(n, n)\n', "not TOML", 'M = "real(n, n)"'),
        ('claim = ["a \\<= b"]\n', "not TOML", "backslash"),
        ('claim = ["1 <= 2"]\nclaim = ["1 <= 2"]\n', "not TOML", "twice"),
        ('claims = ["1 <= 2"]\n', "unknown key `claims`", "did you mean claim"),
        ('claim = ["1 <= 2"]\nnotes = "x"\n', "unknown key `notes`", "name, let, define, given, claim"),
        ('name = "x"\n', "no `claim`", "claim = ["),
        ("claim = []\n", "nothing is claimed", "claim = ["),
        ("claim = 3\n", "`claim` is no list", "claim = ["),
        ("claim = [3]\n", "`claim` is no list", "claim = ["),
        ('claim = ["1 <= 2"]\ngiven = 3\n', "`given` is no list", "given = ["),
        ('claim = ["1 <= 2"]\nlet = 3\n', "`let` is no table", "[let]"),
        ('claim = ["1 <= 2"]\nname = 3\n', "`name`", "name ="),
        ('claim = ["1 <= 2"]\n[let]\nn = 5\n', "text in quotes", 'n = "integer(5, 5)"'),
        ('claim = ["1 <= 2"]\n[let]\nn = true\n', "text in quotes", 'n = "real(n, n)"'),
        ('claim = ["1 <= 2"]\n[let]\ngiven = ["a"]\n', "`given` stands under [let]", "above"),
        ('[let]\nM = "real(2, 2)"\nclaim = ["smax(M) >= 0"]\n', "`claim` stands under [let]", "above"),
        ("claim = [" + '"1 <= 2",\n' * 21 + "]", "21 lines", "at most 20"),
        ('claim = ["1 <= 2"]\n[let]\n' + "\n".join(f'v{k} = "real"' for k in range(41)), "41 variables", "at most 40"),
    ],
)  # fmt: skip
def test_files_that_are_no_conjecture(write, content, message, fix):
    error = refused(write(content))
    assert message in error.message
    assert fix in error.fix


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ('claim = ["smax(M) >= 0",\n  "smax(M) >= Q"]\n[let]\nM = "real(2, 2)"\n', ":2: claim 2, column 12: `Q`"),
        ('given = ["M % 2 == M"]\nclaim = ["1 <= 2"]\n[let]\nM = "real(2, 2)"\n', ":1: given 1, column 3: `%`"),
        ('claim = ["smax(M) >= 0"]\n\n[let]\nM = "real(n, n)"\n', ":4: let M, column 6: `n` is not declared"),
        ('claim = ["smax(M) >= 0"]\n[let]\nn = "integer(1)"\nM = "real(n, n)"\n', ":3: let n, column 1: integer"),
        ('claim = ["1 <= 2"]\n[let]\nM = real(2, 2)\n', ":3: not TOML"),
        ('claim = ["""\nsmax(M)\n>= Q"""]\n[let]\nM = "real(2, 2)"\n', ": claim 1, line 2, column 4: `Q`"),
    ],
)
def test_the_place_of_a_mistake(write, content, place):
    path = write(content)
    assert str(refused(path)).startswith(f"{path}{place}")


def test_paths_that_are_no_files(tmp_path):
    assert "no such file" in str(refused(tmp_path / "none.toml"))
    assert "no file" in str(refused(tmp_path))
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "no file" in str(refused(pipe))


def test_a_file_without_the_right_to_read(write, monkeypatch):
    def closed(*_):
        raise PermissionError(13, "Permission denied")

    path = write(EXAMPLE)
    monkeypatch.setattr("pathlib.Path.open", closed)
    assert "it cannot be read: Permission denied" in str(refused(path))
