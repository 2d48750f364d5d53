"""A person as an agent: asked for an action per row, from the legal actions alone."""

from collections.abc import Callable

import numpy as np

from throwdown.agents.base import Agent
from throwdown.envs.core.kit import ActionLayout, IllegalAction, Ints
from throwdown.envs.view import View


class HumanAgent(Agent):
    """A seat that somebody at the keyboard decides for, wherever agents are taken: in matches, in loops of one's own.

    People do not read observations well: it lists the legal actions and takes a number or an action's text.
    ``throwdown play`` is for playing: it shows the table and tells what happened.

    Args:
        read: asks for a line.
        write: prints a line.
    """

    name = "human"
    needs = frozenset({"setup", "masks"})

    def __init__(self, read: Callable[[str], str] = input, write: Callable[[str], None] = print) -> None:
        self.read, self.write = read, write

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Ask for a legal action per game."""
        actions = view.setup.game.actions
        return np.array([self._ask(actions, np.flatnonzero(mask).tolist()) for mask in view.masks], np.int64)

    def _ask(self, actions: ActionLayout, legal: list[int]) -> int:
        """Ask until a legal action is typed."""
        self.write("  ".join(f"{k} {actions.labels[i]}" for k, i in enumerate(legal, start=1)))
        while True:
            text = self.read("action> ").strip()
            try:
                if text.isdecimal() and 1 <= int(text) <= len(legal):
                    return legal[int(text) - 1]
                if (i := actions.parse(text)) in legal:
                    return i
                self.write(f"'{actions.labels[i]}' is not legal now.")
            except IllegalAction as error:
                self.write(str(error))
