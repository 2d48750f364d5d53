"""Poker as a picture."""

from throwdown.envs.core import kit, scene as drawn
from throwdown.envs.core.catalogue import tr
from throwdown.envs.poker import state
from throwdown.envs.poker.words import text
from throwdown.envs.poker.words.decisions import PAID

COLOURS, CHIP = ("#3f7fd0", "#c9a227"), "#f0c454"


def scene(s: state.State, viewer: int | None, setup: kit.Setup) -> drawn.Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    me = viewer or 0
    first, second = (_person(s, p, viewer, setup) for p in (1 - me, me))
    shared = [] if s.shared == kit.NONE else [drawn.Laid(_card(setup, int(s.shared)))]
    chips = int(s.paid.sum())
    pot = drawn.Pile(tr("The pot"), tuple(shared), text.chips(chips), chips=chips)
    return drawn.Scene(
        title=setup.game.title,
        place=drawn.place(text.ROUNDS[int(s.phase)], s.over),
        far=(first,),
        near=(second,),
        piles=(pot,),
        prompt=text.prompt(s, setup),
    )


def _card(setup: kit.Setup, card: int) -> str:
    return (state.SUITED if setup.config["suits"] else state.RANKS).name(card)


def _person(s: state.State, p: int, viewer: int | None, setup: kit.Setup) -> drawn.Person:
    """Return a player with her card, face-down unless the viewer knows it."""
    agent = setup.seats[p]
    is_known = agent in text.view(s, viewer, setup)["hands"]
    paid, most = int(s.paid[p]), 1 + int(s.most_raises) * int(s.stakes[: int(s.rounds)].sum())
    return drawn.Person(
        name=setup.people[p],
        is_viewer=p == viewer,
        cards=(_card(setup, int(s.hand[p])) if is_known else drawn.HIDDEN,),
        colour=COLOURS[p],
        gauges=(drawn.Gauge(PAID, paid, most, CHIP),),
        notes=(tr("folded"),) if s.folded == p else (),
        is_to_move=not s.over and int(s.seat) == p,
        kind="player",
    )
