"""Names that nothing is known by: the first thing looked for, before what the language is made of is loaded.

`usages` holds the names and usages that the vocabulary has; the messages here are those of the full reader too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Set
from typing import TYPE_CHECKING

from lemmata.language.parse import hints, text_limits, usages
from lemmata.language.parse.errors import ReadingError, located, quoted
from lemmata.language.parse.normalised import NORMALISED, how_to_write

if TYPE_CHECKING:
    from lemmata.language.parse.syntax import Parsed

NUMBERS = ("pi",)
FOLDS = ("sum", "prod", "product", "max", "min")  # what takes `term for i in a..b`
MAJORIZATION = ("majorized", "submajorized", "logmajorized")
OF_NUMBERS = (  # what `entrywise` takes
    "exp", "log", "sqrt", "abs", "tanh", "sigmoid", "softplus", "sign", "silu", "erf", "gelu",
)  # fmt: skip
RANDOM = ("P", "E")
SPHERES = ("unit", "complex_unit")  # what `sup` and `inf` range over
TREE_WORDS = {  # what the text form prints for trees that people write in other ways: usage, number of arguments
    "entry": ("entry(v, i)", 2),
    "gap": ("gap(v, i)", 2),
    "unit": ("unit(n, j)", 2),
    "vstack": ("vstack(A, B) or vstack(A @ unit(n, i) for i in 1..n)", 1),
    "real_eigenvalues": ("real_eigenvalues(A)", 1),
    "eigenform": ("eigenform(S, i, X)", 3),
    "singularform": ("singularform(A, i, X)", 3),
    "slope": ("slope(lam(S + t * T), i, t)", 3),
    "width": ("width(W, l)", 2),
    "gradient_gram": ("gradient_gram(W, X)", 2),
}
DERIVATIVES = {"jacobian": "jacobian(f, x)", "gradient": "gradient(f, x)", "hessian": "hessian(f, x)"}
NETWORK = (  # activations of `network`
    *("relu", "tanh", "sigmoid", "softplus", "gelu", "silu", "erf", "exp", "abs"),
    *("softmax", "layernorm", "rmsnorm", "linear"),
)
FORMS = (  # read by rules of their own
    *TREE_WORDS,
    *DERIVATIVES,
    *RANDOM,
    *MAJORIZATION,
    "network", "almost_surely", "entrywise", "funm", "block", "iterate", "sup", "inf", "tends",
)  # fmt: skip


def check_name(name: str) -> None:
    """Raises ReadingError for what cannot name a variable."""
    plain = name.isascii() and name.isidentifier() and not name.startswith("_") and "__" not in name
    if not plain or name.endswith("_"):
        raise ReadingError(f"{quoted(name)} is no name for a variable", "use letters and digits, as in M, x1 or M_o")
    if len(name) > text_limits.NAME:
        raise ReadingError(f"{quoted(name)} is a long name", f"at most {text_limits.NAME} characters")
    if name in usages.FUNCTIONS or name in NUMBERS:
        meaning = usages.FUNCTIONS.get(name, ("the number pi",))[0]
        raise ReadingError(f"{quoted(name)} means {meaning} already", f"call the variable {name}1 or so")
    if name in hints.KEYWORDS or name in hints.PYTHON:
        raise ReadingError(f"{quoted(name)} is a word of Python", f"call the variable {name}1 or so")


def listed() -> str:
    """The domains that there are."""
    plain = {
        name: usage for name, (usage, _) in usages.DOMAINS.items() if name not in ("positive", "interval", "integer")
    }
    matrices = ["real(r, c)" if name == "real" else usage for name, usage in plain.items()]
    normal = [domain.usage(name) for name, domain in NORMALISED.items()]
    return f"there are real positive interval(a, b) integer(a, b), and for matrices {' '.join((*matrices, *normal))}"


def check_names(parsed: Parsed, known: Iterable[str]) -> None:
    """Raises ReadingError for the first name, function or attribute in a clause that there is not, and for a function
    called with a wrong number of arguments; `known` are the names of variables."""
    _Look(parsed, frozenset(known)).visit(parsed.tree)


def check_domain(parsed: Parsed, known: Iterable[str]) -> None:
    """Raises ReadingError for a domain that there is not, or that its arguments do not fit."""
    with located(position=parsed.position(parsed.tree), text=parsed.text):
        call, head = domain_head(parsed)
        if head.id in NORMALISED:
            return  # its arguments are counted where it is unfolded
        check_arguments(head.id, call)
    for argument in call.args if call else ():
        _Look(parsed, frozenset(known), domain=True).visit(argument)


def domain_head(parsed: Parsed) -> tuple[ast.Call | None, ast.Name]:
    """The call that a domain is, None for one without brackets, and its name.  Raises ReadingError."""
    node = parsed.tree
    call = node if isinstance(node, ast.Call) else None
    head = call.func if call else node
    if isinstance(head, ast.Subscript):
        fix = f"write {parsed.segment(head.value)}({parsed.segment(head.slice)})"
        raise ReadingError(f"{quoted(parsed.text)}: domains take round brackets", fix)
    if not isinstance(head, ast.Name):
        raise ReadingError(f"{quoted(parsed.text)} is no domain", listed())
    if head.id not in usages.DOMAINS and head.id not in NORMALISED:
        raise no_domain(head.id)
    return call, head


def check_arguments(name: str, call: ast.Call | None) -> None:
    """Raises ReadingError where a domain has the wrong number of arguments."""
    usage, counts = usages.DOMAINS[name]
    args = call.args if call else []
    if len(args) in counts and not (call and not args):
        return
    if not args:
        said = f"{name}() has empty brackets" if call else f"{quoted(name)} does not say enough"
    else:
        said = f"{name}(...) was given {len(args)} argument{'s' if len(args) > 1 else ''}"
    fix = how_to_write(name, usage, len(args))
    if name == "integer":
        fix = "give both ends, as in integer(2, 8): a search needs an upper bound"
    raise ReadingError(said, fix)


def no_domain(name: str) -> ReadingError:
    """There is no domain of this name."""
    if name in hints.DOMAINS:
        return ReadingError(f"there is no domain {quoted(name)}", f"write {hints.DOMAINS[name]}")
    near = hints.nearest(name, (*usages.DOMAINS, *NORMALISED)).strip()
    return ReadingError(f"there is no domain {quoted(name)}", near or listed())


def undeclared(name: str, known: Iterable[str], domain: bool = False) -> ReadingError:
    """There is no variable of this name, among `known`; in a domain it would be a dimension."""
    if name in usages.FUNCTIONS:
        return ReadingError(f"`{name}` is a function", f"write {usages.FUNCTIONS[name][0]}")
    close = hints.nearest(name, known)
    if domain:
        fix = f'declare the dimension in let, as in {name} = "integer(2, 8)"'
    elif name in RANDOM:
        fix = f"write {name}(...)"
    elif len(name) > 1 and set(name) <= {*known}:
        close, fix = "", f"write {(' @ ' if name.isupper() else ' * ').join(name)}"
    elif len(name) == 1 and name.islower():
        fix = f'declare it in let, as in {name} = "integer(2, 8)" for a dimension or {name} = "real"'
    else:
        fix = f'declare it in let, as in {name} = "real'
        fix += f'(n, n)" for a matrix or {name} = "real"' if name[:1].isupper() else '"'
    if name in hints.FUNCTIONS:
        close, fix = "", f"write {hints.FUNCTIONS[name]}"
    return ReadingError(f"{quoted(name)} is not declared", close + fix)


def no_function(name: str, known: Iterable[str]) -> ReadingError:
    """There is no function of this name."""
    if name in known or name in NUMBERS:
        return ReadingError(
            f"`{name}` is no function", f"write {name} * (...) or {name} @ (...); an entry is {name}[i, j]"
        )
    if name in hints.FUNCTIONS:
        return ReadingError(f"there is no function {quoted(name)}", f"write {hints.FUNCTIONS[name]}")
    if name in usages.DOMAINS:
        return ReadingError(f"`{name}` is a domain", f'declare it in let, as in A = "{usages.DOMAINS[name][0]}"')
    near = hints.nearest(name, usages.FUNCTIONS).strip()
    every = f"there are {' '.join(sorted(usages.FUNCTIONS, key=str.lower))}"
    return ReadingError(f"there is no function {quoted(name)}", near or every)


def no_attribute(name: str) -> ReadingError:
    """Nothing of this name stands behind a dot."""
    known = usages.FUNCTIONS[name][0] if name in usages.FUNCTIONS else hints.FUNCTIONS.get(name)
    fix = f"write {known}" if known else "A.T and A.H, the transposes, are all that stands behind a dot"
    return ReadingError(f"`.{name}` is not part of the language", fix)


def check_count(name: str, count: int) -> None:
    """Raises ReadingError where a function is called with too many or too few arguments."""
    usage, least, most = usages.FUNCTIONS[name]
    if least <= count <= most:
        return
    if name in ("s", "lam") and count == 2:  # the k-th value
        return
    counted = "nothing" if count == 0 else "1 argument" if count == 1 else f"{count} arguments"
    raise ReadingError(f"{name}(...) was given {counted}", f"write {usage}")


class _Look:
    """The walk that looks at names alone."""

    def __init__(self, parsed: Parsed, known: Set[str], domain: bool = False) -> None:
        self.parsed, self.known, self.domain = parsed, known, domain

    def visit(self, node: ast.AST) -> None:
        with located(position=self.parsed.position(node), text=self.parsed.text):
            self._visit(node)

    def _visit(self, node: ast.AST) -> None:
        match node:
            case ast.Name(id=name):
                if name not in self.known and name not in NUMBERS:
                    raise undeclared(name, self.known, self.domain)
            case ast.Subscript(slice=part):
                self.visit(node.value)
                for place in part.elts if isinstance(part, ast.Tuple) else [part]:
                    if isinstance(place, ast.Name) and place.id not in self.known and place.id not in NUMBERS:
                        fix = f"write `for {place.id} in 1..n` behind the relation, or what {place.id} is in let"
                        raise ReadingError(
                            f"{quoted(place.id)} has no range", fix, position=self.parsed.position(place)
                        )
                    self.visit(place)
            case ast.Attribute(value=value, attr=attr):
                self.visit(value)
                if attr not in ("T", "H"):
                    raise no_attribute(attr)
            case ast.Call(func=ast.Name(id=name), args=args):
                self._called(name, args)
            case ast.GeneratorExp(elt=element, generators=generators):
                inner = self
                for generator in generators:
                    inner.ranged(generator.iter)
                    bound = {generator.target.id} if isinstance(generator.target, ast.Name) else set()
                    inner = _Look(self.parsed, inner.known | bound, self.domain)
                inner.visit(element)
            case _:
                for child in ast.iter_child_nodes(node):
                    self.visit(child)

    def ranged(self, node: ast.expr) -> None:
        """What an index or a unit vector ranges over."""
        spheres = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPHERES
        for part in node.args if isinstance(node, ast.Call) and spheres else (node,):
            self.visit(part)

    def _called(self, name: str, args: list[ast.expr]) -> None:
        if name not in usages.FUNCTIONS and name not in FORMS and name not in FOLDS:
            raise no_function(name, self.known)
        folds = len(args) == 1 and isinstance(args[0], ast.GeneratorExp)
        for k, argument in enumerate(args):
            if not (name in ("entrywise", "network") and k == 0):
                self.visit(argument)
        if name in usages.FUNCTIONS and not folds:
            check_count(name, len(args))
