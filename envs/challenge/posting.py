"""What the Table posts: an obstacle or a hazard, and its Difficulty."""

from throwdown.envs.challenge import rounds
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import Event, Phase, Shelf, State
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, kernel, tell


@kernel
def table(s: State) -> int:
    """Return the Table's seat."""
    return rounds.TABLE


@kernel
def obstacles(s: State, out: Out) -> None:
    """Write what the Table may post."""
    legal_templates(s, Shelf.OBSTACLE, out)


@kernel
def legal_templates(s: State, shelf: int, out: Out) -> None:
    """Write the templates of a shelf that the Table may post."""
    for t in range(s.cfg.template_n[shelf]):
        if fits(s, shelf, t, s.points):
            allow(out, Act.TEMPLATE + t)


@kernel
def lowest_of(s: State, shelf: int) -> int:
    """Return the lowest Difficulty of all templates of a shelf."""
    low = 127
    for t in range(s.cfg.template_n[shelf]):
        low = min(low, s.cfg.low[s.cfg.template_band[shelf, t]])
    return low


@kernel
def fits(s: State, shelf: int, template: int, points: int) -> bool:
    """Return whether the Table may post a template with so many points.

    It must pay for the lowest Difficulty; if it can pay for none, those of the lowest band are free (CHO-21).
    """
    low, least = s.cfg.low[s.cfg.template_band[shelf, template]], lowest_of(s, shelf)
    return bool(low <= points if least <= points else low == least)


@kernel
def post(s: State, action: int, out: Out) -> None:
    """Choose the obstacle to post."""
    s.shelf, s.template = Shelf.OBSTACLE, action - Act.TEMPLATE
    ask(s, Phase.DIFFICULTY)


# The Difficulty -----------------------------------------------------------------------------------------------------


@kernel
def offsets(s: State, out: Out) -> None:
    """Write the Difficulties of the chosen template's band that the Table can pay; the free one is the lowest."""
    band = s.cfg.template_band[s.shelf, s.template]
    low, high = s.cfg.low[band], s.cfg.high[band]
    allow(out, Act.OFFSET)
    for k in range(1, high - low + 1):
        if low + k <= s.points:
            allow(out, Act.OFFSET + k)


@kernel
def set_difficulty(s: State, action: int, out: Out) -> None:
    """Post what was chosen at a Difficulty, and pay for it unless it is free (CHE-04)."""
    bill = s.bills[s.bill_n]
    bill.round_no, bill.shelf, bill.template, bill.known = s.round_no, s.shelf, s.template, False
    bill.difficulty = s.cfg.low[s.cfg.template_band[s.shelf, s.template]] + action - Act.OFFSET
    if lowest_of(s, s.shelf) <= s.points:
        s.points -= bill.difficulty
    number = s.bill_n
    s.bill_n += 1
    s.shelf, s.template = NONE, NONE
    if bill.shelf == Shelf.OBSTACLE:
        s.open[s.open_n] = number
        s.open_n += 1
        tell(out, Event.POSTED, rounds.TABLE, amount=bill.template)
        rounds.give_priority(s, out)
        return
    s.hostile -= 1
    s.passes = 0
    s.hazard, s.target = number, number
    tell(out, Event.HAZARD_STRUCK, rounds.TABLE, amount=bill.template)
    rounds.ask_hero(s, Phase.ANSWER, 0, out)
