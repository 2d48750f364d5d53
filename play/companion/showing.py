"""Terminal output of games with real cards: table, news, possible answers and ledger."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.scene import HIDDEN, Gauge, Person, Scene, Thing
from throwdown.play.companion.companion import Companion, Noted
from throwdown.play.companion.dealer import Answerable, Line, Question
from throwdown.play.screen import MENU_WIDTH, cards_text, with_cards

COMMANDS = (
    (
        tr("an answer"),
        tr("answer the question: counter 9S, 9s, pass, or a choice's number if choices are numbered"),
    ),
    (tr("correct 7 9H"), tr("entry 7 of the ledger should have been 9H; later entries that still fit stay")),
    (tr("correct 7"), tr("go back to before entry 7")),
    (tr("undo"), tr("take the last entry back")),
    (tr("ledger"), tr("all entries, with their numbers")),
    (tr("table"), tr("show the table again")),
    (tr("why, why 7"), tr("why the last move, or move 7, was made, and what else could have been played")),
    (tr("?, ? WORD"), tr("the rules of the current decision, or the meaning of a word")),
    (tr("save [FILE]"), tr("save the game; continue it with: throwdown companion --resume FILE")),
    (tr("quit"), tr("leave the game; it is saved and can be continued")),
)


def told(line: Line) -> Text:
    """Return a sentence for the table; instructions for the cards are highlighted."""
    mark, style = ("▸ ", "bold cyan") if line.kind == "do" else ("· ", "")
    return Text.assemble((mark, style or "dim"), with_cards(line.text, style))


def table_panel(scene: Scene, title: str) -> RenderableType:
    """Return the table as text."""
    lines = [" · ".join(text for text in (scene.place, *map(_gauge, scene.gauges)) if text)]
    lines += [_person(person) for person in (*scene.far, *scene.near)]
    for pile in scene.piles:
        cards = " ".join(f"{laid.card} ({laid.by})" if laid.by else laid.card for laid in pile.cards)
        lines += [": ".join(text for text in (pile.title, cards, pile.note) if text)] if pile.cards else []
    lines += [_thing(thing) for thing in scene.things]
    stocks = (
        plural("{name} {n} card", "{name} {n} cards", stock.n, name=stock.name) for stock in scene.stocks
    )
    lines.append(" · ".join(stocks))
    return Panel(with_cards("\n".join(lines)), title=title, title_align="left", expand=False, padding=(0, 1))


def _gauge(gauge: Gauge) -> str:
    said = gauge.note or (f"{gauge.value}/{gauge.most}" if gauge.most else str(gauge.value))
    return f"{gauge.name} {said}".strip()


def _cards(cards: Sequence[str]) -> str:
    """Return cards in a row, with face-down cards in their places."""
    return " ".join("▮" if card == HIDDEN else card for card in cards)


def _person(person: Person) -> str:
    mark = "*" if person.is_to_move else " "
    notes = f" ({', '.join(person.notes)})" if person.notes else ""
    laid = tr(", face-down {cards}", cards=_cards(person.laid)) if person.laid else ""
    gauges = ", ".join(map(_gauge, person.gauges))
    return f"{mark} {person.name}{notes}: {_cards(person.cards) or tr('no card')}{laid}; {gauges}"


def _thing(thing: Thing) -> str:
    parts = [thing.note, *map(_gauge, thing.gauges), _cards(thing.cards)]
    return f"  {thing.name}: {', '.join(part for part in parts if part)}"


def question(asked: Question) -> RenderableType:
    """Return a question with its options; cards with the same effect are grouped, to be typed."""
    parts: list[RenderableType] = [with_cards(asked.text, "bold")]
    if asked.kind == "card":
        parts.append(Text(tr("  Type the card, such as 9S or TH."), "dim"))
        return Group(*parts)
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(max_width=MENU_WIDTH + 16)
    grid.add_column()
    groups: dict[tuple[str | int, ...], list[tuple[int, Answerable]]] = {}
    for number, option in enumerate(asked.options, start=1):
        key = option.kind if option.card else option.id, option.cost, option.effect
        groups.setdefault(key, []).append((number, option))
    for some in groups.values():
        _, first = some[0]
        more = ": ".join(x for x in (first.cost, first.effect) if x)
        grid.add_row(_choice(some), with_cards(more, "dim"))
    return Group(*parts, Padding(grid, (0, 0, 0, 2)))


def _choice(some: list[tuple[int, Answerable]]) -> Text:
    number, first = some[0]
    what = cards_text([option.card for _, option in some]) if first.card else first.what
    shown = f"{number:>2} " if len(some) == 1 else "   "
    return Text.assemble((shown, "dim"), (f"{first.name} ", "bold"), with_cards(what))


def ledger(noted: Iterable[Noted]) -> RenderableType:
    """Return the numbered ledger."""
    lines = [
        Text.assemble((f"{number:>3} ", "dim"), with_cards(f"{x.about}: {x.told}"))
        for number, x in enumerate(noted, start=1)
    ]
    return Group(*lines) if lines else Text(tr("Nothing has been entered yet."), "dim")


def result(game: Companion) -> RenderableType:
    """Return the outcome of a game."""
    return Group(*(with_cards(text, "bold" if k == 0 else "") for k, text in enumerate(game.ending())))
