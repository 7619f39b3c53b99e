"""One module per kind of claim, all with the same protocol; `verify.kinds.table` says which takes a statement."""
