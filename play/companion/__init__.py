"""The table companion: games with real cards, in which the program tracks the state and plays a side."""
