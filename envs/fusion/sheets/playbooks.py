"""The sheets of all that takes part in a scenario: Pilots, Threats, Gear, Robos, Factions, Locations, Positions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

from throwdown.envs.core.kit import how_many
from throwdown.envs.fusion.sheets import abilities
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.order import MAX_STRIKE
from throwdown.envs.fusion.world.terms import MAX_FAVOR, MAX_RESOURCES

Stat = Annotated[int, Field(ge=0, le=MAX_STRIKE)]
Gauge = Annotated[int, Field(ge=0, le=30)]
Bonus = Annotated[int, Field(ge=0, le=5)]
SPECIALTIES = ("none", "chargeup", "favor", "fortify", "rebuild", "recover", "replenish")
HEAD_KEY = "head"


class GearSheet(abilities.Sheet):
    """A piece of Gear; at most three to a Pilot."""

    name: str
    """a name for people"""
    text: str = ""
    """a sentence for people"""
    draw: Bonus = 0
    """cards that its activation draws"""
    activate: abilities.Effects = Field(default=[])
    """what its activation does instead of drawing"""
    sacrifice: abilities.Effects = Field(default=[])
    """what destroying it does; it cannot be sacrificed if left out"""
    immediate: bool = False
    """whether both skip the Payload in the pile edition"""
    hand_max: Bonus = 0
    """added to her Hand Max while she owns it"""
    strike: Bonus = 0
    """added to her Strike while she owns it"""
    bonus_draw: Bonus = 0
    """added to her bonus draw as Commander while she owns it"""

    @field_validator("activate", "sacrifice")
    @classmethod
    def _read(cls, effects: list[str]) -> list[str]:
        for text in effects:
            abilities.parse(text)
        return effects

    @model_validator(mode="after")
    def _check(self) -> GearSheet:
        if self.draw and self.activate:
            raise ValueError(f"'{self.name}' has both draw and activate; give only one of them")
        if not (
            self.draw or self.activate or self.sacrifice or self.hand_max or self.strike or self.bonus_draw
        ):
            raise ValueError(
                f"'{self.name}' does nothing; give it draw, activate, sacrifice, hand_max, strike or "
                "bonus_draw"
            )
        return self


class RoboSheet(abilities.Sheet):
    """A Pilot's Robo."""

    name: str
    """a name for people"""
    text: str = ""
    """a sentence for people"""
    endurance: Annotated[int, Field(ge=1, le=15)]
    """its Endurance; at 0 it throws its Pilot out of a Rumble"""
    present: bool = False
    """whether she pilots it from the start: for 1 point of the Pit Crew, without Summon Effect and Rider Bonus"""
    summon: abilities.Effects = Field(default=[])
    """its Summon Effect; summoning costs 1 point of the Pit Crew"""
    rider: Bonus = 0
    """its Rider Bonus: added to her Strike once it is summoned"""
    techs: Annotated[
        list[abilities.RoboTechSheet], AfterValidator(abilities.at_most(book.MAX_ROBO_TECHS, "Robo Techs"))
    ] = Field([])
    """at most two Techs that need the Robo"""
    trauma_shift: bool = False
    """whether it may take a point of Trauma for its Pilot"""

    @field_validator("summon")
    @classmethod
    def _read(cls, effects: list[str]) -> list[str]:
        for text in effects:
            abilities.parse(text)
        return effects


class PilotSheet(abilities.Sheet):
    """One Pilot's playbook."""

    name: str
    colour: str = ""
    """the playbook's colour or name where the rules know it: `red` usually leads, `pink` has two limits lifted"""
    text: str = ""
    """a sentence for people"""
    steel: Stat
    flesh: Stat
    synch: Stat
    solo: Stat
    lowered: dict[Literal["steel", "flesh", "synch", "solo"], Stat] = Field(default={})
    """Points by which Commitments are temporarily lowered at the start."""
    charge_max: Gauge
    charges: Gauge = 0
    buffer_max: Gauge
    buffers: Gauge | None = None
    """Buffers at the start; all of them if left out."""
    hand_max: Annotated[int, Field(ge=1, le=30)] = 3
    specialty: Literal["none", "chargeup", "favor", "fortify", "rebuild", "recover", "replenish"] = "none"
    techs: Annotated[
        list[abilities.TechSheet], AfterValidator(abilities.at_most(book.MAX_TECHS, "Techs"))
    ] = Field(default=[])
    """at most four Techs that are Assists"""
    tech_assists: Annotated[int, Field(ge=1, le=book.MAX_TECHS)] = 1
    """Assist Techs that she may use in a turn"""
    buffers_for_all: bool = False
    """whether she may prevent Schism and Strife that another Pilot caused"""
    gear: Annotated[list[GearSheet], AfterValidator(abilities.at_most(book.MAX_GEAR, "pieces of Gear"))] = (
        Field(default=[])
    )
    """at most three pieces, or their names in the library"""
    robo: RoboSheet | None = None
    """her Robo"""

    @model_validator(mode="after")
    def _check(self) -> PilotSheet:
        if self.charges > self.charge_max:
            raise ValueError(f"charges is {self.charges}, above charge_max {self.charge_max}")
        if self.buffers is not None and self.buffers > self.buffer_max:
            raise ValueError(f"buffers is {self.buffers}, above buffer_max {self.buffer_max}")
        for name, points in self.lowered.items():
            if points > getattr(self, name):
                raise ValueError(f"lowered.{name} is {points}, above {name} {getattr(self, name)}")
        for tech in self.techs:
            if tech.cost.charges > self.charge_max:
                raise ValueError(
                    f"the Tech '{tech.name}' costs {how_many(tech.cost.charges, 'Charge')}, above charge_max "
                    f"{self.charge_max}"
                )
        return self


class ThreatSheet(abilities.Sheet):
    """One Threat."""

    name: str
    text: str = ""
    """a sentence for people"""
    rating: Annotated[int, Field(ge=1, le=MAX_STRIKE)]
    lowered: Annotated[int, Field(ge=0, le=MAX_STRIKE)] = 0
    buffer_max: Gauge = 0
    buffers: Gauge | None = None
    invested: Annotated[int, Field(ge=0, le=40)] = 0
    """Cards dealt face-down onto it at the start."""
    giant: bool = False
    """whether it is a Big Giant Monster: in a Rumble its Waves and Storms are cheaper and Coach's Escalates ruin"""
    waves: Annotated[
        list[abilities.AttackSheet], AfterValidator(abilities.at_most(book.MAX_WAVES, "Waves"))
    ] = Field(default=[])
    """at most two Waves"""
    storms: Annotated[
        list[abilities.AttackSheet], AfterValidator(abilities.at_most(book.MAX_STORMS, "Storms"))
    ] = Field(default=[])
    """at most two Storms, the stronger of the two"""
    extra: Annotated[int, Field(ge=0, le=6)] = 0
    """cards dealt face-up beside it, which Coach may play"""
    strike_bonus: Bonus = 0
    """a power: added to Coach's Strike while it is in play"""
    unbound: bool = False
    """a power: Coach may play beyond his Strike while it is in play"""
    initiative_from_hand: bool = False
    """a power: Coach picks his initiative card instead of laying it blind (pile edition)"""

    @model_validator(mode="after")
    def _check(self) -> ThreatSheet:
        if self.lowered >= self.rating:
            raise ValueError(
                f"lowered is {self.lowered}; a Threat in play must have 1 or more left of its rating of "
                f"{self.rating}"
            )
        if self.buffers is not None and self.buffers > self.buffer_max:
            raise ValueError(f"buffers is {self.buffers}, above buffer_max {self.buffer_max}")
        return self

    @model_validator(mode="after")
    def _ends(self) -> ThreatSheet:
        """A Wave that fires a Wave would never end; a Storm may fire a Wave."""
        for sort, attacks, banned in (
            ("Wave", self.waves, "+Wave or +Storm"),
            ("Storm", self.storms, "+Storm"),
        ):
            for attack in attacks:
                for effect in attack.parsed():
                    if effect.kind == book.Kind.STORM or (effect.kind == book.Kind.WAVE and sort == "Wave"):
                        raise ValueError(
                            f"the {sort} '{attack.name}' fires +{effect.name.capitalize()}, which could go "
                            f"on forever; a {sort} may not fire {banned}"
                        )
        return self


class FactionSheet(abilities.Sheet):
    """A Faction: an outside power whose Favor lends cards."""

    name: str
    """a name for people"""
    text: str = ""
    """a sentence for people"""
    revealed: bool = True
    """whether it is in play from the start"""
    controller: Literal["pilots", "coach"] = "pilots"
    """whose cards its stack lends"""
    favor: Annotated[int, Field(ge=0, le=MAX_FAVOR)] = 0
    """cards dealt to its stack at the start; the top one lies face-up"""
    favor_max: Annotated[int, Field(ge=1, le=MAX_FAVOR)] = 5
    """most cards in its stack"""
    strikes: Annotated[int, Field(ge=0, le=2)] = 0
    """Strikes at the start; the third ends it"""
    threat: ThreatSheet | None = None
    """the Threat that Coach may turn it into; its stack is the Faction's, so `invested` and `extra` deal nothing"""

    @model_validator(mode="after")
    def _check(self) -> FactionSheet:
        if self.favor > self.favor_max:
            raise ValueError(f"favor is {self.favor}, above favor_max {self.favor_max}")
        return self


class LocationSheet(abilities.Sheet):
    """Where it happens."""

    name: str
    """a name for people"""
    text: str = ""
    """a sentence for people"""
    state: Literal["standing", "damaged", "razed"] = "standing"
    """what it is at the start; +Ruin lowers it, +Rebuild mends a damaged one"""
    boons: Annotated[
        list[abilities.BoonSheet], AfterValidator(abilities.at_most(book.MAX_BOONS, "boons"))
    ] = Field(default=[])
    """at most two boons for Pilots, while it is not razed"""


class PositionSheet(abilities.Sheet):
    """A Position in the Final Form."""

    name: str
    """a name for people; the first Position is the Head"""
    tech: abilities.RumbleTechSheet
    """its Rumble Tech"""


class ResourceSheet(abilities.Sheet):
    """A Resource of the team."""

    value: Gauge = 0
    """points at the start"""
    max: Gauge = 0
    """most points"""

    @model_validator(mode="after")
    def _check(self) -> ResourceSheet:
        if self.value > self.max:
            raise ValueError(f"value is {self.value}, above max {self.max}")
        return self


class NamedResourceSheet(ResourceSheet):
    """A Resource of the scenario's own."""

    name: str
    """the name by which costs call it"""


OWN_RESOURCES = MAX_RESOURCES - 2


class ResourcesSheet(abilities.Sheet):
    """The Resources of the team."""

    pit_crew: ResourceSheet = ResourceSheet()
    """the Pit Crew, which pays for Robos; costs call it `pit-crew`"""
    fan_club: ResourceSheet = ResourceSheet()
    """the Fan Club, which prevents Strikes on Factions; costs call it `fan-club`"""
    more: Annotated[
        list[NamedResourceSheet], AfterValidator(abilities.at_most(OWN_RESOURCES, "more Resources"))
    ] = Field([])
    """at most two more, with names"""

    def named(self) -> dict[str, ResourceSheet]:
        """Return all Resources by the names that costs use, in the order of their indices."""
        return {"pit-crew": self.pit_crew, "fan-club": self.fan_club, **{r.name: r for r in self.more}}

    @model_validator(mode="after")
    def _check(self) -> ResourcesSheet:
        if len(self.named()) < 2 + len(self.more):
            raise ValueError("two Resources have the same name; give each its own")
        return self
