"""Ocean data from the servers that publish them, for those who are online: `seatrial fetch`."""
