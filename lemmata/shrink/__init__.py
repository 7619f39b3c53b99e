"""From a breaking instance to one that a reader can check by hand, certified at every step."""
