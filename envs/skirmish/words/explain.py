"""Why an action is illegal, why there is no choice, and the rules of a decision."""

from __future__ import annotations

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.kit import Setup
from throwdown.envs.skirmish import interrupts, legality, obs, state as st, terrain
from throwdown.envs.skirmish.actions import LAYOUT, Act
from throwdown.envs.skirmish.state import MCS, Phase, Side, State
from throwdown.envs.skirmish.words import names
from throwdown.envs.skirmish.words.describe import holder

AT_ANY_TIME = (Phase.WINDOW, Phase.TURN)
WHEN = {
    "pass": (Phase.COMMIT, Phase.WINDOW, Phase.TURN, Phase.HACK, Phase.GIVE),
    "reload": (Phase.COMMIT, Phase.ACTIVATE),
    "no-card": (Phase.COMMIT,),
    "card": (Phase.COMMIT, Phase.LAY),
    "rank": (Phase.RANK,),
    "count": (Phase.SHIFT,),
    "area": (Phase.DEPLOY, Phase.TURN, Phase.PUSH, Phase.EXIT, Phase.STORM),
    "mob": (Phase.ACTIVATE, Phase.TURN, Phase.TARGET, Phase.PATCH),
    "mc": (Phase.TURN, Phase.TARGET, Phase.PATCH),
    "hack": (Phase.HACK,),
    "bonus": (Phase.TURN,),
    "pay": AT_ANY_TIME,
    "swap": AT_ANY_TIME,
    "interrupt": AT_ANY_TIME,
    "switch": (Phase.TURN,),
    "give": (Phase.GIVE,),
    "yield": (Phase.YIELD,),
}
"""The phases in which the actions of each range can be legal."""
TITLES = {
    "pass": "Passing",
    "reload": "Reloading",
    "no-card": "A turn without a card",
    "card": "A card of the hand",
    "rank": "A rank",
    "count": "Moving a card in the count",
    "area": "An area",
    "mob": "A process of the CPU",
    "mc": "An MC",
    "hack": "A hack",
    "bonus": "A bonus action",
    "pay": "Paying for a card",
    "swap": "Changing the loadout",
    "interrupt": "An Interrupt",
    "switch": "Switching the Interrupt",
    "give": "Giving a card to the Team Hand",
    "yield": "Giving up a card of the Team Hand",
}
HELP = {
    Phase.DEPLOY: "Place the mob in any area but the start; Falling areas are for flyers (SK-05, SKO-01).",
    Phase.COMMIT: "Choose in secret what to lay; all is turned up together (SK-08, SKA-05). Cards come in "
    "the count from Two to King, an Ace first or last (SK-12, SK-14). An MC lays a card or reloads; with an "
    "empty hand she may come after the Kings (SKO-06). The CPU lays as many cards as there are mobs, with a boss "
    "any number (SK-18, SK-20).",
    Phase.RANK: "An Ace is low or high, a Joker is any rank; an Ace always hits at double damage (SK-14, "
    "SK-15, SK-37).",
    Phase.SHIFT: "A Flush lets a card come one earlier or later in the count (SK-75, SKA-52).",
    Phase.WINDOW: "Before a turn of the others you may pay 3 Move points for a card or a loadout, or use an "
    "Interrupt (SK-47, SK-61, SK-62, SKO-11).",
    Phase.ACTIVATE: "Every card of the CPU activates another process; a boss acts again when all have acted "
    "(SK-19, SKA-06).",
    Phase.TURN: "Attack with the card, walk, use bonus actions and Interrupts, in any order (SK-28 to "
    "SK-33). A card hits from Accuracy on and below Evade (SK-34 to SK-36). "
    "A walk ends where an enemy stands, until you attack (SK-60).",
    Phase.HACK: "The hack goes with the attack, on the same card: it works from Connect on and below Resist "
    "(SK-46, SKA-40).",
    Phase.PUSH: "Choose the step along which the target is pushed (SKA-41).",
    Phase.EXIT: "Nobody who cannot fly stays in a Falling area: choose the way out (SK-96, SK-97).",
    Phase.GIVE: "The card of an attack may go to the Team Hand, once a round for each (SK-29). A stronger "
    "row brings a Boot to the side's next turn, and an Uptime as long as the hand lasts (SK-67, SK-68).",
    Phase.YIELD: "The others made Three of a Kind: give up a card of your Team Hand (SK-77).",
    Phase.LAY: "Cards for an Interrupt are laid one by one, and each must fit those laid (SK-52, SKO-28).",
    Phase.TARGET: "Choose whom the Interrupt meets (SKO-31).",
    Phase.STORM: "Choose an area within Range; every enemy there is hit (SKO-31).",
    Phase.PATCH: "Choose somebody wounded in the area (SKO-37).",
}
"""The rules of each decision."""
FORCED = {
    Phase.DEPLOY: "There is no other area where this mob may stand (SKO-01).",
    Phase.ACTIVATE: "Nobody else is left whom the card could activate (SK-19, SKA-06).",
    Phase.PUSH: "There is no other way to push (SKA-41).",
    Phase.EXIT: "There is no other way out (SK-96).",
    Phase.YIELD: "There is no other card in the Team Hand (SKO-23).",
    Phase.LAY: "No other card of the hand fits (SKO-28).",
    Phase.TARGET: "There is no other target (SKO-31).",
    Phase.STORM: "No enemy stands in another area within Range (SKO-31).",
    Phase.PATCH: "Nobody else in the area is wounded (SKO-37).",
    Phase.TURN: "There is nothing to do but to end the turn (SK-28 to SK-33).",
    Phase.WINDOW: "No card of the hand fits the Interrupt (SKO-11).",
}
"""Why a decision has but one answer, if it has."""


def forced(s: State, setup: Setup) -> str:
    """Return one sentence that says why there is but the one legal action."""
    return FORCED.get(Phase(int(s.phase)), "It is the only legal choice.")


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return HELP[Phase(int(s.phase))]


def any_hand(s: State) -> None:
    """Let what is legal be what others know of it: whatever hand the side to move has, and whichever step it is at."""
    s.phase = obs.shown_phase(s, 1 - int(s.seat))
    s.rank = legality.UNSEEN


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    if not 0 <= action < LAYOUT.n:
        return f"There is no action {action}; they are numbered 0 to {LAYOUT.n - 1}."
    if s.over:
        return "The game is over."
    verb = LAYOUT.labels[action].partition(" ")[0]
    phase = Phase(int(s.phase))
    if phase not in WHEN[verb]:
        return f"{TITLES[verb]} is not part of this decision: {HELP[phase].split('. ')[0].rstrip('.')}."
    if verb in ("pass", "reload", "no-card", "card"):
        return _commit(s, verb, action, setup)
    if verb in ("rank", "count"):
        return _place(verb)
    if verb == "area":
        return _area(s, action - Act.AREA, setup)
    if verb in ("mob", "mc"):
        return _process(s, MCS + action - Act.MOB if verb == "mob" else action - Act.MC, setup)
    if verb in ("pay", "swap", "interrupt"):
        return _any_time(s, verb, (action - Act.PAY) % MCS, setup)
    return _rest(s, verb, action, setup)


def _place(verb: str) -> str:
    if verb == "rank":
        return "An Ace is the low or the high one (SK-14)."
    return "There is no place below the low Ace nor above the high one (SKO-08)."


def _commit(s: State, verb: str, action: int, setup: Setup) -> str:
    if verb == "card":
        h = holder(s)
        n = popcount(int(s.hands[h].cards)) if h >= 0 else 0
        if action - Act.CARD >= n:
            return f"The hand has {names.count(n, 'card')}, of {st.HAND} at most (SKE-02)."
        return "This card does not fit those laid for the Interrupt (SKO-28)."
    if verb == "no-card":
        if s.by == st.CPU:
            return "Turns without a card are for MCs (SK-17)."
        return "A turn without a card is for who has none, instead of any other (SK-17, SKO-06)."
    if verb == "reload":
        if s.phase == Phase.ACTIVATE:
            return "Only a boss with Reload: Turn that may act now can reload the CPU (SK-92)."
        if s.by == st.CPU:
            return "The CPU reloads at the end of the round (SK-23, SK-92)."
        return "A reload takes the whole round, or one play with Reload: Turn (SK-89, SKO-07)."
    return "An MC lays a card, reloads, or with an empty hand takes a turn without one (SKO-06)."


def _area(s: State, area: int, setup: Setup) -> str:
    have = names.areas(setup)
    if area >= len(have):
        return f"The map has {len(have)} areas: {', '.join(have)}."
    where = have[area]
    if s.phase == Phase.DEPLOY:
        if area == s.cfg.start:
            return f"{where} is where the MCs start (SK-05)."
        return f"{where} is a Falling area, and this mob does not fly (SKO-01)."
    if s.phase == Phase.STORM:
        return f"No enemy stands at {where}, or it is out of Range or sight (SKO-31)."
    p = int(s.actor if s.phase == Phase.TURN else s.target if s.phase == Phase.PUSH else s.faller)
    name = names.process(s, p, setup)
    if s.phase == Phase.EXIT:
        return f"No one-way path leads from here to {where} (SK-96)."
    price = int(terrain.price(s, p, int(s.processes[p].area), area))
    if price == 0:
        return f"No path leads {name} from here to {where} (SK-58, SK-95)."
    if s.is_closed:
        return f"{name} met an enemy, which ends the walk until {name} attacks (SK-60, SKO-16)."
    if terrain.sheet_of(s, p).most == 0:
        return f"{name} has no Auto steps left (SK-64)."
    have_points = names.count(int(s.processes[p].points), "Move point")
    return f"The way to {where} costs {price}, and {name} has {have_points} (SK-59)."


def _process(s: State, q: int, setup: Setup) -> str:
    if not names.has_process(s, q, setup):
        return "There is no such process in this fight."
    name = names.process(s, q, setup)
    if not s.processes[q].is_up:
        return f"{name} is down (SKA-45, SKO-15)."
    if s.phase == Phase.ACTIVATE:
        if s.processes[q].acted:
            return (
                f"{name} has acted in this round; only a boss acts again, after all others (SK-19, SKA-06)."
            )
        return f"{name} Lags, and comes after those who do not (SKO-34)."
    if s.phase == Phase.PATCH:
        return f"{name} is not wounded, or not in the same area (SKO-37)."
    if terrain.side_of(q) == s.seat:
        return f"{name} is on your side (SKO-15)."
    if s.phase == Phase.TARGET:
        return f"{name} is out of Range or sight, or cannot be pushed (SKO-31)."
    p = int(s.actor)
    if s.active_rank == 0:
        return "Without a card there is no attack (SK-17)."
    if s.has_attacked:
        return "The card has been used already (SK-16, SK-28)."
    reach = int(terrain.reach(s, p))
    return f"{name} is beyond Range {reach}, or out of sight (SK-38 to SK-43)."


def _any_time(s: State, verb: str, k: int, setup: Setup) -> str:
    p = k if s.seat == Side.MCS else int(terrain.boss(s))
    if s.seat == Side.CPU and (k > 0 or p < 0):
        return "The CPU can do this for a boss that stands, by the first of these actions (SK-63)."
    if not names.has_process(s, p, setup):
        return f"There are {names.count(len(setup.config['mcs']), 'MC')}."
    name, w = names.process(s, p, setup), s.processes[p]
    if not w.is_up:
        return f"{name} is down (SKA-45)."
    if verb == "interrupt":
        return _interrupt(s, p, name, setup)
    if verb == "swap" and (p >= MCS or terrain.sheet_of(s, p).loadouts < st.LOADOUTS):
        return f"{name} has no other loadout (SK-62)."
    if w.points < st.PRICE:
        return f"It costs {st.PRICE} Move points, and {name} has {int(w.points)} (SK-61 to SK-63)."
    if popcount(int(s.hands[interrupts.holder_of(p)].cards)) >= st.HAND:
        return f"A hand holds {st.HAND} cards at most (SKE-02)."
    return "There is no card left to draw (SKA-01)."


def _interrupt(s: State, p: int, name: str, setup: Setup) -> str:
    own = names.interrupt(s, p, setup)
    w = s.processes[p]
    if own is None:
        return f"{name} has no Interrupt (SKA-36)."
    if w.meter < st.FULL:
        return f"{name}'s meter holds {int(w.meter)} of {st.FULL} charges (SK-51)."
    if own["effect"] == st.Effect.SHOT.label and not interrupts.is_at_count(s, p):
        return f"{own['name']} takes the place of {name}'s attack, with a Ten or higher (SK-54, SKO-32)."
    if w.laid_n < own["cards"] and interrupts.fitting(s, p) == 0:
        return f"{name} holds no card that fits {own['name']} (SKO-28)."
    return f"{own['name']} has no target now (SKO-28, SKO-31)."


def _rest(s: State, verb: str, action: int, setup: Setup) -> str:
    if verb == "hack":
        status = names.status(action - Act.HACK)
        return f"The target has {status} already (SKO-34)."
    if verb == "yield":
        return f"The Team Hand has {names.count(int(s.teams[s.seat].n), 'card')} (SK-77)."
    name = names.process(s, int(s.actor), setup)
    if verb == "bonus":
        k, own = action - Act.BONUS, names.sheet(s, int(s.actor), setup)["bonus"]
        if k >= len(own):
            return f"{name} has {names.count(len(own), 'bonus action')} (SK-30)."
        if s.processes[s.actor].bonus >> k & 1:
            return f"{own[k]['name']} has been used in this round (SK-30)."
        return f"{own[k]['name']} helps nobody here (SKO-37)."
    if terrain.sheet_of(s, int(s.actor)).interrupt_n < st.LOADOUTS:
        return f"{name} has no other Interrupt (SK-48)."
    if s.has_switched:
        return "An Interrupt is switched once a turn (SKO-29)."
    return "Switching takes a turn opened by a Jack, Queen or King (SK-48, SKA-42)."


assert set(WHEN) == set(TITLES)
