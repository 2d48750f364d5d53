"""What is asked in a game of poker: the same in every round."""

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.poker import betting, flow
from throwdown.envs.poker.actions import LAYOUT, Act
from throwdown.envs.poker.state import Round

BET = Decision(tuple(Act), betting.bettor, betting.legal_bets, betting.bet)
DECISIONS = Decisions(Round, LAYOUT, dict.fromkeys(Round, BET), flow.step)
