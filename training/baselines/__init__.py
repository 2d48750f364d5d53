"""Baselines: other people's algorithms beside ours, in one table that is made run by run."""
