"""Map tiles made from the ocean fields: land, lakes, coast and contours as vectors, sea floor as pictures."""
