"""The phases of the Throwdown in words: what each asks for, which actions belong to it, and its rules."""

from __future__ import annotations

from throwdown.envs.fusion.words import why_not

TASKS = why_not.TASKS | {
    "over": "the Throwdown is over",
    "challenge": "lay an initiative card",
    "threats": "say whether the Threat at hand takes part",
    "answer": "answer with an initiative card, or refuse",
    "support": "support the Commander, or stay out",
    "vote": "judge whether the Commander fights for herself or the team",
    "board": "bring her Robo for a point of Pit Crew, or go without it",
    "give": "give the Commander cards, or be done",
    "return": "return a card to whoever gave it",
    "relay": "lay a new initiative card after the tie",
    "assist": "Assist",
    "coach-assist": "Assist",
    "drive": "Drive",
    "ally-drive": "Drive for the Commander, or hand back",
    "position": "take a Position in the Final Form",
    "share": "share the cards drawn as the Head, or be done",
    "share-to": "choose the teammate who gets the card",
    "spoil": "take a spoil, or none",
    "discard": "discard down to the Hand Max",
}
"""What each phase asks for; which Assists and Drives there are depends on scenario and stage, see `tasks`."""

NAMES_OF_PHASES = {
    "ally-drive": "Drive",
    "assist": "Assist",
    "coach-assist": "Assist",
    "answer": "answer to the challenge",
    "threats": "choice of Threats",
    "board": "choice about her Robo",
    "relay": "new initiative card",
    "give": "gift of cards",
    "return": "return of cards",
    "position": "choice of a Position",
    "share": "sharing of cards",
    "share-to": "sharing of a card",
    "buffer": "choice about a point of damage",
    "commitment": "choice of a Commitment",
    "recover": "choice of a Commitment",
    "target": "choice of a target",
    "invest": "Favor",
    "discard-one": "discard",
    "fate": "choice about a Faction",
    "endurance": "choice of a Robo",
    "damage": "choice of the damage",
    "pay": "payment",
    "wave": "choice of a Wave",
    "storm": "choice of a Storm",
    "drive": "Drive",
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
    "challenge": "No other card is in the Hand (TS-17).",
    "answer": "There is no card in the Hand to answer with (TS-22).",
    "support": "No more Pilots may be involved than Harmony allows (TS-26).",
    "threats": "At least one Threat takes part (TS-37).",
    "board": "There is nothing else to answer (TS-31).",
    "vote": "There is nothing to judge (TS-29).",
    "give": "There is no card in the Hand to give (TS-34).",
    "return": "No other card is left to return (TS-35).",
    "relay": "No other card is in the Hand (TS-44).",
    "assist": "Nothing can be used now: it is used up, or costs more than is there (TS-48, TS-76).",
    "coach-assist": "No Wave or Storm can be paid for, and no Omen be Spent (TS-82, SY-29).",
    "position": "No other Position is free (TS-99).",
    "share": "No card is left to share (TS-100).",
    "share-to": "Nobody else is in the Final Form (TS-100).",
    "spoil": "No spoil would change anything (C-136).",
    "discard": "No other card is in the Hand (TS-128).",
}
"""Why a decision has but one answer, if it has; of Drives `text.forced` tells."""

HELP = why_not.HELP | {
    "over": "Nothing is left to decide. The score of the stages, 1, 2, 4 and so on, decided it (TS-16, TS-52).",
    "challenge": "You open with a face-down card from your Hand (TS-17). Rank, then suit, wins initiative (TS-41). It "
    "must not lie too high above the other card: a Pilot beyond Strike suffers Schism (TS-42), Coach "
    "beyond his gives the Pilots' Commander a card (TS-43). Whoever lays a side's card commands it "
    "(TS-24).",
    "answer": "Answer with a face-down card and command your side (TS-18, TS-24), or refuse: then the next Pilot "
    "may answer, and if nobody does, your side loses without score or spoils (TS-22).",
    "threats": "Coach chooses which Threats in play take part, at least one. Those that do bring the cards invested in "
    "them, their Waves and Storms, and count for his Strike: the top Rating and 1 for each other (TS-37, TS-38). Those "
    "that do not cannot be hurt one by one, but he is routed once those that do have fallen (TS-132). Nobody else "
    "learns of it before the initiative cards are turned up.",
    "board": "A Robo that is here from the start takes part for a point of Pit Crew; without it she has no Robo Techs, "
    "and in a Rumble she still takes her Position. It cannot be Summoned later (TS-31, TS-32).",
    "support": "Pilots may back the Commander up while fewer are involved than Harmony allows, counting the Commander"
    " (TS-26). Only involved Pilots Assist, Drive and swap cards.",
    "vote": "If she fights for the team the Commander draws as many cards as her Synch, for herself as her Solo "
    "(TS-29, TS-33). Coach breaks a tie.",
    "give": "Give the Commander any number of your cards (TS-34); she returns as many, of her choice (TS-35).",
    "return": "Return as many cards to each giver as she gave; they need not be the same (TS-35).",
    "relay": "Both cards were the same and are discarded; the same Commanders lay again (TS-44, C-78, C-151).",
    "assist": "Each Pilot may Assist once before the Drive (TS-48, TS-76): a Tech, a basic Charge Tech, Gear to "
    "activate or sacrifice, Summoning her Robo, a boon of the Location; in a Rumble a Robo Tech or her "
    "Position's Rumble Tech (TS-79 to TS-87, TS-96). Pink may use several Techs (SY-35).",
    "coach-assist": "A Wave costs a face card or an Ace, a Storm an Ace; each Threat may do one of them a turn "
    "(TS-82, TS-83). In a Rumble any card pays the Monster's Wave, a face or an Ace its Storm (TS-84). "
    "An Active Omen may be Spent for an Escalation Event, each once a scenario (SY-29).",
    "drive": "One Drive hands the turn over (TS-56). Counter: a higher rank than the top card; only a Two beats an"
    " Ace (TS-58, CD-15). Block: the same rank and no lower suit; both cards go, and your side's card "
    "before leads again, a blocked Escalate is undone (TS-60, TS-61). Escalate: yield this stage's points"
    " and open the next with any card, not in stages 3 and 7 (TS-64, TS-66). Initiate Rumble: the same, "
    "into stage 4, with the Final Form; all Piles are discarded (TS-71). Concede: yield the stage and the "
    "Throwdown (TS-68). The Commander may ask each ally once to Drive instead (C-91). How far a card "
    "exceeds the top one is compared with the Strike of whoever plays it, in a Rumble with Harmony: 1 "
    "within it charges a Pilot up, beyond it a Pilot causes Schism by the stage; Coach may not exceed his "
    "(TS-07 to TS-14, TS-92, TS-95).",
    "ally-drive": "Counter, Block, Escalate or Initiate Rumble from your own Hand and Strike (TS-57, C-92), or hand "
    "the Drive back. Only the Commander Concedes (C-153).",
    "position": "Every Pilot whose Robo has Endurance joins the Final Form in a Position of her own, and somebody must "
    "be the Head (TS-99). The Head draws, assigns damage and falls with the whole Form (TS-93, TS-131); "
    "each Position has its Rumble Tech (TS-80).",
    "share": "The Head drew as many cards as Harmony says and may hand any of them to her teammates in the Form "
    "(TS-100).",
    "share-to": "A teammate in the Final Form gets the card; only the two of you see it (TS-100).",
    "spoil": "The winner takes a Basic Spoil per stage, and an Ultimate one if the loser has no points, two more with "
    "all 127 (TS-106 to TS-108); a loser with more than half the winner's points takes one Basic Spoil "
    "(TS-110). The same one may be taken again (TS-111); only those that change something are offered.",
    "discard": "Whoever holds more than the Hand Max discards down to it; then everybody draws up to it (TS-128).",
}
"""The rules of each decision."""
