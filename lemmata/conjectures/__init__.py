"""Conjectures of anybody: one line or file in, an answer within its budget.

`checking` is the check itself, `result` the Python and notebook interface, `worker` and `bench` run checks in
processes of their own, `command` is `lemmata check`.  Importing this package imports nothing else.
"""
