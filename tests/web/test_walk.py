"""Every game on the page, played to its end by mouse, keys and touch, beside a table that says what is to be seen."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.web.pages import barriers
from throwdown.envs.core.kit import Description
from throwdown.envs.core.scene import HIDDEN, Gauge, Person, Scene
from throwdown.envs.core.texts import first_upper
from throwdown.envs.registry import make_setup
from throwdown.play import screen
from throwdown.play.session import Session
from throwdown.play.web.live import VERDICTS, open_scene, scene_of


class Walk(NamedTuple):
    """A deal, and how many choices of the person it has at least."""

    game: str
    scenario: str
    seed: int
    against: str
    least: int


WALKS = [
    Walk("throwdown-v0", "duel", 12, "heuristic", 12),
    Walk("throwdown-v0", "trio", 12, "random", 8),
    Walk("pile-v0", "duel", 2, "random", 4),
    Walk("gambit-v0", "duel", 11, "random", 3),
    Walk("session-v0", "mini", 4, "random", 8),
    Walk("skirmish-v0", "mini", 4, "random", 6),
    Walk("challenge-v0", "scene", 10, "random", 12),
    Walk("showdown-v0", "mini", 3, "random", 5),
    Walk("kuhn-v0", "standard", 1, "random", 1),
    Walk("leduc-v0", "standard", 2, "random", 2),
]
INPUTS = ["mouse", "keys", "touch"]
CASES = [
    (walk, kind) for n, walk in enumerate(WALKS) for k, kind in enumerate(INPUTS) if n == 0 or n % 3 == k
]
"""The first walk by every kind of input, the others by one in turn."""
LOOKS = list(itertools.product([(360, 640), (820, 1180), (1440, 900)], ["light", "dark"]))
"""Windows and colours: they change from choice to choice, so that each input and each game has all of them."""
MOST_RECENT = 8
"""Lines of what happened that the page tells beside a decision."""
TARGET = 44
"""The least height and width of what is touched, in pixels."""
CHOICE = ".choices button:not(.word)"
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class By:
    """The page of a person with one kind of input; only whoever touches is guided."""

    def __init__(self, browser: Any, address: str, kind: str) -> None:
        self.kind, self.address, self.is_guided = kind, address, kind == "touch"
        off = json.dumps({x.game: {"on": False} for x in WALKS})
        kept = [] if self.is_guided else [{"name": "throwdown-guide", "value": off}]
        self.context = browser.new_context(
            reduced_motion="reduce",
            has_touch=kind == "touch",
            storage_state={"origins": [{"origin": address.rstrip("/"), "localStorage": kept}]},
        )
        self.context.set_default_timeout(120_000)
        self.context.add_init_script(path=Path(__file__).with_name("probe.js"))
        self.page, self.wrong = self.context.new_page(), list[str]()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda line: self.wrong.append(line.text) if line.type == "error" else None)

    def look(self, k: int) -> str:
        """Take a window and colours; return them in words."""
        (width, height), scheme = LOOKS[k % len(LOOKS)]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme=scheme)
        return f"{width}, {scheme}"

    def deal(self, walk: Walk) -> None:
        """Open the address of a deal and begin."""
        page = self.page
        page.goto(f"{self.address}#/deal/{walk.game}/{walk.scenario}//{walk.against}/{walk.seed}")
        start = page.locator("dialog button.main:not(:disabled)", has_text="Deal the cards")
        start.wait_for()  # a key pressed before the players are known does nothing
        self.press(start)
        page.wait_for_selector("main.game")

    def press(self, what: Any) -> None:
        """Press a button."""
        if self.kind == "touch":
            what.tap()
        elif self.kind == "mouse":
            what.click()
        else:
            what.press("Enter")

    def go_on(self) -> bool:
        """Look at what others did; return whether there is something to choose then, else the game is over."""
        page = self.page
        for _ in range(200):
            page.wait_for_selector(".ask .dim[role=status]", state="detached")
            page.wait_for_selector(f".step, {CHOICE}")
            if page.locator(".step.over").count() or not page.locator(".step").count():
                return not page.locator(".step").count()
            if self.kind == "keys":
                page.keyboard.press("Space")
            else:
                self.press(page.locator(".step .main"))
        raise AssertionError("the others never end")

    def take_up(self, card: str) -> None:
        """Take a card of the hand up."""
        place = self.page.locator(f".hand-card[data-held='{card}']").first
        if self.kind != "keys":
            self.press(place)
        for _ in range(self.page.locator(".hand-card").count()):
            if place.get_attribute("aria-pressed") == "true":
                break
            self.page.keyboard.press("ArrowRight")
        assert place.get_attribute("aria-pressed") == "true", f"{card} is taken up"

    def play(self, n: int, options: list[Description], from_hand: bool, is_drag: bool) -> None:
        """Play the option with a number, counted from 0.

        From the hand its card is taken up first; if that has no other option, it is played by the card: pressed again,
        or, with a mouse, dragged.
        """
        page, chosen = self.page, options[n]
        card = page.locator(f".hand-card[data-held='{chosen.on}'][aria-disabled=false]").first
        in_hand = from_hand and card.count() > 0
        if in_hand:
            self.take_up(chosen.on)
        by_card = in_hand and sum(x.on == chosen.on for x in options) == 1
        if by_card and chosen.lies:
            ghost = page.locator(f"[data-place='pile {chosen.lies}'] .ghost svg")
            assert ghost.get_attribute("data-card") == chosen.on, "it is seen where it would lie"
        if self.kind == "keys":
            page.keyboard.type("" if by_card else str(n + 1))
            page.keyboard.press("Enter")
        elif by_card and is_drag and self.kind == "mouse":
            card.hover()
            page.mouse.down()
            box = page.locator(".playing > .table").bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=20)
            page.mouse.up()
        elif by_card:
            self.press(card)
        else:
            number = page.locator("kbd", has_text=re.compile(rf"^{n + 1}$"))
            self.press(page.locator(CHOICE).filter(has=number))
        if chosen.gives_up:
            self.press(page.locator(".sure button").first)


@pytest.fixture(scope="module")
def people(browser: Any, address: str) -> Iterator[dict[str, By]]:
    found = {kind: By(browser, address, kind) for kind in INPUTS}
    yield found
    for one in found.values():
        one.context.close()


def drawn(text: str) -> str:
    """Return a text with its cards as the page writes them."""
    suited = r"(?<![\w-])(10|[2-9TJQKA])([CDHS])(?![\w-])"
    return " ".join(re.sub(suited, lambda x: x[1].replace("T", "10") + SIGNS[x[2]], text).split())


def told(gauges: Iterable[Gauge]) -> str:
    """Return what people hear of gauges."""
    values = [(x.name, x.note or (f"{x.value} of {x.most}" if x.most else f"{x.value}")) for x in gauges]
    return ", ".join(": ".join(part for part in both if part) for both in values)


def on_table(scene: Scene, has_ring: bool) -> dict[str, Any]:
    """Return what `probe.table` should find of a scene, whose ring is drawn around a pile or is a gauge as others."""

    def sits(person: Person) -> dict[str, Any]:
        cards = (*person.cards, *person.laid)
        return {"known": [card for card in cards if card != HIDDEN], "n": len(cards)}

    people = [*scene.far, *scene.near]
    score = next((x for x in scene.gauges if x.note and not x.most), None)
    gauges, ring = [x for x in scene.gauges if x is not score], scene.ring
    if ring and not has_ring:
        gauges, ring = [*gauges, ring], None
    spots = scene.map.spots if scene.map else ()
    return {
        "people": {x.name: sits(x) for x in people},
        "gauges": {x.name: x.gauges for x in people} | {"": gauges},
        "piles": [
            {"title": x.title, "cards": [laid.card for laid in x.cards], "worth": x.worth}
            for x in scene.piles
            if x.cards or x.worth
        ],
        "ring": f"{ring.name}: {ring.value} of {ring.most}" if ring else "",
        "score": drawn(score.note) if score else "",
        "things": [x.name for x in scene.things],
        "stocks": [f"{x.name}{x.n} card{'' if x.n == 1 else 's'}" for x in scene.stocks],
        "rows": [[face.name for face in row.faces] for row in scene.card_rows],
        "map": "; ".join(f"{x.name}: {', '.join(y.name for y in x.figures) or 'empty'}" for x in spots),
        "lines": [drawn(line) for line in scene.lines],
    }


def asked(session: Session, seat: str, scene: Scene) -> dict[str, Any]:
    """Return what `probe.table` should find of a decision, and of what happened before it."""
    table = session.table
    total = next((pile.total for pile in scene.piles if pile.is_lit), "")
    choices = []
    for n, x in enumerate(map(table.describe, table.legal_ids()), 1):
        effect = ": ".join(part for part in (x.cost, x.effect) if part)
        choices.append({"n": n, "said": drawn(f"{x.name} {x.what}"), "effect": drawn(first_upper(effect))})
    return {
        "asked": drawn(f"{table.prompt()} Total {total}" if total else table.prompt()),
        "choices": choices,
        "recent": [
            f"{line} × {n}" if (n := len(list(same))) > 1 else line
            for line, same in itertools.groupby(map(drawn, session.news(seat)[: -MOST_RECENT - 1 : -1]))
        ],
    }


def differences(want: dict[str, Any], shown: dict[str, Any], is_guided: bool) -> list[str]:
    """Return what the page shows otherwise than it should; in a guided game gauges may be left out."""
    wrong = []
    for key, right in want.items():
        found = shown[key]
        if key == "gauges":
            some = {
                name: [x for x in gauges if not is_guided or told([x]) in found.get(name, "")]
                for name, gauges in right.items()
            }
            right = {name: told(gauges) for name, gauges in some.items()}
        if found != right:
            wrong.append(f"{key}: the page shows {found}, the table {right}")
    return wrong


def own_cards(view: dict[str, Any], seat: str) -> list[str] | None:
    """Return the cards that a seat holds by its view; None if it has no hand."""
    if "hands" in view:
        found = view["hands"][seat]
        return [found[0]] if isinstance(found, str) else found["cards"] if isinstance(found, dict) else found
    if "processes" in view:
        return [card for x in view["processes"].values() for card in x.get("hand", [])]
    return view["sides"][seat]["hand"] if "sides" in view else None


def held(shown: dict[str, Any], scene: Scene) -> list[str]:
    """Return the cards that the page shows in the viewer's hands."""
    if shown["rows"]:
        return list(shown["rows"][-1])
    found: list[str] = []
    for person in (x for x in scene.near if x.is_viewer):
        known = shown["people"][person.name]["known"]
        found += known[: len(known) - sum(card != HIDDEN for card in person.laid)]
    return found


def look_at_choice(by: By, session: Session) -> list[str]:
    """Return what is wrong with the page at a choice."""
    table, seat = session.table, session.people[0]
    scene, shown = scene_of(table, seat), by.page.evaluate("probe.table()")
    wrong = differences(
        on_table(scene, bool(shown["ring"])) | asked(session, seat, scene), shown, by.is_guided
    )
    cards = own_cards(table.view(seat), seat)
    if cards is not None and held(shown, scene) != cards:
        wrong.append(f"the page shows {held(shown, scene)} in the hand, the view {cards}")
    wrong += by.page.evaluate("[...probe.misplaced(), ...probe.unreachable()]")
    if by.kind == "touch":
        wrong += by.page.evaluate("probe.small", TARGET)
        if (around := by.page.locator(".around:visible")).count():  # what is folded away on a phone
            by.press(around)
            wrong += by.page.evaluate("probe.cutOff()")
            by.press(around)
    return wrong


def look_at_end(by: By, session: Session) -> list[str]:
    """Return what is wrong with the page at the end of a game."""
    table, seat, over = session.table, session.people[0], by.page.locator(".step.over")
    value = table.returns()[seat]
    want = on_table(open_scene(table, seat), has_ring=True)
    some = {key: want[key] for key in ("people", "things", "stocks", "rows", "map", "lines", "score")}
    wrong = differences(some, by.page.evaluate("probe.table()"), is_guided=False)
    if over.locator(".headline").inner_text() != drawn(table.headline(seat)):
        wrong.append(f"the headline is {over.locator('.headline').inner_text()}")
    if not over.locator(f".{VERDICTS[1 + (value > 0) - (value < 0)]}").count():
        wrong.append(f"the verdict is {over.locator('h2').inner_text()}")
    if drawn(screen.score_line(table, seat)) not in " ".join(over.text_content().split()):
        wrong.append("the score is not told")
    wrong += by.page.evaluate("probe.misplaced()")
    return wrong


@pytest.mark.parametrize(("walk", "kind"), CASES, ids=[f"{x.game}-{x.scenario}-{kind}" for x, kind in CASES])
def test_a_whole_game_is_played_and_seen_as_its_table_tells(
    people: dict[str, By], walk: Walk, kind: str
) -> None:
    """Axe looks at the beginning, the middle and the end of each game, once each."""
    by, k = people[kind], WALKS.index(walk) + 2 * INPUTS.index(kind)
    when = (0, walk.least // 2, -1)[k % 3]
    session = Session.deal(make_setup(walk.game, walk.scenario), walk.seed, against=walk.against)
    own, wrong, look = 0, list[str](), by.look(k)

    def note(found: list[str], is_seen_by_axe: bool) -> None:
        met = [f"axe: {x}" for x in barriers(by.page).items()] if is_seen_by_axe else []
        wrong.extend(f"choice {own} at {look}: {x}" for x in (*found, *met))

    by.deal(walk)
    while by.go_on():
        session.advance()
        note(look_at_choice(by, session), own == when)
        options = [session.table.describe(i) for i in session.table.legal_ids()]
        some = [n for n, x in enumerate(options) if not x.gives_up] or range(len(options))
        n = some[(3 * own + 1) % len(some)]
        by.play(n, options, from_hand=own % 2 == 0, is_drag=own % 4 == 0)
        session.act(session.table.legal_ids()[n])
        own += 1
        look = by.look(k + own)
    session.advance()
    assert session.table.over and own >= walk.least
    for more in range(0, len(LOOKS), 2):
        look = by.look(k + own + more)
        note(look_at_end(by, session), when < 0)
    assert not wrong, "\n".join(wrong)
    assert by.wrong == []
