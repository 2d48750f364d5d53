"""Scenario sheets: what playbooks and scenarios leave to their authors, as validated data (all numbers live there)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from throwdown.envs.core.cards import BLACK_JOKER, RANKS, RED_JOKER, SUITS, words_of
from throwdown.envs.core.errors import InvalidConfig, did_you_mean, one_sentence
from throwdown.envs.core.game import Game, Setup
from throwdown.envs.fusion.order import ACES, MAX_STRIKE, REFERENCES, order_index
from throwdown.envs.fusion.world import COMMITMENTS, MAX_PILOTS, MAX_THREATS

CONTENT = Path(__file__).parent / "content"
SCENARIO_FOLDER = CONTENT / "scenarios"

Stat = Annotated[int, Field(ge=0, le=MAX_STRIKE)]
Gauge = Annotated[int, Field(ge=0, le=30)]
SPECIALTIES = ("none", "chargeup", "favor", "fortify", "rebuild", "recover", "replenish")
REWARDS = ("win", "score", "stakes")


class Sheet(BaseModel):
    """Base of all sheets: unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PilotSheet(Sheet):
    """One Pilot's playbook, as far as Throwdowns and Gambits read it."""

    name: str
    steel: Stat
    flesh: Stat
    synch: Stat
    solo: Stat
    lowered: dict[Literal["steel", "flesh", "synch", "solo"], Stat] = {}
    """Points by which Commitments are temporarily lowered at the start."""
    charge_max: Gauge
    charges: Gauge = 0
    buffer_max: Gauge
    buffers: Gauge | None = None
    """Buffers at the start; all of them if left out."""
    hand_max: Annotated[int, Field(ge=1, le=30)] = 3
    specialty: Literal["none", "chargeup", "favor", "fortify", "rebuild", "recover", "replenish"] = "none"

    @model_validator(mode="after")
    def _check(self) -> PilotSheet:
        if self.charges > self.charge_max:
            raise ValueError(f"charges is {self.charges}, above charge_max {self.charge_max}")
        if self.buffers is not None and self.buffers > self.buffer_max:
            raise ValueError(f"buffers is {self.buffers}, above buffer_max {self.buffer_max}")
        for name, points in self.lowered.items():
            if points > getattr(self, name):
                raise ValueError(f"lowered.{name} is {points}, above {name} {getattr(self, name)}")
        return self


class ThreatSheet(Sheet):
    """One Threat."""

    name: str
    rating: Annotated[int, Field(ge=1, le=MAX_STRIKE)]
    lowered: Annotated[int, Field(ge=0, le=MAX_STRIKE)] = 0
    buffer_max: Gauge = 0
    buffers: Gauge | None = None
    invested: Annotated[int, Field(ge=0, le=40)] = 0
    """Cards dealt face-down onto it at the start."""

    @model_validator(mode="after")
    def _check(self) -> ThreatSheet:
        if self.lowered >= self.rating:
            raise ValueError(
                f"lowered is {self.lowered}; a Threat in play keeps a rating of 1 or more of {self.rating}"
            )
        if self.buffers is not None and self.buffers > self.buffer_max:
            raise ValueError(f"buffers is {self.buffers}, above buffer_max {self.buffer_max}")
        return self


class CoachSheet(Sheet):
    """Coach's side."""

    hand_max: Annotated[int, Field(ge=1, le=30)]


class DeckSheet(Sheet):
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
            raise ValueError(f"'{text}' must be distinct letters out of {known}")
        return text


class RulesSheet(Sheet):
    """The options of the rules; the defaults are the rulings of RULES.md."""

    ace: Literal["trump", "eleven", "fourteen"] = "trump"
    two_beats_ace: bool = True
    block: Literal["equal-or-higher", "higher"] = "equal-or-higher"
    schism: Literal["points", "clipped"] = "points"
    deck_out: Literal["reshuffle", "no-cards"] = "reshuffle"
    decks: Literal["shared", "separate"] = "shared"
    escalate_reference: Literal["opponent", "zero", "exempt"] = "opponent"
    initiative_tie: Literal["lay-again", "call-off"] = "lay-again"
    share_hands: bool = False
    discard_and_draw: bool = True
    challenger: str = "random"
    started_by: Literal["coach", "pilots", "random", "challenger"] = "challenger"
    fights_for: Literal["self", "team", "random", "vote"] = "random"
    gambit_edition: Literal["older", "newer"] = "newer"
    gambit_pilot: str = "random"
    specialty_involved: Literal["no", "yes", "random"] = "random"


class StakesSheet(Sheet):
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


class Scenario(Sheet):
    """A whole scenario."""

    title: str
    description: str = ""
    harmony: Annotated[int, Field(ge=1, le=7)]
    coach: CoachSheet
    pilots: Annotated[list[PilotSheet], Field(min_length=1, max_length=MAX_PILOTS)]
    threats: Annotated[list[ThreatSheet], Field(min_length=1, max_length=MAX_THREATS)]
    deck: DeckSheet = DeckSheet()
    rules: RulesSheet = RulesSheet()
    stakes: StakesSheet = StakesSheet()

    @model_validator(mode="after")
    def _check(self) -> Scenario:
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
            raise ValueError("rules.decks is 'separate', which takes one copy each: deck.copies must be 2")
        for side, need in self._needs().items():
            have = len(self.deck.ranks) * len(self.deck.suits) * (self.deck.copies if side == "both" else 1)
            if need > have:
                raise ValueError(
                    f"hands, stacks and bonus draws take {need} cards, but the deck holds {have}"
                )
        return self

    def _needs(self) -> dict[str, int]:
        coach = self.coach.hand_max + sum(t.invested for t in self.threats)
        pilots = sum(p.hand_max for p in self.pilots) + max(max(p.synch, p.solo) for p in self.pilots)
        return (
            {"coach": coach, "pilots": pilots} if self.rules.decks == "separate" else {"both": coach + pilots}
        )


class Options(Sheet):
    """What an environment may be made with besides its scenario; rule options override the scenario's."""

    reward: Literal["win", "score", "stakes"] = "stakes"
    max_pilots: Annotated[int, Field(ge=1, le=MAX_PILOTS)] | None = None


def shipped() -> tuple[str, ...]:
    """Return the names of the scenarios in the package."""
    return tuple(sorted(f.stem for f in SCENARIO_FOLDER.glob("*.toml")))


def _all_fields() -> list[str]:
    sheets = (Scenario, PilotSheet, ThreatSheet, CoachSheet, DeckSheet, RulesSheet, StakesSheet)
    return [name for sheet in sheets for name in sheet.model_fields]


def load_scenario(scenario: str | Path | Mapping[str, Any]) -> tuple[str, Scenario]:
    """Return the name and the sheet of a shipped scenario, a TOML file, or plain data.

    Raises:
        InvalidConfig: there is no such scenario, or a field of it is wrong.
    """
    if isinstance(scenario, Mapping):
        name, data = "custom", dict(scenario)
    else:
        path = Path(scenario)
        if str(scenario) in shipped():
            name, path = str(scenario), SCENARIO_FOLDER / f"{scenario}.toml"
        elif path.suffix == ".toml":
            name = path.stem
        else:
            raise InvalidConfig(
                f"'{scenario}' is no scenario{did_you_mean(str(scenario), shipped())}: give one of "
                f"{', '.join(shipped())} or a .toml file."
            )
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InvalidConfig(f"The scenario file '{scenario}' cannot be read: {error.strerror}.") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise InvalidConfig(f"The scenario file '{scenario}' is not valid TOML: {error}.") from None
    try:
        return name, Scenario.model_validate(data)
    except ValidationError as error:
        raise InvalidConfig(one_sentence(error, f"Scenario '{name}'", _all_fields())) from None


def read_options(scenario: Scenario, options: Mapping[str, Any]) -> tuple[Options, Scenario]:
    """Split options into the environment's own and rule options; apply the latter to the scenario."""
    own = {k: v for k, v in options.items() if k in Options.model_fields}
    rules = {k: v for k, v in options.items() if k in RulesSheet.model_fields}
    for k in options:
        if k not in own and k not in rules:
            known = [*Options.model_fields, *RulesSheet.model_fields]
            raise InvalidConfig(
                f"'{k}' is not an option{did_you_mean(k, known)}; the options are {', '.join(known)}."
            )
    try:
        chosen = Options.model_validate(own)
        if rules:
            data = scenario.model_dump(exclude_unset=False)
            data["rules"] = {**data["rules"], **rules}
            scenario = Scenario.model_validate(data)
    except ValidationError as error:
        raise InvalidConfig(one_sentence(error, "Options", _all_fields())) from None
    slots = chosen.max_pilots or len(scenario.pilots)
    if slots < len(scenario.pilots):
        raise InvalidConfig(f"max_pilots is {slots}, but the scenario has {len(scenario.pilots)} Pilots.")
    return Options(reward=chosen.reward, max_pilots=slots), scenario


def _faces(deck: DeckSheet, separate: bool) -> np.ndarray:
    """Return the cards of Coach's and the Pilots' deck: int64, shape (2, 2)."""
    faces = [RANKS.index(r) * 4 + SUITS.index(s) for r in deck.ranks for s in deck.suits]
    jokers = [RED_JOKER, BLACK_JOKER, RED_JOKER, BLACK_JOKER][: deck.jokers]
    if separate:
        return np.stack([words_of(faces + jokers[d::2]) for d in range(2)])
    return np.stack([words_of(faces * deck.copies + jokers), np.zeros(2, np.int64)])


def write_config(scenario: Scenario, options: Options, cfg: Any) -> None:
    """Write a scenario into a record of `world.CONFIG`."""
    rules = scenario.rules
    cfg["faces"] = _faces(scenario.deck, rules.decks == "separate")
    cfg["weights"] = list(scenario.stakes.model_dump().values())
    cfg["hand_max"][0] = scenario.coach.hand_max
    for p, sheet in enumerate(scenario.pilots, start=1):
        for k, name in enumerate(COMMITMENTS):
            cfg["commitment_max"][p, k] = getattr(sheet, name)
            cfg["commitment"][p, k] = getattr(sheet, name) - sheet.lowered.get(name, 0)  # type: ignore[call-overload]
        cfg["charge_max"][p], cfg["charges"][p] = sheet.charge_max, sheet.charges
        cfg["buffer_max"][p] = sheet.buffer_max
        cfg["buffers"][p] = sheet.buffer_max if sheet.buffers is None else sheet.buffers
        cfg["hand_max"][p] = sheet.hand_max
        cfg["specialty"][p] = SPECIALTIES.index(sheet.specialty)
    for t, threat in enumerate(scenario.threats):
        cfg["rating_max"][t], cfg["rating"][t] = threat.rating, threat.rating - threat.lowered
        cfg["threat_buffer_max"][t] = threat.buffer_max
        cfg["threat_buffers"][t] = threat.buffer_max if threat.buffers is None else threat.buffers
        cfg["invested"][t] = threat.invested
    cfg["pilots"], cfg["threats"] = len(scenario.pilots), len(scenario.threats)
    cfg["slots"], cfg["harmony"] = options.max_pilots, scenario.harmony
    cfg["order"] = order_index(ACES.index(rules.ace), int(rules.two_beats_ace))
    cfg["strict_block"] = rules.block == "higher"
    cfg["clip_schism"] = rules.schism == "clipped"
    cfg["reshuffle"] = rules.deck_out == "reshuffle"
    cfg["decks"] = 2 if rules.decks == "separate" else 1
    cfg["reference"] = REFERENCES.index(rules.escalate_reference)
    cfg["call_off_ties"] = rules.initiative_tie == "call-off"
    cfg["share_hands"], cfg["final_step"] = rules.share_hands, rules.discard_and_draw
    cfg["challenger"] = _seat(rules.challenger)
    cfg["started_by"] = ["coach", "pilots", "random", "challenger"].index(rules.started_by)
    cfg["fights_for"] = ["self", "team", "random", "vote"].index(rules.fights_for)
    cfg["reward"] = get_args(Options.model_fields["reward"].annotation).index(options.reward)
    cfg["edition"] = ["older", "newer"].index(rules.gambit_edition)
    cfg["acting"] = _seat(rules.gambit_pilot)
    cfg["specialty_involved"] = ["no", "yes", "random"].index(rules.specialty_involved)


def _seat(name: str) -> int:
    """Return the seat of ``coach_0`` or ``pilot_2``; -1 for ``random``."""
    return (
        {"random": -1, "coach_0": 0}[name] if not name.startswith("pilot_") else int(name.split("_")[1]) + 1
    )


def make_setup(game: Game, scenario: str | Mapping[str, Any], options: Mapping[str, Any]) -> Setup:
    """Return a FUSION game's setup from a scenario and options; the state's configuration is its field ``cfg``."""
    name, sheet = load_scenario(scenario)
    own, sheet = read_options(sheet, options)
    template = game.allocate(1)
    write_config(sheet, own, template["cfg"][0])
    seats = ("coach_0", *(f"pilot_{k}" for k in range(len(sheet.pilots))))
    roles = ("coach", *("pilot" for _ in sheet.pilots))
    slots = own.max_pilots or len(sheet.pilots)
    return Setup(game, name, seats, roles, slots, template, sheet.model_dump(), own.model_dump())
