"""Small inequalities in numbers and entries: how many are proved, and that none of the false ones is."""
