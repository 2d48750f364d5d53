"""Pictures of a table, drawn from a game's scene."""
