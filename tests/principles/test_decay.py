"""What a limit along depth is taken apart into, for statements that are no row of the catalogue too."""

from lemmata import catalogue
from lemmata.claims import depth_limits
from lemmata.claims.profiles import PROFILES
from lemmata.language.verdicts import Verdict
from lemmata.mutants.variants import find

ROW = "oyedotun.thm-1~direction-repaired"


def test_the_parts_of_a_mutant_have_ids_of_their_own():
    row, altered = catalogue.get(ROW), find(f"{ROW}~hypothesis-dropped.3")  # alpha_1 = 0 is allowed
    assert depth_limits.check(row, PROFILES["quick"], 0).verdict is Verdict.PROVED
    assert depth_limits.check(altered, PROFILES["quick"], 0).verdict is Verdict.REFUTED
