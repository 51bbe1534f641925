"""The equation of motion and what it is made of."""
