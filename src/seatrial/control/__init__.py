"""Controllers, guidance laws and allocation, one file each.

The waypoint autopilot of missions is `autopilot`, from the loops `heading`, `depth`, `speed` and `pitch`. A controller
of another kind is a module that offers

* one frozen dataclass of gains with units and checked bounds, given to a vehicle's `Start`;
* `Record`, the Warp struct that the kernel reads, and `record(controller, vehicle)`, which makes it;
* `MEMORY`, how many numbers it remembers between control ticks;
* `act(record, seen, slots, memory, step)`, a Warp function that sets the commands in the vehicle's slots from what is
  seen (`control.observation.Observation`); `memory.values[memory.first + k]` are its numbers, zero at the start;
* where it follows waypoints, `arrived(record, seen)`: 1 when the waypoint ahead counts as reached.

Nothing needs to be registered: the object given to `Start` brings its module into the kernel.
"""
