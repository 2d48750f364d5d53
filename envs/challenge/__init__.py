"""Challenges: push your luck with a personal deck, against the Table, against another Character, or alone."""

from throwdown.envs.challenge import actions, obs, redeal, rules, state
from throwdown.envs.challenge.sheets import pieces, setups
from throwdown.envs.core.game import lazy
from throwdown.envs.core.kit import Game, Kernels, tr

GAMES = (
    Game(
        id="challenge-v0",
        title=tr("Challenges"),
        state=state.State,
        kernels=Kernels(rules.setup, rules.legal, rules.apply, rules.returns, obs.observe, redeal.redeal),
        actions=actions.LAYOUT,
        fields=obs.FIELDS,
        phases=state.Phase,
        events=state.Event,
        text=lazy(f"{__name__}.words.text"),
        pictures=lazy(f"{__name__}.words.scene"),
        make_setup=setups.make_setup,
        files=setups.FILES.folder,
        default=setups.DEFAULT,
        positions=lazy(f"{__name__}.positions"),
        pieces=pieces.pieces,
        signals=pieces.signals,
        called={
            "table": tr("the Table"),
            "character": tr("the Character"),
            "a": tr("side A"),
            "b": tr("side B"),
        },
    ),
)
