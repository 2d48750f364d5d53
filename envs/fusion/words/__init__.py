"""What the games of FUSION say: names, tables, events, and why something is not legal."""
