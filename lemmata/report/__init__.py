"""What people look at: a run's ``verdicts.json`` set as self-contained pages."""
