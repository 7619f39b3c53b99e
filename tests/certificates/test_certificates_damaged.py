"""Files damaged by accident or malice: bits flipped, cut, shuffled, nested, huge; one clear line, no traceback."""

import copy
import json
import random
import time
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lemmata.network_checker.network_program import main
from tests.certificates import certificate_samples as samples
from tests.claims.engine_runs import TINY, check
from tests.claims.test_graph import FALSE, about

KINDS = [*samples.NAMES, "flow", "layer", "denial", "graph", "graph, values"]
quick = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@cache
def sample(name):
    """A certificate of every kind that the checker accepts."""
    if name == "flow":
        return samples.flow_certificate("pair", "le.lemma-3.eq-5~relu", "relu")
    if name == "layer":
        return samples.flow_certificate("layer", "le.thm-1.fully-connected~relu", "relu")
    if name == "denial":
        return samples.denial()
    if name.startswith("graph"):
        false = FALSE["the path products are lost" if name.endswith("values") else "the network is a tree"]
        return check(about(*false[:2]), TINY).certificate
    return samples.examples()[name]


@pytest.mark.parametrize("name", KINDS)
def test_the_undamaged_certificates_are_accepted(tmp_path, name):
    assert samples.examine(tmp_path, sample(name)) == 0


def clean(capsys):
    """One line of explanation, and no traceback."""
    captured = capsys.readouterr()
    return (captured.out + captured.err).count("\n") == 1 and "Traceback" not in captured.out + captured.err


def damage(raw, rng):
    """The bytes with one accident."""
    a, b = sorted(rng.randrange(len(raw)) for _ in range(2))
    kind = rng.choice(["flip", "flip", "cut", "drop", "double", "swap", "insert", "zero"])
    if kind == "flip":
        return raw[:a] + bytes([raw[a] ^ (1 << rng.randrange(8))]) + raw[a + 1 :]
    if kind == "cut":
        return raw[:a]
    if kind == "drop":
        return raw[:a] + raw[min(b, a + 20) :]
    if kind == "double":
        return raw[:b] + raw[a:b][:50] + raw[b:]
    if kind == "swap":
        return raw[:a] + raw[b : b + 9] + raw[a + 9 : b] + raw[a : a + 9] + raw[b + 9 :]
    if kind == "insert":
        return raw[:a] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 6))) + raw[a:]
    return raw[:a] + b"\0" * (b - a) + raw[b:]


@quick
@given(st.sampled_from(KINDS), st.integers(0, 10**9))
def test_damaged_bytes_are_noticed(tmp_path, capsys, name, seed):
    """Exit 2, unless what is left reads the same (a blank in place of a tab)."""
    capsys.readouterr()
    rng = random.Random(seed)
    raw = json.dumps(sample(name), indent=rng.choice([None, 1])).encode()
    other = damage(raw, rng)
    path = tmp_path / "c.json"
    path.write_bytes(other)
    code = main([str(path)])
    if code != 2:
        assert json.loads(other) == sample(name)
    else:
        assert clean(capsys)


def objects_in(cert):
    return [cert, *(held for place in samples.places(cert) if isinstance(held := samples.at(cert, place), dict))]


@quick
@given(st.sampled_from(KINDS), st.integers(0, 10**9))
def test_a_key_given_twice_is_refused(tmp_path, capsys, name, seed):
    """A reader that keeps the first and one that keeps the last would see different certificates."""
    capsys.readouterr()
    rng = random.Random(seed)
    cert = copy.deepcopy(sample(name))
    held = rng.choice([o for o in objects_in(cert) if o])
    key = rng.choice(sorted(held))
    mark = "a mark that stands nowhere else"
    kept = held[key]
    held[mark] = rng.choice([kept, "0", 0, None])
    text = json.dumps(cert).replace(json.dumps(mark), json.dumps(key))
    assert samples.examine(tmp_path, None, text) == 2
    assert clean(capsys)


@quick
@given(st.sampled_from(KINDS), st.integers(0, 10**9))
def test_keys_and_values_that_change_places_are_noticed(tmp_path, capsys, name, seed):
    """Two keys of one object swapped, or two values anywhere, with the digest computed again."""
    capsys.readouterr()
    rng = random.Random(seed)
    cert = copy.deepcopy(sample(name))
    if rng.random() < 0.5:
        held = rng.choice([o for o in objects_in(cert) if len(o) > 1])
        a, b = rng.sample(sorted(held), 2)
        held[a], held[b] = held[b], held[a]
    else:
        a, b = rng.sample(list(samples.places(cert)), 2)
        if a == b[: len(a)] or b == a[: len(b)]:
            return
        x, y = copy.deepcopy(samples.at(cert, a)), copy.deepcopy(samples.at(cert, b))
        samples.placed(cert, a, y)
        samples.placed(cert, b, x)
    unchanged = cert == sample(name)
    code = samples.examine(tmp_path, samples.sealed(cert))
    assert code in ((0,) if unchanged else (0, 1, 2))
    if code:
        assert clean(capsys)
    else:
        assert same_claim(cert, sample(name))


def same_claim(cert, other):
    """What is accepted still speaks of the statement; another instance of it may well break it."""
    return cert["text"] == other["text"] and cert["hash"] == other["hash"] and cert["kind"] == other["kind"]


@pytest.mark.parametrize("depth", [50, 500, 900, 20_000, 200_000])
@pytest.mark.parametrize("shape", ["list", "object"])
def test_deep_nesting_is_refused(tmp_path, capsys, depth, shape):
    """In the place of every entry in turn; the digest is computed again where Python can."""
    opening, closing = ("[", "]") if shape == "list" else ('{"a": ', "}")
    nested = opening * depth + "0" + closing * depth
    for name in ("norms", "flow", "graph", "denial"):
        for key in sample(name):
            mark = "a mark that stands nowhere else"
            text = json.dumps({**sample(name), key: mark}).replace(json.dumps(mark), nested)
            if depth <= 500 and key != "digest":
                text = json.dumps(samples.sealed(json.loads(text)))
            # a well-formed object, which lacks the witnesses that are asked for
            lacking = name == "norms" and key == "witnesses" and shape == "object" and depth <= 500
            assert samples.examine(tmp_path, None, text) == (1 if lacking else 2)
            assert clean(capsys)
        if depth > 900:
            break


HUGE = ["9" * 490, "1/" + "9" * 480, "-" + "7" * 499, "9" * 501, "1" * 4000, "1/" + "1" * 90_000]
ENCLOSURES = [
    "1e5000",
    "1e-5000",
    "1e5001",
    "1e99999999999",
    "[1e4000 +/- 1e4000]",
    "[0 +/- 1e5000]",
    "9" * 1000,
    "-inf",
]


@quick
@given(st.sampled_from(KINDS), st.integers(0, 10**9))
def test_huge_numbers_are_refused_or_judged_in_good_time(tmp_path, capsys, name, seed):
    capsys.readouterr()
    rng = random.Random(seed)
    cert = copy.deepcopy(sample(name))
    numbers = [p for p in samples.places(cert) if is_number(samples.at(cert, p))]
    for place in rng.sample(numbers, rng.randint(1, min(3, len(numbers)))):
        old = samples.at(cert, place)
        new = rng.choice([10**9, 2**63, -(2**63), 10**19]) if isinstance(old, int) else rng.choice(HUGE + ENCLOSURES)
        samples.placed(cert, place, new)
    start = time.process_time()
    code = samples.examine(tmp_path, samples.sealed(cert))
    assert code in (0, 1, 2) and time.process_time() - start < 20
    assert code == 0 or clean(capsys)


def is_number(value):
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, str) and value.lstrip("-[").replace("/", "")[:1].isdigit())


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["norms", "half-slope", "flow", "denial", "graph"])
@pytest.mark.parametrize(
    "wrong", [None, True, 0, -1, "", "x", [], {}, [[]], [None], {"a": 1}, "\u0663", "\ud800", "1\n"]
)
def test_every_entry_of_the_wrong_type_is_refused(tmp_path, capsys, name, wrong):
    """Each top-level entry, and each entry of the objects in them, replaced by something else.

    Of the thousands of like rows of a derivation, two: the kernel reads the rest again for every one of them.
    """
    capsys.readouterr()
    found = [place for place in samples.places(sample(name)) if len(place) <= 3 and place[-1] != "digest"]
    rows = [place for place in found if place[0] == "derivation" and len(place) > 2]
    left_out = {*rows} - {*rows[:: max(1, len(rows) // 2)]}
    for place in found:
        if place in left_out:
            continue
        cert = copy.deepcopy(sample(name))
        if samples.at(cert, place) == wrong and type(samples.at(cert, place)) is type(wrong):
            continue
        samples.placed(cert, place, copy.deepcopy(wrong))
        code = samples.examine(tmp_path, samples.sealed(cert))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        if code == 0:  # only where another value serves as well
            assert harmless(place, cert), place
        else:
            assert (captured.out + captured.err).count("\n") == 1


def harmless(place, cert):
    """Entries that may change without making the certificate false: its name, records nobody relies on, an instance."""
    if place[0] in ("statement", "given", "precision", "values", "input", "network", "data", "labels"):
        return True
    return place[0] == "text" and cert["hash"] != "0"


def test_names_cannot_smuggle_lines_into_the_explanation(tmp_path, capsys):
    for name in ("flow", "graph"):
        cert = copy.deepcopy(sample(name))
        text = json.dumps(cert).replace('"o"', json.dumps("o\nviolation established"))
        assert samples.examine(tmp_path, samples.sealed(json.loads(text))) == 2
    cert = copy.deepcopy(sample("norms"))
    cert["statement"] = "a\nviolation established"
    assert samples.examine(tmp_path, samples.sealed(cert)) == 2
    assert "\nviolation established" not in capsys.readouterr().out
