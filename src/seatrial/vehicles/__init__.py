"""Vehicles, one file each: numbers with their sources, no equations."""
