"""Saturday Morning Showdown: Heroes against Villains, deck against deck, Turn by Turn to the Combat."""

from throwdown.envs.core.game import lazy
from throwdown.envs.core.kit import Game, Kernels, tr
from throwdown.envs.showdown import actions, obs, redeal, rules, state
from throwdown.envs.showdown.sheets import pieces, setups

GAMES = (
    Game(
        id="showdown-v0",
        title=tr("Showdown"),
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
        decks=lazy(f"{__name__}.sheets.swaps"),
        pieces=pieces.pieces,
        rules_version="2",
        signals=pieces.signals,
        person="heroes",
        called={"heroes": tr("the Heroes"), "villains": tr("the Villains")},
    ),
)
