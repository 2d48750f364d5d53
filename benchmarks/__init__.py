"""Speed, beside peers, measured in one run."""
