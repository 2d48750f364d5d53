"""Poker in words."""
