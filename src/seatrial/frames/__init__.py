"""Rotations, angles, geodesy and the conventions between frames. Arrays in, arrays out."""
