"""A game as a table: what it shows to a seat, who sits where, how it is played on and kept."""
