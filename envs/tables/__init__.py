"""Single games as objects: tables, views of seats, seating of players, the driver of seats, and records."""
