"""Sea trials: standard manoeuvres of any vehicle, their indices, plots and comparisons."""
