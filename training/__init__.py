"""Training: self-play with MaskablePPO against a pool of frozen nets and the heuristics. Needs the extra `train`."""
