"""Games as environments: PettingZoo's, gymnasium's, and a batch of arrays."""
