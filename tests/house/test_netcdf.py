"""Nobody opens netCDF files past their door."""

from tests.house import netcdf
from tests.house.places import report, sources


def test_netcdf_files_are_opened_under_the_lock():
    problems = [p for f in sources() for p in netcdf.unlocked(f)]
    assert not problems, report(problems)
