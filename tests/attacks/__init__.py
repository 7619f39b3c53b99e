"""The arena: forged and honest derivations and certificates as files, each with the answer that is expected.

`manifest.toml` names the files with `accept`, `decline` (well formed, but not established) or `reject`, and what each
tries; `made_certificates.toml` does so for those made from it.  `python -m tests.attacks.write` makes them again after
the format has changed.
"""
