"""What a run plays, which roles learn in it, and what they start from."""

from __future__ import annotations

from throwdown.agents import SUFFIX, TRAINED, Policy, PolicyAgent, load_policy
from throwdown.agents.carry import carried
from throwdown.agents.shipped import find_shipped
from throwdown.envs.core.kit import InvalidConfig, Setup, did_you_mean
from throwdown.envs.registry import make_setup
from throwdown.envs.seating import check_role
from throwdown.training.config import TrainConfig


def setup_of(config: TrainConfig) -> Setup:
    """Return what a run plays.

    Raises:
        InvalidConfig: the game has other roles than the run names, or the run asks for what they do not allow.
    """
    setup = make_setup(config.game, config.scenario, **config.options)
    known = list(dict.fromkeys(setup.roles))
    for name, roles in (("roles", config.roles), ("against", config.against), ("start", config.start)):
        for role in roles:
            if role not in known:
                near = did_you_mean(role, known)
                raise InvalidConfig(
                    f"{name}: '{role}' is not a role of {config.game}{near}; it has {', '.join(known)}."
                )
    learning = learning_roles(config, setup)
    for role in learning:
        if role in config.against:
            raise InvalidConfig(f"'{role}' both learns and is played by an agent; choose one of them.")
    for role in config.start:
        if role not in learning:
            raise InvalidConfig(f"start names '{role}', which is not among the roles that learn.")
    if config.share_net and len(learning) < 2:
        raise InvalidConfig("share_net needs two roles that learn.")
    sides = {side for side, role in zip(setup.sides, setup.roles) if role in learning}
    if len(sides) < 2 and config.mix.latest < 1.0:
        raise InvalidConfig(
            "a mix is for sides that learn together; a side that learns alone plays the agents named in against."
        )
    if config.exact_every:
        setup.opponents("exact_every, which computes exploitability,")
    return setup


def learning_roles(config: TrainConfig, setup: Setup) -> list[str]:
    """Return the roles that learn in a run."""
    return config.roles or list(dict.fromkeys(setup.roles))


def start_policy(name: str, setup: Setup, role: str) -> Policy:
    """Return the policy that a role starts from: ``trained`` or a file, carried over if its layout is another."""
    if name != TRAINED and not name.endswith(SUFFIX):
        raise InvalidConfig(f"start: '{name}' is not a policy; name '{TRAINED}' or a policy's file.")
    policy = carried(load_policy(find_shipped(setup, role) if name == TRAINED else name), setup)
    check_role(PolicyAgent(policy, name=name).bind(setup), role)
    return policy
