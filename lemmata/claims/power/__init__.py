"""What a check could have noticed: the smallest changes of a claim that it would not have supported."""
