"""Routes: where a vehicle can go from start to goal without touching land or the sea floor."""
