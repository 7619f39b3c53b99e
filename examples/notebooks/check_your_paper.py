# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Check your paper
#
# Two bounds of a draft, put to the test before a referee does. Opens as a notebook with jupytext, runs as a program.

# %%
import lemmata

SQUARE = {"n": "integer(1, 4)", "M": "real(n, n)"}

# %% [markdown]
# The draft bounds the condition number of a residual layer by the largest entry of its weights:

# %%
found = lemmata.check(
    "cond(I(n) + M) <= (1 + maxabs(M)) / (1 - maxabs(M))", given="maxabs(M) < 1", let=SQUARE, budget=6
)
print(found.verdict)
print(found.instance.code)
assert found.verdict == "refuted"

# %% [markdown]
# With the operator norm in place of the largest entry it survives, and the bound is attained:

# %%
fixed = lemmata.check("cond(I(n) + M) <= (1 + smax(M)) / (1 - smax(M))", given="smax(M) < 1", let=SQUARE, budget=6)
print(fixed.verdict, "tight" if fixed.entry["tight"] else "not tight")
assert fixed.holds and fixed.entry["tight"]

# %% [markdown]
# For the paper: both statements in LaTeX, and the certificate that a referee can check without this package's search.

# %%
print(fixed.latex)
print(found.certificate["schema"], sorted(found.certificate)[:4])
