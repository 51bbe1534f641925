"""Integrators, one file each: a step of one member over a time in which commands and water are held."""
