"""One function per reason: from what is established to what the step states, or a ProofError."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sympy import Integer

from theorems.language import atoms, core, families, proof
from theorems.language.columns import entries
from theorems.language.functions import entry
from theorems.language.lengths import length
from theorems.language.matrices import MatrixTerm
from theorems.language.relations import Relation
from theorems.language.variables import Index
from verify.proofs import discriminants, flows, instances, logic, parts_flow, vectors
from verify.proofs.book import Book, bounds, stands_for
from verify.proofs.facts import NOTHING, Fact, Needs, expression, nonzero, read
from verify.proofs.forms import Form
from verify.proofs.trees import as_matrix, entry_of, free, substitute
from verify.proofs.words import ProofError

Rule = Callable[[Book, Any, Fact], Fact]


def show(book: Book, step: proof.Step) -> Fact:
    """What a step establishes.  Raises ProofError when it does not."""
    target = book.target(step.states)
    if type(step.by) not in RULES:
        raise ProofError(f"{type(step.by).__name__} is no reason")
    return RULES[type(step.by)](book, step.by, target)


def play(book: Book, steps: Iterable[proof.Step]) -> None:
    """Establish steps one after another.  Raises ProofError, naming the step, for the first that does not hold."""
    for step in steps:
        try:
            establish(book, step)
        except ProofError as problem:
            raise ProofError(f"{step.name!r}: {problem}") from problem


def establish(book: Book, step: proof.Step) -> None:
    """Add what a step states to the facts.  Raises ProofError when it does not hold."""
    if step.name in book.facts or step.name in book.closed:
        raise ProofError(f"two facts are called {step.name}")
    if isinstance(step.by, proof.ForEach):
        book.closed[step.name] = (step.by.index, logic.for_each(book, step.by, step.states, play))
        return
    vectors.introduce(book, step.by)
    book.facts[step.name] = show(book, step)


def expect(book: Book, statement: Relation, target: Fact, *used: Needs, family: bool = False) -> Fact:
    """The target, which must be what a rule gives."""
    given = read(book.forms, statement)
    if not stands_for(given, target):
        raise ProofError(f"this gives {statement}, not {target.clause}")
    return book.shown(target, given.needs, *used, family=family)


def _identity(book: Book, reason: proof.Identity, target: Fact) -> Fact:
    difference = target.difference
    zero = not difference.terms if target.is_matrix else difference is not None and book.forms.meant(difference) == 0
    if target.op != "==" or target.difference is None or not zero:
        raise ProofError(f"the two sides of {target.clause} have different normal forms")
    return book.shown(target, family=True)


def _combine(book: Book, reason: proof.Combine, target: Fact) -> Fact:
    forms, rest = book.forms, expression(target)
    used, strict = NOTHING, False
    for name, factor in reason.facts.items():
        fact = book.fact(name)
        c, length = forms.scalar(factor), forms.length(factor)
        lengths = {x for x in (fact.length, length) if x is not None}
        if not lengths <= {target.length}:
            raise ProofError(f"{name} speaks of vectors of another length than {target.clause}")
        used |= fact.needs | book.needs(factor)
        if fact.op != "==":
            if target.op == "==":
                raise ProofError(f"an equation does not follow from the inequality {name}")
            used |= book.positive(c, False, target.length, what=f"the factor {factor} of {name}")
            above = book.signs.non_negative(c, True, target.length) if fact.op == "<" else None
            if above is not None:
                strict, used = True, used | above
        rest = rest - c * expression(fact)
    rest = forms.canonical(rest)
    if rest != 0:
        if target.op == "==":
            raise ProofError(f"the combination differs from {target.clause} by {rest}")
        used |= book.positive(rest, target.op == "<" and not strict, target.length, what="the rest of the combination")
    elif target.op == "<" and not strict:
        raise ProofError(f"nothing makes {target.clause} strict")
    return book.shown(target, used)


def _multiply(book: Book, reason: proof.Multiply, target: Fact) -> Fact:
    forms = book.forms
    if target.op != "==" or target.difference is None:
        raise ProofError(f"{target.clause} is no equation")
    parts, used = [], NOTHING
    for name, (left, right) in reason.facts.items():
        fact = book.fact(name)
        if fact.op != "==" or fact.length is not None or not isinstance(fact.clause, Relation):
            raise ProofError(f"{name} is no equation between matrices or numbers")
        form = _difference(book, fact.clause)
        for side, before in ((left, True), (right, False)):
            if side is None:
                continue
            used |= book.needs(side)
            if isinstance(side, MatrixTerm):
                other = forms.matrix(side)
                if not isinstance(form, Form):  # an equation between numbers times a matrix
                    form = forms.matrix.scaled(form, other)
                else:
                    form = forms.matrix.multiply(other, form) if before else forms.matrix.multiply(form, other)
            elif forms.length(side) is None:
                c = forms.scalar(side)
                form = forms.matrix.scaled(c, form) if isinstance(form, Form) else c * form
            else:
                raise ProofError(f"{side} is a vector and no factor of a matrix equation")
        if not isinstance(form, Form):
            raise ProofError(f"{name} is an equation between numbers and no matrix stands beside it")
        used |= fact.needs
        parts.append(forms.matrix.scaled(Integer(-1), form))
    goal = forms.matrix(as_matrix(target.clause.lhs) - as_matrix(target.clause.rhs))
    if forms.matrix.add([goal, *parts]).terms:
        raise ProofError(f"the combination does not give {target.clause}")
    return book.shown(target, used)


def _difference(book: Book, clause: Relation) -> Any:
    """lhs - rhs, a form for matrices."""
    if isinstance(clause.lhs, MatrixTerm):
        return book.forms.matrix(clause.lhs - clause.rhs)
    return book.forms.canonical(book.forms.scalar(clause.lhs) - book.forms.scalar(clause.rhs))


def _sign(book: Book, reason: proof.Sign, target: Fact) -> Fact:
    if target.op == "==":
        raise ProofError(f"{target.clause} is no sign")
    what = str(target.clause)
    return book.shown(target, book.positive(expression(target), target.op == "<", target.length, what))


def _at(book: Book, reason: proof.At, target: Fact) -> Fact:
    fact = book.fact(reason.fact)
    if fact.length is None or not isinstance(fact.clause, Relation):
        raise ProofError(f"{reason.fact} is no relation between vectors")
    index = book.forms.scalar(reason.index)
    if not instances.is_integer(reason.index):
        raise ProofError(f"{reason.index} is not seen to be an integer")
    if isinstance(fact.length, tuple):
        ends = [book.positive(size - index, False, what=f"{size} - {reason.index}") for size in fact.length[1:]]
        used = ends[0] | ends[1]
    else:
        used = book.positive(fact.length - index, False, what=f"{fact.length} - {reason.index}")
    used |= book.positive(index - 1, False, what=f"{reason.index} - 1")
    clause = fact.clause
    entry = Relation(entry_of(clause.lhs, reason.index), clause.op, entry_of(clause.rhs, reason.index))
    return expect(book, entry, target, fact.needs, used)


def _entrywise(book: Book, reason: proof.Entrywise, target: Fact) -> Fact:
    fact, index = book.fact(reason.fact), reason.index
    if target.length is None or not isinstance(target.clause, Relation):
        raise ProofError(f"{target.clause} is no relation between vectors")
    if not isinstance(index, Index) or index in book.variables or index in free(target.clause):
        raise ProofError(f"{index} does not stand for every entry")
    low, high = bounds(index)
    # a vector of length min(r, q) has no entries beyond r, and none beyond q
    enough = target.length[1:] if isinstance(target.length, tuple) else (target.length,)
    if high is None or book.forms.scalar(low) != 1 or book.forms.scalar(high) not in enough:
        raise ProofError(f"{index} does not range over all entries")
    clause = target.clause
    entry = read(book.forms, Relation(entry_of(clause.lhs, index), clause.op, entry_of(clause.rhs, index)))
    if not stands_for(fact, entry):
        raise ProofError(f"{reason.fact} is not the entry of {clause}")
    return book.shown(target, fact.needs)


def _summed(book: Book, reason: proof.Summed, target: Fact) -> Fact:
    fact = book.fact(reason.fact)
    if not isinstance(fact.clause, Relation):
        raise ProofError(f"{reason.fact} is no relation")
    clause = fact.clause
    of_matrices = isinstance(clause.lhs, MatrixTerm)
    if reason.index is None:
        if of_matrices:
            raise ProofError(f"{reason.fact} is no relation between quantities")
        if fact.length is None or fact.op == "<":
            raise ProofError(f"{reason.fact} is not of the form a <= b or a == b between vectors")
        total = Relation(core.Total(_vector(book, clause, 0)), clause.op, core.Total(_vector(book, clause, 1)))
        return expect(book, total, target, fact.needs)
    index = reason.index
    if fact.length is not None or not isinstance(index, Index) or index in book.variables or not book.ranges(index):
        raise ProofError(f"{reason.fact} cannot be summed over {index}")
    over = families.MatSumOver if of_matrices else families.SumOver
    sides = [over(index, *bounds(index), x) for x in (clause.lhs, clause.rhs)]
    if index in free(sides[0]) | free(sides[1]):
        raise ProofError(f"the range of another index depends on {index}")
    return expect(book, Relation(sides[0], clause.op, sides[1]), target, fact.needs)


def _vector(book: Book, clause: Relation, side: int) -> Any:
    """A side of a relation between vectors; a number is repeated for each entry."""
    sides = (clause.lhs, clause.rhs)
    if book.forms.length(sides[side]) is not None:
        return sides[side]
    return core.Plus(core.Times(core.quantity(0), sides[1 - side]), sides[side])


def _defined(book: Book, reason: proof.Defined, target: Fact) -> Fact:
    """0 < b where 1/b is defined and 0 <= b; 0 <= x where sqrt(x) is defined; 0 < smax(X) where cond(X) is."""
    e = expression(target)
    if target.length is not None:
        raise ProofError("definedness is asked of scalars only")
    if reason.fact is not None:
        fact = book.fact(reason.fact)
        if fact.op == "==" or fact.length is not None or expression(fact) != e:
            raise ProofError(f"{reason.fact} does not say that {e} is not negative")
        return _with(target, fact.needs | nonzero(e))
    if target.op == "<=":
        return _with(target, frozenset({("root", e)}))
    return _with(target, frozenset({("not the zero matrix", e)}))


def _with(target: Fact, needs: Needs) -> Fact:
    return Fact(target.clause, target.op, target.difference, target.length, target.needs | needs)


def _vanishing(book: Book, reason: proof.Vanishing, target: Fact) -> Fact:
    forms = book.forms
    if target.op != "==" or not isinstance(target.clause.lhs, MatrixTerm):
        raise ProofError(f"{target.clause} is no equation between matrices")
    a = forms.matrix(target.clause.lhs - target.clause.rhs)
    square = forms.matrix.multiply(forms.matrix.transpose(a), a)
    fact = book.fact(reason.fact)
    if fact.op != "==" or not isinstance(fact.clause.lhs, MatrixTerm):
        raise ProofError(f"{reason.fact} is no equation between matrices")
    if forms.matrix(fact.clause.lhs - fact.clause.rhs).key != square.key:
        raise ProofError(f"{reason.fact} is not A.T @ A == 0 for A the difference of the sides of {target.clause}")
    return book.shown(target, fact.needs)


def _sum_of_matrices(book: Book, reason: proof.SumOfMatrices, target: Fact) -> Fact:
    """lmin and lmax of a sum of symmetric matrices over an index against the sums of theirs."""
    clause = target.clause
    for a in (clause.lhs, clause.rhs):
        if isinstance(a, atoms.LMin | atoms.LMax) and isinstance(a.args[0], families.MatSumOver):
            index, low, high, body = a.args[0].args
            own = Index(index.name, low, high)
            form = book.forms.matrix(substitute(body, {index: own}))
            if book.forms.matrix.transpose(form).key != form.key:
                raise ProofError(f"{body} is not seen to be symmetric")
            if not book.ranges(own):
                raise ProofError("the sum may be empty")
            parts = families.SumOver(index, low, high, a.func(body))
            book.leans.setdefault("classical.weyl-extremes")
            op = ">=" if isinstance(a, atoms.LMin) else "<="
            return expect(book, Relation(a, op, parts), target)
    raise ProofError(f"{clause} does not compare an extreme eigenvalue of a sum with a sum")


def _common_eigenvector(book: Book, reason: proof.CommonEigenvector, target: Fact) -> Fact:
    """body(L) ... body(1) v == prod(values) v, from body(l) v == values_l v for every l."""
    index, fact, values = reason.index, book.fact(reason.fact), entries(reason.values)
    if not isinstance(index, Index) or index in book.variables or not book.ranges(index):
        raise ProofError(f"{index} does not stand for every factor")
    low, high = bounds(index)
    count = length(values)
    if low != 1 or count is None or book.forms.scalar(count) != book.forms.scalar(high):
        raise ProofError(f"{values} has not one entry for every factor")
    if index in free(reason.vector) | free(values):
        raise ProofError(f"{reason.vector} or its eigenvalues depend on {index}")
    factor = read(book.forms, Relation(reason.body @ reason.vector, "==", entry(values, index) * reason.vector))
    if not stands_for(fact, factor):
        raise ProofError(f"{reason.fact} does not say that {reason.vector} is an eigenvector of {reason.body}")
    whole = families.MatProdOver(index, low, high, reason.body)
    claim = Relation(whole @ reason.vector, "==", core.Product(values) * reason.vector)
    return expect(book, claim, target, fact.needs)


def _largest_term(book: Book, reason: proof.LargestTerm, target: Fact) -> Fact:
    clause = target.clause
    if not isinstance(clause.rhs, families.MaxOver) or clause.op != "<=":
        raise ProofError(f"{clause} does not bound a term by the largest one")
    index, low, high, body = clause.rhs.args
    own = Index(index.name, low, high)
    if not book.ranges(own):
        raise ProofError("there may be no term")
    return expect(book, Relation(substitute(body, {index: own}), "<=", clause.rhs), target)


def _every_term(book: Book, reason: proof.EveryTerm, target: Fact) -> Fact:
    """max over i of x_i <= c from x_i <= c for every i, c free of i."""
    fact, index = book.fact(reason.fact), reason.index
    clause = fact.clause
    if not isinstance(clause, Relation) or fact.op == "==" or fact.length is not None:
        raise ProofError(f"{reason.fact} is no inequality between scalars")
    if not isinstance(index, Index) or index in book.variables or not book.ranges(index):
        raise ProofError(f"{reason.fact} does not hold over a range of {index}")
    small, large = (clause.lhs, clause.rhs) if clause.op in ("<=", "<") else (clause.rhs, clause.lhs)
    if index in free(large) | {y for x in free(small) - {index} for y in free(x) - {x}}:
        raise ProofError(f"{large} or the range of an index depends on {index}")
    return expect(book, Relation(families.MaxOver(index, *bounds(index), small), "<=", large), target, fact.needs)


def _widths(book: Book, reason: proof.Widths, target: Fact) -> Fact:
    """k <= a_l for l >= 1 and d <= a_l for l <= L - 1, from m >= max(d, k) or m > max(d, k)."""
    fact, clause = book.fact(reason.fact), target.clause
    if clause.op != "<=" or not isinstance(clause.rhs, families.Width):
        raise ProofError(f"{clause} is no lower bound of a width")
    family, layer = clause.rhs.args
    depth, d, m, k = family.args
    wide = [read(book.forms, Relation(m, op, core.Max(d, k))) for op in (">", ">=")]
    if not any(stands_for(fact, w) for w in wide):
        raise ProofError(f"{reason.fact} does not say that the hidden layers are the widest")
    at, depth = book.forms.scalar(layer), book.forms.scalar(depth)
    book.positive(at, False, what=f"{layer}")
    book.positive(depth - at, False, what=f"{family.args[0]} - {layer}")
    if clause.lhs == k:
        book.positive(at - 1, False, what=f"{layer} - 1")
    elif clause.lhs == d:
        book.positive(depth - 1 - at, False, what=f"{family.args[0]} - 1 - {layer}")
    else:
        raise ProofError(f"{clause.lhs} is neither the width of the output nor that of the input")
    return book.shown(target, fact.needs)


RULES: dict[type, Rule] = {
    proof.Apply: instances.apply,
    proof.Identity: _identity,
    proof.Combine: _combine,
    proof.Refute: logic.refute,
    proof.Antisymmetric: logic.antisymmetric,
    proof.Cases: lambda book, reason, target: logic.cases(book, reason, target, play),
    proof.Induction: lambda book, reason, target: logic.induction(book, reason, target, play),
    proof.Congruence: logic.congruence,
    proof.Instance: logic.instance,
    proof.SomeTerms: logic.some_terms,
    proof.Unrolled: logic.unrolled,
    proof.Multiply: _multiply,
    proof.Sign: _sign,
    proof.At: _at,
    proof.Entrywise: _entrywise,
    proof.Summed: _summed,
    proof.Defined: _defined,
    proof.Vanishing: _vanishing,
    proof.Eigenvector: vectors.eigenvector,
    proof.SingularVectors: vectors.singular_vectors,
    proof.OneDirection: vectors.one_direction,
    proof.Differentiate: vectors.differentiate,
    proof.SumOfMatrices: _sum_of_matrices,
    proof.CommonEigenvector: _common_eigenvector,
    proof.LargestTerm: _largest_term,
    proof.EveryTerm: _every_term,
    proof.Widths: _widths,
    proof.Discriminant: discriminants.discriminant_rule,
    proof.LayerFlow: flows.layer_flow,
    proof.VertexFlow: flows.vertex_flow,
    proof.PartsFlow: parts_flow.parts_flow,
    proof.CutFlow: parts_flow.cut_flow,
}
