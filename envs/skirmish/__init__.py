"""Skirmish: a team of MCs against the CPU on a map, in the order of the cards that they lay."""

from throwdown.envs.core.game import lazy
from throwdown.envs.core.kit import Game, Kernels, tr
from throwdown.envs.skirmish import actions, obs, redeal, rules, state
from throwdown.envs.skirmish.sheets import pieces, setups

GAMES = (
    Game(
        id="skirmish-v0",
        rules_version="2",
        title=tr("Skirmish"),
        state=state.State,
        kernels=Kernels(rules.setup, rules.legal, rules.apply, rules.returns, obs.observe, redeal.redeal),
        actions=actions.LAYOUT,
        fields=obs.FIELDS,
        phases=state.Phase,
        events=state.Event,
        text=lazy(f"{__name__}.words.text"),
        pictures=lazy(f"{__name__}.words.scene"),
        plans=lazy(f"{__name__}.words.scene"),
        make_setup=setups.make_setup,
        files=setups.FILES.folder,
        default=setups.DEFAULT,
        positions=lazy(f"{__name__}.positions"),
        pieces=pieces.pieces,
        signals=pieces.signals,
        person="mcs",
        called={"mcs": tr("the MCs"), "cpu": tr("the CPU")},
    ),
)
