"""From a scenario to a plan, a run and its record."""
