"""Adversaries that drive a statement's slack down."""
