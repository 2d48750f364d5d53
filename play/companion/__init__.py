"""The table companion: a game with real cards, of which the program keeps the books and plays a side."""
