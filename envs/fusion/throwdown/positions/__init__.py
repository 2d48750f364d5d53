"""Situations of the game as plain data, and how states are built out of them."""
