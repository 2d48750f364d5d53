"""What may be looked up: the words of the rules, and the `entries` of what scenarios and the library define."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.kit import Entry, Setup, plural, tr
from throwdown.envs.fusion.words import entries, names

WORDS = {
    tr("Ace"): tr(
        "Beats every other card and counts 11; only a Two beats it, and the Ace then counts 1 (CD-15 to "
        "CD-17)."
    ),
    tr("Assist"): tr(
        "What may be done before the Drive: a Tech, Gear, the Robo, a boon; of Coach a Wave, a Storm, an "
        "Omen. Each Pilot Assists once a turn (TS-48, TS-76, TS-77)."
    ),
    tr("Beat-Back"): tr(
        "Pile edition: a card of the top card's rank and no lower suit; both go face-down under the Pile, "
        "and what lay beneath leads again (TP-60, TP-61)."
    ),
    tr("Block"): tr(
        "Discard the top card of the Pile together with a card of the same rank and no lower suit; your "
        "side's card before it leads again. A Blocked Escalate is undone (TS-60, TS-61)."
    ),
    tr("Boon"): tr(
        "What a Location offers to Pilots until it is Razed; it commonly costs time, Tarry (SY-15, SY-16)."
    ),
    tr("Buffer"): tr(
        "A token that prevents one point of damage when it is spent. Pilots and Threats have a few; "
        "Fortify brings them back (ME-23, ME-71, SY-25)."
    ),
    tr("Burn"): tr("The whole Hand is discarded (ME-15)."),
    tr("Charge"): tr(
        "What Techs are paid with; each Pilot has a gauge of them. A Resonant play, a Joker and Chargeup "
        "fill it, a Purge empties it (ME-17, TS-09, SY-24)."
    ),
    tr("Chargeup"): tr("Adds Charges to a Pilot's gauge; what does not fit is lost (ME-17, ME-18)."),
    tr("Coach"): tr(
        "Who plays the opposition: all Threats together. His Strike is a hard limit, and comes from their "
        "Ratings (TS-14, SY-26)."
    ),
    tr("Commander"): tr(
        "Whoever laid a side's initiative card. She Drives, draws the bonus cards, and alone can Concede "
        "(TS-24, TS-25)."
    ),
    tr("Commitment"): tr(
        "A Pilot's four values: Steel, Flesh, Synch and Solo. Trauma lowers them, Recover raises them "
        "again; with all of them at 0 she is in Crisis (ME-31, ME-66, ME-68)."
    ),
    tr("Concede"): tr(
        "Give up the stage and the Throwdown: the other side scores the stage and wins. Whoever can do "
        "nothing else must (TS-68, TS-70)."
    ),
    tr("Counter"): tr("Lay a card of a higher rank than the top card of the Pile (TS-58)."),
    tr("Crisis"): tr(
        "The tier says how bad things are; it rises with Spent Omens and opens Coach's way into a Rumble "
        "(SY-31). A Pilot whose Commitments are all 0 is in a Crisis of her own, which lowers their "
        "maxima (ME-68, SY-32)."
    ),
    tr("Disfavor"): tr(
        "A Strike against a Faction; a point of the Fan Club prevents it, and the third ends the Faction "
        "(ME-50 to ME-52)."
    ),
    tr("Dissonant"): tr(
        "A play that lies further above the top card than one's Strike. It counts, but the team suffers "
        "Schism by the number of the stage; Coach may not do it at all (TS-10, TS-11, TS-14)."
    ),
    tr("Drive"): tr(
        "What ends a side's turn: Counter, Block, Escalate, Initiate Rumble or Concede (TS-48, TS-56)."
    ),
    tr("Endurance"): tr(
        "What a Robo has instead of Commitments. At 0 its Pilot is out of the Rumble (TS-93, TS-94)."
    ),
    tr("Escalate"): tr(
        "Let the other side score the present stage and open the next one with a card of yours (TS-64)."
    ),
    tr("Escalation Event"): tr(
        "What the scenario holds ready for Coach: one happens for every Omen that he Spends (SY-29)."
    ),
    tr("Faction"): tr(
        "An outside power. The top card of its stack, face-up, is its side's to play; Favor adds cards, "
        "three Strikes end it (SY-01, SY-03, SY-04)."
    ),
    tr("Fan Club"): tr("A Resource: a point prevents a Strike against a Faction (SY-19)."),
    tr("Favor"): tr(
        "A card of the Hand goes to a Faction's stack, or a Strike is taken off it (ME-20, ME-21)."
    ),
    tr("Final Form"): tr(
        "What the Pilots' Robos become in a Rumble: each takes a Position, one is the Head. It has "
        "Buffers, Charges and a Strike of its own, by Harmony (TS-89, TS-90, TS-95, TS-99)."
    ),
    tr("Flesh"): tr("A Commitment: her Strike in a Throwdown that Coach began."),
    tr("Fold"): tr("Pile edition: leave the Throwdown for good (TP-64)."),
    tr("Fortify"): tr("A spent Buffer returns (ME-23)."),
    tr("FUSION!"): tr(
        "Pile edition: Pilots join into a Lesser Fusion, which shares Hands, Charges and Techs, or break "
        "it (TP-77 to TP-79)."
    ),
    tr("Gambit"): tr(
        "A conflict of two cards: Coach lays the Threshold, the Pilot a card against it (GA-03)."
    ),
    tr("Gear"): tr(
        "Things that a Pilot carries. A piece is activated, once a conflict, or sacrificed for good "
        "(TS-87, SY-06)."
    ),
    tr("Hand Max"): tr(
        "How many cards somebody holds after a conflict: more are discarded, fewer are drawn (TS-128)."
    ),
    tr("Harmony"): tr(
        "How well the team holds together, 1 Red to 7 Violet. It is how many Pilots may be involved, and "
        "the Final Form's Strike, Buffers and draw. Schism lowers it, Rally raises it; in Red, Schism "
        "hurts everybody instead (ME-25, ME-61 to ME-63, SY-20, SY-21)."
    ),
    tr("Head"): tr(
        "The Position that leads the Final Form: she draws, assigns its damage, and falls with it (TS-93, "
        "TS-99)."
    ),
    tr("Initiative"): tr(
        "Both sides lay a card face-down; the higher one, by rank, then suit, opens stage 1, and the "
        "other side takes the first turn (TS-41, TS-47)."
    ),
    tr("Invoke"): tr("Pile edition: take a Faction's face-up card into the Hand (TP-80)."),
    tr("Joker"): tr(
        "Comes out of the deck as an Active Omen when it reaches the top; every Pilot then gains a Charge "
        "(CD-24 to CD-26)."
    ),
    tr("Lesson"): tr("What a Pilot may record after a Gambit (SY-36)."),
    tr("Location"): tr(
        "Where it happens: Standing, Damaged or Razed. It offers boons; Ruin wears it down, Rebuild mends "
        "it (SY-15, SY-16)."
    ),
    tr("Monster"): tr(
        "A Big Giant Monster: a Threat that in a Rumble makes Waves and Storms cheaper, and Coach's "
        "Escalates ruin the Location (TS-84, TS-97)."
    ),
    tr("Omen"): tr(
        "A Joker that has surfaced. Coach Spends an Active Omen for an Escalation Event; four Spent ones "
        "go back into the deck (SY-28 to SY-30)."
    ),
    tr("Payload"): tr(
        "Pile edition: the damage that has been collected for a side, which lands at the end (ME-47, TP-91)."
    ),
    tr("Pile"): tr("The cards that have been played in a stage; the top one is to be beaten (TS-58)."),
    tr("Pilot"): tr("One of the heroes, with a playbook of her own."),
    tr("Pit Crew"): tr("A Resource: a point brings a Robo in (SY-18, TS-85)."),
    tr("Position"): tr("A place in the Final Form, with a Rumble Tech (TS-80, TS-99)."),
    tr("Purge"): tr("A Pilot loses all Charges; a Buffer prevents it (ME-54, ME-55)."),
    tr("Push"): tr("Pile edition: lay a card that beats the top one, whoever laid that (TP-71, TP-73)."),
    tr("Rally"): tr("Harmony rises; at 7 every Pilot gains a Charge instead (ME-25, ME-26)."),
    tr("Rating"): tr(
        "How strong a Threat is: its health, and what Coach's Strike and draws come from (SY-26)."
    ),
    tr("Rebuild"): tr("A Damaged Location stands again (ME-28)."),
    tr("Recharge"): tr("Pile edition: discard a card for Charges by its suit (TP-82)."),
    tr("Recover"): tr("A lowered Commitment, or a Threat's Rating, rises (ME-31)."),
    tr("Replenish"): tr("A Resource of the team rises (ME-34)."),
    tr("Resonant"): tr(
        "A play exactly 1 above the top card and within Strike: it gives the Pilot a Charge (TS-08, TS-09)."
    ),
    tr("Resource"): tr(
        "What the team shares and spends by points, such as the Pit Crew and the Fan Club (SY-17)."
    ),
    tr("Rider Bonus"): tr("What a Summoned Robo adds to its Pilot's Strike (SY-10, TS-85)."),
    tr("Robo"): tr(
        "A Pilot's machine. It may have to be Summoned, has Techs and Endurance, and joins the Final Form "
        "(SY-09, SY-10)."
    ),
    tr("Ruin"): tr("The Location goes down a step, from Standing to Damaged to Razed (ME-57, ME-58)."),
    tr("Rumble"): tr(
        "Up to four more stages in which the Pilots' Robos fight as the Final Form (TS-71, TS-88)."
    ),
    tr("Rumble Tech"): tr(
        "What a Position can do once a Rumble, for a Charge of the Final Form (TS-80, TS-81)."
    ),
    tr("Rout"): tr(
        "A Pilots' Commander with a Commitment at 0 is out of the conflict: her side must Concede (TS-129)."
    ),
    tr("Sacrifice"): tr("Destroy a piece of Gear for its stronger effect (TS-87)."),
    tr("Schism"): tr(
        "Harmony falls by a point; a Buffer of the Pilot who caused it prevents that. In a Rumble it "
        "harms Robos (ME-61, ME-64, ME-73, TS-92)."
    ),
    tr("Solo"): tr("A Commitment: how many cards the Commander draws when she fights for herself (TS-33)."),
    tr("Specialty"): tr(
        "A kind of help that a Pilot is best at; a Gambit in which it counts has a second consequence "
        "(GA-27)."
    ),
    tr("Spoil"): tr(
        "What is taken after a Throwdown: the winner one per stage, a loser with more than half the "
        "points one (TS-106 to TS-110)."
    ),
    tr("Stage"): tr(
        "A round of a Throwdown with a Pile of its own. The stages are worth 1, 2 and 4 points, those of "
        "a Rumble 8 to 64 (TS-52)."
    ),
    tr("Stakes"): tr("What a challenge is about (TP-19, TP-90)."),
    tr("Steel"): tr("A Commitment: her Strike in a Throwdown that the Pilots began."),
    tr("Storm"): tr("The strongest thing a Threat can do; it costs Coach an Ace (TS-82)."),
    tr("Strife"): tr("The older word for Schism: Harmony falls (ME-61, ME-73)."),
    tr("Strike"): tr(
        "How far a card may safely lie above the one it beats. Coach may never exceed his (TS-05 to "
        "TS-07, TS-14). A Strike against a Faction is something else: see Disfavor."
    ),
    tr("Summon"): tr(
        "Bring a Robo in for a point of Pit Crew: its Summon Effect fires, its Rider Bonus counts (TS-85)."
    ),
    tr("Synch"): tr("A Commitment: how many cards the Commander draws when she fights for the team (TS-33)."),
    tr("Tarry"): tr(
        "Time is lost: as many cards as there are Active Omens go from the deck to the Trash (ME-39)."
    ),
    tr("Tech"): tr("Something that a Pilot can do, for Charges or cards (TS-79)."),
    tr("Threat"): tr("What the Pilots are up against. At Rating 0 it is defeated (ME-69, ME-70)."),
    tr("Threshold"): tr("The hidden card that a Pilot has to exceed in a Gambit (GA-07, GA-12)."),
    tr("Throwdown"): tr("A conflict of two sides that lay cards against each other until one Concedes."),
    tr("Trash"): tr(
        "Where discarded cards lie, face-up; it becomes the deck again when that runs out (OP-01, OP-15)."
    ),
    tr("Trauma"): tr(
        "Lowers a Pilot's Commitment, a Threat's Rating, or in a Rumble a Robo's Endurance (ME-66, ME-69, "
        "TS-93)."
    ),
    tr("Wave"): tr("Something that a Threat can do; it costs Coach a face card or an Ace (TS-82)."),
}
"""The words of the rules, in our own words, with the clauses."""


def glossary(setup: Setup | None) -> list[Entry]:
    """Return the words of the rules, and what a setup's scenario (None: the library) defines."""
    words = [Entry(name, tr("word"), text, is_rule=True) for name, text in WORDS.items()]
    return [*words, *(entries.of_library() if setup is None else entries.of_scenario(setup))]


_CASTS: Mapping[str, Callable[[int, str], str]] = {
    "pilots": lambda n, found: plural("Pilot {names}", "Pilots {names}", n, names=found),
    "threats": lambda n, found: plural("Threat {names}", "Threats {names}", n, names=found),
    "factions": lambda n, found: plural("Faction {names}", "Factions {names}", n, names=found),
}
"""The lists of a scenario, as a summary tells them."""


def summary(setup: Setup) -> str:
    """Return what a scenario is made of: ``Pilots Red and Blue; Threats Tide; Harmony 4 Green``."""
    config, parts = setup.config, []
    for word, told in _CASTS.items():
        found = [tr(str(sheet["name"])) for sheet in config.get(word, ())]
        if found:
            parts.append(told(len(found), tr(", ").join(found)))
    if config.get("location"):
        parts.append(tr("Location {name}", name=names.location_name(setup)))
    harmony = int(config["harmony"])
    parts.append(tr("Harmony {n} {colour}", n=harmony, colour=names.HARMONY_NAMES[harmony]))
    return tr("; ").join(parts)
