"""The setup of a run, its learning roles, and their initial policies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from throwdown.agents import SUFFIX, TRAINED, Policy, PolicyAgent, is_opened, load, load_policy
from throwdown.agents.carry import carried
from throwdown.agents.shipped import find_shipped
from throwdown.envs.core.kit import InvalidConfig, Setup, did_you_mean
from throwdown.envs.core.names import check_open, may_open
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.seating import check_role
from throwdown.training.config import TrainConfig, read_config
from throwdown.training.presets import EXPLOITER


def setup_of(config: TrainConfig) -> Setup:
    """Return the setup of a run.

    Raises:
        InvalidConfig: the run names other roles than the game has, or has settings that they do not allow; or see
            `check_opened`.
    """
    check_opened(config)
    setup = make_setup(config.game, config.scenario, **config.options)
    known = list(dict.fromkeys(setup.roles))
    for name, roles in (
        ("roles", config.roles),
        ("against", config.against),
        ("start", config.start),
        ("league", config.league),
    ):
        for role in roles:
            if role not in known:
                near = did_you_mean(role, known)
                raise InvalidConfig(
                    f"{name}: '{role}' is not a role of {config.game}{near}; it has {', '.join(known)}."
                )
    learning = learning_roles(config, setup)
    for role in learning:
        if role in config.against:
            raise InvalidConfig(
                f"'{role}' both learns and is played by an agent; take it out of roles or out of against."
            )
    if not learning:
        raise InvalidConfig("against names an agent for every role; leave one out, so that it learns.")
    for name, roles in (("start", config.start), ("league", config.league)):
        for role in roles:
            if role not in learning:
                raise InvalidConfig(f"{name} names '{role}', which is not among the roles that learn.")
    for side in dict.fromkeys(setup.sides):
        sizes = {
            role: len(config.league.get(role, ()))
            for role, other in zip(setup.roles, setup.sides)
            if other == side and role in learning
        }
        if len(set(sizes.values())) > 1:
            told = ", ".join(f"{n} for {role}" for role, n in sizes.items())
            raise InvalidConfig(f"league names {told}, who play together; they need equally many.")
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


def opened(config: TrainConfig, is_new: bool = False) -> dict[str, str]:
    """Return the files and the code named by a run, by the options of `throwdown train`.

    Args:
        config: the run.
        is_new: whether to include initial policies, which a resumed run does not open.
    """
    found = {f"--start {role}={name}": name for role, name in config.start.items() if is_new}
    found |= {
        f"--league {role}={name}": name for role, names in config.league.items() for name in names if is_new
    }
    found |= {f"--against {role}={name}": name for role, name in config.against.items()}
    found |= {f"--eval-against {name}": name for name in config.eval_against}
    found |= {f"--teacher {config.teacher}": config.teacher}
    if isinstance(config.scenario, str):
        found[f"--scenario {config.scenario}"] = config.scenario
    return {option: name for option, name in found.items() if is_opened(name) or name.endswith(".toml")}


def check_opened(config: TrainConfig) -> None:
    """Raise for a run that names files or code not typed by the user.

    Raises:
        InvalidConfig: it does; the message says how to name them.
    """
    options = [option for option, name in opened(config).items() if not may_open(name)]
    if options:
        raise InvalidConfig(
            "files and code that a training file or a run names are opened only if somebody names them too: add "
            f"{' '.join(options)}."
        )


def learning_roles(config: TrainConfig, setup: Setup) -> list[str]:
    """Return the learning roles of a run."""
    return config.roles or [role for role in dict.fromkeys(setup.roles) if role not in config.against]


def start_policy(name: str, setup: Setup, role: str, field: str = "start") -> Policy:
    """Return the initial policy of a role, ``trained`` or a file, carried over to the current layout.

    Args:
        name: its name.
        setup: the setup of the run.
        role: the role.
        field: the setting that names it, for messages.

    Raises:
        InvalidConfig: it is neither, or a file not typed by the user, or cannot be carried over.
    """
    if name != TRAINED and not name.endswith(SUFFIX):
        raise InvalidConfig(f"{field}: '{name}' is not a policy; name '{TRAINED}' or a policy's file.")
    if name != TRAINED:
        check_open(name, f"the policy's file that {role} {'starts from' if field == 'start' else 'meets'}")
    policy = carried(load_policy(find_shipped(setup, role) if name == TRAINED else name), setup)
    check_role(PolicyAgent(policy, name=name).bind(setup), role)
    return policy


def exploiter_config(
    what: Mapping[str, Any], players: Mapping[str, str], role: str, start: str = ""
) -> tuple[Setup, dict[str, Any]]:
    """Return the setup of an exploiter and the fields of its settings, validated before the training.

    Raises:
        InvalidConfig: the role is unknown, an agent does not fit, or the initial policy does not exist.
    """
    setup = setup_of(read_config(dict(what)))
    roles = dict.fromkeys(setup.roles[p] for p in setup.teams.get(role, ())) or [role]
    config = EXPLOITER | dict(what) | {"roles": list(roles)}
    config["against"] = {other: name for other, name in players.items() if other not in roles}
    setup = setup_of(read_config(config))
    for other in dict.fromkeys(setup.roles):
        if other not in players:
            raise InvalidConfig(f"nobody plays the {other}; name an agent for every role.")
        load(players[other], setup, other)
    for own in roles if start else ():
        net = start_policy(start, setup, own).net
        config |= {"hidden": list(net.sizes[1:-1]), "activation": net.activation}
        config["start"] = config.get("start", {}) | {own: start}
    return setup, config
