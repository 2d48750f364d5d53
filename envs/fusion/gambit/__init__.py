"""The Gambit."""
