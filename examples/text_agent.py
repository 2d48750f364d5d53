"""A language model as a player: prompts from the table's text, answers in text, retries after illegal answers.

`ask_model` is a stub; replace it by a call of your model.
Run: python examples/text_agent.py --games 2
"""

from __future__ import annotations

import argparse

import throwdown

SYSTEM = (
    "You play a Pilot in the card game Throwdown. End your answer with one legal action on a line of its own."
)
TRIES = 3

Messages = list[dict[str, str]]


def ask_model(messages: Messages) -> str:
    """Answer a conversation; this stub for a model first names a card that it may not hold."""
    legal = messages[1]["content"].rpartition("Legal actions:\n")[2].splitlines()
    return f"I want to win.\n{'counter AS' if len(messages) == 2 else legal[-1]}"


def objection(table: throwdown.Table, line: str) -> str:
    """Return the reason why a line of an answer cannot be played; an empty text if it can."""
    try:
        return table.explain(line)
    except throwdown.IllegalAction as error:  # not an action of this game
        return str(error)


def choose(table: throwdown.Table) -> tuple[str, int]:
    """Return the model's action for the seat to move, and the number of its illegal answers."""
    legal = table.legal()
    parts = [table.render(table.agent), table.help(), table.prompt(), "Legal actions:\n" + "\n".join(legal)]
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": "\n\n".join(parts)}]
    for illegal in range(TRIES):
        answer = ask_model(messages)
        line = answer.strip().splitlines()[-1].strip()
        reason = objection(table, line)
        if not reason:
            return line, illegal
        messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": reason}]
    return legal[0], TRIES


def main(games: int) -> tuple[int, int, int]:
    """Return the numbers of games won by the model as Pilot, of its decisions and of its illegal answers."""
    won = decisions = illegal = 0
    for seed in range(games):
        table = throwdown.Table.deal("throwdown-v0", seed=seed, scenario="duel", reward="win")
        while not table.over:
            if table.agent == "pilot_0":
                action, refused = choose(table)
                decisions, illegal = decisions + 1, illegal + refused
            else:
                action = table.legal()[0]  # the Coach: any agent of this package could decide here
            table.play(action)
        won += table.returns()["pilot_0"] > 0
    return won, decisions, illegal


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2)
    games = parser.parse_args().games
    won, decisions, illegal = main(games)
    print(f"{won} of {games} games won, {decisions} decisions, {illegal} illegal answers")
