"""Whole numbers in bytes: by hand, and back again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from seatrial.ocean.packed import pack, unpack

NUMBERS = arrays(np.int32, st.tuples(st.integers(1, 3), st.integers(0, 9)), elements=st.integers(-(2**29), 2**29 - 1))


def test_by_hand():
    # differences 1, -1, 300, -300 fold to 2, 1, 600 = 2 * 256 + 88, 599 = 2 * 256 + 87; the lowest bytes come first
    planes = pack(np.array([[1, 0, 300, 0]], np.int32))
    np.testing.assert_array_equal(planes, [[[2, 1, 88, 87], [0, 0, 2, 2], [0] * 4, [0] * 4]])
    np.testing.assert_array_equal(unpack(planes), [[1, 0, 300, 0]])


@given(NUMBERS)
def test_there_and_back(values: np.ndarray):
    back = unpack(pack(values))
    assert back.dtype == np.int32
    np.testing.assert_array_equal(back, values)


@pytest.mark.parametrize("values", [[-(2**29), 2**29 - 1, -(2**29)], [0] * 5, [-1, -2, -3]])
def test_edges(values: list[int]):
    np.testing.assert_array_equal(unpack(pack(np.array([values, values[::-1]], np.int32)))[0], values)
