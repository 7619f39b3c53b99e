"""Whether it holds: the engine, its verdicts, the certificates they rest on and the independent checker."""
