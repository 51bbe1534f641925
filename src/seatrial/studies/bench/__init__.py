"""Measurements of speed and memory; each validates what it computed before it says how fast."""
