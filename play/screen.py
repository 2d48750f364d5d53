"""Output on the terminal: table, news, choices and result, from the information of the person's seat."""

import math
import re
from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from throwdown.envs.core.cards import RANKS, SUIT_SYMBOLS, SUITS
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.kit import Entry, Lesson, first_upper, words_of
from throwdown.envs.tables.table import Table, Why
from throwdown.evaluation.statistics import Interval
from throwdown.play.hint import Hint, Option, percent
from throwdown.play.review import Judgement, Summary
from throwdown.play.rulebook import Page, Passage

_CARD = re.compile(r"(?<![\w-])(?:(10|[2-9TJQKA])([CDHS♣♦♥♠])|\*[rb])(?![\w-])")
_JOKERS = {"*r": tr("red Joker"), "*b": tr("black Joker")}
_RED = "♦♥"
_MARKS = re.compile(r"\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`")
FIGURES = tr(
    "In each of them, everything that you cannot know was dealt anew. The ± holds in 19 cases of 20, "
    "if everybody plays like that."
)
"""Explanations of the figures of a hint."""
HINT_ROWS = 4
"""The number of choices in a hint."""
MENU_WIDTH = 38
"""The maximum width of the choices; their effects stand beside them."""

REWARDS = {
    "win": tr("+1 for the winner, -1 for the loser"),
    "score": tr("the difference of the two scores, divided by their sum"),
    "stakes": tr(
        "half for winning; the rest for what was gained or lost in Harmony, Commitments, Charges, Buffers and Threat "
        "Ratings"
    ),
}
COMMANDS = (
    (
        tr("number or name"),
        tr("play a choice: 3, focus, counter 9S, c 9s, or just 9s if only one choice has it"),
    ),
    ("?", tr("the rules of the current decision")),
    (tr("? WORD"), tr("what something means: ? harmony, ? schism, ? focus, ? TS-42")),
    (tr("? counter 9S"), tr("why a choice is not allowed, or what it means")),
    (
        tr("why, why 7"),
        tr("what the last move, or move 7, did, what was better, and what else could be played"),
    ),
    (tr("review"), tr("after a game: what luck and your decisions did, and what cost you most")),
    (tr("hint"), tr("the best choice, how likely each choice is to win, and why")),
    (tr("undo"), tr("take back your last decision and everything that followed")),
    (tr("learn"), tr("the rulebook's page on this game")),
    (tr("table"), tr("show the table again")),
    (tr("log"), tr("everything that you have seen happen since the deal")),
    (tr("save [FILE]"), tr("save the game; continue it with: throwdown play --resume FILE")),
    (tr("history"), tr("games won and lost, by opponent")),
    (tr("quit"), tr("leave the game; it is saved and can be continued")),
)


def with_cards(text: str, style: str = "") -> Text:
    """Return a text in which cards stand as rank and suit symbol, red suits in red, and Jokers by their colour."""
    out, at = Text(style=style), 0
    for found in _CARD.finditer(text):
        out.append(text[at : found.start()])
        if found[0] in _JOKERS:
            out.append(_JOKERS[found[0]], "bold")
            at = found.end()
            continue
        suit = found[2] if found[2] in SUIT_SYMBOLS else SUIT_SYMBOLS[SUITS.index(found[2])]
        out.append(found[1] + suit, "bold red" if suit in _RED else "bold")
        at = found.end()
    return out.append(text[at:])


def _wrapped(line: str, width: int) -> list[str]:
    """Wrap a line of the table; continuation lines are indented."""
    whole = line.replace(", hand ", ", hand\N{NO-BREAK SPACE}")
    pieces = wrap(whole, width, subsequent_indent=" " * 6) or [""]
    return [piece.replace("\N{NO-BREAK SPACE}", " ") for piece in pieces]


def table_panel(table: Table, seat: str | None, width: int = 80) -> RenderableType:
    """Return the table as seen by the seat (None: everything), without the prompt, which is printed below."""
    who = tr("you are {who}", who=table.setup.person(seat)) if seat else tr("everything is shown")
    title = f"{table.game.title} · {table.setup.scenario} · {who}"
    lines = table.render(seat).splitlines()
    if lines and lines[-1].strip() == table.prompt().strip():
        lines.pop()
    body = with_cards("\n".join(piece for line in lines for piece in _wrapped(line, max(40, width - 4))))
    if seat:
        body.highlight_words([table.setup.person(seat)], "bold cyan")
    return Panel(body, title=title, title_align="left", expand=False, padding=(0, 1))


def told(lines: list[str], person: str) -> list[Text]:
    """Return events as sentences, without consecutive duplicates."""
    out = []
    for line, same in groupby(lines):
        times = len(list(same))
        text = with_cards(f"{line} (×{times})" if times > 1 else line)
        if person:
            text.highlight_words([person], "cyan")
        out.append(text)
    return out


def news_list(lines: list[str], person: str) -> RenderableType:
    """Return the events since the person's last decision."""
    if not lines:
        return Text(tr("Nothing has happened since."), "dim")
    return Group(*(Text.assemble(("· ", "dim"), text) for text in told(lines, person)))


def explained(table: Table, action: int) -> str:
    """Return the meaning of a legal action as a sentence."""
    told, label = table.describe(action), table.game.actions.labels[action]
    effect = told.effect or table.game.meaning(label)
    return tr(
        "{told}. It is allowed now; programs call it '{label}'.",
        told=told._replace(effect=effect),
        label=label,
    )


def _choice(number: int, word: str) -> Text:
    return Text.assemble((f"{number:>2} ", "dim"), with_cards(word))


def _row(grid: Grid, name: str, cost: str, effect: str, choices: list[tuple[int, str]]) -> None:
    """Add one group of choices, their cards or targets side by side."""
    head = Text(name, "bold")
    if cost:
        head.append(f", {cost}", "not bold")
    if len(choices) == 1:
        word = Text(" ").join([head, with_cards(choices[0][1], "bold")]) if choices[0][1] else head
        parts = Text.assemble((f"{choices[0][0]:>2} ", "dim"), word)
    else:
        width = max(len(word) for _, word in choices)
        per_line = max(1, MENU_WIDTH // (width + 5))
        cells = [_choice(number, word.ljust(width)) for number, word in choices]
        rows = [Text("  ").join(cells[k : k + per_line]) for k in range(0, len(cells), per_line)]
        parts = Text("\n").join([Text("   ").append_text(head), *rows])
    grid.add_row(parts, with_cards(first_upper(effect), "dim"))


def menu(table: Table) -> RenderableType:
    """Return the numbered legal actions with cost and effect; those that differ only in a card, side by side."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(max_width=MENU_WIDTH)
    grid.add_column()
    groups: dict[tuple[str, str, str], list[tuple[int, str]]] = {}
    for number, i in enumerate(table.legal_ids(), start=1):
        told = table.describe(i)
        groups.setdefault((told.name, told.cost, told.effect), []).append((number, told.what))
    for shared, choices in groups.items():
        _row(grid, *shared, choices)
    return Padding(grid, (0, 0, 0, 2))


def commands(rows: Sequence[tuple[str, str]] = COMMANDS) -> RenderableType:
    """Return a list of commands, each with its meaning; by default those of a session."""
    grid = Grid.grid(padding=(0, 2))
    for name, text in rows:
        grid.add_row(Text(name, "bold"), Text(text, "dim"))
    return Padding(grid, (0, 0, 0, 2))


def turn(
    table: Table, seat: str, news: list[str] | None, width: int = 80, said: Sequence[tuple[str, str]] = ()
) -> RenderableType:
    """Return everything needed for a decision; ``said`` holds the lines of opponents, with their speakers."""
    person = table.setup.person(seat)
    parts: list[RenderableType] = [] if news is None else [news_list(news, person)]
    for who, words in said:
        parts.append(Text(tr("“{words}” ({who})", words=words, who=who), "italic cyan"))
    parts += [table_panel(table, seat, width), with_cards(table.prompt(), "bold"), menu(table)]
    if reason := table.forced():
        parts.append(with_cards(tr("There is no other choice. {reason}", reason=reason), "dim"))
    return Group(*parts)


def lesson_panel(lesson: Lesson) -> RenderableType:
    """Return a lesson."""
    title = with_cards(lesson.title) if lesson.title else None
    return Panel(with_cards(lesson.text), title=title, title_align="left", style="italic")


def _styled(text: str) -> Text:
    """Return a text of the rulebook with its emphasis and code styled."""
    out, at = Text(), 0
    for found in _MARKS.finditer(text):
        out.append(text[at : found.start()])
        out.append(found[1] or found[2] or found[3], "bold" if found[1] else "italic" if found[2] else "dim")
        at = found.end()
    return out.append(text[at:])


def _block(block: Passage) -> RenderableType:
    if block.kind == "table":
        grid = Grid(box=None, padding=(0, 2), header_style="bold")
        for head in block.rows[0]:
            grid.add_column(_styled(head))
        for row in block.rows[1:]:
            grid.add_row(*map(_styled, row))
        return grid
    if block.kind in ("points", "steps"):
        marks = [f"{k}. " if block.kind == "steps" else "· " for k in range(1, len(block.rows) + 1)]
        return Group(*(Text.assemble((mark, "dim"), _styled(row[0])) for mark, row in zip(marks, block.rows)))
    lines = "\n".join(row[0] for row in block.rows)
    return Text(lines, "dim") if block.kind == "code" else _styled(lines)


def rulebook_page(page: Page) -> RenderableType:
    """Return a page of the rulebook."""
    parts: list[RenderableType] = []
    for block in page.blocks:
        is_title = block.kind == "heading"
        parts += [Text(block.rows[0][0], "bold underline") if is_title else _block(block), Text()]
    return Group(*parts)


def entries_list(entries: Sequence[Entry]) -> RenderableType:
    """Return entries of the glossary, one paragraph each."""
    return Group(
        *(
            Text.assemble((entry.name, "bold"), (f" ({entry.kind})", "dim"), ": ", with_cards(entry.text))
            for entry in entries
        )
    )


def _shares(found: Interval) -> str:
    """Format a share with its interval, such as ``62 % ±4``."""
    half = math.ceil(50 * (found.high - found.low) - 1e-9)
    return percent(found.mean) + (f" ±{half}" if half else "")


def _returned(found: Interval) -> str:
    half = (found.high - found.low) / 2
    return f"{found.mean + 0.0:+.2f}" + (f" ±{half:.2f}" if half >= 0.005 else "")


def _picked(hint: Hint) -> list[Option]:
    """Return the choices in a hint: the best one, the best of each other kind, then the next best."""
    kinds = {option.kind: option for option in reversed(hint.options)}
    first = [option for option in hint.options if kinds[option.kind] is option]
    shown = [*first, *(option for option in hint.options if option not in first)][:HINT_ROWS]
    return [option for option in hint.options if option in shown]


def advice(hint: Hint, reward: str = "") -> RenderableType:
    """Return a hint: the best choice, its value and those of the next best ones, and the reason.

    Args:
        hint: see `Session.hint`.
        reward: the reward scheme, one of `REWARDS`, to explain returns and the other figures; empty: no explanation.
    """
    best, more = hint.best, len(hint.options) - HINT_ROWS
    if best.effect:
        first = tr("Best: {name} ({effect}).", name=best.name, effect=best.effect)
    else:
        first = tr("Best: {name}.", name=best.name)
    grid = Grid(box=None, padding=(0, 2), header_style="dim", show_edge=False)
    head = plural("of {n} choice", "of {n} choices", len(hint.options)) if more > 0 else ""
    grid.add_column(head, max_width=MENU_WIDTH)
    grid.add_column(tr("you win"), justify="right")
    if hint.is_worth:
        grid.add_column(tr("return"), justify="right")
    for option in _picked(hint):
        numbers = [_shares(option.chance), _returned(option.value)][: len(grid.columns) - 1]
        grid.add_row(with_cards(option.name), *numbers, style="bold" if option is best else "")
    about = [hint.about, FIGURES] if reward else [hint.about]
    if hint.is_worth and reward in REWARDS:
        about.append(tr("Returns: {reward}.", reward=REWARDS[reward]))
    return Group(
        with_cards(first, "bold"),
        with_cards(hint.reason),
        Padding(grid, (0, 0, 0, 2)),
        Text(" ".join(about), "dim"),
    )


def _chances(low: float, high: float) -> Text:
    if low == high:
        return Text(percent(low))
    return Text(tr("{low} to {high} %", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}"))


def puzzle_answer(options: Sequence[tuple[str, list[float], bool]], reason: str) -> RenderableType:
    """Return the value of a choice in a puzzle.

    Args:
        options: the choices, the best first: each one's name, chance [mean, low, high], and whether it was made.
        reason: the reason why the first one is best.
    """
    (best, _, is_solved), grid = options[0], Grid.grid(padding=(0, 3))
    for name, (_, low, high), is_chosen in options:
        grid.add_row(with_cards(name, "bold" if is_chosen else ""), _chances(low, high))
    verdict = tr("That is the best choice.") if is_solved else tr("The best choice was: {name}.", name=best)
    return Group(
        with_cards(verdict, "green" if is_solved else "yellow"),
        Padding(grid, (0, 0, 0, 2)),
        with_cards(reason),
    )


def review(summary: Summary, judged: Sequence[Judgement]) -> RenderableType:
    """Return the summary of a finished game, and the most costly decisions with better choices."""
    parts: list[RenderableType] = [with_cards(text) for text in summary.sentences()]
    found = {one.move: one for one in judged}
    for move in summary.costliest:
        one = found[move]
        chosen = next(x for x in one.options if x.action == one.chosen)
        text = tr(
            "Move {move}: {best} wins {most} of the games, {chosen} {share}.",
            move=move,
            best=one.options[0].name,
            most=percent(one.options[0].chance.mean),
            chosen=chosen.name,
            share=percent(chosen.chance.mean),
        )
        parts += [with_cards(text, "dim"), with_cards(one.reason, "dim")]
    return Group(*parts)


def options_text(table: Table, actions: Sequence[int]) -> str:
    """Return actions in a line, grouped if they differ only in a card; four suits of a rank are the rank."""
    groups: dict[str, list[str]] = {}
    for i in actions:
        found = table.describe(i)
        groups.setdefault(found.name, []).append(found.what)
    return tr("; ").join(f"{name} {cards_text(what)}".strip() for name, what in groups.items())


def cards_text(texts: list[str]) -> str:
    """Join the names of cards or other objects; a rank with all its suits is ``any 9``."""
    whole = {
        text[0] for text in texts if len(text) == 2 and all(f"{text[0]}{suit}" in texts for suit in SUITS)
    }
    ranks = [rank.replace("T", "10") for rank in RANKS if rank in whole]
    rest = [text for text in texts if text[:1] not in whole]
    parts = [tr("any {ranks}", ranks=" ".join(ranks))] if ranks else []
    glue = tr(", ") if any(" " in text for text in rest) else " "
    return tr(", ").join([*parts, *([glue.join(rest)] if any(rest) else [])])


def why_text(why: Why) -> str:
    """Return what a move did and its alternatives, in a paragraph."""
    return f"{move_text(why)} {choice_text(why)}"


def move_text(why: Why) -> str:
    """Return what a move was, and what it did."""
    person = why.before.setup.person(why.agent)
    told = " ".join(why.told[:1]) or tr("{who} decided.", who=person)
    return " ".join(text for text in (tr("Move {move}: {told}", move=why.move, told=told), why.merit) if text)


def choice_text(why: Why) -> str:
    """Return the alternatives to a move, or why there were none."""
    options, person = options_text(why.before, why.options), why.before.setup.person(why.agent)
    if why.forced:
        return tr("There was no other choice. {reason}", reason=why.forced)
    if why.is_shown:
        return tr("Also legal: {options}.", options=options)
    if len(why.options) == 1:
        return tr("Nothing else was possible, whatever {who} held.", who=person)
    return tr(
        "What {who} held is hidden; with one hand or another, these were legal: {options}.",
        who=person,
        options=options,
    )


def score_line(table: Table, seat: str | None = None) -> str:
    """Return the score by stage, as known to a seat; empty for games without stages."""
    view = table.view(seat)
    score, scored = view.get("score"), view.get("scored")
    if not isinstance(score, dict) or not isinstance(scored, list) or not scored:
        return ""
    called = {side: table.setup.called(side) for side in score} | {None: tr("Nobody")}
    stages = [
        tr("stage {n}: {who} {points}", n=k, who=called[side], points=2 ** (k - 1))
        for k, side in enumerate(scored, start=1)
    ]
    total = tr(", ").join(f"{called[side]} {points}" for side, points in score.items())
    return tr("Score: {total} ({stages}).", total=total, stages=tr("; ").join(stages))


def turning_points(table: Table, seat: str) -> list[str]:
    """Return the sentences that explain the outcome, as seen by the seat."""
    text, setup = table.game.text, table.setup
    kinds = words_of(text, "turning")()
    return [text.narrate(e, setup) for e in table.events_seen(seat) if e.kind in kinds]


def result(table: Table, seat: str, news: list[str], width: int = 80) -> RenderableType:
    """Return the end of a game: the news, the whole table, the outcome, the deciding moment, and the returns."""
    value, person = table.returns()[seat], table.setup.person(seat)
    verdict = tr("You won.") if value > 0 else tr("You lost.") if value < 0 else tr("Nobody won.")
    style = "bold green" if value > 0 else "bold red" if value < 0 else "bold"
    parts = [
        news_list(news, person),
        table_panel(table, None, width),
        with_cards(table.prompt(), "bold"),
        Text(),
    ]
    points = turning_points(table, seat)
    if points:
        parts += [Text(tr("How it went:"), "bold"), news_list(points, person)]
    if score := score_line(table, seat):
        parts.append(Text(score))
    if decided := table.decided():
        parts.append(Text.assemble((tr("What decided it:") + " ", "bold"), with_cards(decided)))
    if table.history:
        parts.append(with_cards(why_text(table.why(table.decisive))))
    parts += [
        Text(_returns_text(table)),
        Text.assemble(verdict, " ", with_cards(table.headline(seat)), style=style),
    ]
    return Group(*parts)


def _returns_text(table: Table) -> str:
    reward = str(table.setup.options.get("reward", ""))
    found = tr(", ").join(f"{table.setup.person(x)} {v + 0.0:+.2f}" for x, v in table.returns().items())
    if reward not in REWARDS:
        return tr("Returns: {returns}.", returns=found)
    return tr(
        "Returns: {returns} ({reward}: {meaning}).", returns=found, reward=reward, meaning=REWARDS[reward]
    )
