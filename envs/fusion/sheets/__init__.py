"""Playbooks and scenarios as validated data, and how they come into a state."""
