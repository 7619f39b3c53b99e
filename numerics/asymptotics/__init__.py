"""Exact closed forms and limits of products along depth.

No floating-point number enters.
"""
