"""What is compiled beforehand, in which order, and that each part is the one it is called."""

import pytest

from seatrial.errors import InputError
from seatrial.mission import warm as module
from seatrial.mission.warm import warm


def test_parts_are_compiled_in_the_order_that_is_asked_for(monkeypatch: pytest.MonkeyPatch):
    made, told = [], []
    monkeypatch.setattr(module, "_plan", lambda: made.append("planner"))
    monkeypatch.setattr(module, "_step", lambda general: made.append("general" if general else "plain"))
    assert list(warm()) == made == ["planner", "plain", "general"]
    made.clear()
    seconds = warm(("general", "planner"), lambda part, took: told.append((part, took)))
    assert list(seconds) == made == ["general", "planner"] and told == list(seconds.items())


def test_an_unknown_part():
    with pytest.raises(InputError, match=r"part 'all': must be one of planner, plain, general"):
        warm(("all",))


def test_each_ocean_needs_the_kernel_it_is_there_for(monkeypatch: pytest.MonkeyPatch):
    ocean = module._ocean
    assert list(warm(("plain", "general"))) == ["plain", "general"]
    monkeypatch.setattr(module, "_ocean", lambda general: ocean(not general))
    with pytest.raises(RuntimeError, match="another kernel"):
        warm(("plain",))
