"""PettingZoo's module of ``session-v0``: `env` (wrapped) and `raw_env`."""

from throwdown.envs import pettingzoo_module

PACKAGE = "throwdown.envs.fusion.session"
env, raw_env = pettingzoo_module("session-v0")
