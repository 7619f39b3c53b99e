"""Experiments: what the figures and reported numbers of the papers are measured by.

One module per subject, one function per experiment; `record.run("module.function", settings, effort, seed)` finds and
runs it.  An experiment returns a `Record`: its measures, each with intervals that hold at any error probability asked
for, the panels to draw, and what a reader has to know to repeat it.
"""
