"""How every decision is put to people."""

from __future__ import annotations

from throwdown.envs.core.decisions import Answer, Describe, Wording, Words
from throwdown.envs.core.kit import FRENCH, NONE, Actions, Description, Setup, tr
from throwdown.envs.fusion.throwdown import actions, assists, drives, state
from throwdown.envs.fusion.throwdown.actions import LAYOUT, Act
from throwdown.envs.fusion.throwdown.decisions import DECISIONS
from throwdown.envs.fusion.throwdown.state import Phase, State
from throwdown.envs.fusion.throwdown.words import describe, notes
from throwdown.envs.fusion.throwdown.words.describe import is_bound, strike_now, top_of
from throwdown.envs.fusion.words import ahead, describe as shared, names, powers, why_not
from throwdown.envs.fusion.words.decisions import CHOICES
from throwdown.envs.fusion.world import book, choices, deal
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH, Choice

DRIVES = (Phase.DRIVE, Phase.ALLY_DRIVE)

# What can, for all that everybody knows, be legal now ----------------------------------------------------------------

_Sorts = dict[Actions, str]
_ASSISTS: _Sorts = {
    Act.TECH: tr("a Tech"),
    Act.ROBO_TECH: tr("a Robo Tech"),
    Act.GEAR: tr("Gear"),
    Act.SACRIFICE: tr("Gear"),
    Act.SUMMON: tr("her Robo"),
    Act.CHARGE: tr("a Charge Tech"),
    Act.RUMBLE_TECH: tr("her Rumble Tech"),
    Act.BOON: tr("the Location"),
}
_COACH_ASSISTS: _Sorts = {
    choices.Act.WAVE: tr("a Wave"),
    choices.Act.STORM: tr("a Storm"),
    choices.Act.OMEN: tr("an Omen"),
}
"""The name of what is used."""


def _assist(s: State, setup: Setup) -> str:
    word = why_not.plain_rule(assists.assist_word)(s, int(s.seat), True, why_not.rule_out(setup))
    return _or_pass(Act.TECH, int(word), _ASSISTS)


def _coach_assist(s: State, setup: Setup) -> str:
    word = why_not.plain_rule(assists.coach_word)(s, True, why_not.rule_out(setup))
    return _or_pass(choices.Act.WAVE, int(word), _COACH_ASSISTS)


def _or_pass(first: Actions, word: int, sorts: _Sorts) -> str:
    """Return the sorts of actions that a word from ``first`` on holds."""
    acts = [LAYOUT.act_of(first + k) for k in range(word.bit_length()) if (word >> k) & 1]
    found = list(dict.fromkeys(sorts[act] for act in acts))
    return tr("Assist with {ways}, or pass", ways=names.either(found))


def _drive(s: State, setup: Setup) -> str:
    """Return the Drives that some hand could make here; whose turn it is, the stage and the Pile are public."""
    rule, seat = why_not.plain_rule, int(s.seat)
    allies = range(1, int(s.cfg.pilots) + 1) if seat != COACH else ()
    ways = (
        (tr("Counter"), True),
        (tr("Block"), rule(drives.can_be_blocked)(s)),
        (tr("Escalate"), rule(drives.can_escalate)(s)),
        (tr("Initiate Rumble"), s.cfg.positions > 0 and rule(drives.can_rumble)(s, seat)),
        (tr("Concede"), True),
        (tr("ask an ally"), any(rule(drives.can_ask)(s, p) for p in allies)),
    )
    return names.either([way for way, is_open in ways if is_open])


def _must_yield(s: State, setup: Setup) -> str:
    """Return why no card can be played."""
    p = int(s.seat)
    must = tr("{who} must Concede", who=setup.people[p])
    if s.phase == Phase.ALLY_DRIVE:
        must = tr("{who} must hand the Drive back", who=setup.people[p])
    if not why_not.plain_rule(deal.playable)(s, p):
        return tr("{must}: there is no card left to play (TS-70).", must=must)
    top, stage, strike = card_name(top_of(s)), int(s.stage), strike_now(s, p)
    if not is_bound(s):
        why = tr("no card beats or Blocks {card}", card=top)
        rule = "TS-58, TS-70"
    else:
        why = tr("no card within Coach's Strike of {strike} beats or Blocks {card}", strike=strike, card=top)
        rule = "TS-14, TS-70"
    if stage in (state.LAST_STAGE, state.STAGES):
        why = tr("{why}, and stage {stage} has no Escalate", why=why, stage=stage)
    return f"{must}: {why} ({rule})."


# What their answers are --------------------------------------------------------------------------------------------


def _refuse(s: State, k: int, setup: Setup) -> Description:
    effect = tr("the next Pilot may answer; if nobody does, your side loses without score or spoils")
    if s.seat == COACH or s.cfg.pilots == 1:
        effect = tr("your side loses without score or spoils")
        return Description(tr("Refuse"), "", "", effect, gives_up=True)
    return Description(tr("Refuse"), "", "", effect)


def _return(s: State, k: int, setup: Setup) -> Description:
    card = FRENCH.names[k]
    if s.at >= len(setup.people):
        return Description(tr("Give"), card, on=card)
    return Description(tr("Return"), card, "", tr("to {who}", who=setup.people[s.at]), on=card)


def _concede(s: State, k: int, setup: Setup) -> Description:
    effect = tr("yields stage {n} and the Throwdown", n=int(s.stage))
    return Description(tr("Concede"), "", "", effect, gives_up=True)


def _position(s: State, k: int, setup: Setup) -> Description:
    a = book.of_position(k)
    if a not in powers.abilities_of(setup):
        return Description(tr("Position"), str(k))
    tech = tr("Rumble Tech {tech}: {effect}", tech=powers.name(a, setup), effect=powers.effect(a, setup))
    return Description(names.position_name(k, setup), "", "", tech)


def _ability(verb: str) -> Answer:
    def describe_ability(s: State, k: int, setup: Setup) -> Description:
        p = int(s.seat)
        return shared.ability_of(s, p, verb, k, setup, NONE if p == COACH else strike_now(s, p))

    return describe_ability


def _rumble_tech(s: State, k: int, setup: Setup) -> Description:
    i = int(s.conflict.position[s.seat])
    a = book.of_position(i)
    if i == NONE or a not in powers.abilities_of(setup):
        return Description(tr("Rumble Tech"))
    then = ahead.ability(s, int(s.seat), a, setup, NONE, charges=1)
    return Description(powers.name(a, setup), "", powers.cost(a, setup), powers.effect(a, setup), then=then)


def _priced(attack: Describe, is_storm: bool) -> Answer:
    """Return what describes a Wave or a Storm with its price."""
    most = book.MAX_STORMS if is_storm else book.MAX_WAVES

    def describe_attack(s: State, k: int, setup: Setup) -> Description:
        found = attack(s, k, setup)
        if not found.effect:
            return found
        return found._replace(
            cost=names.CLASSES[int(why_not.plain_rule(assists.price)(s, k // most, is_storm))]
        )

    return describe_attack


def _spoil(s: State, k: int, setup: Setup) -> Description:
    name = actions.Spoil(k).label
    kind, _, n = (int(x) for x in actions.SPOIL_EFFECT[k])
    return Description(notes.TITLES[name], "", "", notes.NOTES[f"spoil {name}"], then=ahead.team(s, kind, n))


def _threat(verb: str, effect: str) -> Answer:
    """Return what describes a decision about the Threat that is asked about."""
    described = shared.with_thing(verb, names.threat_name, effect)
    return lambda s, k, setup: described(s, int(s.at), setup)


WORDS = Words(
    DECISIONS,
    {
        **CHOICES,
        Choice.OVER: CHOICES[Choice.OVER]._replace(
            ask=tr("the Throwdown is over"),
            help=(
                tr("Nothing is left to decide."),
                tr("The scores of the stages, 1, 2, 4 and so on, decided the Throwdown (TS-16, TS-52)."),
            ),
        ),
        Phase.CHALLENGE: Wording(
            tr("the initiative card"),
            tr("lay an initiative card"),
            (
                tr("Open with a face-down card from your Hand (TS-17)."),
                tr("The higher rank wins initiative; with equal ranks, the higher suit (TS-41)."),
                tr(
                    "A winning card should not be too far above the other card: if a Pilot exceeds her "
                    "Strike, there is Schism (TS-42); if Coach exceeds his, the Pilots' Commander gets a "
                    "card (TS-43)."
                ),
                tr("The player who lays a side's card is its Commander (TS-24)."),
            ),
            tr("No other card is in the Hand (TS-17)."),
        ),
        Phase.ANSWER: Wording(
            tr("the answer to the challenge"),
            tr("answer with an initiative card, or refuse"),
            (
                tr(
                    "Answer with a face-down card and become the Commander of your side (TS-18, TS-24), or "
                    "refuse: then the next Pilot may answer, and if nobody does, your side loses without "
                    "score or spoils (TS-22)."
                ),
            ),
            tr("There is no card in the Hand for an answer (TS-22)."),
            {Act.REFUSE: _refuse},
        ),
        Phase.SUPPORT: Wording(
            tr("whether to support the Commander"),
            tr("support the Commander, or stay out"),
            (
                tr(
                    "Pilots may support the Commander as long as fewer Pilots are involved than Harmony "
                    "allows; the Commander counts (TS-26)."
                ),
                tr("Only involved Pilots can Assist, Drive and swap cards."),
            ),
            tr("No more Pilots may be involved than Harmony allows (TS-26)."),
            {
                Act.SUPPORT: Description(tr("Support"), "", "", tr("take part and support the Commander")),
                Act.STAY_OUT: Description(tr("Stay out"), "", "", tr("take no part in this Throwdown")),
            },
        ),
        Phase.VOTE: Wording(
            tr("the vote on the Commander"),
            tr("vote whether the Commander fights for herself or for the team"),
            (
                tr(
                    "If the Commander fights for the team, she draws as many cards as her Synch; if she "
                    "fights for herself, as many as her Solo (TS-29, TS-33)."
                ),
                tr("Coach breaks a tie."),
            ),
            tr("There is nothing to vote on (TS-29)."),
            {
                Act.VOTE_SELF: Description(
                    tr("For herself"), "", "", tr("the Commander draws as many cards as her Solo")
                ),
                Act.VOTE_TEAM: Description(
                    tr("For the team"), "", "", tr("the Commander draws as many cards as her Synch")
                ),
            },
        ),
        Phase.GIVE: Wording(
            tr("the cards for the Commander"),
            tr("give the Commander cards, or be done"),
            (
                tr(
                    "Give the Commander any number of your cards (TS-34); she returns the same number of "
                    "cards of her choice (TS-35)."
                ),
            ),
            tr("There is no card in the Hand to give (TS-34)."),
            {Act.GIVE: shared.with_card(tr("Give"))},
        ),
        Phase.RETURN: Wording(
            tr("the card to return"),
            tr("return a card to whoever gave it"),
            (tr("Return to each giver as many cards as she gave; they need not be the same cards (TS-35)."),),
            tr("No other card is left to return (TS-35)."),
            {Act.GIVE: _return},
        ),
        Phase.RELAY: Wording(
            tr("the new initiative card"),
            tr("lay a new initiative card after the tie"),
            (
                tr(
                    "Both cards were the same and are discarded; the same Commanders lay new ones (TS-44, "
                    "C-78, C-151)."
                ),
            ),
            tr("No other card is in the Hand (TS-44)."),
        ),
        Phase.ASSIST: Wording(
            tr("the Assist"),
            _assist,
            (
                tr(
                    "Each Pilot may Assist once before the Drive (TS-48, TS-76): a Tech, a basic Charge "
                    "Tech, Gear to activate or sacrifice, Summoning her Robo, a boon of the Location; in a "
                    "Rumble a Robo Tech or her Position's Rumble Tech (TS-79 to TS-87, TS-96)."
                ),
                tr("A Pilot whose sheet says so may use several Techs (SY-35)."),
            ),
            tr("Nothing can be used now: everything is used up or cannot be paid for (TS-48, TS-76)."),
            {
                Act.TECH: _ability("tech"),
                Act.ROBO_TECH: _ability("robo-tech"),
                Act.GEAR: _ability("gear"),
                Act.SACRIFICE: _ability("sacrifice"),
                Act.SUMMON: _ability("summon"),
                Act.CHARGE: _ability("charge"),
                Act.BOON: _ability("boon"),
                Act.RUMBLE_TECH: _rumble_tech,
            },
        ),
        Phase.COACH_ASSIST: Wording(
            tr("the Assist"),
            _coach_assist,
            (
                tr(
                    "A Wave costs a face card or an Ace, a Storm an Ace; each Threat may use one of them a "
                    "turn (TS-82, TS-83)."
                ),
                tr(
                    "In a Rumble any card pays for the Monster's Wave, and a face card or an Ace for its "
                    "Storm (TS-84)."
                ),
                tr(
                    "An Active Omen may be Spent for an Escalation Event; each Event happens once a "
                    "scenario (SY-29)."
                ),
            ),
            tr("No Wave or Storm can be paid for, and no Omen can be Spent (TS-82, SY-29)."),
            {choices.Act.WAVE: _priced(shared.wave, False), choices.Act.STORM: _priced(shared.storm, True)},
        ),
        Phase.DRIVE: Wording(
            tr("the Drive"),
            _drive,
            (
                tr("Make one Drive, which ends the turn (TS-56)."),
                tr(
                    "Counter: a card of a higher rank than the top card; only a Two beats an Ace (TS-58, "
                    "CD-15)."
                ),
                tr(
                    "Block: a card of the same rank and no lower suit. Both cards are discarded, your "
                    "side's card beneath leads again, and a blocked Escalate is undone (TS-60, TS-61)."
                ),
                tr(
                    "Escalate: yield this stage's points and open the next stage with any card; not "
                    "possible in stages 3 and 7 (TS-64, TS-66)."
                ),
                tr(
                    "Initiate Rumble: like Escalate, but it opens stage 4, with the Final Form; all Piles "
                    "are discarded (TS-71)."
                ),
                tr("Concede: yield the stage and the Throwdown (TS-68)."),
                tr("The Commander may ask each ally once to Drive instead (C-91)."),
                tr(
                    "The difference between a card and the top card is compared with the Strike of the "
                    "player who lays it; in a Rumble, the Pilots' Strike is Harmony. A Pilot gains a Charge "
                    "with a difference of exactly 1, and causes Schism by the number of the stage beyond "
                    "her Strike; Coach may not exceed his (TS-07 to TS-14, TS-92, TS-95)."
                ),
            ),
            _must_yield,
            {Act.CONCEDE: _concede, Act.ASK: shared.with_person(tr("Ask"), tr("to Drive instead"))},
        ),
        Phase.ALLY_DRIVE: Wording(
            tr("the Drive for the Commander"),
            tr("Drive for the Commander, or hand the Drive back"),
            (
                tr(
                    "Counter, Block, Escalate or Initiate Rumble with your own Hand and Strike (TS-57, "
                    "C-92), or hand the Drive back."
                ),
                tr("Only the Commander can Concede (C-153)."),
            ),
            _must_yield,
            {Act.HAND_BACK: Description(tr("Hand back"), "", "", tr("leave the Drive to the Commander"))},
        ),
        Phase.POSITION: Wording(
            tr("the Position in the Final Form"),
            tr("take a Position in the Final Form"),
            (
                tr(
                    "Every Pilot whose Robo has Endurance joins the Final Form in a Position of her own, and "
                    "somebody must be the Head (TS-99)."
                ),
                tr(
                    "The Head draws cards and assigns damage; if she falls, so does the whole Form (TS-93, "
                    "TS-131). Each Position has its Rumble Tech (TS-80)."
                ),
            ),
            tr("No other Position is free (TS-99)."),
            {Act.POSITION: _position},
        ),
        Phase.SHARE: Wording(
            tr("the cards to share"),
            tr("share the cards drawn as the Head, or be done"),
            (
                tr(
                    "The Head drew as many cards as Harmony says and may hand any of them to her teammates "
                    "in the Form (TS-100)."
                ),
            ),
            tr("No card is left to share (TS-100)."),
            {Act.GIVE: shared.with_card(tr("Share"))},
        ),
        Phase.SHARE_TO: Wording(
            tr("the teammate who gets the card"),
            tr("choose the teammate who gets the card"),
            (tr("A teammate in the Final Form gets the card; only the two of you see it (TS-100)."),),
            tr("Nobody else is in the Final Form (TS-100)."),
        ),
        Phase.SPOIL: Wording(
            tr("the spoil"),
            tr("take a spoil, or none"),
            (
                tr(
                    "The winner takes a Basic Spoil per stage, also an Ultimate Spoil if the loser has no "
                    "points, and two more with all 127 points (TS-106 to TS-108). A loser with more than "
                    "half the winner's points takes one Basic Spoil (TS-110)."
                ),
                tr(
                    "The same spoil may be taken again (TS-111); only spoils that would change something "
                    "are offered."
                ),
            ),
            tr("No spoil would change anything (C-136)."),
            {
                Act.SPOIL: _spoil,
                Act.SPOIL_NONE: Description(notes.TITLES["none"], "", "", notes.NOTES["spoil none"]),
            },
        ),
        Phase.DISCARD: Wording(
            tr("the cards to discard"),
            tr("discard down to the Hand Max"),
            (
                tr(
                    "Everybody with more cards than the Hand Max discards down to it; then everybody draws "
                    "up to it (TS-128)."
                ),
            ),
            tr("No other card is in the Hand (TS-128)."),
        ),
        Phase.THREATS: Wording(
            tr("whether the Threat takes part"),
            lambda s, setup: tr(
                "decide whether {threat} takes part", threat=names.threat_name(int(s.at), setup)
            ),
            (
                tr("Coach chooses which Threats in play take part, at least one."),
                tr(
                    "A Threat that takes part brings the cards invested in it and its Waves and Storms, and "
                    "counts for Coach's Strike: the highest Rating, and 1 for each other Threat (TS-37, "
                    "TS-38)."
                ),
                tr(
                    "A Threat that is left out cannot be hurt individually, but Coach is routed when all "
                    "that take part have fallen (TS-132)."
                ),
                tr("Nobody else learns of the choice before the initiative cards are turned up."),
            ),
            tr("At least one Threat takes part (TS-37)."),
            {
                Act.INVOLVE: _threat(tr("Involve"), tr("it takes part")),
                Act.LEAVE_OUT: _threat(
                    tr("Leave out"),
                    tr("its cards, Strike, Waves and Storms cannot be used; it is hard to hurt"),
                ),
            },
        ),
        Phase.BOARD: Wording(
            tr("whether to bring the Robo"),
            tr("bring the Robo for a point of Pit Crew, or go without it"),
            (
                tr(
                    "A Robo that is here from the start takes part for a point of Pit Crew. Without it you "
                    "have no Robo Techs, but in a Rumble you still take a Position."
                ),
                tr("The Robo cannot be Summoned later (TS-31, TS-32)."),
            ),
            tr("There is no other answer (TS-31)."),
            {
                Act.BOARD: Description(tr("Board the Robo"), "", tr("1 Pit Crew"), tr("it takes part")),
                Act.ON_FOOT: Description(
                    tr("Go on foot"), "", "", tr("the Robo stays out of this Throwdown")
                ),
            },
        ),
    },
    describe.SHARED,
)
