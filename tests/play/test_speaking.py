"""What opponents say: their own voices, nothing that tells of a hidden card, and everything once the game is over."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.support import FUSION, setup_of
from throwdown.envs.core.events import Happening
from throwdown.envs.registry import find_game, games
from throwdown.play import speaking
from throwdown.play.session import Session

ENVS = Path(__file__).parents[2] / "envs"
VOICES = ("bold", "patient", "wrathful", "careful")


def session_of(against: str, seed: int = 5, scenario: str = "duel", people: str = "pilot_0") -> Session:
    found = Session.deal(setup_of("throwdown-v0", scenario), seed, people, against=against, allies="random")
    found.advance()
    return found


def play_out(session: Session, rng: random.Random) -> None:
    while not session.table.over:
        legal = session.table.legal()
        session.act(rng.choice([x for x in legal if x not in ("concede", "refuse")] or legal))
        session.advance()


def test_every_kind_of_line_is_an_event_of_some_game() -> None:
    known = {kind for game in games().values() for kind in game.event_names.values()}
    texts = []
    for voices in speaking.lines().values():
        assert speaking.PLAIN in voices
        for voice in voices.values():
            for said in (voice, voice.get(speaking.THEIRS, {})):
                kinds = said.keys() - {speaking.THEIRS}
                assert kinds <= known, kinds - known
                texts += [line for kind in kinds for line in said[kind]]
    assert all(len(line) <= 70 and line[-1] in ".!?" and not line[0].islower() for line in texts)
    assert len(set(texts)) == len(texts)
    card = re.compile(
        r"\b(Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Jack|Queen|King|Ace|[2-9TJQKA][CDHS])\b"
    )
    assert not [line for line in texts if card.search(line)], "a line names no card"


def test_each_personality_has_a_voice_and_the_rest_one_together() -> None:
    event = Happening("COUNTERED", 0, -1, 0, 0)
    said = {}
    for name in VOICES:
        session = session_of(f"coach:{name}")
        assert speaking.voice_of(session, "coach_0") == name and speaking.voice_of(session, "pilot_0") == ""
        said[name] = speaking.speech(session, "pilot_0", [event], 1)
    assert len(set(said.values())) == len(VOICES) and all(x and x.who == "Coach" for x in said.values())
    assert speaking.voice_of(session_of("heuristic"), "coach_0") == speaking.PLAIN
    coach = session_of("random", people="coach_0")
    assert speaking.speech(coach, "coach_0", [event], 1) is None


def test_opponents_answer_what_the_other_side_does() -> None:
    session = session_of("coach:wrathful")
    theirs = speaking.lines()["coach"]["wrathful"][speaking.THEIRS]["BLOCKED"]
    said = speaking.speech(session, "pilot_0", [Happening("BLOCKED", 1, -1, 0, 0)], 0)
    assert said == ("Coach", theirs[0])


def test_speech_and_reasons_hang_on_nothing_that_the_listener_cannot_know() -> None:
    """What all other hands hold is dealt anew, and the same seen move made: the same is said."""
    compared = 0
    for seed in range(6):
        session, rng = session_of("coach:bold", seed), random.Random(seed)
        table = session.table
        while not table.over:
            if session.seat is not None:
                legal = table.legal()
                session.act(rng.choice([x for x in legal if x not in ("concede", "refuse")] or legal))
                continue
            before, move = table.clone(), len(table.history) + 1
            session._agent_move()
            seen, action = table.events_at(move, "pilot_0"), table.history[-1][1]
            for key in range(6):
                other = before.redeal("pilot_0", key)
                hidden = any(e.card < 0 for e in seen)
                choices = (
                    [x for x in other.legal() if x.split()[0] == action.split()[0]] if hidden else [action]
                )
                if not choices or choices[0] not in other.legal():
                    continue
                other.play(choices[0])
                if other.events_at(1, "pilot_0") != seen:
                    continue
                compared += 1
                twin = Session(other, session.people, session.against, session.allies, session.seed)
                said = [speaking.speech(x, "pilot_0", seen, move) for x in (session, twin)]
                assert said[0] == said[1]
                assert table.motives(move, "pilot_0") == other.motives(1, "pilot_0")
                if not (table.over or other.over):
                    why = [
                        " ".join(speaking.reasons(x, "pilot_0", k)) for x, k in ((session, move), (twin, 1))
                    ]
                    assert re.sub(r"^Move \d+", "", why[0]) == re.sub(r"^Move \d+", "", why[1])
    assert compared > 40


def test_opponents_speak_to_what_the_listener_saw_and_to_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = session_of("coach:bold")
    play_out(session, random.Random(1))
    heard: list[list[Happening]] = []
    monkeypatch.setattr(speaking, "speech", lambda session, listener, events, *_: heard.append(events))
    moves = range(1, len(session.table.history) + 1)
    speaking.Banter(session, "pilot_0").at(moves[-1])
    assert heard == [session.table.events_at(move, "pilot_0") for move in moves]
    assert heard != [session.table.events_at(move) for move in moves]


@pytest.mark.parametrize(
    ("game", "against"),
    [*(("throwdown-v0", f"coach:{name}") for name in VOICES), *((id, "heuristic") for id in FUSION)],
)
def test_nobody_repeats_a_line_within_ten_lines(game: str, against: str) -> None:
    total = 0
    for seed in range(1 if game == "session-v0" else 4):
        setup = setup_of(game, "trio")
        session = Session.deal(setup, seed, "pilot_0,pilot_1,pilot_2", against=against)
        session.advance()
        play_out(session, random.Random(seed))
        talk = speaking.Banter(session, "pilot_0")
        lines = [talk.at(move) for move in range(1, len(session.table.history) + 1)]
        said = [line.text for line in lines if line]
        assert not [x for k, x in enumerate(said) if x in said[max(0, k - 9) : k]]
        assert lines[-1] == speaking.Banter(session, "pilot_0").at(len(lines))
        total += len(said)
    assert total > (1 if game == "gambit-v0" else 10)


def test_lines_taken_back_are_forgotten() -> None:
    session = session_of("coach:bold")
    play_out(session, random.Random(1))
    talk, last = speaking.Banter(session, "pilot_0"), len(session.table.history)
    talk.at(last)
    session.table.undo(last)
    session.table.play(session.table.legal_ids()[-1])
    assert talk.at(1) == speaking.Banter(session, "pilot_0").at(1)


def test_odds_are_told_after_the_game_only() -> None:
    session = session_of("coach:careful", 3)
    own = len(session.table.history) and next(
        k for k, (agent, _) in enumerate(session.table.history, 1) if agent == "coach_0"
    )
    while not own:
        session.act(session.table.legal_ids()[0])
        session.advance()
        own = next((k for k, (agent, _) in enumerate(session.table.history, 1) if agent == "coach_0"), 0)
    assert not any("weighed" in text for text in speaking.reasons(session, "pilot_0", own))
    play_out(session, random.Random(1))
    told = speaking.reasons(session, "pilot_0", own)
    assert told[-1].startswith("Coach weighed: ") and "%" in told[-1]
    shares = [int(x) for x in re.findall(r"(\d+) %", told[-1])]
    assert shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 102
    person = next(k for k, (agent, _) in enumerate(session.table.history, 1) if agent == "pilot_0")
    assert not any("weighed" in text for text in speaking.reasons(session, "pilot_0", person))


def test_random_play_weighs_all_alike() -> None:
    session = session_of("random")
    play_out(session, random.Random(2))
    told = [speaking.odds(session, k) for k in range(1, len(session.table.history) + 1)]
    assert any(told) and all(len(set(re.findall(r"(\d+) %", text))) <= 1 for text in told)


def test_motives_name_clauses_that_exist() -> None:
    known = "".join(file.read_text(encoding="utf-8") for file in ENVS.rglob("RULES.md"))
    for id in ("throwdown-v0", "pile-v0", "gambit-v0", "session-v0"):
        game = find_game(id)
        tell = game.text.motive  # type: ignore[attr-defined]
        setup = setup_of(id)
        told = [tell(Happening(kind, 0, -1, 1, 2), setup) for kind in game.event_names.values()]
        named = {x for text in told for x in re.findall(r"[A-Z]{2}-\d+", text)}
        lost = [x for x in named if x not in known and x not in game.clauses]
        assert named and not lost, (id, lost)
