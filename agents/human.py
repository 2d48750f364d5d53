"""A person as an agent: asked for an action per row, from the legal actions alone."""

from collections.abc import Callable

import numpy as np

from throwdown.agents.base import Agent
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.kit import ActionLayout, IllegalAction, Ints, Setup, row, words_of
from throwdown.envs.tables.view import View


class HumanAgent(Agent):
    """A seat that somebody at the keyboard decides for, wherever agents are taken: in matches, in loops of one's own.

    People do not read observations well: it lists the legal actions and takes a number or an action's text.
    ``throwdown play`` is for playing: it shows the table and tells what happened.

    Args:
        read: asks for a line.
        write: prints a line.
    """

    name = "human"
    needs = frozenset({"setup", "seats", "masks"})

    def __init__(self, read: Callable[[str], str] = input, write: Callable[[str], None] = print) -> None:
        self.read, self.write = read, write

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Ask for a legal action per game."""
        setup = view.setup
        chosen = []
        for seat, mask in zip(view.seats.tolist(), view.masks, strict=True):
            legal = np.flatnonzero(mask).tolist()
            chosen.append(self._ask(setup.game.actions, legal, self._titles(setup, seat, legal)))
        return np.array(chosen, np.int64)

    def _titles(self, setup: Setup, seat: int, legal: list[int]) -> list[str]:
        """Return what people call the legal actions; the table, which would tell more, is not known here."""
        states = setup.template.copy()
        state = row(states)
        state.seat = seat
        tell = words_of(setup.game.text, "describe")
        return [tell(state, i, setup).title for i in legal]

    def _ask(self, actions: ActionLayout, legal: list[int], titles: list[str]) -> int:
        """Ask until a legal action is typed."""
        self.write("  ".join(f"{k} {title}" for k, title in enumerate(titles, start=1)))
        while True:
            text = self.read(tr("action") + "> ").strip()
            try:
                if text.isdecimal() and 1 <= int(text) <= len(legal):
                    return legal[int(text) - 1]
                named = [i for i, title in zip(legal, titles, strict=True) if title.lower() == text.lower()]
                if len(named) == 1:
                    return named[0]
                if (i := actions.parse(text)) in legal:
                    return i
                self.write(tr("'{action}' is not legal now.", action=actions.labels[i]))
            except IllegalAction as error:
                self.write(str(error))
