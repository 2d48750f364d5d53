"""Goofspiel in words."""
