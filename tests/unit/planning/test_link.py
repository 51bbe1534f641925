import numpy as np
import pytest

from seatrial.planning.link import Apart, Floods, link
from seatrial.planning.search import Passage
from tests.unit.planning.test_search import passage

POND = ["........", ".####...", ".#..#...", ".#..#...", ".####...", "........"]
IN_POND, OUTSIDE, FAR = 18, 0, 47


def among(*cells):
    """Candidates in that order, those still of interest."""

    def candidates(wanted):
        for cell in cells:
            if wanted(np.array([cell]))[0]:
                yield cell

    return candidates


def test_connected():
    assert link(passage(POND), among(OUTSIDE), among(FAR)) == (OUTSIDE, FAR)
    assert link(passage(POND), among(OUTSIDE), among(OUTSIDE)) == (OUTSIDE, OUTSIDE)


def test_nearest_candidate_that_is_connected():
    assert link(passage(POND), among(IN_POND, IN_POND + 1, FAR), among(OUTSIDE)) == (FAR, OUTSIDE)
    assert link(passage(POND), among(OUTSIDE), among(IN_POND, FAR)) == (OUTSIDE, FAR)


def test_closed_water():
    with pytest.raises(Apart) as caught:
        link(passage(POND), among(OUTSIDE), among(IN_POND))
    assert caught.value.closed


def test_two_waters_that_reach_the_border():
    with pytest.raises(Apart) as caught:
        link(passage(["..#..", "..#.."]), among(0), among(4))
    assert not caught.value.closed


@pytest.mark.parametrize("starts, goals", [((), (0,)), ((0,), ()), ((), ())])
def test_no_candidate(starts, goals):
    with pytest.raises(Apart) as caught:
        link(passage(POND), among(*starts), among(*goals))
    assert (caught.value.no_start, caught.value.no_goal) == (not starts, not goals)


def test_candidates_in_several_closed_waters():
    ponds = passage(["#######", "#.#.#.#", "#######", "......."])
    with pytest.raises(Apart) as caught:
        link(ponds, among(8, 10), among(12, 21))
    assert not caught.value.no_start
    assert caught.value.closed
    assert link(ponds, among(8, 10, 12), among(21, 12)) == (12, 12)


def test_floods_stop_where_they_meet():
    water = Passage(np.zeros((1000, 1000), np.uint8), np.zeros((1000, 1000), np.uint8), 4)
    floods = Floods(water)
    one, other = floods.start(500_400), floods.start(500_600)
    assert floods.join(one, other)
    assert np.count_nonzero(floods.reached([one, other], np.arange(10**6))) < 200_000
    assert not floods.at_border(one)
