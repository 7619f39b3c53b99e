"""The numbers that bound a search, each with what it is for; they were chosen on the lists in `benchmarks/data`.

None decides what is true: a larger one finds more proofs in more time.
"""

from __future__ import annotations

# Depth and time of subgoals
DEEP = 2  # hypotheses of hypotheses; what they ask for in turn has to be seen or said by one fact
SUBGOAL = 0.5  # share of the time left that a hypothesis of a fact gets
SAMPLED = 0.2  # share of the time after which no more random instances are drawn
RETRIED = 2.0  # an instance that failed for lack of time is tried again where there is so many times that time
SEEN_WORDS = 60  # words of an equation between matrices that is seen at once: steps for longer sums take seconds
FACTS_TRIED = 6  # facts that may say a goal, and way points, by what is left to show

# Instances of facts
INSTANCES, EACH = 80, 8  # kept in a round, and of one fact: there is room for so many columns in a linear program
NEW = 3  # atoms that an instance may bring in: with more the terms grow without end
UNIVERSE = 120  # atoms whose matrices are at hand
UNSEEN = 2  # what an equation in simpler words may ask for that is not seen at once

# The linear program
ROUNDS, ROUNDS_AT_FIRST, ROUNDS_BELOW = 7, 2, 3  # of instances: in all, before other tactics, for a subgoal
TRIES = 12  # programs in a round, each without the instances that were refused
FRESH = 10  # atoms looked at in a round
WIDEST_SOURCE = 40  # terms of a fact
IN_SQUARES = 10  # atoms whose sums and differences are squared
SQUARE_COST = 0.6  # of a square: less than a fact, more than what is granted
HALVED_TRACES = 16  # traces whose halves are added and subtracted

# Chains
LENGTH, NODES, TERMS = 12, 400, 9  # links, slacks that are looked at, terms of one
NOISE = 1e-7  # what a slack may be below zero at a random instance, next to the size of its terms: rounding
VIEWS = 60  # random instances, with values for open indices
ASKED, MISSING = 2, 4  # what an instance may ask for; more where most is seen at once, as bases of powers ask for much
GIVEN_AWAY, LARGER = 6, 0.25  # what it costs more to weaken the larger side, and what there is in it
STRANGE = 2.0  # what an atom costs of a kind of which the goal does not speak
SQUARED = 6  # monomials whose squares stand in a slack

# Norms from the outside
SLACKS, ENDS = 300, 3  # slacks that are looked at, and those that are goals in their turn
DEGREE = 12  # of a slack: with X = X X its powers double in every link
WIDE = 4  # words of a sum that is cut in every way

# Orders, equations, quotients
ORDERS, HALVES = 1200, 24  # squares that are combined, halves of words that they are made of
FURTHER, PRODUCTS = 5, 3000  # degrees of products with equations beyond that of the goal, and how many products
CANCELLED = 2  # letters that a product may have more before an inverse next to its matrix goes
AT_ONCE, LONGEST_SUM = 2, 6  # given equations used in turn, words of a sum that comes of it
TRACES, WAYS = 12, 3  # traces whose words are exchanged, other words for one matrix
DENOMINATORS, CONDITIONS, FACTORS = 2, 2, 8  # denominators cleared, condition numbers written out, factors of powers
