"""Showdown, rule by rule."""
