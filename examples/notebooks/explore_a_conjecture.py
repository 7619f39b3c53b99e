# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Explore a conjecture
#
# From a guess to the sharpest form that survives: each answer suggests the next question.

# %%
import numpy as np

import lemmata

PAIR = {"n": "integer(1, 3)", "A": "symmetric(n)", "B": "symmetric(n)"}

# %% [markdown]
# Does the spectral radius of a product of symmetric matrices stay below the product of the radii?

# %%
first = lemmata.check("rho(A @ B) <= rho(A) * rho(B)", let=PAIR, budget=5)
print(first.verdict, first.entry["tight"])
assert first.holds

# %% [markdown]
# For symmetric matrices the radius is the norm, so it does. And is it strict when the matrices do not commute?

# %%
second = lemmata.check("rho(A @ B) < rho(A) * rho(B)", given="normF(A @ B - B @ A) > 0", let=PAIR, budget=5)
print(second.verdict)
print(second.instance.code)
assert second.verdict == "refuted"

# %% [markdown]
# Not even then. The instance is exact; in floating point it reads:

# %%
A, B = (second.instance.numpy()[name] for name in ("A", "B"))
radius = max(abs(np.linalg.eigvals(A @ B)))
print(radius, np.linalg.norm(A, 2) * np.linalg.norm(B, 2), np.linalg.norm(A @ B - B @ A))
assert np.isclose(radius, np.linalg.norm(A, 2) * np.linalg.norm(B, 2))
