"""Readers of gridded files: model output, charts and climatologies as the people in this field have them on disk."""
