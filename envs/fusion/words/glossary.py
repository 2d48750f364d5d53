"""What may be looked up: the words of the rules, and the `entries` of what scenarios and the library define."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.kit import Entry, Setup, plural, tr
from throwdown.envs.fusion.words import entries, names

WORDS = {
    tr("Ace"): tr(
        "An Ace beats every other card and counts 11; only a Two beats it, and then the Ace counts 1 (CD-15 "
        "to CD-17)."
    ),
    tr("Assist"): tr(
        "An action before the Drive: for a Pilot a Tech, Gear, the Robo or a boon; for Coach a Wave, a "
        "Storm or an Omen. Each Pilot Assists once a turn (TS-48, TS-76, TS-77)."
    ),
    tr("Beat-Back"): tr(
        "Pile edition: to play a card of the top card's rank and no lower suit; both cards go face-down "
        "under the Pile, and the card beneath leads again (TP-60, TP-61)."
    ),
    tr("Block"): tr(
        "To discard the top card of the Pile together with a card of the same rank and no lower suit; your "
        "side's card beneath leads again. A Blocked Escalate is undone (TS-60, TS-61)."
    ),
    tr("Boon"): tr(
        "A benefit that a Location offers to Pilots until it is Razed; it often costs time (Tarry) (SY-15, "
        "SY-16)."
    ),
    tr("Buffer"): tr(
        "A token that prevents one point of damage when it is spent. Pilots and Threats have a few; Fortify "
        "returns spent ones (ME-23, ME-71, SY-25)."
    ),
    tr("Burn"): tr("The player discards the whole Hand (ME-15)."),
    tr("Charge"): tr(
        "Pays for Techs; each Pilot has a gauge of Charges. Resonant plays, Jokers and Chargeup fill it, "
        "and a Purge empties it (ME-17, TS-09, SY-24)."
    ),
    tr("Chargeup"): tr("Adds Charges to a Pilot's gauge; Charges that do not fit are lost (ME-17, ME-18)."),
    tr("Coach"): tr(
        "The player of the opposition, with all its Threats. Coach's Strike is a hard limit, and comes from "
        "their Ratings (TS-14, SY-26)."
    ),
    tr("Commander"): tr(
        "The player who laid a side's initiative card. The Commander Drives, draws the bonus cards, and is "
        "the only one who can Concede (TS-24, TS-25)."
    ),
    tr("Commitment"): tr(
        "One of a Pilot's four values: Steel, Flesh, Synch and Solo. Trauma lowers Commitments and Recover "
        "raises them again; a Pilot with all of them at 0 is in Crisis (ME-31, ME-66, ME-68)."
    ),
    tr("Concede"): tr(
        "To give up the stage and the Throwdown: the other side scores the stage and wins. A side that can "
        "do nothing else must Concede (TS-68, TS-70)."
    ),
    tr("Counter"): tr("To play a card of a higher rank than the top card of the Pile (TS-58)."),
    tr("Crisis"): tr(
        "The Crisis tier rises with Spent Omens and lets Coach Initiate Rumble (SY-31). A Pilot whose "
        "Commitments are all 0 is in a Crisis of her own, which lowers their maxima (ME-68, SY-32)."
    ),
    tr("Disfavor"): tr(
        "A Faction takes a Strike; a point of the Fan Club prevents it, and the third Strike ends the "
        "Faction (ME-50 to ME-52)."
    ),
    tr("Dissonant"): tr(
        "A play further above the top card than the player's Strike. It is valid, but the team suffers as "
        "much Schism as the number of the stage; Coach may not play Dissonantly at all (TS-10, TS-11, "
        "TS-14)."
    ),
    tr("Drive"): tr(
        "The action that ends a side's turn: Counter, Block, Escalate, Initiate Rumble or Concede (TS-48, "
        "TS-56)."
    ),
    tr("Endurance"): tr("The health of a Robo. At 0 its Pilot is out of the Rumble (TS-93, TS-94)."),
    tr("Escalate"): tr(
        "To let the other side score the present stage and open the next one with a card of your own (TS-64)."
    ),
    tr("Escalation Event"): tr(
        "An event that the scenario prepares for Coach: one happens for every Omen that he Spends (SY-29)."
    ),
    tr("Faction"): tr(
        "An outside power. Its side may play the top card of its stack, which is face-up; Favor adds cards, "
        "and three Strikes end it (SY-01, SY-03, SY-04)."
    ),
    tr("Fan Club"): tr("A Resource: a point prevents a Strike against a Faction (SY-19)."),
    tr("Favor"): tr("A Faction gets a card from the Hand onto its stack, or loses a Strike (ME-20, ME-21)."),
    tr("Final Form"): tr(
        "The form that the Pilots' Robos take together in a Rumble: each takes a Position, and one is the "
        "Head. It has Buffers, Charges and a Strike of its own, which depend on Harmony (TS-89, TS-90, "
        "TS-95, TS-99)."
    ),
    tr("Flesh"): tr("A Commitment: the Pilot's Strike in a Throwdown that Coach began."),
    tr("Fold"): tr("Pile edition: to leave the Throwdown for good (TP-64)."),
    tr("Fortify"): tr("A spent Buffer returns (ME-23)."),
    tr("FUSION!"): tr(
        "Pile edition: Pilots form a Lesser Fusion, which shares Hands, Charges and Techs, or break it "
        "(TP-77 to TP-79)."
    ),
    tr("Gambit"): tr(
        "A conflict of two cards: Coach lays the Threshold, and the Pilot a card against it (GA-03)."
    ),
    tr("Gear"): tr(
        "Equipment that a Pilot carries. A piece can be activated once a conflict, or sacrificed for good "
        "(TS-87, SY-06)."
    ),
    tr("Hand Max"): tr(
        "The number of cards in a Hand after a conflict: a player with more discards, and one with fewer "
        "draws (TS-128)."
    ),
    tr("Harmony"): tr(
        "The unity of the team, from 1 (Red) to 7 (Violet). It limits the number of Pilots involved, and is "
        "the Final Form's Strike, Buffers and draw. Schism lowers it and Rally raises it; in Red, Schism "
        "hurts everybody instead (ME-25, ME-61 to ME-63, SY-20, SY-21)."
    ),
    tr("Head"): tr(
        "The Position that leads the Final Form. Its Pilot draws cards and assigns the damage; if the Head "
        "falls, so does the Form (TS-93, TS-99)."
    ),
    tr("Initiative"): tr(
        "Both sides lay a card face-down; the higher card, by rank and then by suit, opens stage 1, and the "
        "other side takes the first turn (TS-41, TS-47)."
    ),
    tr("Invoke"): tr("Pile edition: to take a Faction's face-up card into the Hand (TP-80)."),
    tr("Joker"): tr(
        "A Joker that reaches the top of the deck becomes an Active Omen, and every Pilot gains a Charge "
        "(CD-24 to CD-26)."
    ),
    tr("Lesson"): tr("A note that a Pilot may record after a Gambit (SY-36)."),
    tr("Location"): tr(
        "The place of the conflict: Standing, Damaged or Razed. It offers boons; Ruin damages it, and "
        "Rebuild restores it (SY-15, SY-16)."
    ),
    tr("Monster"): tr(
        "A Big Giant Monster: a Threat that makes Waves and Storms cheaper in a Rumble, and makes Coach's "
        "Escalates ruin the Location (TS-84, TS-97)."
    ),
    tr("Omen"): tr(
        "A Joker that has surfaced. Coach Spends an Active Omen for an Escalation Event; four Spent Omens "
        "go back into the deck (SY-28 to SY-30)."
    ),
    tr("Payload"): tr(
        "Pile edition: the damage collected for a side, which lands at the end (ME-47, TP-91)."
    ),
    tr("Pile"): tr(
        "The cards that have been played in a stage; the next card must beat the top one (TS-58)."
    ),
    tr("Pilot"): tr("One of the heroes, with a playbook of her own."),
    tr("Pit Crew"): tr("A Resource: a point brings a Robo (SY-18, TS-85)."),
    tr("Position"): tr("A part of the Final Form, with a Rumble Tech (TS-80, TS-99)."),
    tr("Purge"): tr("A Pilot loses all Charges; a Buffer prevents it (ME-54, ME-55)."),
    tr("Push"): tr("Pile edition: to play a card that beats the top card, whoever laid that (TP-71, TP-73)."),
    tr("Rally"): tr("Harmony rises; at 7 every Pilot gains a Charge instead (ME-25, ME-26)."),
    tr("Rating"): tr(
        "The strength and the health of a Threat; Coach's Strike and draws come from it (SY-26)."
    ),
    tr("Rebuild"): tr("A Damaged Location stands again (ME-28)."),
    tr("Recharge"): tr("Pile edition: to discard a card for Charges by its suit (TP-82)."),
    tr("Recover"): tr("A lowered Commitment, or a Threat's Rating, rises (ME-31)."),
    tr("Replenish"): tr("A Resource of the team rises (ME-34)."),
    tr("Resonant"): tr(
        "A play exactly 1 above the top card and within Strike: it gives the Pilot a Charge (TS-08, TS-09)."
    ),
    tr("Resource"): tr(
        "Something that the team shares and spends point by point, such as the Pit Crew and the Fan Club "
        "(SY-17)."
    ),
    tr("Rider Bonus"): tr("The amount that a Summoned Robo adds to its Pilot's Strike (SY-10, TS-85)."),
    tr("Robo"): tr(
        "A Pilot's machine. It may have to be Summoned, has Techs and Endurance, and joins the Final Form "
        "(SY-09, SY-10)."
    ),
    tr("Ruin"): tr("The Location goes down a step, from Standing to Damaged to Razed (ME-57, ME-58)."),
    tr("Rumble"): tr(
        "Up to four more stages in which the Pilots' Robos fight as the Final Form (TS-71, TS-88)."
    ),
    tr("Rumble Tech"): tr(
        "An ability that a Position can use once a Rumble, for a Charge of the Final Form (TS-80, TS-81)."
    ),
    tr("Rout"): tr(
        "The Pilots' Commander has a Commitment at 0 and is out of the conflict: her side must Concede "
        "(TS-129)."
    ),
    tr("Sacrifice"): tr("To destroy a piece of Gear for its stronger effect (TS-87)."),
    tr("Schism"): tr(
        "Harmony falls by a point; a Buffer of the Pilot who caused it can prevent that. In a Rumble Schism "
        "harms Robos instead (ME-61, ME-64, ME-73, TS-92)."
    ),
    tr("Solo"): tr("A Commitment: how many cards the Commander draws when she fights for herself (TS-33)."),
    tr("Specialty"): tr(
        "The kind of help that a Pilot is best at; a Gambit that involves it has a second consequence "
        "(GA-27)."
    ),
    tr("Spoil"): tr(
        "A reward taken after a Throwdown: the winner takes one per stage, and a loser with more than half "
        "the winner's points takes one (TS-106 to TS-110)."
    ),
    tr("Stage"): tr(
        "A round of a Throwdown with a Pile of its own. The stages are worth 1, 2 and 4 points, those of "
        "a Rumble 8 to 64 (TS-52)."
    ),
    tr("Stakes"): tr("The issue of a challenge: what winning achieves (TP-19, TP-90)."),
    tr("Steel"): tr("A Commitment: the Pilot's Strike in a Throwdown that the Pilots began."),
    tr("Storm"): tr("The strongest ability of a Threat; it costs Coach an Ace (TS-82)."),
    tr("Strife"): tr("The older word for Schism: Harmony falls (ME-61, ME-73)."),
    tr("Strike"): tr(
        "The distance by which a card may safely exceed the card that it beats. Coach may never exceed his "
        "Strike (TS-05 to TS-07, TS-14). A Strike against a Faction is something else: see Disfavor."
    ),
    tr("Summon"): tr(
        "To bring a Robo for a point of Pit Crew: its Summon Effect fires, and its Rider Bonus counts "
        "(TS-85)."
    ),
    tr("Synch"): tr("A Commitment: how many cards the Commander draws when she fights for the team (TS-33)."),
    tr("Tarry"): tr(
        "Lost time: as many cards as there are Active Omens go from the deck to the Trash (ME-39)."
    ),
    tr("Tech"): tr("An ability of a Pilot, paid for with Charges or cards (TS-79)."),
    tr("Threat"): tr("An enemy of the Pilots. At Rating 0 it is defeated (ME-69, ME-70)."),
    tr("Threshold"): tr("The hidden card that a Pilot has to exceed in a Gambit (GA-07, GA-12)."),
    tr("Throwdown"): tr("A conflict of two sides that lay cards against each other until one Concedes."),
    tr("Trash"): tr(
        "The face-up discard pile; it becomes the deck again when the deck runs out (OP-01, OP-15)."
    ),
    tr("Trauma"): tr(
        "Lowers a Pilot's Commitment, a Threat's Rating or, in a Rumble, a Robo's Endurance (ME-66, ME-69, "
        "TS-93)."
    ),
    tr("Wave"): tr("An ability of a Threat; it costs Coach a face card or an Ace (TS-82)."),
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
