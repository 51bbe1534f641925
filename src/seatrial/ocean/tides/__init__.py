"""Tides at stations from their harmonic constants, by the method of Schureman (1958)."""
