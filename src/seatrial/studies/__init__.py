"""Studies made of many runs, and measurements of the product itself."""
