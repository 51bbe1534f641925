"""Rebuilds the shipped world data from packages of the public registries; see docs/data.md."""
