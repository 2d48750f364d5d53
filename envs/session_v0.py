"""PettingZoo's module of ``session-v0``: `env` (wrapped) and `raw_env`."""

from throwdown.envs import pettingzoo_module

env, raw_env = pettingzoo_module("session-v0")
