"""Kuhn and Leduc poker: two small games whose solutions are known."""

from functools import partial

from throwdown.envs.core.kit import Game, Kernels, tr
from throwdown.envs.poker import redeal, rules
from throwdown.envs.poker.actions import LAYOUT
from throwdown.envs.poker.obs import FIELDS, observe
from throwdown.envs.poker.sheet import KUHN, LEDUC, make_setup
from throwdown.envs.poker.state import Event, Round, State
from throwdown.envs.poker.words import scene, text

_poker = partial(
    Game,
    state=State,
    kernels=Kernels(rules.setup, rules.legal, rules.apply, rules.returns, observe, redeal.redeal),
    actions=LAYOUT,
    fields=FIELDS,
    text=text,
    pictures=scene,
    events=Event,
    called={"first": tr("the first player"), "second": tr("the second player")},
)
GAMES = (
    _poker(
        id="kuhn-v0",
        title=tr("Kuhn poker"),
        scenarios=tuple(KUHN),
        make_setup=partial(make_setup, sheets=KUHN),
        phases=(Round.FIRST_ROUND,),
    ),
    _poker(
        id="leduc-v0",
        title=tr("Leduc poker"),
        scenarios=tuple(LEDUC),
        make_setup=partial(make_setup, sheets=LEDUC),
        phases=Round,
    ),
)
