"""PettingZoo's module of ``pile-v0``: `env` (wrapped) and `raw_env`."""

from throwdown.envs import pettingzoo_module

PACKAGE = "throwdown.envs.fusion.pile"
env, raw_env = pettingzoo_module("pile-v0")
