"""The phases of the Throwdown in words: what each asks for, which actions belong to it, and its rules."""

from __future__ import annotations

from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.words import why_not

TASKS = why_not.TASKS | {
    "over": tr("the Throwdown is over"),
    "challenge": tr("lay an initiative card"),
    "threats": tr("say whether the Threat at hand takes part"),
    "answer": tr("answer with an initiative card, or refuse"),
    "support": tr("support the Commander, or stay out"),
    "vote": tr("judge whether the Commander fights for herself or the team"),
    "board": tr("bring her Robo for a point of Pit Crew, or go without it"),
    "give": tr("give the Commander cards, or be done"),
    "return": tr("return a card to whoever gave it"),
    "relay": tr("lay a new initiative card after the tie"),
    "assist": tr("Assist"),
    "coach-assist": tr("Assist"),
    "drive": tr("Drive"),
    "ally-drive": tr("Drive for the Commander, or hand back"),
    "position": tr("take a Position in the Final Form"),
    "share": tr("share the cards drawn as the Head, or be done"),
    "share-to": tr("choose the teammate who gets the card"),
    "spoil": tr("take a spoil, or none"),
    "discard": tr("discard down to the Hand Max"),
}
"""What each phase asks for; which Assists and Drives there are depends on scenario and stage, see `tasks`."""

NAMES_OF_PHASES = {
    "ally-drive": tr("Drive"),
    "assist": tr("Assist"),
    "coach-assist": tr("Assist"),
    "answer": tr("answer to the challenge"),
    "threats": tr("choice of Threats"),
    "board": tr("choice about her Robo"),
    "relay": tr("new initiative card"),
    "give": tr("gift of cards"),
    "return": tr("return of cards"),
    "position": tr("choice of a Position"),
    "share": tr("sharing of cards"),
    "share-to": tr("sharing of a card"),
    "buffer": tr("choice about a point of damage"),
    "commitment": tr("choice of a Commitment"),
    "recover": tr("choice of a Commitment"),
    "target": tr("choice of a target"),
    "invest": tr("Favor"),
    "discard-one": tr("discard"),
    "fate": tr("choice about a Faction"),
    "endurance": tr("choice of a Robo"),
    "damage": tr("choice of the damage"),
    "pay": tr("payment"),
    "wave": tr("choice of a Wave"),
    "storm": tr("choice of a Storm"),
    "drive": tr("Drive"),
    "challenge": tr("challenge"),
    "support": tr("support"),
    "vote": tr("vote"),
    "spoil": tr("spoil"),
    "discard": tr("discard"),
}
"""What a phase is to whoever decides in it."""

DRIVES = ("drive", "ally-drive")
_OWN_WHEN: dict[str, tuple[str, ...]] = {
    "initiative": ("challenge", "answer", "relay"),
    "counter": DRIVES,
    "block": DRIVES,
    "escalate": DRIVES,
    "rumble": DRIVES,
    "give": ("give", "return", "share"),
    "concede": ("drive",),
    "refuse": ("answer",),
    "support": ("support",),
    "stay-out": ("support",),
    "involve": ("threats",),
    "leave-out": ("threats",),
    "board": ("board",),
    "on-foot": ("board",),
    "vote-self": ("vote",),
    "vote-team": ("vote",),
    "done": ("give", "share"),
    "hand-back": ("ally-drive",),
    "ask": ("drive",),
    "position": ("position",),
    **dict.fromkeys(
        ("tech", "robo-tech", "gear", "sacrifice", "summon", "charge", "rumble-tech", "boon"), ("assist",)
    ),
    "pass": ("assist", "coach-assist"),
    "spoil": ("spoil",),
    "pilot": ("share-to",),
    "discard": ("discard",),
    "wave": ("coach-assist",),
    "storm": ("coach-assist",),
    "omen": ("coach-assist",),
}
WHEN = {
    verb: (*why_not.WHEN.get(verb, ()), *_OWN_WHEN.get(verb, ())) for verb in {**why_not.WHEN, **_OWN_WHEN}
}
"""The phases in which the actions of each range can be legal."""

FORCED = why_not.FORCED | {
    "challenge": tr("No other card is in the Hand (TS-17)."),
    "answer": tr("There is no card in the Hand to answer with (TS-22)."),
    "support": tr("No more Pilots may be involved than Harmony allows (TS-26)."),
    "threats": tr("At least one Threat takes part (TS-37)."),
    "board": tr("There is nothing else to answer (TS-31)."),
    "vote": tr("There is nothing to judge (TS-29)."),
    "give": tr("There is no card in the Hand to give (TS-34)."),
    "return": tr("No other card is left to return (TS-35)."),
    "relay": tr("No other card is in the Hand (TS-44)."),
    "assist": tr("Nothing can be used now: it is used up, or costs more than is there (TS-48, TS-76)."),
    "coach-assist": tr("No Wave or Storm can be paid for, and no Omen be Spent (TS-82, SY-29)."),
    "position": tr("No other Position is free (TS-99)."),
    "share": tr("No card is left to share (TS-100)."),
    "share-to": tr("Nobody else is in the Final Form (TS-100)."),
    "spoil": tr("No spoil would change anything (C-136)."),
    "discard": tr("No other card is in the Hand (TS-128)."),
}
"""Why a decision has but one answer, if it has; of Drives `text.forced` tells."""

HELP = why_not.HELP | {
    "over": tr(
        "Nothing is left to decide. The score of the stages, 1, 2, 4 and so on, decided it (TS-16, TS-52)."
    ),
    "challenge": tr(
        "You open with a face-down card from your Hand (TS-17). Rank, then suit, wins initiative (TS-41). It "
        "must not lie too high above the other card: a Pilot beyond Strike suffers Schism (TS-42), Coach "
        "beyond his gives the Pilots' Commander a card (TS-43). Whoever lays a side's card commands it "
        "(TS-24)."
    ),
    "answer": tr(
        "Answer with a face-down card and command your side (TS-18, TS-24), or refuse: then the next Pilot "
        "may answer, and if nobody does, your side loses without score or spoils (TS-22)."
    ),
    "threats": tr(
        "Coach chooses which Threats in play take part, at least one. Those that do bring the cards invested in "
        "them, their Waves and Storms, and count for his Strike: the top Rating and 1 for each other (TS-37, TS-38). "
        "Those that do not cannot be hurt one by one, but he is routed once those that do have fallen (TS-132). Nobody "
        "else learns of it before the initiative cards are turned up."
    ),
    "board": tr(
        "A Robo that is here from the start takes part for a point of Pit Crew; without it she has no Robo Techs, "
        "and in a Rumble she still takes her Position. It cannot be Summoned later (TS-31, TS-32)."
    ),
    "support": tr(
        "Pilots may back the Commander up while fewer are involved than Harmony allows, counting the Commander"
        " (TS-26). Only involved Pilots Assist, Drive and swap cards."
    ),
    "vote": tr(
        "If she fights for the team the Commander draws as many cards as her Synch, for herself as her Solo "
        "(TS-29, TS-33). Coach breaks a tie."
    ),
    "give": tr(
        "Give the Commander any number of your cards (TS-34); she returns as many, of her choice (TS-35)."
    ),
    "return": tr("Return as many cards to each giver as she gave; they need not be the same (TS-35)."),
    "relay": tr(
        "Both cards were the same and are discarded; the same Commanders lay again (TS-44, C-78, C-151)."
    ),
    "assist": tr(
        "Each Pilot may Assist once before the Drive (TS-48, TS-76): a Tech, a basic Charge Tech, Gear to "
        "activate or sacrifice, Summoning her Robo, a boon of the Location; in a Rumble a Robo Tech or her "
        "Position's Rumble Tech (TS-79 to TS-87, TS-96). Pink may use several Techs (SY-35)."
    ),
    "coach-assist": tr(
        "A Wave costs a face card or an Ace, a Storm an Ace; each Threat may do one of them a turn "
        "(TS-82, TS-83). In a Rumble any card pays the Monster's Wave, a face or an Ace its Storm (TS-84). "
        "An Active Omen may be Spent for an Escalation Event, each once a scenario (SY-29)."
    ),
    "drive": tr(
        "One Drive hands the turn over (TS-56). Counter: a higher rank than the top card; only a Two beats an"
        " Ace (TS-58, CD-15). Block: the same rank and no lower suit; both cards go, and your side's card "
        "before leads again, a blocked Escalate is undone (TS-60, TS-61). Escalate: yield this stage's points"
        " and open the next with any card, not in stages 3 and 7 (TS-64, TS-66). Initiate Rumble: the same, "
        "into stage 4, with the Final Form; all Piles are discarded (TS-71). Concede: yield the stage and the "
        "Throwdown (TS-68). The Commander may ask each ally once to Drive instead (C-91). How far a card "
        "exceeds the top one is compared with the Strike of whoever plays it, in a Rumble with Harmony: 1 "
        "within it charges a Pilot up, beyond it a Pilot causes Schism by the stage; Coach may not exceed his "
        "(TS-07 to TS-14, TS-92, TS-95)."
    ),
    "ally-drive": tr(
        "Counter, Block, Escalate or Initiate Rumble from your own Hand and Strike (TS-57, C-92), or hand "
        "the Drive back. Only the Commander Concedes (C-153)."
    ),
    "position": tr(
        "Every Pilot whose Robo has Endurance joins the Final Form in a Position of her own, and somebody must "
        "be the Head (TS-99). The Head draws, assigns damage and falls with the whole Form (TS-93, TS-131); "
        "each Position has its Rumble Tech (TS-80)."
    ),
    "share": tr(
        "The Head drew as many cards as Harmony says and may hand any of them to her teammates in the Form "
        "(TS-100)."
    ),
    "share-to": tr("A teammate in the Final Form gets the card; only the two of you see it (TS-100)."),
    "spoil": tr(
        "The winner takes a Basic Spoil per stage, and an Ultimate one if the loser has no points, two more with "
        "all 127 (TS-106 to TS-108); a loser with more than half the winner's points takes one Basic Spoil "
        "(TS-110). The same one may be taken again (TS-111); only those that change something are offered."
    ),
    "discard": tr(
        "Whoever holds more than the Hand Max discards down to it; then everybody draws up to it (TS-128)."
    ),
}
"""The rules of each decision."""
