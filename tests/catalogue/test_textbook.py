"""Rows of TOML: the textbook's own, with the references they give, and rows that are none."""

import re

import pytest

from lemmata.language import Dim, Index
from lemmata.textbook import TEXTBOOK, THEOREMS
from lemmata.textbook.rows import BIBLIOGRAPHY, Rows

PLACE = re.compile(
    r"(Theorem|Corollary|Proposition|Lemma|Observation|Example|Exercise|Definition|Problem|Section|Chapter)"
    r" ([IVX]+|\d+)(\.[\dP]+)*\b"
)
BOOKS = {"horn-johnson", "horn-johnson-topics", "bhatia", "rudin", "zhang"}


def test_every_work_has_what_it_is_found_by():
    for key, work in THEOREMS.works.items():
        assert work.authors and work.title and 1800 < work.year < 2027, key
        assert all(re.fullmatch(r"([^\W\d_]\.[- ]?)+ ?\w+", name) for name in work.authors.split(", ")), key
        if key in BOOKS:
            assert not work.journal and not work.pages, key
        else:
            assert re.search(r" \d+$", work.journal) and re.fullmatch(r"\d+(-\d+)?", work.pages) and not work.edition, (
                key
            )
    assert {s.source.work for s in THEOREMS.values()} == set(THEOREMS.works.values())


def test_every_reference_can_be_looked_up():
    for identifier, statement in THEOREMS.items():
        source = statement.source
        assert source.paper is TEXTBOOK and source.work is not None, identifier
        assert source.work.journal and not source.place or PLACE.match(source.place), f"{identifier}: {source.place}"


def test_references_name_their_own_authors():
    def of(name):
        return THEOREMS[f"classical.{name}"].source

    assert of("weyl").locator == "Horn and Johnson 2013, Theorem 4.3.1"
    weyl = "R. A. Horn, C. R. Johnson, Matrix Analysis, second edition (2013), Theorem 4.3.1"
    assert of("weyl").reference == weyl
    assert of("levinger").locator == "Levinger 1970"
    assert "Notices of the American Mathematical Society 17 (1970), 260" in of("levinger").reference
    assert of("condition-by-determinant").locator == "Guggenheimer, Edelman and Johnson 1995"


def in_order(line, let, given):
    """A conjunct with its variables numbered as they occur, their domains and the hypotheses."""
    names = [name for name in re.findall(r"[A-Za-z_]\w*", line) if name in let]
    for more in given:
        names += [name for name in re.findall(r"[A-Za-z_]\w*", more) if name in let]
    for name in names:  # grows by what stands in the domains
        names += [other for other in re.findall(r"[A-Za-z_]\w*", let[name]) if other in let and other not in names]
    number = {name: f"v{k}" for k, name in enumerate(dict.fromkeys(names))}

    def numbered(text):
        return re.sub(r"[A-Za-z_]\w*", lambda found: number.get(found[0], found[0]), text)

    return numbered(line), *sorted(map(numbered, given)), *(numbered(let[name]) for name in number)


def test_no_conjunct_is_said_twice():
    seen = {}
    for identifier, statement in THEOREMS.items():
        let = dict(line.split(" = ", 1) for line in statement.text["let"])
        for line in statement.text["claim"]:
            key = in_order(line, let, statement.text["given"])
            assert key not in seen, f"{identifier} and {seen[key]}: {line}"
            seen[key] = identifier
    assert in_order("s(B)", {"B": "real(n, n)", "n": "integer(1)"}, []) == in_order(
        "s(C)", {"m": "integer(1)", "C": "real(m, m)"}, []
    )


def written(folder, row, name="some"):
    (folder / BIBLIOGRAPHY).write_text('[book]\nauthors = "A. Author"\ntitle = "Book"\nyear = 1999\n')
    (folder / f"{name}.toml").write_text(row)
    return Rows(TEXTBOOK, folder, [name])


ROW = """["classical.some"]
title = "Some row"
source = { work = "book", place = "Theorem 1" }
let = { r = "integer(1)", q = "integer(1)", k = "index(1, r)", T = "real(r, q)", D = "activation(2, r, 0)" }
given = ["r <= q"]
claim = ["s(T, i) >= 0 for i in 1..r", "sum(s(T.T, k) for i in 1..r) == tr(D) * 0 + r * s(T, k)"]
note = "Nothing is put in for anything else."
reason = "Nothing below zero is a length."
"""


def test_a_row_is_read_as_it_stands(tmp_path):
    statement = written(tmp_path, ROW)["classical.some"]
    r, q, k = (next(v for v in statement.let if v.name == name) for name in "rqk")
    assert isinstance(r, Dim) and r.bounds[1] is None and isinstance(q, Dim) and isinstance(k, Index)
    assert statement.text["given"] == ["r <= q"] and statement.notes == "Nothing is put in for anything else."
    assert statement.text["claim"][0] == "s(T, i) >= 0 for i in 1..r"
    assert statement.source.reference == "A. Author, Book (1999), Theorem 1"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('title = "Some row"', 'titel = "Some row"', "titel"),
        ("book", "no-book", "no-book"),
        ("s(T, i) >= 0", "s(T, i) >= x", r"some.toml, classical.some: claim 1, .*x"),
        ("real(r, q)", "reel(r, q)", r"classical.some: let T"),
        ("for i in 1..r", "for T in 1..r", "variable already"),
        ('k = "index(1, r)"', 'k = "index(1, w)"', "w"),
        ("title", "[title", "not TOML"),
        ('reason = "Nothing below zero is a length."\n', "", "`reason` is missing"),
    ],
)
def test_a_row_that_is_none_is_named(tmp_path, old, new, says):
    with pytest.raises(ValueError, match=says):
        dict(written(tmp_path, ROW.replace(old, new)))


def test_a_row_that_stands_twice_is_refused(tmp_path):
    written(tmp_path, ROW, "first")
    written(tmp_path, ROW, "second")
    with pytest.raises(ValueError, match=r"classical\.some stands in first\.toml, too"):
        len(Rows(TEXTBOOK, tmp_path, ["first", "second"]))


def test_whether_there_is_a_row_is_answered_without_reading_it(tmp_path):
    rows = written(tmp_path, ROW.replace("r <= q", "r <= nobody"))
    assert "classical.some" in rows and "classical.other" not in rows
    with pytest.raises(ValueError, match="nobody"):
        rows["classical.some"]
