"""Games as environments: PettingZoo, Gymnasium, and a batch of arrays."""
