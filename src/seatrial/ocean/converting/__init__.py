"""From one grid file to another: `seatrial convert`."""
