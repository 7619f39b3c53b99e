"""What the kinds of claims share: planning sizes, searching, screening, judging in court, exhibiting, counting."""
