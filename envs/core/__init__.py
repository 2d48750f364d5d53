"""The kit: cards, chance, decks, layouts and batches. It knows no game."""
