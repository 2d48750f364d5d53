"""What a report says, as tables: for the terminal, for Markdown and for the page alike."""

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
"""More comparisons than these make no picture."""


@dataclass(frozen=True)
class Extras:
    """What a report may tell beside its cross-play.

    Attributes:
        exact: what is exactly true, for a game that can be solved.
        exploiters: finished runs of exploiters.
        judged: decisions judged by a search.
        curve: how exploitability fell in training.
    """

    exact: Exact | None = None
    exploiters: list[Exploiter] = field(default_factory=list)
    judged: list[quality.Judged] = field(default_factory=list)
    curve: Curve | None = None


def factor_text(x: float | None) -> str:
    """Return a variance's reduction as text."""
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
        "Both sides choose agents as in an equilibrium of the matrix (of all equilibria, that of greatest "
        "entropy); the score is an agent's mean return against the other side's choice. Copies of an agent "
        f"change no score. Those with a share all score the same: as {result.sides[1].called} {found.value.text()}, as "
        f"{result.sides[0].called} the opposite.",
        "α-Rank is the share of time that a side spends with an agent if both sides keep switching to what does "
        "better against the other's agent of the moment.",
    ]
    head = ["side", "agent", "share", "score", "α-Rank"]
    return Section("Nash averaging and α-Rank", head, rows, notes, "nash.png")


def cycles(result: cross.CrossPlay) -> Section:
    """Return what no ranking can show."""
    found = cyclicity(result)
    rows = [["interaction of the two sides' agents", found.interaction.percent()]]
    if found.cycles is not None:
        rows.append(["cycles between those who play both sides", found.cycles.percent()])
    notes = [
        "Shares of the variance between cells, minus what noise alone would show. Interaction is what one "
        "number per agent leaves over: who does well against whom. Cycles are what scores cannot order: who "
        "beats whom in a circle."
    ]
    return Section("What a ranking cannot show", ["part", "share of the variance"], rows, notes)


def differences(result: cross.CrossPlay) -> Section:
    """Return the paired differences, and what pairing and AIVAT saved."""
    head = ["side", "first - second", "difference", "stronger", "duplicate"]
    head += ["AIVAT", "both"] if result.luck is not None else []
    rows = []
    for x in result.comparisons:
        verdict = _verdict(x.difference, x.first, x.second)
        gains = [factor_text(gain) for gain in x.factors][: len(head) - 4]
        rows.append([x.side, f"{x.first} - {x.second}", x.difference.text(), verdict, *gains])
    notes = [
        "Every cell was played on the same deals, and intervals resample deals (BCa bootstrap). Duplicate "
        "(and AIVAT, and both): how many times as many games on different deals, taken as they are, would "
        "give an interval as narrow. Who is called stronger depends on that one comparison; of many, a few "
        "are wrong by chance."
    ]
    picture = "factors.png" if result.luck is not None and len(rows) <= MOST_SHOWN else ""
    return Section("Differences on the same deals", head, rows, notes, picture)


def contests(result: cross.CrossPlay) -> Section:
    """Return who beats whom if each plays both sides."""
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
    """Return how teams did by who sat where."""
    rows = [[x.seat, x.name, str(x.teams), x.returns.text()] for x in result.by_seat]
    notes = [
        "The side's mean return over all teams in which the agent sat there. The seats of a side share their "
        "return, so a row also holds what the agent's team-mates did: compare rows of one seat, and play "
        "every combination (--by-seat)."
    ]
    return Section("Teams by seat", ["seat", "agent", "teams", "the side's mean return"], rows, notes)


def exact_sections(result: cross.CrossPlay, exact: Exact) -> list[Section]:
    """Return what is exactly true of the cross-play."""
    size = f"{exact.histories:,} histories, {exact.information_sets:,} information sets"
    head, rows = grid(result, [[f"{x:+.4f}" for x in means] for means in exact.means])
    who = result.sides[1].called
    value = f"In equilibrium {who} can expect {exact.value:+.4f}, known to within {exact.exploitability:.1g}."
    first = Section(
        f"Mean return of {who}, exactly",
        head,
        rows,
        [f"Computed on the game's tree ({size}), not played. {value}"],
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
        "Exploitable: what a best response to the agent gets above the value of the game. The rest is "
        "measured against an opponent in equilibrium: how often the agent's choice is as good as the best "
        "one, and what it gives away per decision on average and per game."
    )
    if exact.searches:
        note += (
            f" What searching agents play is the mean of {exact.searches} searches in every information set; with few, "
            "noise makes them look more exploitable than they are."
        )
    head = ["side", "agent", "exploitable", "as good as the best", "lost per decision", "lost per game"]
    return [first, Section("Exploitability and decisions, exactly", head, rows, [note], "quality.png")]


def judged_section(judged: list[quality.Judged]) -> Section:
    """Return how well the agents decide by a search's values."""
    rows = [[x.side, x.name, f"{x.decisions:,}", x.agreement.percent(), x.regret.text()] for x in judged]
    note = (
        "Decisions with a choice, from games against the other side's first agent, judged by "
        f"{judged[0].judge}: how often the agent does what the search thinks best, and what it gives away by "
        "the search's values, from a second search."
    )
    head = ["side", "agent", "decisions", "agrees with the search", "lost per decision"]
    return Section("Decisions, judged by search", head, rows, [note], "quality.png")


def exploited(exploiters: list[Exploiter]) -> Section:
    """Return what exploiters gained, and with what effort."""
    rows = []
    for x in exploiters:
        gain = statistics.Interval(x.gain, *x.interval).text() + (
            f"\nover {x.reference}" if x.reference else ""
        )
        effort = f"{x.steps:,}\nseeds {', '.join(map(str, x.seeds))}"
        rows.append([x.against, x.role, gain, effort, x.command])
    note = (
        "Agents that were trained against one frozen agent and nobody else. Each gain is a lower bound of "
        "what that agent can lose; a small one says little unless exploiters of the same budget beat weaker "
        "agents."
    )
    return Section("Exploiters", ["against", "exploiter's role", "gain", "steps", "command"], rows, [note])


def learning(curve: Curve) -> Section:
    """Return how exploitability fell while a policy was trained."""
    rows = [[name, "", "", f"{share:.2%}"] for name, share in curve.others.items()]
    if curve.points:
        last = curve.points[-1]
        best = f"{last[2]:.2%}"
        rows.append(["trained", f"{last[0]:,}", f"{last[1]:.0f}", best])
    note = (
        f"What a best response could gain, computed and not estimated, on `{curve.scenario}` "
        f"({curve.sets:,} information sets); in percent of half the range of returns, the mean of both sides."
    )
    head = ["agents", "decisions", "seconds of learning", "exploitability"]
    notes = [note, *([f"Made by `{curve.command}`."] if curve.command else [])]
    return Section(f"Exploitability on {curve.scenario}", head, rows, notes, "exploitability.png")


def sections(result: cross.CrossPlay, extras: Extras) -> list[Section]:
    """Return everything that the report has to say."""
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
