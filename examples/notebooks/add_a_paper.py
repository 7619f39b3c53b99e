# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Add a paper
#
# Statements as objects: one claim, read as text, as LaTeX, and checked. What is written here goes into a module of a
# package as `lemmata new paper` makes one.

# %%
import lemmata
from lemmata.language import Dim, Kind, Matrix, Paper, Statement, smax, smin

LOVELACE = Paper("lovelace2027", "Notes on products", "A. Lovelace")
n = Dim("n", 1, 3)
A, B = Matrix("A", n, n), Matrix("B", n, n)

# %% [markdown]
# A lemma of the paper, as printed, and a corollary that forgets a hypothesis:

# %%
lemma_1 = Statement(
    id="lovelace.lemma-1",
    title="Smallest singular value of a product of square matrices",
    source=LOVELACE.at("Lemma 1"),
    kind=Kind.ALGEBRAIC,
    claim=smin(A) * smin(B) <= smin(A @ B),
)
corollary = Statement(
    id="lovelace.cor-2",
    title="The same for a sum",
    source=LOVELACE.at("Corollary 2"),
    kind=Kind.ALGEBRAIC,
    claim=smin(A) - smax(B) < smin(A + B),
)

# %%
for statement in (lemma_1, corollary):
    print(statement.source.locator, statement.text["claim"], statement.hash[:12])

# %% [markdown]
# The verdicts. The corollary holds with `<=`, but as printed it fails at equality:

# %%
found = {statement.id: lemmata.check(statement, budget=6) for statement in (lemma_1, corollary)}
for identifier, result in found.items():
    print(identifier, result.verdict)
assert found["lovelace.lemma-1"].holds
assert found["lovelace.cor-2"].verdict == "refuted"
print(found["lovelace.cor-2"].instance.code)
