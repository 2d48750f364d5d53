"""What is decided in a session's own phases, and the rules of it, in words."""

from __future__ import annotations

from throwdown.envs.core.catalogue import tr

TASKS = {
    "scene": tr("say what the scene is about: {ways}"),
    "respond": tr("let the goal be reached, or propose a Gambit for it"),
    "plot": "{ways}",
}
"""What somebody is to do, by phase; the ways are those open now."""

FORCED = {
    "scene": tr("There is nothing else to do in this scene (S-04)."),
    "respond": tr("There is nothing else to answer (S-05)."),
    "plot": tr(
        "There can be no challenge now, for want of a card or in a calm round, and no Omen to Spend (S-07, S-19)."
    ),
}
"""Why a decision has but one answer, if it has."""

HELP = {
    "scene": tr(
        "A Pilots' scene. A venture is an intention with a goal, a single-point trigger: Coach lets it be, or "
        "proposes a Gambit for it. A challenge is a Throwdown: if you win, or Coach refuses, the goal comes true "
        "besides the spoils; only this, and spoils, can hurt Threats. Goals that would change nothing are not "
        "offered, save 'none' (S-04 to S-07). In a calm round nobody may challenge (S-19). If nothing is tried, Coach "
        "uses the time (S-20)."
    ),
    "respond": tr(
        "By 'fiat' the Pilot simply gets what she wants. A Gambit makes her show cards for it; she may decline, "
        "and then nothing happens, but you may lay cards on your Threats (S-05, S-20, GA-02, GA-05)."
    ),
    "plot": tr(
        "It is your scene. A challenge is a Throwdown for a goal of your own, which also comes true if the Pilots "
        "refuse. Spend as many Active Omens as you like: each fires an Escalation Event, and enough of them bring "
        "Doom. By 'fiat' the scene is quiet: cards are invested in a Threat, all Threats recover, and time goes by "
        "(S-07 to S-15)."
    ),
}
"""The rules of a decision, by phase."""

WHEN = {"venture": ("scene",), "challenge": ("scene", "plot"), "rest": ("scene",), "gambit": ("respond",)}
"""The phases in which an action may be legal; `fiat` may be in the other two."""
