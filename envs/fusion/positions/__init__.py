"""Situations of FUSION's games as plain data, and how states are built out of them."""
