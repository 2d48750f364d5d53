"""Play against agents: sessions, and the terminal."""
