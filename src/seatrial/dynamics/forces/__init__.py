"""Wrenches on a body, one file each."""
