"""A language model as a player: prompts of rules, table and legal actions, answers in text, retries after illegal ones.

`ask_model` is a scripted stand-in; replace it by a call of your model, and the agent plays every game and role:
throwdown suite examples/text_agent.py:TextAgent --deals 10 --workers 1
Run: python examples/text_agent.py --games 2
"""

from __future__ import annotations

import argparse
from functools import cache

import numpy as np

import throwdown
from throwdown.envs.core.game import Setup
from throwdown.envs.registry import make_setup
from throwdown.evaluation import play
from throwdown.play.rulebook import page_of

TRIES = 3
SYSTEM = """You play {seat} in the card game {game}. These are its rules in short.

{rules}

Answer a decision with your reasons, if you like, and on the last line one of the legal actions, as it is written."""

Messages = list[dict[str, str]]


def ask_model(messages: Messages) -> str:
    """Answer a conversation; this stand-in for a model first names a card that it may not hold."""
    legal = messages[1]["content"].rpartition("Legal actions:\n")[2].splitlines()
    return f"I want to win.\nAction: {'counter AS' if len(messages) == 2 else legal[-1]}"


@cache
def rules_of(game: str) -> str:
    """Return the rulebook's page on a game as plain text."""
    blocks = (block for block in page_of(game).blocks if block.kind != "code")
    return "\n".join(" | ".join(row) for block in blocks for row in block.rows)


def parse(answer: str, legal: list[str]) -> str:
    """Return the legal action on the last line of an answer, an empty text if there is none."""
    line = answer.strip().rpartition("\n")[2].strip(" \t`*\"'.").lower()
    line = line.removeprefix("action:").removeprefix("answer:").strip(" `*\"'")
    return next((action for action in legal if action.lower() == line), "")


class TextAgent:
    """Asks a model up to `TRIES` times for a legal action, then takes one at random.

    Attributes:
        illegal: number of illegal answers, which `throwdown suite` reports.
        decisions: number of decisions.
    """

    name = "text model"

    def __init__(self) -> None:
        self.illegal = self.decisions = 0

    def act(self, text: str, legal: list[str], seat: str, setup: Setup, rng: np.random.Generator) -> str:
        """Return a legal action."""
        self.decisions += 1
        system = SYSTEM.format(seat=seat, game=setup.game.title, rules=rules_of(setup.game.id))
        asked = f"{text}\n\nLegal actions:\n" + "\n".join(legal)
        messages = [{"role": "system", "content": system}, {"role": "user", "content": asked}]
        for _ in range(TRIES):
            answer = ask_model(messages)
            if action := parse(answer, legal):
                return action
            self.illegal += 1
            reason = "The last line is none of the legal actions; end with one of them."
            messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": reason}]
        return str(rng.choice(legal))


def main(games: int) -> None:
    """Play as Pilot against the heuristic, and print how it went."""
    setup, model = make_setup("throwdown-v0", "duel", reward="win"), TextAgent()
    players = {"pilot": throwdown.load_agent(model, setup), "coach": throwdown.load_agent("heuristic", setup)}
    won = play(setup, players, games).wins("pilot").sum()
    print(f"{won:g} of {games} games won, {model.decisions} decisions, {model.illegal} illegal answers")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2)
    main(parser.parse_args().games)
