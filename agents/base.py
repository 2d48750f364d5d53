"""The interface of agents: they act only on what the seats to move may know."""

from abc import ABC, abstractmethod
from typing import Self

import numpy as np

from throwdown.envs.core.kit import Floats, Ints, InvalidConfig, InvalidRecord, Setup, Singles, ThrowdownError
from throwdown.envs.tables.view import View


class Agent(ABC):
    """A player. It sees only what its seat may know: there is no access to hidden cards.

    Attributes:
        name: its name in tables and reports.
        roles: the roles that it can play; None: any.
        needs: the parts of a view that it uses, by the names in `view.PARTS`. Information sets (``sets``) are tracked
            from the deal on only if a player needs them; only agents that need just observations and masks can be
            restricted to fewer actions, or take over a game.
        illegal: the number of illegal answers behind its actions since it was made. Only agents that play what others
            answer, such as language models, count any.
    """

    name: str
    roles: tuple[str, ...] | None = None
    illegal: int = 0
    needs: frozenset[str] = frozenset({"observations", "masks"})

    def bind(self, setup: Setup) -> Self:
        """Prepare for a setup and return self; raise `InvalidConfig` if the agent cannot play it."""
        return self

    @abstractmethod
    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game: int64, shape (n,).

        Args:
            view: the view of the seats to move in n games; all have one of the agent's roles.
            rng: the only source of randomness.
        """

    def probabilities(self, view: View) -> Singles | None:
        """Return the distribution that `act` draws from, per game: float32, shape (n, actions).

        None (the default) if the agent cannot give it.
        """
        return None


class LogitsAgent(Agent):
    """Samples from the softmax over the logits of the legal actions; subclasses implement `logits`."""

    @abstractmethod
    def logits(self, view: View) -> Singles:
        """Return the logits per game and action: float32, shape (n, actions); those of illegal actions are ignored."""

    def try_out(self, setup: Setup) -> None:
        """Test `logits` on two games with zero observations and all actions legal.

        Raises:
            InvalidConfig: it cannot be evaluated, or returns another shape.
            InvalidRecord: its results are not finite.
        """
        shape = 2, setup.game.actions.n
        view = View.of(np.zeros((2, setup.width), np.int8), np.ones(shape, np.int8), setup=setup)
        try:
            found = self.logits(view)
        except ThrowdownError:
            raise
        except Exception as error:  # the underlying library may raise anything
            line = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise InvalidConfig(
                f"{self.name} cannot be run on {setup.game.id}: {line.rstrip('.')}."
            ) from None
        if found.shape != shape:
            raise InvalidConfig(
                f"{self.name} returns logits of shape {found.shape} for two games; they must have shape {shape}."
            )
        if np.isnan(found).any() or not np.isfinite(found.max(axis=1)).all():
            raise self._not_finite()

    def _not_finite(self) -> InvalidRecord:
        return InvalidRecord(f"{self.name} computed logits that are not finite; its file may be damaged.")

    def probabilities(self, view: View) -> Singles:
        """Return the distribution over all actions per game: float32, shape (n, actions)."""
        legal = view.masks != 0
        plain = np.where(legal, self.logits(view), -np.inf).astype(np.float64)
        weights = np.exp(plain - plain.max(axis=1, keepdims=True))
        total = weights.sum(axis=1, keepdims=True)
        if not np.isfinite(total).all():
            raise self._not_finite()
        return np.asarray(weights / total, np.float32)

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game."""
        return draw(self.probabilities(view), rng.random(len(view)))


def draw(chances: Floats | Singles, dice: Floats) -> Ints:
    """Draw an action per game from its distribution: int64, shape (n,).

    Args:
        chances: shape (n, actions).
        dice: shape (n,); numbers in [0, 1). An action is the first at which the sum of the chances passes the number.
    """
    sums = np.cumsum(chances, axis=1, dtype=np.float64)
    return np.asarray((sums > (dice * sums[:, -1])[:, None]).argmax(axis=1), np.int64)
