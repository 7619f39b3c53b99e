"""The drawing of docs/architecture.md: `python docs/architecture_drawing.py` writes architecture.svg again."""

from __future__ import annotations

from html import escape
from pathlib import Path

PATH = Path(__file__).with_name("architecture.svg")
WIDTH, HEIGHT, TALL = 820, 722, 56
# class, x, y, width, what it does, where
BOXES = [
    ("plain", 230, 20, 360, "one claim of a paper, as one tree", "theorems/<paper>, lemmata/language"),
    ("plain", 20, 130, 350, "a proof script becomes primitive steps", "theorems/<paper>/proofs, lemmata/prove"),
    ("trusted", 20, 230, 350, "some thirty rules make theorems", "lemmata/kernel.py, in a process of its own"),
    ("plain", 20, 330, 350, "the facts that the theorem uses are checked", "lemmata/prove/dependencies.py"),
    (
        "plain",
        450,
        130,
        350,
        "instances: enumerated, drawn, climbed to",
        "lemmata/claims, …/sample, …/search",
    ),
    (
        "plain",
        450,
        210,
        350,
        "floats screen by the million, and nominate",
        "lemmata/claims/screening.py, …/evaluate/floats.py",
    ),
    ("plain", 450, 290, 350, "balls and exact numbers decide", "lemmata/claims, …/evaluate, …/linalg"),
    (
        "plain",
        450,
        370,
        350,
        "made simple, decided again, written down",
        "lemmata/shrink, lemmata/certificates",
    ),
    ("trusted", 450, 450, 350, "the certificate is checked again", "lemmata/checker, in a process of its own"),
    ("plain", 230, 550, 360, "the verdict, next to the reviewed one", "lemmata/run/engine.py, expected.toml"),
    ("plain", 230, 646, 360, "the page, from verdicts.json alone", "lemmata/report"),
]
ARROWS = [
    "M 330 76 V 100 H 195 V 130",
    "M 490 76 V 100 H 625 V 130",
    "M 195 186 V 230",
    "M 195 286 V 330",
    "M 195 386 V 578 H 230",
    "M 625 186 V 210",
    "M 625 266 V 290",
    "M 625 346 V 370",
    "M 625 426 V 450",
    "M 625 506 V 578 H 590",
    "M 410 606 V 646",
]
LABELS = [
    (100, 122, "proof offered"),
    (640, 122, "text, hash"),
    (205, 214, "steps"),
    (205, 314, "theorem, axioms"),
    (205, 480, "proved"),
    (640, 530, "refuted, or survived"),
    (420, 630, "verdicts.json, certificates"),
]
STYLE = """
.plain rect { fill: #ffffff; stroke: #57606a; } .trusted rect { fill: #dff3e4; stroke: #1a7f37; stroke-width: 2.5; }
text { font: 14px system-ui, sans-serif; fill: #1f2328; } .where { font: 11px ui-monospace, monospace; fill: #57606a; }
.label { font: italic 13px system-ui, sans-serif; fill: #57606a; } .page { fill: #ffffff; }
path.arrow { fill: none; stroke: #57606a; stroke-width: 1.5; } marker path { fill: #57606a; }
@media (prefers-color-scheme: dark) {
.page { fill: #0d1117; } .plain rect { fill: #161b22; stroke: #9198a1; }
.trusted rect { fill: #12331d; stroke: #3fb950; } text { fill: #f0f6fc; } .where, .label { fill: #b1bac4; }
path.arrow { stroke: #9198a1; } marker path { fill: #9198a1; } }
"""


def drawing() -> str:
    """The SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img">',
        "<title>The way of one statement through the house; trusted are the two boxes with a thick border</title>",
        f"<style>{STYLE}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M 0 0 L 8 4 L 0 8 z"/></marker></defs>',
        f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>',
    ]
    parts += [f'<path class="arrow" marker-end="url(#head)" d="{arrow}"/>' for arrow in ARROWS]
    for kind, x, y, width, what, where in BOXES:
        middle = x + width / 2
        parts += [
            f'<g class="{kind}"><rect x="{x}" y="{y}" width="{width}" height="{TALL}" rx="8"/>',
            f'<text x="{middle:g}" y="{y + 24}" text-anchor="middle">{escape(what)}</text>',
            f'<text class="where" x="{middle:g}" y="{y + 43}" text-anchor="middle">{escape(where)}</text></g>',
        ]
    parts += [f'<text class="label" x="{x}" y="{y}">{escape(text)}</text>' for x, y, text in LABELS]
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    PATH.write_text(drawing(), encoding="utf-8")
    print(PATH)
