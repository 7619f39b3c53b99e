"""Ways to alter the text of a certificate in one place: names, numbers, operators, arguments, whole lines."""

import re

from tests.certificates.certificate_samples import reworded

TOKEN = re.compile(r"\.T|[A-Za-z_]\w*|\d+|\*\*|<=|>=|==|[-+*/@<>]")
OPERATORS = (("+", "-", "*", "/", "@"), ("<", "<=", ">", ">=", "=="), ("**", "*"))
KEPT = ("for", "in", "as", "oo", "exists", "all", "large")  # part of a clause's form
FUNCTIONS = ("norm2", "smax", "w_out", "weights", "kernel_in", "stable_signs", "is_cut", "free_block", "layer", "zz")


def altered(cert):
    """Pairs of what was altered and the certificate of the altered text, hash and digest computed again."""
    names = [line.partition(" =")[0] for line in cert["text"]["let"]]
    for part in ("let", "given", "claim"):
        for place, line in enumerate(cert["text"][part]):
            for new in sorted({*_tokens(line, names, part), *_arguments(line)} - {line}):  # the same in every run
                yield (part, line, new), _with(cert, part, place, new)
            if part == "claim" or len(cert["text"][part]) > 1:
                yield (part, line, None), _with(cert, part, place, None)
        for more in {"let": ["zz = real"], "given": ["1 < 0", "zz(nu)"], "claim": []}[part]:
            yield (part, None, more), _with(cert, part, None, more)


def _with(cert, part, place, new):
    lines = list(cert["text"][part])
    if place is None:
        lines.append(new)
    elif new is None:
        del lines[place]
    else:
        lines[place] = new
    return reworded(cert, **{part: lines})


def _tokens(line, names, part):
    for found in TOKEN.finditer(line):
        token, before, after = found[0], line[: found.start()], line[found.end() :]
        if token in KEPT:
            continue
        for other in _others(token, names, after.startswith("("), part):
            yield before + other + after


def _others(token, names, called, part):
    if token == ".T":
        return [""]
    if token.isdigit():
        return [str(int(token) + 1), "0", "10**20", "-1", f"({token}/3)"]
    if called:
        return [f for f in FUNCTIONS if f != token]
    if token[0].isalpha() or token[0] == "_":
        return [*(n for n in names if n != token), "zz", "1", "0", f"({token} + 1)", f"-{token}"]
    return [op for group in OPERATORS if token in group for op in group if op != token]


def _arguments(line):
    """An argument dropped, given twice, or exchanged with the next one; one added."""
    for found in re.finditer(r"\w\(", line):
        start, depth, cuts = found.end(), 1, [found.end()]
        for k in range(start, len(line)):
            depth += (line[k] == "(") - (line[k] == ")")
            if depth == 0 or depth == 1 and line[k] == ",":
                cuts.append(k)
            if depth == 0:
                break
        pieces = [line[a:b].lstrip(", ") for a, b in zip(cuts, cuts[1:], strict=False)]
        head, tail = line[:start], line[cuts[-1] :]
        for k in range(len(pieces)):
            yield head + ", ".join(pieces[:k] + pieces[k + 1 :]) + tail
            yield head + ", ".join([*pieces[: k + 1], pieces[k], *pieces[k + 1 :]]) + tail
            if k:
                yield head + ", ".join([*pieces[: k - 1], pieces[k], pieces[k - 1], *pieces[k + 1 :]]) + tail
        yield head + ", ".join([*(p for p in pieces if p), "zz"]) + tail
