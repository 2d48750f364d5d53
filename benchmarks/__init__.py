"""Speed, measured against peers in one run."""
