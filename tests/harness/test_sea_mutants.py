"""Wrong tides, eddies and sea water, each a fault that real programs have had; the checks must reject them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from seatrial.ocean import eddies, hydrography, layered, profiles, seawater, tidal
from seatrial.ocean.tides import constituents, node_factors, prediction, stations
from tests.unit.ocean import test_eddies, test_hydrography, test_layered, test_seawater, test_tidal
from tests.unit.ocean.tides import test_constituents, test_node_factors, test_prediction
from tests.validation import test_consistency_between_tide_sources as sources
from tests.validation import test_consistency_with_published_tides as published

Patch = pytest.MonkeyPatch
Check = Callable[[], Any]


def without_nodes(patch: Patch) -> None:
    patch.setattr(
        constituents.Constituent, "node", lambda self, orbit: (np.ones_like(orbit.nu), np.zeros_like(orbit.nu))
    )


def nodes_turned_back(patch: Patch) -> None:
    right = constituents.Constituent.node
    patch.setattr(constituents.Constituent, "node", lambda self, orbit: (right(self, orbit)[0], -right(self, orbit)[1]))


def clock_from_noon(patch: Patch) -> None:
    right = prediction.longitudes
    patch.setattr(prediction, "longitudes", lambda time: right(time) + np.array([180.0, 0, 0, 0, 0, 0])[:, None])


def lag_added(patch: Patch) -> None:
    right = constituents.Constituent.argument
    # -(V) with the lag as it is: cos(-V - g) = cos(V + g)
    patch.setattr(constituents.Constituent, "argument", lambda self, turned: -right(self, turned))


def local_time(patch: Patch) -> None:
    right = prediction.longitudes
    patch.setattr(prediction, "longitudes", lambda time: right(np.asarray(time) - 8 * 3600.0))


def two_m2_speeds(patch: Patch) -> None:
    right = constituents.rates
    patch.setattr(constituents, "rates", lambda: right() * (1.0 + 1e-7))


def mean_forgotten(patch: Patch) -> None:
    right = prediction.predict
    patch.setattr(prediction, "predict", lambda station, time: right(station, time) - station.mean)


def ebb_opposite_to_flood(patch: Patch) -> None:
    right = prediction.velocity
    patch.setattr(test_prediction, "velocity", lambda s, time: right(replace(s, ebb=s.flood + 180.0), time))


def one_convention(patch: Patch) -> None:
    patch.setattr(stations, "CONVENTIONS", {})


def oo1_for_o1(patch: Patch) -> None:
    patch.setitem(node_factors.FACTORS, "o1", node_factors.FACTORS["oo1"])


def gradient_flow(patch: Patch) -> None:
    right = eddies.Eddies.sample

    def along(self: eddies.Eddies, *place: Any) -> Any:
        value, valid = right(self, *place)
        return value[..., ::-1] * [1.0, -1.0], valid

    patch.setattr(eddies.Eddies, "sample", along)


def each_wave_alike(patch: Patch) -> None:
    """Waves of psi of one amplitude: the energy piles up at the short ones."""
    right = eddies.Eddies.waves.func

    def waves(self: eddies.Eddies) -> Any:
        k, frequency, phase, amplitude = right(self)
        return k, frequency, phase, np.full_like(amplitude, np.sqrt(np.mean(amplitude**2)))

    patch.setattr(eddies.Eddies, "waves", property(waves))


def speed_for_component(patch: Patch) -> None:
    right = eddies.Eddies.sample
    patch.setattr(
        eddies.Eddies, "sample", lambda self, *place: (np.sqrt(2.0) * right(self, *place)[0], right(self, *place)[1])
    )


def frozen(patch: Patch) -> None:
    right = eddies.Eddies.sample
    patch.setattr(
        eddies.Eddies,
        "sample",
        lambda self, lat, lon, depth=0.0, time=0.0: right(self, lat, lon, depth, 0.0 * np.asarray(time)),
    )


def practical_as_absolute(patch: Patch) -> None:
    right = seawater.conditions

    def conditions(t: Any, s: Any, *place: Any) -> Any:
        return np.broadcast_arrays(s, *right(t, s, *place)[1:])

    patch.setattr(seawater, "conditions", conditions)


def in_situ_as_conservative(patch: Patch) -> None:
    right = seawater.conditions

    def conditions(t: Any, s: Any, *place: Any) -> Any:
        absolute, _, pressure = right(t, s, *place)
        return np.broadcast_arrays(absolute, t, pressure)

    patch.setattr(seawater, "conditions", conditions)


def depth_as_pressure(patch: Patch) -> None:
    right = seawater.conditions

    def conditions(t: Any, s: Any, depth: Any, *place: Any) -> Any:
        return np.broadcast_arrays(*right(t, s, depth, *place)[:2], depth)

    patch.setattr(seawater, "conditions", conditions)


def layers_instead_of_the_base(patch: Patch) -> None:
    right = layered.Layered.sample

    def only(self: layered.Layered, *place: Any) -> Any:
        found = right(self, *place)
        return replace(found, value=found.value - self.base.sample(*place).value)

    patch.setattr(layered.Layered, "sample", only)


def layer_without_a_base(patch: Patch) -> None:
    right = layered.Layered.sample

    def anyway(self: layered.Layered, *place: Any) -> Any:
        found = right(self, *place)
        return replace(found, value=np.nan_to_num(found.value), valid=np.ones_like(found.valid))

    patch.setattr(layered.Layered, "sample", anyway)


def tide_to_the_horizon(patch: Patch) -> None:
    right = tidal.TidalCurrents.sample
    patch.setattr(tidal.TidalCurrents, "sample", lambda self, *place: right(tidal.TidalCurrents(1e5), *place))


def holes_are_zero(patch: Patch) -> None:
    right = hydrography.climatology

    def filled(quantity: Any) -> Any:
        table = right(quantity)
        return replace(table, values=np.nan_to_num(table.values))

    patch.setattr(test_hydrography, "climatology", filled)


def sharp_thermocline(patch: Patch) -> None:
    right = profiles.ThermoclineProfile.sample
    patch.setattr(
        profiles.ThermoclineProfile,
        "sample",
        lambda self, *place: (
            right(profiles.ThermoclineProfile(self.surface, self.deep, self.depth, self.thickness / 2), *place)
            if self.thickness == 10.0
            else right(self, *place)
        ),
    )


def check_thermocline() -> None:
    depth = np.array([0.0, 30.0, 40.0, 50.0])
    value = profiles.ThermoclineProfile(18.0, 6.0, 40.0, 10.0).sample(0.0, 0.0, depth)[0]
    np.testing.assert_allclose(value, 6.0 + 12.0 / (1.0 + np.exp((depth - 40.0) / 5.0)), rtol=1e-12)


CASES: tuple[tuple[Callable[[Patch], None], Check], ...] = (
    (without_nodes, published.test_friday_harbor),
    (nodes_turned_back, published.test_friday_harbor),
    (clock_from_noon, published.test_friday_harbor),
    (lag_added, published.test_friday_harbor),
    (local_time, published.test_friday_harbor),
    (mean_forgotten, test_prediction.test_events_of_a_current),
    (ebb_opposite_to_flood, test_prediction.test_velocity_takes_the_direction_of_flood_or_ebb),
    (two_m2_speeds, lambda: test_constituents.test_speed("M2")),
    (oo1_for_o1, lambda: test_node_factors.test_series("o1")),
    (one_convention, lambda: sources.test_noaa_and_ticon("M1")),
    (one_convention, lambda: sources.test_kartverket_and_ticon("SIGMA1", "SIGMA1")),
    (one_convention, lambda: sources.test_kartverket_and_ticon("2MK5", "2MK5")),
    (gradient_flow, lambda: test_eddies.test_no_divergence(45.0, -120.0)),
    (each_wave_alike, test_eddies.test_slope_of_the_spectrum),
    (speed_for_component, test_eddies.test_mean_square_of_the_speed),
    (frozen, test_eddies.test_decay_and_memory),
    (practical_as_absolute, test_seawater.test_published_check_values),
    (in_situ_as_conservative, test_seawater.test_published_check_values),
    (depth_as_pressure, test_seawater.test_published_check_values),
    (layers_instead_of_the_base, test_layered.test_layers_add_up_and_say_so),
    (layer_without_a_base, test_layered.test_no_base_no_answer),
    (tide_to_the_horizon, test_tidal.test_it_fades_with_the_distance_and_ends_at_the_reach),
    (holes_are_zero, lambda: test_hydrography.test_nodes_are_those_of_the_file("salinity")),
    (sharp_thermocline, check_thermocline),
)


@pytest.mark.parametrize("mutant, check", CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_rejected(mutant: Callable[[Patch], None], check: Check, monkeypatch: Patch):
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        check()
