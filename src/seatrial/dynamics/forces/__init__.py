"""Wrenches on a body, one file each.

A module offers

* one frozen dataclass of parameters with units and checked bounds, the component that a vehicle holds;
* `Record`, the Warp struct that the kernel reads, and either `record(component)` for what a vehicle has once, or
  `records(fleet, build)` for what it may have several of: `fleet` holds the components of each member (an empty list
  where it has none), `build` the step and the tables of the actuators (`dynamics.actuators.Build`); one record each;
* `wrench(record, flow)`, a Warp function that gives the wrench in body axes at the body origin [N, N m];
* where its components take commands, `settle(record)`: carry the responses in their slots over to the end of the step.
  A response at an instant of the step follows from `flow.stage` and `flow.since`, exactly where a closed form exists;
* where it draws electric power, `power(record, flow)` [W];
* `dissipative = True` when nu_r . tau <= 0 always, `conservative = True` when the wrench follows from a potential;
* `quadratic_axes(component)`, the axes 0..5 on which it is the hull's quadratic drag, so that a vehicle on which
  another component or the diagonal is that too is refused (`dynamics.parts.check_parts`);
* `from_values(values)`, the component from a mapping of names to numbers and words as a vehicle file has them, where
  the fields of the dataclass are no such names;
* `examples(rng)`, a component with random numbers, where its field types alone do not make a valid one.

Nothing needs to be registered: a vehicle that holds the component brings its module into the kernel, and a module of
another package works alike. The conformance tests find every module here and hold it to this.
"""
