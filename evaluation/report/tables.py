"""Tables of a cross-play report, for the terminal, Markdown and the page."""

import math
from dataclasses import dataclass, field

from throwdown.evaluation import cross, quality, statistics
from throwdown.evaluation.cross import grid, matrix_section, strength_section
from throwdown.evaluation.curve import Curve
from throwdown.evaluation.exact.cross import Exact
from throwdown.evaluation.exploiters import Exploiter
from throwdown.evaluation.nash import cyclicity, nash
from throwdown.evaluation.report.sections import Section

MOST_SHOWN = 21
"""Maximum number of comparisons in a picture."""


@dataclass(frozen=True)
class Extras:
    """Optional results in a report beside its cross-play.

    Attributes:
        exact: exact results, for a game small enough to solve.
        exploiters: finished runs of exploiters.
        judged: decisions judged by a search.
        curve: exploitability in the course of training.
    """

    exact: Exact | None = None
    exploiters: list[Exploiter] = field(default_factory=list)
    judged: list[quality.Judged] = field(default_factory=list)
    curve: Curve | None = None


def factor_text(x: float | None) -> str:
    """Return a variance reduction as text."""
    if x is None:
        return ""
    return "no difference on any deal" if math.isinf(x) else f"{x:,.0f}" if x >= 100 else f"{x:.2f}"


def _verdict(gap: statistics.Interval, first: str, second: str) -> str:
    if gap.low > 0 or gap.high < 0:
        return first if gap.low > 0 else second
    return "undecided"


def nash_average(result: cross.CrossPlay) -> Section:
    """Return the agents' shares in the equilibrium of choosing agents, and their returns against it."""
    found = nash(result)
    rows = [
        [x.side, x.name, x.weight.percent(0), x.returns.text(), x.alpha_rank.percent(0)] for x in found.agents
    ]
    notes = [
        "Both sides choose agents by the equilibrium of the matrix that has the greatest entropy; the score is an "
        "agent's mean return against the other side's mixture. Copies of an agent change no score. All agents with a "
        f"share have the same score: as {result.sides[1].called} {found.value.text()}, as {result.sides[0].called} the "
        "opposite.",
        "α-Rank is the share of time that a side spends with an agent if both sides keep switching to agents that do "
        "better against the other side's current agent.",
    ]
    head = ["side", "agent", "share", "score", "α-Rank"]
    return Section("Nash averaging and α-Rank", head, rows, notes, "nash.png")


def cycles(result: cross.CrossPlay) -> Section:
    """Return the shares of variance that no ranking can show."""
    found = cyclicity(result)
    rows = [["interaction of the two sides' agents", found.interaction.percent()]]
    if found.cycles is not None:
        rows.append(["cycles between agents that play both sides", found.cycles.percent()])
    notes = [
        "Shares of the variance between cells, minus the share of noise. Interaction is the residual of one number "
        "per agent: some agents do well against some opponents. Cycles are the part that scores cannot order: A "
        "beats B, B beats C, C beats A."
    ]
    return Section("What a ranking cannot show", ["part", "share of the variance"], rows, notes)


def differences(result: cross.CrossPlay) -> Section:
    """Return the paired differences, and the variance reduction by pairing and AIVAT."""
    head = ["side", "first - second", "difference", "stronger", "duplicate"]
    head += ["AIVAT", "both"] if result.luck is not None else []
    rows = []
    for x in result.comparisons:
        verdict = _verdict(x.difference, x.first, x.second)
        gains = [factor_text(gain) for gain in x.factors][: len(head) - 4]
        rows.append([x.side, f"{x.first} - {x.second}", x.difference.text(), verdict, *gains])
    notes = [
        "Every cell was played on the same deals, and intervals resample deals (BCa bootstrap). Duplicate "
        "(and AIVAT, and both): how many times as many games on different deals, without corrections, would "
        'give an interval as narrow. "Stronger" refers to that one comparison; of many comparisons, a few are '
        "wrong by chance."
    ]
    picture = "factors.png" if result.luck is not None and len(rows) <= MOST_SHOWN else ""
    return Section("Differences on the same deals", head, rows, notes, picture)


def contests(result: cross.CrossPlay) -> Section:
    """Return the results of agents that play each other on both sides."""
    head = ["first - second", "return, both sides", "win rate", "stronger", "duplicate"]
    head += ["AIVAT", "both"] if result.luck is not None else []
    rows = []
    for x in result.contests:
        gains = [factor_text(gain) for gain in x.factors][: len(head) - 4]
        verdict = _verdict(x.returns, x.first, x.second)
        rows.append([f"{x.first} - {x.second}", x.returns.text(), x.wins.percent(), verdict, *gains])
    notes = [
        f"Every deal is played twice, with the first as {result.sides[1].called} and the second as "
        f"{result.sides[0].called}, and the other way round. The first's returns "
        "are summed over both games, so 0 is even; the win rate is their mean."
    ]
    return Section("Playing both sides", head, rows, notes)


def by_seat(result: cross.CrossPlay) -> Section:
    """Return the results of teams by seat and agent."""
    rows = [[x.seat, x.name, str(x.teams), x.returns.text()] for x in result.by_seat]
    notes = [
        "The side's mean return over all teams in which the agent sat there. The seats of a side share their "
        "return, so a row also contains the team-mates' part: compare rows of one seat, and play every "
        "combination (--by-seat)."
    ]
    return Section("Teams by seat", ["seat", "agent", "teams", "the side's mean return"], rows, notes)


def exact_sections(result: cross.CrossPlay, exact: Exact) -> list[Section]:
    """Return the exact results of the cross-play."""
    size = f"{exact.histories:,} histories, {exact.information_sets:,} information sets"
    head, rows = grid(result, [[f"{x:+.4f}" for x in means] for means in exact.means])
    who = result.sides[1].called
    value = f"In equilibrium {who} can expect {exact.value:+.4f}, known to within {exact.exploitability:.1g}."
    first = Section(
        f"Mean return of {who}, exactly",
        head,
        rows,
        [f"Computed on the game's tree ({size}), not sampled. {value}"],
    )
    gains = {(side, name): gain for side, name, gain in exact.gains}
    rows = [
        [
            x.side,
            x.name,
            f"{max(gains[x.side, x.name], 0.0):.4f}",
            f"{x.agreement:.1%}",
            f"{x.regret:.4f}",
            f"{x.loss:.4f}",
        ]
        for x in exact.quality
    ]
    note = (
        "Exploitable: the gain of a best response to the agent above the value of the game. The other columns are "
        "measured against an opponent in equilibrium: how often the agent's choice is as good as the best one, and "
        "its mean loss per decision and per game."
    )
    if exact.searches:
        note += (
            f" Strategies of searching agents are means of {exact.searches} searches in every information set; with "
            "few searches, noise makes the agents look more exploitable than they are."
        )
    head = ["side", "agent", "exploitable", "as good as the best", "lost per decision", "lost per game"]
    return [first, Section("Exploitability and decisions, exactly", head, rows, [note], "quality.png")]


def judged_section(judged: list[quality.Judged]) -> Section:
    """Return the quality of the agents' decisions by a search's values."""
    rows = [[x.side, x.name, f"{x.decisions:,}", x.agreement.percent(), x.regret.text()] for x in judged]
    note = (
        "Decisions with a choice, from games against the other side's first agent, judged by "
        f"{judged[0].judge}: how often the agent chooses the search's best action, and its loss by the values of a "
        "second search."
    )
    head = ["side", "agent", "decisions", "agrees with the search", "lost per decision"]
    return Section("Decisions, judged by search", head, rows, [note], "quality.png")


def exploited(exploiters: list[Exploiter]) -> Section:
    """Return the exploiters' gains, with the training behind them."""
    rows = []
    for x in exploiters:
        gain = statistics.Interval(x.gain, *x.interval).text() + (
            f"\nover {x.reference}" if x.reference else ""
        )
        seeds = f"{'seed' if len(x.seeds) == 1 else 'seeds'} {', '.join(map(str, x.seeds))}"
        effort = x.search or f"{x.steps:,} decisions\n{seeds}"
        rows.append(
            [
                x.against,
                x.role,
                gain,
                effort + (f"\n{x.seconds:,.{0 if x.seconds >= 10 else 1}f} s" if x.seconds else ""),
            ]
        )
    note = (
        "Each exploiter was trained against one frozen agent and nobody else, or searches at every decision (search: "
        "by rollouts of that agent's own policy). The gain is a lower bound of the agent's exploitability; a small one "
        "says little unless exploiters of the same budget beat weaker agents."
    )
    head = ["against", "exploiter's role", "gain", "effort"]
    if any(x.command for x in exploiters):
        head, rows = [*head, "command"], [[*row, x.command] for row, x in zip(rows, exploiters)]
    return Section("Exploiters", head, rows, [note])


def learning(curve: Curve) -> Section:
    """Return the exploitability of a policy in the course of training."""
    rows = [[name, "", "", f"{share:.2%}"] for name, share in curve.others.items()]
    if curve.points:
        last = curve.points[-1]
        best = f"{last[2]:.2%}"
        rows.append(["trained", f"{last[0]:,}", f"{last[1]:.0f}", best])
    note = (
        f"The gain of a best response, computed exactly on `{curve.scenario}` ({curve.sets:,} information sets), in "
        "percent of half the range of returns, mean of both sides."
    )
    head = ["agents", "decisions", "seconds of learning", "exploitability"]
    notes = [note, *([f"Made by `{curve.command}`."] if curve.command else [])]
    return Section(f"Exploitability on {curve.scenario}", head, rows, notes, "exploitability.png")


def sections(result: cross.CrossPlay, extras: Extras) -> list[Section]:
    """Return all sections of the report."""
    found = [matrix_section(result), strength_section(result), nash_average(result)]
    if result.returns.shape[0] > 1 and result.returns.shape[1] > 1:
        found.append(cycles(result))
    if result.comparisons:
        found.append(differences(result))
    if result.contests:
        found.append(contests(result))
    if result.by_seat:
        found.append(by_seat(result))
    if extras.curve is not None:
        found.insert(2, learning(extras.curve))
    if extras.exact is not None:
        found += exact_sections(result, extras.exact)
    if extras.judged:
        found.append(judged_section(extras.judged))
    if extras.exploiters:
        found.append(exploited(extras.exploiters))
    return found
