"""A run of many statements: profiles, workers, the run folder, what is shown while it goes on."""
