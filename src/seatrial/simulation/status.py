"""How a member of a run is doing, as numbers for the kernel and as words for people."""

from enum import IntEnum


class Status(IntEnum):
    """Status of a member; everything but `RUNNING` freezes it."""

    RUNNING = 0
    ARRIVED = 1
    GROUNDED = 2
    ON_LAND = 3
    BROWNOUT = 4
    OUT_OF_FIELD = 5
    NONFINITE = 6
    TIMED_OUT = 7
    INTERRUPTED = 8

    @property
    def word(self) -> str:
        """Lower-case name, as in files and on the screen."""
        return self.name.lower()


MEANING = {
    Status.RUNNING: "still under way",
    Status.ARRIVED: "reached the last waypoint",
    Status.GROUNDED: "touched the sea floor",
    Status.ON_LAND: "crossed the coast",
    Status.BROWNOUT: "the battery could not go on",
    Status.OUT_OF_FIELD: "no data source answers here",
    Status.NONFINITE: "the numbers broke down",
    Status.TIMED_OUT: "max_duration was over before the last waypoint",
    Status.INTERRUPTED: "stopped by the user",
}
