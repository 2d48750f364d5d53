"""Gattaibushido:FUSION!: what its games share, and the games."""
