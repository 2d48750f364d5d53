"""The Throwdown heuristic's ratings of cards: Counters, Blocks, Escalates, Rumbles, initiative, gifts."""

from throwdown.agents.heuristics import throwdown_view
from throwdown.agents.heuristics.throwdown_view import Look, Rules, Weight
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Floats, Ints, kernel
from throwdown.envs.fusion.throwdown import state as st
from throwdown.envs.fusion.throwdown.actions import PLAYS, Act
from throwdown.envs.fusion.throwdown.obs import Pilot, Seen
from throwdown.envs.fusion.world.order import BEATS, BLOCKS, DIFFERENCE, OPEN_DIFFERENCE, VALUE

CONCEDING = -0.5
"""The minimum rating of an action for a side to go on."""
REACHES = 6
"""Number of examined amounts of additional Strike, including 0."""


@kernel
def stands(v: Look, rules: Rules, row: Ints, c: int, unseen: Ints, w: Floats) -> float:
    """Estimate the chance that the other side has no answer to a card on top."""
    if v.theirs == 0:
        return 1.0
    answers, open_answer = 0.0, 0.0
    for x in range(FACES):
        on_table = Seen.of(row).team.table[x] == -1
        if unseen[x] == 0 and not on_table:
            continue
        share = 0.0
        if (BEATS[rules.order, c >> 2] >> x) & 1:
            near = DIFFERENCE[rules.order, x >> 2, c >> 2] <= v.reach
            # Coach cannot leave his Strike Range; a Pilot can, but it costs her.
            share = 1.0 if near else (float(w[Weight.STRETCH, v.side]) if v.side == 0 else 0.0)
        elif (BLOCKS[rules.strict_block, c] >> x) & 1:
            share = 1.0
        answers += share * unseen[x]
        open_answer = max(open_answer, share if on_table else 0.0)
    hidden = (1.0 - min(1.0, answers / max(1, unseen[FACES]))) ** v.theirs
    return float(hidden * (1.0 - open_answer))


@kernel
def form_endurance(row: Ints, slots: int) -> int:
    """Return the Endurance of the whole Final Form."""
    n = 0
    for p in range(slots):
        if Pilot.of(row, p).involved and not Pilot.of(row, p).ejected:
            n += Pilot.of(row, p).outfit.endurance
    return n


@kernel
def harm(v: Look, rules: Rules, row: Ints, stage: int, w: Floats) -> float:
    """Return a Dissonant play's cost to a Pilot by stage: below Red it is Trauma for all, which may rout the Pilot."""
    per_point = float(w[Weight.DISSONANT, v.side])
    if stage > st.LAST_STAGE:
        points = stage - st.LAST_STAGE
        left = form_endurance(row, rules.slots) - points
        return per_point * points + (1.0 if left <= 0 else 0.1 if left <= 2 else 0.0)
    beyond = max(0, stage - (v.harmony - 1))
    risk = 0.0
    if rules.rout == 1 and beyond >= throwdown_view.slack(Pilot.of(row, v.boss)):
        risk = 1.0
    return per_point * (stage + beyond) + risk


@kernel
def rate_range(v: Look, rules: Rules, row: Ints, gap: int, more: int, stage: int, w: Floats) -> float:
    """Rate the effect of the Strike check on a Pilot's play, with ``more`` points of Strike."""
    if v.side == 0:
        return 0.0
    if gap > v.strike + more:
        return -harm(v, rules, row, stage, w)
    if gap == 1 and Pilot.of(row, v.me).gauges.charges < Pilot.of(row, v.me).gauges.charge_max:
        return float(w[Weight.RESONANT, v.side])
    return 0.0


@kernel
def opening_gap(v: Look, rules: Rules, c: int) -> int:
    """Return the Strike difference of a card that opens a stage."""
    if rules.reference == 0:
        return int(OPEN_DIFFERENCE[rules.order, c >> 2, v.top >> 2])
    return int(VALUE[rules.order, c >> 2]) if rules.reference == 1 else 0


@kernel
def gap_of(v: Look, rules: Rules, act: int, c: int) -> int:
    """Return the Strike difference of a play; a Block has none."""
    if act == Act.COUNTER:
        return int(DIFFERENCE[rules.order, c >> 2, v.top >> 2])
    return 0 if act == Act.BLOCK else opening_gap(v, rules, c)


@kernel
def stage_of(v: Look, act: int) -> int:
    """Return the stage of a play."""
    if act == Act.RUMBLE:
        return int(st.RUMBLE_STAGE)
    return v.stage + 1 if act == Act.ESCALATE else v.stage


@kernel
def rumble_base(v: Look, row: Ints, w: Floats) -> float:
    """Rate a Rumble by the cards drawn: Harmony for the Head; the Crisis tier or a card per Threat for Coach."""
    coach = Seen.of(row).team.crisis if v.giant == 1 else v.threats
    more = (v.harmony - coach) * (1 if v.side == 1 else -1)
    return float(w[Weight.RUMBLING, v.side] + w[Weight.RUMBLE_CARDS, v.side] * more)


@kernel
def rate_card_alone(v: Look, rules: Rules, row: Ints, act: int, c: int, unseen: Ints, w: Floats) -> float:
    """Rate a Counter, Block, Escalate or Rumble without its Strike check."""
    seen = Seen.of(row)
    k = v.side
    rating = -float(w[Weight.KEEP, k]) * throwdown_view.keep(c) * (0.6 if seen.team.table[c] == 1 else 1.0)
    if act == Act.BLOCK:
        undoes = seen.top_opener == st.Opening.ESCALATE
        return rating + float(w[Weight.BLOCKING, k] + (w[Weight.NEGATING, k] if undoes else 0.0))
    tier = throwdown_view.tier_of(stage_of(v, act))
    worth = float(w[Weight.STANDS_1 + tier - 1, k])
    if tier == st.LAST_STAGE and v.escape == 1:
        worth *= float(w[Weight.WAY_OUT, k])
    rating += worth * stands(v, rules, row, c, unseen, w)
    if act == Act.COUNTER:
        return rating + float(w[Weight.PLAY, k])
    if act == Act.RUMBLE:
        return rating + rumble_base(v, row, w)
    lead = v.ours / max(1.0, float(v.ours + v.theirs)) - 0.5
    return rating + float(
        w[Weight.ESCALATE_3 if tier == st.LAST_STAGE else Weight.ESCALATE_2, k] + w[Weight.LEADING, k] * lead
    )


@kernel
def rate_play(v: Look, rules: Rules, row: Ints, act: int, c: int, unseen: Ints, w: Floats) -> float:
    """Rate a Counter, Block, Escalate or Rumble."""
    alone = rate_card_alone(v, rules, row, act, c, unseen, w)
    return alone + rate_range(v, rules, row, gap_of(v, rules, act, c), 0, stage_of(v, act), w)


@kernel
def is_open(v: Look, rules: Rules, row: Ints, act: int, c: int) -> bool:
    """Return whether a card in hand or on the table could be played so, whatever the Strike."""
    if act == Act.COUNTER:
        return bool((BEATS[rules.order, v.top >> 2] >> c) & 1)
    if act == Act.BLOCK:
        opener = Seen.of(row).top_opener
        is_open = opener != st.Opening.INITIATIVE and opener != st.Opening.RUMBLE
        return is_open and bool((BLOCKS[rules.strict_block, v.top] >> c) & 1)
    if act == Act.ESCALATE:
        return v.tier != st.LAST_STAGE
    is_soon = v.stage == st.LAST_STAGE or rules.rumble_from == 1
    return is_soon and throwdown_view.may_rumble(row, rules, v.side, v.stage, v.rumble)


@kernel
def rate_reaches(v: Look, rules: Rules, row: Ints, unseen: Ints, w: Floats, best: Floats) -> None:
    """Write the rating of the best Drive with 0, 1, 2 … more points of Strike."""
    seen = Seen.of(row)
    for n in range(REACHES):
        best[n] = CONCEDING
    if v.top == NONE or seen.top_mine:
        return
    for c in range(FACES):
        if seen.head.hand[c] <= 0 and seen.team.table[c] != 1:
            continue
        for act in PLAYS:
            if not is_open(v, rules, row, act, c):
                continue
            alone = rate_card_alone(v, rules, row, act, c, unseen, w)
            gap = gap_of(v, rules, act, c)
            for n in range(REACHES):
                if v.free == 1 or gap <= v.strike + n:
                    checked = alone + rate_range(v, rules, row, gap, n, stage_of(v, act), w)
                    best[n] = max(best[n], checked)


@kernel
def rate_initiative(v: Look, rules: Rules, c: int, w: Floats) -> float:
    """Rate an initiative card by its distance from the best number."""
    return -abs(
        float(VALUE[rules.order, c >> 2] - w[Weight.BEST_OPENING, v.side])
    ) - 0.05 * throwdown_view.keep(c)


@kernel
def rate_given(v: Look, row: Ints, c: int, w: Floats) -> float:
    """Rate a card that changes hands: one strong card goes to the Commander, weak ones return or are shared."""
    if v.phase == st.Phase.RETURN:
        return -throwdown_view.keep(c)
    if v.phase == st.Phase.SHARE:  # all of the Form may be asked anyhow: she evens the hands out a little
        return 0.2 - throwdown_view.keep(c) if v.mine > 2 * (v.ours - v.mine) else -1.0
    return (
        throwdown_view.keep(c) - float(w[Weight.GIVING, v.side])
        if Pilot.of(row, v.me).given == 0 and v.mine > 1
        else -1.0
    )


@kernel
def rate_card(v: Look, rules: Rules, row: Ints, act: int, c: int, unseen: Ints, w: Floats) -> float:
    """Rate an action that names a card."""
    if act == Act.INITIATIVE:
        return rate_initiative(v, rules, c, w)
    if act == Act.GIVE:
        return rate_given(v, row, c, w)
    return rate_play(v, rules, row, act, c, unseen, w)
