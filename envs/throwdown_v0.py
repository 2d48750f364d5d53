"""PettingZoo's module of ``throwdown-v0``: `env` (wrapped) and `raw_env`."""

from throwdown.envs import pettingzoo_module

env, raw_env = pettingzoo_module("throwdown-v0")
