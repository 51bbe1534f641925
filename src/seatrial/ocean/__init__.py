"""What the water and the sea floor are: land, bathymetry, currents, and the fields made of them."""
