"""Refutation: false matrix statements and true ones from the literature, and how fast each way tells them apart."""
