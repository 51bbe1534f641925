"""The engine behind the same interface as the NumPy reference, so that one check serves both."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from seatrial.dynamics.rate import Water
from seatrial.dynamics.scalar import wp
from seatrial.dynamics.state import State
from seatrial.dynamics.vehicle import Vehicle
from seatrial.simulation.fleet import assemble
from tests.reference.march_kernel import make_march
from tests.reference.matrix_model import INTEGRATED, Inputs, States


class System(Protocol):
    """A fleet that can be stepped: the engine, the reference, or a faulty one."""

    def rates(self, s: States, inputs: Inputs, stage: int = 0) -> States:
        """Rate of change `stage` half steps after the commands were set."""
        ...

    def march(self, s: States, inputs: Inputs, steps: int) -> States:
        """`steps` steps on."""
        ...


MakeSystem = Callable[[Sequence[Vehicle], float], System]


class Engine:
    """The compiled engine in a flat frame, for steps of `step` [s]."""

    def __init__(
        self, vehicles: Sequence[Vehicle], step: float, integrator: str = "rk4", tolerance: float = 1e-6
    ) -> None:
        self.fleet = assemble(vehicles, step)
        self._kernel = make_march(self.fleet.model, integrator)
        self._counts = [len(v.thrusters) for v in vehicles]
        self._step, self._tolerance = step, tolerance
        self.evaluations = np.zeros(len(vehicles), np.int32)
        """Rates that the last march took, member by member."""

    def _launch(self, s: States, inputs: Inputs, steps: int, stage: int) -> tuple[Any, Any]:
        n = len(self._counts)
        states: Any = np.zeros(n, State.numpy_dtype())
        for name in INTEGRATED:
            states[name] = np.roll(s.q, -1, axis=-1) if name == "q" else getattr(s, name)
        waters: Any = np.zeros(n, Water.numpy_dtype())
        waters["current"], waters["density"] = inputs.current, inputs.density
        waters["acceleration"], waters["accelerates"] = inputs.acceleration, 1
        waters["gravity"], waters["temperature"] = inputs.gravity, inputs.temperature
        waters["sea_floor_depth"] = inputs.sea_floor_depth
        if sum(self._counts):
            self.fleet.actuators.command.assign(np.ascontiguousarray(inputs.command, np.float64).ravel())
            self.fleet.actuators.response.assign(np.ascontiguousarray(s.response, np.float64).ravel())
        state_table = wp.array(states, dtype=State, device="cpu")
        rates = wp.zeros(n, dtype=State, device="cpu")
        evaluations = wp.zeros(n, dtype=int, device="cpu")
        water_table = wp.array(waters, dtype=Water, device="cpu")
        wp.launch(
            self._kernel,
            dim=n,
            inputs=[
                state_table, self.fleet.plants, self.fleet.links, water_table, steps, self._step,
                self._tolerance, stage, rates, evaluations,
            ],
            device="cpu",
        )  # fmt: skip
        self.evaluations = evaluations.numpy()
        return state_table.numpy(), rates.numpy()

    def rates(self, s: States, inputs: Inputs, stage: int = 0) -> States:
        """Rate of change `stage` half steps after the commands were set."""
        return _states(self._launch(s, inputs, 0, stage)[1], np.zeros_like(s.response))

    def march(self, s: States, inputs: Inputs, steps: int) -> States:
        """`steps` steps on."""
        states = self._launch(s, inputs, steps, 0)[0]
        response = s.response
        if sum(self._counts):
            response = self.fleet.actuators.response.numpy().reshape(s.response.shape).copy()
        return _states(states, response)


def _states(table: Any, response: np.ndarray) -> States:
    values = {name: np.array(table[name], np.float64) for name in INTEGRATED}
    values["q"] = np.roll(values["q"], 1, axis=-1)
    return States(**values, response=response)
