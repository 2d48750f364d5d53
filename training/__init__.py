"""Training: self-play by PPO against a pool of frozen nets and the heuristics. Needs the extra `train`."""
