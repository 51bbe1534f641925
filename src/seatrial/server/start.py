"""What the server does before anybody asks: compile, or plan and play a mission in the default session."""

import gc
import logging

from seatrial.errors import SeatrialError
from seatrial.mission.scenario import Scenario, VehicleOptions
from seatrial.mission.warm import warm as compile_engine
from seatrial.server.compute import Computation
from seatrial.server.forms import request_of
from seatrial.server.hulls import described
from seatrial.server.missions import planned_text
from seatrial.server.replies import Refusal
from seatrial.server.session import Session
from seatrial.server.sessions import DEFAULT
from seatrial.server.state import State
from seatrial.simulation.windows import needs_general

log = logging.getLogger("seatrial.server")


async def warm(state: State) -> None:
    """Compile the planner and the kernel of this server's ocean, so that the first mission does not wait for them.

    Its missions need no other kernel, as all have that ocean.
    """
    await state.in_reader(described, VehicleOptions())
    await state.in_reader(_compile, state)
    settle()


def _compile(state: State) -> None:
    general = needs_general(state.ocean, state.settings.ocean.density == "field")
    compile_engine(("planner", "general" if general else "plain"))


def settle() -> None:
    """Take what is there to stay out of the garbage collector, whose full passes would hold up every answer."""
    gc.collect()
    gc.freeze()


async def play_scenario(state: State, scenario: Scenario, is_playing: bool) -> None:
    """Plan and compute a scenario; every session that has no mission of its own shows it, and plays it if wanted."""
    scenario = scenario.model_copy(update={"ocean": state.settings.ocean})
    await state.in_reader(described, scenario.vehicle)
    state.waiting += 1
    try:
        planned, text = await state.in_planner(planned_text, scenario, state.ocean)
    except SeatrialError as error:
        log.error("mission %s: %s", scenario.name, error)
        return
    except Refusal:
        return  # the server stops
    finally:
        state.waiting -= 1
    settle()
    computation = Computation(scenario, planned)
    computation.is_shared = True
    state.workers.start(computation)

    def greet(session: Session) -> None:
        if session.computation is None and not session.planning.locked():
            session.vehicle, session.mission = scenario.vehicle, request_of(scenario)
            session.load(planned, text, computation)
            if is_playing:
                session.play()

    state.sessions.greet = greet
    state.sessions.get(DEFAULT)
    for session in state.sessions:
        greet(session)
