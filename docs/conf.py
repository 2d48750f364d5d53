"""Sphinx configuration: Markdown pages, docstrings, doctests, and tables that are generated from the code.

Everything under ``generated/`` is written by `generate` before Sphinx reads the pages; git ignores it. The pages in
`COMMITTED` are kept in git, with their tables in place, so that they read well as files: `generate` rewrites them, and
so does ``python docs/conf.py``.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from typer.main import get_command

import throwdown
from throwdown.agents.levels import FOLDER, levels, older_rules
from throwdown.agents.personalities import read_ratings
from throwdown.cli.library import as_markdown
from throwdown.cli.main import app as command_line
from throwdown.envs.core.files import write_file
from throwdown.envs.core.game import Game
from throwdown.envs.core.observations import Field, Fields
from throwdown.envs.fusion.sheets import abilities, playbooks, scenario as sheets, setups
from throwdown.envs.fusion.world import book
from throwdown.envs.registry import find_game, games, make_setup
from throwdown.play.web import messages
from throwdown.training.config import MixConfig, TrainConfig

HERE = Path(__file__).resolve().parent
GENERATED = HERE / "generated"

project = "Throwdown"
author = "the Throwdown authors"
version = release = throwdown.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.doctest"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "generated/*.md", "generated/*.json"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_use_ivar = True
napoleon_numpy_docstring = False

doctest_test_doctest_blocks = ""
doctest_global_setup = "import throwdown\nfrom importlib.util import find_spec\nfrom throwdown import Table"

html_theme = "furo"
html_title = f"Throwdown {version}"
html_copy_source = False
html_show_copyright = False


# What the sheets do not say beside their fields.
MEANINGS = {
    "Scenario.title": "the name that people see",
    "Scenario.description": "one or two sentences for people to read",
    "Scenario.harmony": "the team's Harmony at the start, 1 Red to 7 Violet; also the cap on Pilots in a Throwdown",
    "Scenario.coach": "Coach's side",
    "Scenario.pilots": "the playbooks, in seat order: `pilot_0`, `pilot_1` …",
    "Scenario.threats": "the Threats in play",
    "Scenario.deck": "what the deck is made of",
    "Scenario.rules": "the options of the rules",
    "Scenario.stakes": "the weights of the reward `stakes`",
    "CoachSheet.hand_max": "cards in Coach's hand at the start, and his Hand Max",
    "PilotSheet.name": "the name that people see",
    "PilotSheet.steel": "Commitment; her Strike Range in a Throwdown that the Pilots began",
    "PilotSheet.flesh": "Commitment; her Strike Range in a Throwdown that Coach began",
    "PilotSheet.synch": "Commitment; the Commander's bonus draw when she fights for the team",
    "PilotSheet.solo": "Commitment; the Commander's bonus draw when she fights for herself",
    "PilotSheet.charge_max": "size of the Charge gauge",
    "PilotSheet.charges": "Charges at the start",
    "PilotSheet.buffer_max": "the most Buffers she can have",
    "PilotSheet.hand_max": "cards in hand at the start, and her Hand Max",
    "PilotSheet.specialty": "what her Specialty gives; only the Gambit reads it",
    "ThreatSheet.name": "the name that people see",
    "ThreatSheet.rating": "its Rating: Coach's Strike and draws come from the Ratings",
    "ThreatSheet.lowered": "points by which the Rating is lowered at the start",
    "ThreatSheet.buffer_max": "the most Buffers it can have",
    "ThreatSheet.buffers": "Buffers at the start; all of them if left out",
    "DeckSheet.ranks": "the ranks in it, letters from `23456789TJQKA`",
    "DeckSheet.suits": "the suits in it, letters from `CDHS`",
    "DeckSheet.copies": "copies of every card",
    "DeckSheet.jokers": "Jokers in it",
    "RulesSheet.ace": "how an Ace compares: above every card (`trump`), as 11, or as 14 (C-01)",
    "RulesSheet.two_beats_ace": "whether a Two laid on an Ace beats it (C-04)",
    "RulesSheet.block": "whether a Block needs equal rank and no lower suit, or a higher suit (C-94)",
    "RulesSheet.schism": "Schism point by point, each with its own Buffer (`points`), or as one hit that stops at Red "
    "(`clipped`) (C-24)",
    "RulesSheet.deck_out": "what happens when a card is needed and the deck is empty (C-15)",
    "RulesSheet.decks": "one deck for all, or one for Coach and one for the Pilots (C-16)",
    "RulesSheet.escalate_reference": "what an Escalate is measured against for the Strike Range: the opponent's last "
    "card, zero, or nothing (C-100)",
    "RulesSheet.initiative_tie": "after identical initiative cards: lay again, or call the Throwdown off (C-78)",
    "RulesSheet.share_hands": "whether Pilots see each other's hands",
    "RulesSheet.discard_and_draw": "whether everybody discards and draws to Hand Max at the end",
    "RulesSheet.challenger": "who challenges: `random`, `coach_0`, `pilot_0` …",
    "RulesSheet.started_by": "which side began it, for the Strike Range: a side, `random`, or the `challenger`'s",
    "RulesSheet.fights_for": "whom the Commander fights for: `self`, `team`, `random`, or by `vote`",
    "RulesSheet.gambit_edition": "the draft of the Gambit that is played",
    "RulesSheet.gambit_pilot": "who plays the Gambit: `random`, `pilot_0` …",
    "StakesSheet.harmony": "weight of the change of Harmony",
    "StakesSheet.commitments": "weight of the change of all Commitments",
    "StakesSheet.charges": "weight of the change of all Charges",
    "StakesSheet.buffers": "weight of the change of the Pilots' Buffers minus the Threats'",
    "StakesSheet.ratings": "weight of the change of the Threats' Ratings, which the Pilots want lower",
    "TrainConfig.game": "the game's id",
    "TrainConfig.scenario": "a scenario's name, a TOML file, or its data",
    "TrainConfig.options": "options of the environment and of the rules",
    "TrainConfig.epochs": "passes over the decisions of a turn",
    "TrainConfig.learning_rate": "learning rate at the start",
    "TrainConfig.learning_rate_end": "learning rate at the end; it falls linearly",
    "TrainConfig.entropy_end": "weight of the entropy at the end",
    "TrainConfig.normalize_advantage": "bring the advantages of a turn to mean 0 and deviation 1",
    "TrainConfig.gamma": "discount per decision",
    "TrainConfig.clip": "clip range of PPO",
    "TrainConfig.value_weight": "weight of the value loss",
    "TrainConfig.hidden": "sizes of the hidden layers, of the policy and of the value net",
    "TrainConfig.activation": "the activation function after every hidden layer",
    "TrainConfig.mix": "who plays the other seats, see below",
    "TrainConfig.eval_games": "number of deals in an evaluation, the same every time",
    "TrainConfig.seed": "everything random is derived from it",
    "MixConfig.heuristic": "the rule-based agent of that role",
    "MixConfig.random": "random legal actions",
}

SHEETS: tuple[tuple[str, str, type[BaseModel]], ...] = (
    ("The scenario", "top level", sheets.Scenario),
    ("Coach", "`[coach]`", sheets.CoachSheet),
    ("A Pilot", "`[[pilots]]`, one per Pilot", playbooks.PilotSheet),
    ("A Tech", "`[[pilots.techs]]`", abilities.TechSheet),
    ("The cost of a Tech or a boon", "`cost`", abilities.CostSheet),
    ("A piece of Gear", "`[[pilots.gear]]`", playbooks.GearSheet),
    ("A Robo", "`[pilots.robo]`", playbooks.RoboSheet),
    ("A Robo Tech", "`[[pilots.robo.techs]]`", abilities.RoboTechSheet),
    ("A basic Charge Tech", "`[[charge_techs]]`", abilities.ChargeTechSheet),
    ("A Threat", "`[[threats]]`, one per Threat", playbooks.ThreatSheet),
    ("A Wave or a Storm", "`[[threats.waves]]`, `[[threats.storms]]`", abilities.AttackSheet),
    ("A Faction", "`[[factions]]`", playbooks.FactionSheet),
    ("The Location", "`[location]`", playbooks.LocationSheet),
    ("A boon", "`[[location.boons]]`", abilities.BoonSheet),
    ("A Position", "`[[positions]]`, the Head first", playbooks.PositionSheet),
    ("A Rumble Tech", "`[positions.tech]`", abilities.RumbleTechSheet),
    ("The Resources", "`[resources]`", playbooks.ResourcesSheet),
    ("A Resource", "`[resources.pit_crew]`", playbooks.ResourceSheet),
    ("An Escalation Event", "`[[escalation]]`", abilities.EventSheet),
    ("The Crisis", "`[crisis]`", sheets.CrisisSheet),
    ("The deck", "`[deck]`", sheets.DeckSheet),
    ("The rules", "`[rules]`", sheets.RulesSheet),
    ("The stakes", "`[stakes]`", sheets.StakesSheet),
)


def write(name: str, text: str) -> None:
    """Write a generated file whole, and only if it has changed: builds side by side do not disturb each other."""
    target = GENERATED / name
    if target.is_file() and target.read_text(encoding="utf-8") == text:
        return
    write_file(target, text)


def row(*cells: str) -> str:
    """Return a row of a Markdown table; a bar in a cell's text does not end the cell."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def field_notes(model: type[BaseModel]) -> dict[str, str]:
    """Return the texts that stand under the fields in the source, inherited ones included."""
    notes = {}
    for part in reversed([c for c in model.__mro__ if issubclass(c, BaseModel) and c is not BaseModel]):
        tree = ast.parse(inspect.getsource(part))
        body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
        for before, after in pairwise(body):
            if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name):
                if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                    notes[before.target.id] = " ".join(str(after.value.value).replace("``", "`").split())
    return notes


def values(field: FieldInfo) -> str:
    """Return what a field accepts, in words."""
    kind = field.annotation
    inner, metadata = kind, list(field.metadata)
    for part in get_args(kind):  # an optional field: look at what it may be besides None
        if part is not type(None) and type(None) in get_args(kind):
            inner = part
            metadata += list(getattr(part, "__metadata__", ()))
    low = next((str(m.ge) for m in metadata if getattr(m, "ge", None) is not None), "")
    low = low or next((f"above {m.gt}" for m in metadata if getattr(m, "gt", None) is not None), "")
    high = next((str(m.le) for m in metadata if getattr(m, "le", None) is not None), "")
    span = f" {low} to {high}" if high else f" {low}" if low.startswith("above") else f" from {low}"
    span = span if low else ""
    text = str(inner)
    if get_origin(inner) is Literal:
        return ", ".join(f"`{v}`" for v in get_args(inner))
    for name, word in (("list", "list"), ("dict", "table"), ("bool", "`true`, `false`")):
        if text.startswith((name, f"<class '{name}'")):
            return word
    for name, word in (("int", "whole number"), ("float", "number"), ("str", "text")):
        if re.search(rf"\b{name}\b", text):
            return word + span
    return "table"


def default(field: FieldInfo) -> str:
    """Return a field's default as it would stand in a file."""
    if field.is_required():
        return "*required*"
    if field.default is None or isinstance(field.default, BaseModel):
        return "—"
    return f"`{json.dumps(field.default)}`"


def fields_table(model: type[BaseModel]) -> str:
    """Return a model's fields as a Markdown table; a field without a meaning stops the build."""
    notes, rows = field_notes(model), ["| field | values | default | meaning |", "|---|---|---|---|"]
    for name, field in model.model_fields.items():
        meaning = notes.get(name) or MEANINGS.get(f"{model.__name__}.{name}") or field.description
        if not meaning:
            raise ValueError(
                f"docs/conf.py: MEANINGS lacks '{model.__name__}.{name}': say in a few words what it means."
            )
        rows.append(row(f"`{name}`", values(field), default(field), meaning))
    return "\n".join(rows)


EFFECTS = {
    "storm": "Coach carries out a Storm (ME-36).",
    "wave": "Coach carries out a Wave (ME-42).",
    "break": "Breaks a Lesser Fusion; only in the pile edition (ME-13).",
    "draw": "Draws cards.",
    "discard": "Discards cards of the holder's choice.",
    "strike": "Adds Strike until the end of that side's turn.",
    "rumble-strike": "Adds Strike to the Final Form for this turn.",
    "rumble-charge": "Adds Charges to the Final Form.",
    "form-buffer": "Adds Buffers to the Final Form.",
    "repair": "Restores a Robo's Endurance.",
    "damage": "One kind of damage of the firer's choice, on any target that it would hit (ME-08).",
    "reveal": "The next hidden Faction is revealed (SY-01).",
}
"""What the kinds of effects do that the glossary does not explain as such."""


def effects_table() -> str:
    """Return the vocabulary of effects as a Markdown table: what each does, and at whom each side may aim it."""
    rows = ["| effect | what it does | targets for Pilots | targets for Coach |", "|---|---|---|---|"]
    words = {entry.name: entry.text for entry in find_game("throwdown-v0").entries()}
    for kind in book.Kind.labels()[1:]:
        able = [
            ", ".join(f"`{t}`" for t in side.get(kind, ()))
            for side in (abilities.BY_PILOTS, abilities.BY_COACH)
        ]
        rows.append(
            row(f"`{kind}`", EFFECTS.get(kind) or words[kind.capitalize()], able[0] or "—", able[1] or "—")
        )
    return "\n".join(rows)


NUMBER = re.compile(r"(?<=_)\d+(?=[_.]|$)")
"""The number in the name of a field that is repeated: `pilot_0.charges`, `own_3_card`."""


def folded(rows: list[tuple[int, str, Field]]) -> dict[str, list[tuple[int, Field]]]:
    """Group an observation's rows, (offset, name, field), by their names with `k` for a number."""
    groups: dict[str, list[tuple[int, Field]]] = {}
    for at, name, field in rows:
        groups.setdefault(NUMBER.sub("k", name), []).append((at, field))
    for key, found in list(groups.items()):
        same = {(f.size, re.sub(r"\d+", "", f.meaning)) for _, f in found}
        if len(found) > 1 and len(same) > 1:
            del groups[key]
            groups |= {name: [(at, f)] for at, name, f in rows if NUMBER.sub("k", name) == key}
    return dict(sorted(groups.items(), key=lambda item: item[1][0][0]))


def as_sum(base: int, others: dict[str, tuple[int | None, int]], step: int = 0) -> str:
    """Return a number of a layout as a sum over how many things of each kind there are.

    Args:
        base: the number if there are two of each kind.
        others: by kind, the number with one (None: there is none) and with three of that kind, and two of all others.
        step: what is added for each k.
    """
    constant, terms = base, []
    for thing, (one, three) in others.items():
        every = three - base
        constant -= 2 * every
        # The rest is left out where there is only one.
        some = every if one is None else one - (base - 2 * every)
        terms += [f"{n}·n_{thing}{mark}" for n, mark in ((some, ""), (every - some, r"\*")) if n]
    terms += [f"{step}·k"] if step else []
    return " + ".join([str(constant), *terms] if constant or not terms else terms)


def parts_of(game: Game) -> dict[str, Game]:
    """Return the games whose whole observation is a part of this one's, by the part's name."""
    counts = dict.fromkeys(game.fields.things, 2)
    own = {(name, field) for _, name, field in game.fields.rows(counts)}
    parts = {}
    for other in games().values():
        part = other.id.removesuffix("-v0")
        if other is not game and set(other.fields.things) <= set(counts):
            if {(f"{part}.{name}", field) for _, name, field in other.fields.rows(counts)} <= own:
                parts[part] = other
    return parts


def layout(game: Game) -> str:
    """Return a game's observation as Markdown: each field once, with its offset as a sum."""
    things = game.fields.things
    base = dict.fromkeys(things, 2)
    changed = {thing: ({**base, thing: 1}, {**base, thing: 3}) for thing in things}
    groups = folded(game.fields.rows(base))
    around = {
        thing: tuple(folded(game.fields.rows(counts)) for counts in pair) for thing, pair in changed.items()
    }

    def offset(key: str) -> str:
        (at, _), *rest = groups[key]
        others = {
            thing: (one[key][0][0] if key in one else None, three[key][0][0])
            for thing, (one, three) in around.items()
        }
        return as_sum(at, others, rest[0][0] - at if rest else 0)

    def width(fields: Fields) -> str:
        of = {t: (fields.width(one), fields.width(three)) for t, (one, three) in changed.items()}
        return as_sum(fields.width(base), of)

    lines = [f"Width: {width(game.fields)}.", ""]
    lines += ["| from | size | field | range | meaning |", "|---|---|---|---|---|"]
    parts = parts_of(game)
    for part, other in parts.items():
        first = next(key for key in groups if key.startswith(f"{part}."))
        link = f"the [observation of {other.id}]({other.id}.md#observation)"
        lines.append(row(offset(first), width(other.fields), f"`{part}.…`", "", link))
    for key, found in groups.items():
        if key.partition(".")[0] not in parts:
            field, meaning = found[0][1], found[0][1].meaning
            if found[-1][1].meaning != meaning:
                meaning = re.sub(r"\d+", "k + 1", meaning, count=1)
            if any(key not in one for one, _ in around.values()):
                meaning += "; left out where there is only one"
            lines.append(
                row(offset(key), str(field.size), f"`{key}`", f"{field.low} … {field.high}", meaning)
            )
    if any(r"\*" in line for line in lines):
        lines += ["", r"\* counts only with two or more of them."]
    return "\n".join(lines)


def game_page(game: Game) -> str:
    """Return a game's page: its scenarios, actions, observation and events as Markdown."""
    setups = {name: make_setup(game.id, name) for name in game.scenarios}
    seats = {name: ", ".join(f"`{seat}`" for seat in setup.seats) for name, setup in setups.items()}
    rows = [row(f"`{name}`", seats[name], str(setup.width)) for name, setup in setups.items()]
    exits = ", ".join(f"`{game.actions.labels[act]}`" for act in game.exits)
    parts = [
        f"# {game.title}: `{game.id}`",
        "<!-- Generated by docs/conf.py. -->",
        f"Rules version {game.rules_version}; {game.actions.n} actions. "
        "[How to read these tables](../games.md#how-to-read-the-pages).",
        "## Scenarios",
        "\n".join(["| scenario | seats | width of an observation |", "|---|---|---|", *rows]),
        "## Phases",
        ", ".join(f"`{phase}`" for phase in game.phase_names.values()) + ".",
        "## Actions",
        game.actions.table(),
        f"Random playouts choose actions that end the game at once less often: {exits}." if exits else "",
        "## Observation",
        layout(game),
        "## Events",
        ", ".join(f"`{name}`" for name in game.event_names.values()) + ".",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def games_list(found: list[Game]) -> str:
    """Return every game with its sizes, and the tree of their pages."""
    rows = ["| game | scenarios | actions | observation |", "|---|---|---|---|"]
    for game in found:
        widths = [make_setup(game.id, name).width for name in game.scenarios]
        span = f"int8, {min(widths)}" + (f" to {max(widths)}" if min(widths) < max(widths) else "")
        link = f"[{game.title}](games/{game.id}.md) `{game.id}`"
        rows.append(row(link, str(len(game.scenarios)), str(game.actions.n), span))
    tree = ["```{toctree}", ":hidden:", "", *(f"games/{game.id}" for game in found), "```"]
    return "\n".join([*rows, "", *tree])


def position_rows(schema: dict[str, Any]) -> str:
    """Return the top-level fields of a position schema as a Markdown table."""
    rows = ["| field | meaning |", "|---|---|"]
    for name, field in schema["properties"].items():
        rows.append(row(f"`{name}`", field.get("description", field.get("title", ""))))
    return "\n".join(rows)


def command_section(name: str, command: Any) -> str:
    """Return a command's help, arguments and options as Markdown; of a group, those of its commands."""
    if hasattr(command, "commands"):
        return "\n".join(command_section(f"{name} {key}", sub) for key, sub in command.commands.items())
    text = " ".join((command.help or "").replace("Example:", "\n\nExample:").split(" "))
    text = re.sub(r"Example: (.+)", r"Example: `\1`", text)
    rows = ["| option | default | meaning |", "|---|---|---|"]
    for param in command.params:
        is_option = param.param_type_name == "option"
        flags = ", ".join(f"`{flag}`" for flag in (param.opts if is_option else [str(param.name).upper()]))
        shown = "" if param.default in (None, "", False) or callable(param.default) else f"`{param.default}`"
        if param.name != "help":
            rows.append(row(flags, shown, getattr(param, "help", "") or ""))
    table = "\n".join(rows) if len(rows) > 2 else ""
    return f"## `{name}`\n\n{text}\n\n{table}\n"


def rules_of(game: Game) -> str | None:
    """Return a game's RULES.md, if it has one, without links to files of the source."""
    file = game.folder / "RULES.md"
    if not file.is_file():
        return None
    return re.sub(r"\[([^\]]+)\]\((?!https?:|#)[^)]+\)", r"\1", file.read_text(encoding="utf-8"))


def write_rules(game: Game) -> None:
    """Write a game's page of rules, if it has clauses."""
    name, text = f"rules/{game.id}.md", rules_of(game)
    if text is None:
        (GENERATED / name).unlink(missing_ok=True)
        return
    if not text.lstrip().startswith("# "):
        text = f"# {game.title}: the rules\n\n{text}"
    write(name, text)


def rules_list(found: list[Game]) -> str:
    """Return where every game's clauses stand, for who reads files, and the tree of their pages."""
    named = [game for game in found if rules_of(game) is not None]
    lines = [
        f"- {game.title} (`{game.id}`): `{(game.folder / 'RULES.md').relative_to(HERE.parent)}`"
        for game in named
    ]
    pages = [f"/generated/rules/{game.id}" for game in named]
    return "\n".join([*lines, "", "```{toctree}", ":maxdepth: 2", "", *pages, "```", ""])


def messages_list(direction: str) -> str:
    """Return what clients may send ("requests"), or what the server answers ("answers"), message by message."""
    schema = messages.schema()[direction]
    lines = []
    for model in (schema["$defs"][x["$ref"].rpartition("/")[2]] for x in schema["oneOf"]):
        about, _, fields = model["description"].partition("\n\nAttributes:\n")
        meaning = dict(re.findall(r"^    (\w+): ((?:.|\n {8})+)$", fields, flags=re.MULTILINE))
        lines += [f"### `{model['properties']['type']['const']}`", "", " ".join(about.split()), ""]
        own = [name for name in model["properties"] if name not in ("type", "request")]
        if own:
            rows = [
                row(f"`{name}`", type_of(model["properties"][name]), meaning.get(name, "")) for name in own
            ]
            lines += ["| field | type | meaning |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def type_of(field: dict[str, Any]) -> str:
    """Return a field's type in words of JSON."""
    if "anyOf" in field:
        return " or ".join(type_of(part) for part in field["anyOf"])
    if "$ref" in field:
        return f"`{field['$ref'].rpartition('/')[2]}`"
    if field.get("type") == "array":
        inner = field.get("items", {})
        return f"array of {type_of(inner)}" if inner else "array"
    return str(field.get("type", "any"))


def levels_table(found: list[Game]) -> str:
    """Return the ladders of levels: every rating with half of its interval, the weakest first."""
    lines = [row("game, scenario", "role", "levels, weakest first: Elo points"), row("---", "---", "---")]
    for file in sorted(FOLDER.glob("*/levels/*.json")):
        setup = make_setup(file.parent.parent.name, file.stem)
        name, rules = f"`{setup.game.id}`, `{setup.scenario}`", older_rules(setup)
        for role in dict.fromkeys(setup.roles):
            spans = [level.rating for level in levels(setup, role)]
            points = ", ".join(f"{mean:+.0f} ± {(high - low) / 2:.0f}" for mean, low, high in spans)
            lines.append(
                row(f"{name} (rules version {rules})" if rules else name, setup.called(role), points)
            )
    return "\n".join(lines)


def costs_table(found: list[Game]) -> str:
    """Return what a choice that is just close to a personality costs, with the interval."""
    lines = [row("game, scenario", "role", "games", "cost in return"), row("---", "---", "---", "---")]
    for file in sorted(FOLDER.glob("*/personalities/*.json")):
        setup = make_setup(file.parent.parent.name, file.stem)
        measured = read_ratings(setup)
        for role, (mean, low, high) in measured["costs"].items():
            text = f"{mean:+.4f} [{low:+.4f}, {high:+.4f}]"
            name = f"`{setup.game.id}`, `{setup.scenario}`"
            lines.append(row(name, setup.called(role), f"{measured['games']:,}", text))
    return "\n".join(lines)


COMMITTED = {
    "reference/policies.md": {"levels": levels_table, "costs": costs_table},
    "reference/protocol.md": {
        "requests": lambda found: messages_list("requests"),
        "answers": lambda found: messages_list("answers"),
    },
    "reference/baselines.md": {
        "baselines": lambda found: (HERE.parent / "benchmarks/baselines/table.md").read_text(encoding="utf-8")
    },
    "reference/games.md": {"games": games_list},
    "reference/strength.md": {
        "strength": lambda found: (HERE.parent / "benchmarks/strength.md").read_text(encoding="utf-8")
    },
    "reference/rules.md": {"options": lambda found: fields_table(sheets.RulesSheet), "rules": rules_list},
}
"""Pages that are kept in git, and what makes their parts: each stands between two comments that name it."""


def committed() -> dict[Path, str]:
    """Return the committed pages as they should be."""
    found, pages = list(games().values()), {}
    for page, parts in COMMITTED.items():
        text = (HERE / page).read_text(encoding="utf-8")
        for name, make in parts.items():
            before, begin, rest = text.partition(f"<!-- generated: {name} -->\n")
            _, end, after = rest.partition(f"<!-- end of {name} -->\n")
            if not begin or not end:
                raise ValueError(f"docs/{page} has no place for '{name}' between two comments.")
            text = f"{before}{begin}\n{make(found).strip()}\n\n{end}{after}"
        pages[HERE / page] = text
    return pages | {HERE / f"reference/games/{game.id}.md": game_page(game) for game in found}


def generate() -> None:
    """Write every table, schema and page that follows from the code."""
    found = list(games().values())
    for page, text in committed().items():
        write(f"../{page.relative_to(HERE)}", text)
    parts = [f"## {title}\n\n{place}\n\n{fields_table(model)}\n" for title, place, model in SHEETS]
    write("scenarios.md", "\n".join(parts))
    write("options.md", fields_table(sheets.RulesSheet) + "\n")
    write("effects.md", effects_table() + "\n")
    every = find_game("throwdown-v0").entries()
    write("library.md", as_markdown([entry for entry in every if not entry.is_rule]))
    write("words.md", as_markdown([entry for entry in every if entry.is_rule]))
    shown = [
        f"```{{literalinclude}} /generated/{name}.toml\n:language: toml\n:caption: {name}\n```\n"
        for name in find_game("throwdown-v0").scenarios
    ]
    write("shipped.md", "\n".join(shown))
    for name in find_game("throwdown-v0").scenarios:
        write(f"{name}.toml", (setups.SCENARIO_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    write(
        "training.md", f"{fields_table(TrainConfig)}\n\n## The mix\n\n`[mix]`\n\n{fields_table(MixConfig)}\n"
    )
    positions = []
    for game in (game for game in found if game.positions):
        schema, name = throwdown.position_schema(game.id), f"position-{game.id}.schema.json"
        write(name, json.dumps(schema, indent=1) + "\n")
        positions += [f"## {game.title}", "", f"JSON Schema: {{download}}`{name} </generated/{name}>`", ""]
        positions += [position_rows(schema), ""]
    write("positions.md", "\n".join(positions))
    write("cli.md", command_section("throwdown", get_command(command_line)))
    for game in found:
        write_rules(game)


def setup(app: Any) -> None:
    """Generate before Sphinx looks for pages."""
    generate()


if __name__ == "__main__":
    generate()
