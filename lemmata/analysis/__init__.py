"""What is learnt about a check or a claim beyond its verdict: power, mutants, sharper forms, smaller instances."""
