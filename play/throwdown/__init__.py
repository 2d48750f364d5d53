"""The Throwdown with real cards: the program tracks the cards and plays Coach."""

from throwdown.play.companion.dealer import HANDS, PROGRAM, Dealers
from throwdown.play.throwdown.hands import Hands
from throwdown.play.throwdown.mirror import Mirror

DEALERS: Dealers = {HANDS: Hands, PROGRAM: Mirror}
