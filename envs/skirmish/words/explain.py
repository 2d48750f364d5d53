"""Why an action is illegal, why there is no choice, and the rules of a decision."""

from __future__ import annotations

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.kit import Setup, plural, tr
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
    "pass": tr("Passing"),
    "reload": tr("Reloading"),
    "no-card": tr("A turn without a card"),
    "card": tr("A card of the hand"),
    "rank": tr("A rank"),
    "count": tr("Moving a card in the count"),
    "area": tr("An area"),
    "mob": tr("A process of the CPU"),
    "mc": tr("An MC"),
    "hack": tr("A hack"),
    "bonus": tr("A bonus action"),
    "pay": tr("Paying for a card"),
    "swap": tr("Changing the loadout"),
    "interrupt": tr("An Interrupt"),
    "switch": tr("Switching the Interrupt"),
    "give": tr("Giving a card to the Team Hand"),
    "yield": tr("Giving up a card of the Team Hand"),
}
HELP = {
    Phase.DEPLOY: (
        tr("Place the mob in any area but the start; Falling areas are for flyers (SK-05, SKO-01)."),
    ),
    Phase.COMMIT: (
        tr("Choose in secret what to lay; all is turned up together (SK-08, SKA-05)."),
        tr(
            "Cards come in the count from Two to King, an Ace first or last (SK-12, SK-14). An MC lays a "
            "card or reloads; with an empty hand she may come after the Kings (SKO-06). The CPU lays as "
            "many cards as there are mobs, with a boss any number (SK-18, SK-20)."
        ),
    ),
    Phase.RANK: (
        tr(
            "An Ace is low or high, a Joker is any rank; an Ace always hits at double damage (SK-14, "
            "SK-15, SK-37)."
        ),
    ),
    Phase.SHIFT: (tr("A Flush lets a card come one earlier or later in the count (SK-75, SKA-52)."),),
    Phase.WINDOW: (
        tr(
            "Before a turn of the others you may pay 3 Move points for a card or a loadout, or use an "
            "Interrupt (SK-47, SK-61, SK-62, SKO-11)."
        ),
    ),
    Phase.ACTIVATE: (
        tr(
            "Every card of the CPU activates another process; a boss acts again when all have acted "
            "(SK-19, SKA-06)."
        ),
    ),
    Phase.TURN: (
        tr("Attack with the card, walk, use bonus actions and Interrupts, in any order (SK-28 to SK-33)."),
        tr(
            "A card hits from Accuracy on and below Evade (SK-34 to SK-36). A walk ends where an enemy "
            "stands, until you attack (SK-60)."
        ),
    ),
    Phase.HACK: (
        tr(
            "The hack goes with the attack, on the same card: it works from Connect on and below Resist "
            "(SK-46, SKA-40)."
        ),
    ),
    Phase.PUSH: (tr("Choose the step along which the target is pushed (SKA-41)."),),
    Phase.EXIT: (tr("Nobody who cannot fly stays in a Falling area: choose the way out (SK-96, SK-97)."),),
    Phase.GIVE: (
        tr("The card of an attack may go to the Team Hand, once a round for each (SK-29)."),
        tr(
            "A stronger row brings a Boot to the side's next turn, and an Uptime as long as the hand "
            "lasts (SK-67, SK-68)."
        ),
    ),
    Phase.YIELD: (tr("The others made Three of a Kind: give up a card of your Team Hand (SK-77)."),),
    Phase.LAY: (
        tr("Cards for an Interrupt are laid one by one, and each must fit those laid (SK-52, SKO-28)."),
    ),
    Phase.TARGET: (tr("Choose whom the Interrupt meets (SKO-31)."),),
    Phase.STORM: (tr("Choose an area within Range; every enemy there is hit (SKO-31)."),),
    Phase.PATCH: (tr("Choose somebody wounded in the area (SKO-37)."),),
}
"""The rules of each decision: the first sentence says what is decided."""
FORCED = {
    Phase.DEPLOY: tr("There is no other area where this mob may stand (SKO-01)."),
    Phase.ACTIVATE: tr("Nobody else is left whom the card could activate (SK-19, SKA-06)."),
    Phase.PUSH: tr("There is no other way to push (SKA-41)."),
    Phase.EXIT: tr("There is no other way out (SK-96)."),
    Phase.YIELD: tr("There is no other card in the Team Hand (SKO-23)."),
    Phase.LAY: tr("No other card of the hand fits (SKO-28)."),
    Phase.TARGET: tr("There is no other target (SKO-31)."),
    Phase.STORM: tr("No enemy stands in another area within Range (SKO-31)."),
    Phase.PATCH: tr("Nobody else in the area is wounded (SKO-37)."),
    Phase.TURN: tr("There is nothing to do but to end the turn (SK-28 to SK-33)."),
    Phase.WINDOW: tr("No card of the hand fits the Interrupt (SKO-11)."),
}
"""Why a decision has but one answer, if it has."""


def forced(s: State, setup: Setup) -> str:
    """Return one sentence that says why there is but the one legal action."""
    return FORCED.get(Phase(int(s.phase)), tr("It is the only legal choice."))


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return " ".join(HELP[Phase(int(s.phase))])


def any_hand(s: State) -> None:
    """Let what is legal be what others know of it: whatever hand the side to move has, and whichever step it is at."""
    s.phase = obs.shown_phase(s, 1 - int(s.seat))
    s.rank = legality.UNSEEN


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    if not 0 <= action < LAYOUT.n:
        return tr(
            "There is no action {action}; they are numbered 0 to {last}.", action=action, last=LAYOUT.n - 1
        )
    if s.over:
        return tr("The game is over.")
    verb = LAYOUT.labels[action].partition(" ")[0]
    phase = Phase(int(s.phase))
    if phase not in WHEN[verb]:
        decision = HELP[phase][0].rstrip(".")
        return tr("{what} is not part of this decision: {decision}.", what=TITLES[verb], decision=decision)
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
        return tr("An Ace is the low or the high one (SK-14).")
    return tr("There is no place below the low Ace nor above the high one (SKO-08).")


def _commit(s: State, verb: str, action: int, setup: Setup) -> str:
    if verb == "card":
        h = holder(s)
        n = popcount(int(s.hands[h].cards)) if h >= 0 else 0
        if action - Act.CARD >= n:
            return plural(
                "The hand has {n} card, of {hand} at most (SKE-02).",
                "The hand has {n} cards, of {hand} at most (SKE-02).",
                n,
                hand=st.HAND,
            )
        return tr("This card does not fit those laid for the Interrupt (SKO-28).")
    if verb == "no-card":
        if s.by == st.CPU:
            return tr("Turns without a card are for MCs (SK-17).")
        return tr("A turn without a card is for who has none, instead of any other (SK-17, SKO-06).")
    if verb == "reload":
        if s.phase == Phase.ACTIVATE:
            return tr("Only a boss with Reload: Turn that may act now can reload the CPU (SK-92).")
        if s.by == st.CPU:
            return tr("The CPU reloads at the end of the round (SK-23, SK-92).")
        return tr("A reload takes the whole round, or one play with Reload: Turn (SK-89, SKO-07).")
    return tr("An MC lays a card, reloads, or with an empty hand takes a turn without one (SKO-06).")


def _area(s: State, area: int, setup: Setup) -> str:
    have = names.areas(setup)
    if area >= len(have):
        return plural(
            "The map has {n} area: {areas}.",
            "The map has {n} areas: {areas}.",
            len(have),
            areas=names.joined(have),
        )
    where = have[area]
    if s.phase == Phase.DEPLOY:
        if area == s.cfg.start:
            return tr("{where} is where the MCs start (SK-05).", where=where)
        return tr("{where} is a Falling area, and this mob does not fly (SKO-01).", where=where)
    if s.phase == Phase.STORM:
        return tr("No enemy stands at {where}, or it is out of Range or sight (SKO-31).", where=where)
    p = int(s.actor if s.phase == Phase.TURN else s.target if s.phase == Phase.PUSH else s.faller)
    name = names.process(s, p, setup)
    if s.phase == Phase.EXIT:
        return tr("No one-way path leads from here to {where} (SK-96).", where=where)
    price = int(terrain.price(s, p, int(s.processes[p].area), area))
    if price == 0:
        return tr("No path leads {who} from here to {where} (SK-58, SK-95).", who=name, where=where)
    if s.is_closed:
        return tr("{who} met an enemy, which ends the walk until {who} attacks (SK-60, SKO-16).", who=name)
    if terrain.sheet_of(s, p).most == 0:
        return tr("{who} has no Auto steps left (SK-64).", who=name)
    return plural(
        "The way to {where} costs {price}, and {who} has {n} Move point (SK-59).",
        "The way to {where} costs {price}, and {who} has {n} Move points (SK-59).",
        int(s.processes[p].points),
        where=where,
        price=price,
        who=name,
    )


def _process(s: State, q: int, setup: Setup) -> str:
    if not names.has_process(s, q, setup):
        return tr("There is no such process in this fight.")
    name = names.process(s, q, setup)
    if not s.processes[q].is_up:
        return tr("{who} is down (SKA-45, SKO-15).", who=name)
    if s.phase == Phase.ACTIVATE:
        if s.processes[q].acted:
            return tr(
                "{who} has acted in this round; only a boss acts again, after all others (SK-19, SKA-06).",
                who=name,
            )
        return tr("{who} Lags, and comes after those who do not (SKO-34).", who=name)
    if s.phase == Phase.PATCH:
        return tr("{who} is not wounded, or not in the same area (SKO-37).", who=name)
    if terrain.side_of(q) == s.seat:
        return tr("{who} is on your side (SKO-15).", who=name)
    if s.phase == Phase.TARGET:
        return tr("{who} is out of Range or sight, or cannot be pushed (SKO-31).", who=name)
    p = int(s.actor)
    if s.active_rank == 0:
        return tr("Without a card there is no attack (SK-17).")
    if s.has_attacked:
        return tr("The card has been used already (SK-16, SK-28).")
    reach = int(terrain.reach(s, p))
    return tr("{who} is beyond Range {reach}, or out of sight (SK-38 to SK-43).", who=name, reach=reach)


def _any_time(s: State, verb: str, k: int, setup: Setup) -> str:
    p = k if s.seat == Side.MCS else int(terrain.boss(s))
    if s.seat == Side.CPU and (k > 0 or p < 0):
        return tr("The CPU can do this for a boss that stands, by the first of these actions (SK-63).")
    if not names.has_process(s, p, setup):
        return plural("There are {n} MC.", "There are {n} MCs.", len(setup.config["mcs"]))
    name, w = names.process(s, p, setup), s.processes[p]
    if not w.is_up:
        return tr("{who} is down (SKA-45).", who=name)
    if verb == "interrupt":
        return _interrupt(s, p, name, setup)
    if verb == "swap" and (p >= MCS or terrain.sheet_of(s, p).loadouts < st.LOADOUTS):
        return tr("{who} has no other loadout (SK-62).", who=name)
    if w.points < st.PRICE:
        return plural(
            "It costs {n} Move point, and {who} has {own} (SK-61 to SK-63).",
            "It costs {n} Move points, and {who} has {own} (SK-61 to SK-63).",
            st.PRICE,
            who=name,
            own=int(w.points),
        )
    if popcount(int(s.hands[interrupts.holder_of(p)].cards)) >= st.HAND:
        return plural(
            "A hand holds {n} card at most (SKE-02).", "A hand holds {n} cards at most (SKE-02).", st.HAND
        )
    return tr("There is no card left to draw (SKA-01).")


def _interrupt(s: State, p: int, name: str, setup: Setup) -> str:
    own = names.interrupt(s, p, setup)
    w = s.processes[p]
    if own is None:
        return tr("{who} has no Interrupt (SKA-36).", who=name)
    if w.meter < st.FULL:
        return plural(
            "{who}'s meter holds {held} of {n} charge (SK-51).",
            "{who}'s meter holds {held} of {n} charges (SK-51).",
            st.FULL,
            who=name,
            held=int(w.meter),
        )
    interrupt = tr(own["name"])
    if own["effect"] == st.Effect.SHOT.label and not interrupts.is_at_count(s, p):
        return tr(
            "{interrupt} takes the place of {who}'s attack, with a Ten or higher (SK-54, SKO-32).",
            interrupt=interrupt,
            who=name,
        )
    if w.laid_n < own["cards"] and interrupts.fitting(s, p) == 0:
        return tr("{who} holds no card that fits {interrupt} (SKO-28).", who=name, interrupt=interrupt)
    return tr("{interrupt} has no target now (SKO-28, SKO-31).", interrupt=interrupt)


def _rest(s: State, verb: str, action: int, setup: Setup) -> str:
    if verb == "hack":
        status = names.status(action - Act.HACK)
        return tr("The target has {status} already (SKO-34).", status=status)
    if verb == "yield":
        return plural(
            "The Team Hand has {n} card (SK-77).",
            "The Team Hand has {n} cards (SK-77).",
            int(s.teams[s.seat].n),
        )
    name = names.process(s, int(s.actor), setup)
    if verb == "bonus":
        k, own = action - Act.BONUS, names.sheet(s, int(s.actor), setup)["bonus"]
        if k >= len(own):
            return plural(
                "{who} has {n} bonus action (SK-30).",
                "{who} has {n} bonus actions (SK-30).",
                len(own),
                who=name,
            )
        bonus = tr(own[k]["name"])
        if s.processes[s.actor].bonus >> k & 1:
            return tr("{bonus} has been used in this round (SK-30).", bonus=bonus)
        return tr("{bonus} helps nobody here (SKO-37).", bonus=bonus)
    if terrain.sheet_of(s, int(s.actor)).interrupt_n < st.LOADOUTS:
        return tr("{who} has no other Interrupt (SK-48).", who=name)
    if s.has_switched:
        return tr("An Interrupt is switched once a turn (SKO-29).")
    return tr("Switching takes a turn opened by a Jack, Queen or King (SK-48, SKA-42).")


assert set(WHEN) == set(TITLES)
