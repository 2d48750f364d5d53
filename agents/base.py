"""The contract of an agent: it acts on what the seats to move may know, and on nothing else."""

from abc import ABC, abstractmethod
from typing import Self

import numpy as np

from throwdown.envs.core.kit import Ints, InvalidConfig, InvalidRecord, Setup, Singles, ThrowdownError
from throwdown.envs.tables.view import View


class Agent(ABC):
    """Someone who plays. It sees what its seat may know: there is no way to peek at hidden cards.

    Attributes:
        name: what tables and reports call it.
        roles: the roles that it can play; None: any.
        needs: the parts of a view that it asks for, by the names in `view.PARTS`. Information sets (``sets``) are
            followed from the deal on only where a player needs them, and only who needs nothing but observations and
            masks can be restricted to fewer actions, or take over a game.
    """

    name: str
    roles: tuple[str, ...] | None = None
    needs: frozenset[str] = frozenset({"observations", "masks"})

    def bind(self, setup: Setup) -> Self:
        """Get ready for a setup and return self; raise `InvalidConfig` if it cannot be played."""
        return self

    @abstractmethod
    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game: int64, shape (n,).

        Args:
            view: what the seats to move know in n games; all have one of the agent's roles.
            rng: the only source of randomness.
        """

    def probabilities(self, view: View) -> Singles | None:
        """Return the distribution that `act` draws from, per game: float32, shape (n, actions).

        None if the agent does not know it, which is the default.
        """
        return None


class LogitsAgent(Agent):
    """Samples from the softmax over the logits of the legal actions, which `logits` computes by whatever means."""

    @abstractmethod
    def logits(self, view: View) -> Singles:
        """Return a number per game and action: float32, shape (n, actions); those of illegal actions do not count."""

    def try_out(self, setup: Setup) -> None:
        """Ask once for two games in which nothing is seen and everything is legal, before somebody relies on it.

        Raises:
            InvalidConfig: it cannot be asked, or answers in another shape.
            InvalidRecord: what it computes is not finite.
        """
        shape = 2, setup.game.actions.n
        view = View.of(np.zeros((2, setup.width), np.int8), np.ones(shape, np.int8), setup=setup)
        try:
            found = self.logits(view)
        except ThrowdownError:
            raise
        except Exception as error:  # whatever the library raises that computes them
            line = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise InvalidConfig(
                f"{self.name} cannot be run on {setup.game.id}: {line.rstrip('.')}."
            ) from None
        if found.shape != shape:
            raise InvalidConfig(
                f"{self.name} answers two games with numbers of shape {found.shape}; they must be of shape {shape}."
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
        return draw(self.probabilities(view), rng)


def draw(chances: Singles, rng: np.random.Generator) -> Ints:
    """Return an action per game, drawn from a distribution each: int64, shape (n,)."""
    sums = np.cumsum(chances, axis=1, dtype=np.float64)
    drawn = rng.random(len(chances))[:, None] * sums[:, -1:]
    return np.asarray((sums > drawn).argmax(axis=1), np.int64)
