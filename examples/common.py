"""What every example must hold: it arrives, off the land, in the water, near its plan."""

from pathlib import Path

import numpy as np

import seatrial


def rehearse(name: str) -> seatrial.Run:
    """Run the example scenario `name` of this folder."""
    return seatrial.run(seatrial.Scenario.from_toml(Path(__file__).with_name(f"{name}.toml")))


def check_safe_arrival(run: seatrial.Run) -> None:
    """Arrived at the goal, never on land, never within 5 m of the sea floor, energy and charge add up."""
    assert run.status.word == "arrived", run.status.word
    ocean = seatrial.Ocean.shipped()
    lat, lon, depth = (run.history[name].values for name in ("lat", "lon", "depth"))
    assert not ocean.land.contains(lat, lon).any(), "the track touches land"
    floor, _ = ocean.depth(lat, lon)
    assert np.min(floor - depth) > 5.0, f"only {np.min(floor - depth):.1f} m of water under the vehicle"
    assert abs(run.last("distance") / run.plan.distance_m - 1.0) < 0.05, "track and plan differ in length by over 5 %"
    energy = np.trapezoid(run.history["power"].values, run.history["time"].values)
    assert abs(energy / run.last("energy") - 1.0) < 0.01, "energy is not the integral of power"
    assert 0.5 < run.last("charge") < 1.0


def main(run: seatrial.Run) -> None:
    """Print the summary of a checked run."""
    summary = run.summary()
    hours, km, wh = summary["duration_s"] / 3600, summary["distance_m"] / 1000, summary["energy_J"] / 3600
    print(f"{run.name}: {summary['status']} after {hours:.2f} h, {km:.2f} km, {wh:.0f} Wh; all checks hold")
