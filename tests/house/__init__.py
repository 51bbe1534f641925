"""The rules of the house as plain functions over source text, and the tests that hold the tree to them."""
