"""Checks on LaTeX and MathML that tests share."""

import re
from xml.dom import minidom


def plain(markup):
    """Text of a `<math>` element with invisible operators and hard blanks taken out."""
    node = minidom.parseString(markup).documentElement
    assert node.tagName == "math" and node.getAttribute("display") == "inline"

    def collect(part):
        return part.data if part.nodeType == part.TEXT_NODE else "".join(map(collect, part.childNodes))

    return re.sub("[\u2061\u2062]", "", collect(node)).replace("\u00a0", " ")


def balanced(tex):
    assert tex.isascii(), tex
    bare = tex.replace(r"\{", "").replace(r"\}", "")
    depth = 0
    for character in bare:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0, tex
    assert depth == 0, tex
    assert len(re.findall(r"\\left(?![a-z])", tex)) == len(re.findall(r"\\right(?![a-z])", tex))
    assert tex.count(r"\begin{") == tex.count(r"\end{")
    return True
