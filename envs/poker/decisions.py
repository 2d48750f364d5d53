"""What is asked in a game of poker: the same in every round."""

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.poker import legality, plays
from throwdown.envs.poker.actions import LAYOUT
from throwdown.envs.poker.state import Round

BET = Decision(("fold", "call", "raise"), plays.mover, legality.bets, plays.bet)
DECISIONS = Decisions(Round, LAYOUT, dict.fromkeys(Round, BET), plays.go_on, legality.is_open)
