"""Tests of the suite itself, laid out as the code is."""

PATIENCE = 600  # seconds after which a child process counts as hung; what a test measures is processor time
