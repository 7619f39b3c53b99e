"""One module per kind of claim, all with the same protocol; `claims.registry` says which takes a statement."""
