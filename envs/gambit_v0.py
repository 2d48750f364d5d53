"""PettingZoo's module of ``gambit-v0``: `env` (wrapped) and `raw_env`."""

from throwdown.envs import pettingzoo_module

env, raw_env = pettingzoo_module("gambit-v0")
