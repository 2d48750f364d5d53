"""Scenario sheets: what playbooks and scenarios leave to their authors, as validated data (all numbers live there)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

from throwdown.envs.core.cards import RANKS, SUITS
from throwdown.envs.core.kit import did_you_mean, how_many
from throwdown.envs.fusion.sheets import abilities, playbooks
from throwdown.envs.fusion.world import book, order
from throwdown.envs.fusion.world.terms import MAX_FACTIONS, MAX_HARMONY, MAX_PILOTS, MAX_THREATS

REWARDS = ("win", "score", "stakes")


class CoachSheet(abilities.Sheet):
    """Coach's side."""

    hand_max: Annotated[int, Field(ge=1, le=30)]


class DeckSheet(abilities.Sheet):
    """What the deck is made of."""

    ranks: str = RANKS
    suits: str = SUITS
    copies: Literal[1, 2] = 2
    jokers: Annotated[int, Field(ge=0, le=4)] = 4

    @field_validator("ranks", "suits")
    @classmethod
    def _known(cls, text: str, info: Any) -> str:
        known = RANKS if info.field_name == "ranks" else SUITS
        if not text or set(text) - set(known) or len(set(text)) < len(text):
            raise ValueError(f"'{text}' must consist of distinct letters from {known}")
        return text


class RulesSheet(abilities.Sheet):
    """The options of the rules; the defaults are the rulings of RULES.md."""

    ace: Literal["trump", "eleven", "fourteen"] = "trump"
    two_beats_ace: bool = True
    block: Literal["equal-or-higher", "higher"] = "equal-or-higher"
    schism: Literal["points", "clipped"] = "points"
    deck_out: Literal["reshuffle", "no-cards", "stop"] = "reshuffle"
    jokers_return: Literal["next-shuffle", "at-once"] = "next-shuffle"
    """when the Jokers go back once all four Omens are Spent (C-14)"""
    decks: Literal["shared", "separate"] = "shared"
    escalate_reference: Literal["opponent", "zero", "exempt"] = "opponent"
    initiative_tie: Literal["lay-again", "call-off"] = "lay-again"
    rout: Literal["any-balance", "all-balances", "off"] = "any-balance"
    """what takes the Pilots' Commander out in mid-conflict: any Commitment at 0, all of them, or nothing (C-28)"""
    rumble_from: Literal["stage-3", "any"] = "stage-3"
    """the stages in which a Rumble may be Initiated: the third, or any of the first three (C-109)"""
    rumble_charges: Literal["harmony", "sum", "none"] = "harmony"
    """Charges of the Final Form: the team's Harmony, the sum of the Pilots' Charges, or none (C-119)"""
    favor_removes_strikes: bool = True
    """whether a +Favor may take a Strike off the Faction instead (ME-21)"""
    coach_leftovers: Literal["discard", "invest"] = "discard"
    """what becomes of Coach's leftover cards: discarded, or laid on a Threat's stack (C-71)"""
    pvp: Literal["off", "plain", "grave"] = "off"
    """pile edition: Pilots against Pilots, and whether every Push fires +Strife (TP-109, TP-110)"""
    strike_assist: list[int] = Field(default=[-1, 0, 1, 1, 2, 2, 3])
    """pile edition: what a Strike-Assist adds at each Harmony, Red to Violet; at Red it costs (TP-53, TP-54)"""
    share_hands: bool = False
    discard_and_draw: bool = True
    challenger: str = "random"
    started_by: Literal["coach", "pilots", "random", "challenger"] = "challenger"
    fights_for: Literal["self", "team", "random", "vote"] = "vote"
    threats: Literal["chosen", "all"] = "chosen"
    """which living Threats take part in a Throwdown: those that Coach chooses, or all (TS-37, TS-38)"""
    gambit_edition: Literal["older", "newer"] | None = None
    """the draft of the Gambit: newer if left out; in a session its edition says"""
    gambit_pilot: str = "random"
    specialty_involved: Literal["no", "yes", "random", "claim"] = "random"
    """whether a Gambit involves the Pilot's Specialty: settled by the scenario or by chance, or she claims it and Coach
    agrees (C-44)"""
    gambit_goal: Literal["small", "great", "random"] = "random"
    """how much hangs on what a Pilot wants to reach by a Gambit (G-01)"""
    narrative: Literal["last-resort", "allowed"] = "last-resort"
    """whether a consequence may be one of the story alone where a trigger would change something (C-39)"""

    @field_validator("strike_assist")
    @classmethod
    def _ladder(cls, steps: list[int]) -> list[int]:
        if len(steps) != MAX_HARMONY or not all(-9 <= n <= 9 for n in steps) or steps[0] >= 0:
            raise ValueError(
                f"{steps} must be {MAX_HARMONY} numbers from -9 to 9, one per Harmony, the first below 0"
            )
        return steps


class StakesSheet(abilities.Sheet):
    """Weights of the stakes; they sum to a half."""

    harmony: Annotated[float, Field(ge=0, le=0.5)] = 0.2
    commitments: Annotated[float, Field(ge=0, le=0.5)] = 0.1
    charges: Annotated[float, Field(ge=0, le=0.5)] = 0.05
    buffers: Annotated[float, Field(ge=0, le=0.5)] = 0.05
    ratings: Annotated[float, Field(ge=0, le=0.5)] = 0.1

    @model_validator(mode="after")
    def _sum(self) -> StakesSheet:
        total = sum(self.model_dump().values())
        if abs(total - 0.5) > 1e-6:
            raise ValueError(f"the weights sum to {total:g}; they must sum to 0.5")
        return self


class CrisisSheet(abilities.Sheet):
    """How bad things are: Crisis tiers and what they open."""

    tier: Annotated[int, Field(ge=0, le=9)] = 1
    """the Crisis tier at the start; with a Big Giant Monster in the Rumble Coach redraws as many cards"""
    per_omen: Annotated[int, Field(ge=0, le=9)] = 1
    """by how much each Spent Omen raises it"""
    gate: Annotated[int, Field(ge=0, le=20)] = 3
    """the tier from which Coach may Initiate Rumble"""
    needs_giant: bool = True
    """whether Coach also needs a Big Giant Monster in play for that"""
    loss: Annotated[int, Field(ge=0, le=order.MAX_STRIKE)] = 1
    """points that all Commitments of a Pilot lose for good when all of hers are at 0"""


class PaceSheet(abilities.Sheet):
    """What is other in a session of the older edition, whose Throwdowns wear Threats down more slowly."""

    scenes: Annotated[int, Field(ge=1, le=60)] | None = None
    doom: Annotated[int, Field(ge=0, le=book.MAX_EVENTS)] | None = None
    mend: Annotated[int, Field(ge=0, le=10)] | None = None
    lead: Annotated[int, Field(ge=0, le=50)] | None = None
    calm: Annotated[int, Field(ge=0, le=9)] | None = None


class SessionSheet(abilities.Sheet):
    """How long a session of the scenario lasts, and what ends it (`session-v0`)."""

    edition: Literal["newer", "older"] = "newer"
    """newer: Throwdowns in stages, Gambits of the newer draft; older: Throwdowns on one Pile, Gambits of the older"""
    scenes: Annotated[int, Field(ge=1, le=60)] = 8
    """scenes before time runs out"""
    doom: Annotated[int, Field(ge=0, le=book.MAX_EVENTS)] = 4
    """Escalation Events that bring Doom, which is Coach's win too; 0, or more than there are, for never"""
    quiet: Annotated[int, Field(ge=0, le=10)] = 1
    """cards that Coach invests in a Threat when he has a quiet scene"""
    mend: Annotated[int, Field(ge=0, le=10)] = 1
    """points of Rating that every Threat in play recovers in a quiet scene"""
    lead: Annotated[int, Field(ge=0, le=50)] = 3
    """hundredths of the stakes by which the Pilots must be ahead to win when time runs out; else Coach does (S-12)"""
    begins: Literal["coach", "pilots", "random"] = "random"
    """the side whose scene is the first"""
    calm: Annotated[int, Field(ge=0, le=9)] = 1
    """rounds, a scene of each side, without a challenge after each round in which there may be one (S-19)"""
    idle: Annotated[int, Field(ge=0, le=10)] = 2
    """cards that Coach invests when a Pilot rests, ventures nothing or declines a Gambit (S-20)"""
    older: PaceSheet | None = None
    """scenes, doom, mend, lead and calm in the older edition, where they are others"""


class Scenario(abilities.Sheet):
    """A whole scenario."""

    title: str
    description: str = ""
    harmony: Annotated[int, Field(ge=1, le=MAX_HARMONY)]
    coach: CoachSheet
    pilots: Annotated[
        list[playbooks.PilotSheet],
        Field(min_length=1),
        AfterValidator(abilities.at_most(MAX_PILOTS, "Pilots")),
    ]
    threats: Annotated[
        list[playbooks.ThreatSheet],
        Field(min_length=1),
        AfterValidator(abilities.at_most(MAX_THREATS, "Threats")),
    ]
    factions: Annotated[
        list[playbooks.FactionSheet], AfterValidator(abilities.at_most(MAX_FACTIONS, "Factions"))
    ] = Field(default=[])
    """at most four Factions, or their names in the library"""
    location: playbooks.LocationSheet | None = None
    """where it happens, or its name in the library"""
    resources: playbooks.ResourcesSheet | None = None
    """the Resources of the team"""
    positions: Annotated[
        list[playbooks.PositionSheet], AfterValidator(abilities.at_most(book.MAX_POSITIONS, "Positions"))
    ] = Field([])
    """Positions of the Final Form, the Head first, or their names in the library; without them there is no Rumble"""
    charge_techs: Annotated[
        list[abilities.ChargeTechSheet],
        AfterValidator(abilities.at_most(book.MAX_CHARGE_TECHS, "Charge Techs")),
    ] = Field(default=[])
    """basic Charge Techs of every Pilot, or their names in the library; `["focus"]` if left out"""
    escalation: Annotated[
        list[abilities.EventSheet], AfterValidator(abilities.at_most(book.MAX_EVENTS, "Escalation Events"))
    ] = Field([])
    """at most four Escalation Events; Coach fires one per Omen that he Spends"""
    crisis: CrisisSheet = CrisisSheet()
    """Crisis tiers"""
    deck: DeckSheet = DeckSheet()
    rules: RulesSheet = RulesSheet()
    stakes: StakesSheet = StakesSheet()
    session: SessionSheet = SessionSheet()
    """what strings its conflicts together"""

    @model_validator(mode="after")
    def _check(self) -> Scenario:
        self._check_rules()
        self._check_parts()
        self._check_resources()
        for side, need in self._needs().items():
            have = len(self.deck.ranks) * len(self.deck.suits) * (self.deck.copies if side == "both" else 1)
            if need > have:
                raise ValueError(f"hands, stacks and bonus draws need {need} cards, but the deck has {have}")
        return self

    def _check_rules(self) -> None:
        seats = ["coach_0", *(f"pilot_{k}" for k in range(len(self.pilots)))]
        if self.rules.challenger not in ["random", *seats]:
            raise ValueError(
                f"rules.challenger is '{self.rules.challenger}'; it must be random or one of {seats}"
            )
        if self.rules.gambit_pilot not in ["random", *seats[1:]]:
            raise ValueError(
                f"rules.gambit_pilot is '{self.rules.gambit_pilot}'; it must be random or one of {seats[1:]}"
            )
        if self.rules.decks == "separate" and self.deck.copies == 1:
            raise ValueError(
                "rules.decks is 'separate', which needs a copy for each deck: deck.copies must be 2"
            )

    def _check_parts(self) -> None:
        turned = sum(faction.threat is not None for faction in self.factions)
        if len(self.threats) + turned > MAX_THREATS:
            raise ValueError(
                f"there are {how_many(len(self.threats), 'Threat')} and {turned} more into which Factions "
                f"may turn; give at most {MAX_THREATS} in all"
            )
        if self.positions and self.positions[0].name.lower() != playbooks.HEAD_KEY:
            raise ValueError(
                f"the first of the positions is '{self.positions[0].name}'; it must be the Head (TS-99)"
            )
        names = [position.name for position in self.positions]
        if len(set(names)) < len(names):
            raise ValueError("two positions have the same name; each needs its own (TS-99)")
        if 0 < len(names) < len(self.pilots):
            raise ValueError(
                f"{how_many(len(names), 'position')} cannot seat {len(self.pilots)} Pilots, who take one "
                "each in a Rumble; give one for every Pilot, or none for no Rumble"
            )
        if names and all(pilot.robo is None for pilot in self.pilots):
            raise ValueError(
                "there are positions, but no Pilot has a Robo that could take one; give a Pilot a robo, or "
                "give no positions"
            )

    def _check_resources(self) -> None:
        known = [] if self.resources is None else list(self.resources.named())
        for owner, ability in self._priced():
            name = ability.cost.resource
            if name and name not in known:
                have = f"the scenario has {', '.join(known)}" if known else "the scenario has none"
                raise ValueError(
                    f"'{ability.name}' of {owner} costs the Resource '{name}'{did_you_mean(name, known)}; "
                    f"{have}"
                )
        robos = [pilot.robo for pilot in self.pilots if pilot.robo is not None]
        crew = playbooks.ResourceSheet() if self.resources is None else self.resources.pit_crew
        if robos and crew.max == 0:
            raise ValueError(
                "every Robo costs 1 point of the Pit Crew, but resources.pit_crew.max is 0 (TS-31)"
            )
        present = sum(robo.present for robo in robos)
        if present > crew.value:
            raise ValueError(
                f"resources.pit_crew.value is {crew.value}, less than 1 for each of "
                f"{how_many(present, 'Robo')} present from the start (TS-31)"
            )

    def _priced(self) -> list[tuple[str, abilities.ActionSheet]]:
        """Return everything that has a price, with its owner's name."""
        found: list[tuple[str, abilities.ActionSheet]] = [("every Pilot", tech) for tech in self.charge_techs]
        for pilot in self.pilots:
            robo_techs = pilot.robo.techs if pilot.robo else []
            found += [(pilot.name, tech) for tech in (*pilot.techs, *robo_techs)]
        if self.location is not None:
            found += [(self.location.name, boon) for boon in self.location.boons]
        return found

    def _needs(self) -> dict[str, int]:
        """Return how many cards lie or are drawn outside the deck at the start."""
        coach = self.coach.hand_max + sum(t.invested + t.extra for t in self.threats)
        pilots = sum(p.hand_max + sum(g.hand_max for g in p.gear) for p in self.pilots)
        pilots += max(max(p.synch, p.solo) + sum(g.bonus_draw for g in p.gear) for p in self.pilots)
        coach += sum(f.favor for f in self.factions if f.controller == "coach")
        pilots += sum(f.favor for f in self.factions if f.controller == "pilots")
        return (
            {"coach": coach, "pilots": pilots} if self.rules.decks == "separate" else {"both": coach + pilots}
        )


class Options(abilities.Sheet):
    """What an environment may be made with besides its scenario; rule options override the scenario's."""

    reward: Literal["win", "score", "stakes"] = "stakes"
    max_pilots: Annotated[int, Field(ge=1, le=MAX_PILOTS)] | None = None
