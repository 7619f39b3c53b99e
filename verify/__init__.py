"""Whether it holds: the engine, its verdicts, the certificates they rest on and the independent checker.

Importing this package imports nothing else, so that `python -m verify.checker FILE` needs the standard library alone.
"""
