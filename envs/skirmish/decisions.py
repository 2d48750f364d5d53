"""What is asked in a Skirmish: of whom, what is legal, and what an answer does."""

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.skirmish import attacks, commits, fights, flow, interrupts, moves, turns, windows
from throwdown.envs.skirmish.actions import LAYOUT
from throwdown.envs.skirmish.state import Phase

AT_ANY_TIME = ("pay", "swap", "interrupt")
PROCESSES = ("mob", "mc")

DECISIONS = Decisions(
    Phase,
    LAYOUT,
    {
        Phase.DEPLOY: Decision(("area",), fights.cpu, fights.grounds, fights.deploy, True),
        Phase.COMMIT: Decision(
            ("pass", "reload", "no-card", "card"), commits.committing, commits.legal_commits, commits.commit
        ),
        Phase.RANK: Decision(("rank",), commits.committing, commits.legal_ranks, commits.choose_rank),
        Phase.SHIFT: Decision(("count",), commits.committing, commits.legal_shifts, commits.shift),
        Phase.WINDOW: Decision(
            ("pass", *AT_ANY_TIME), windows.of_window, windows.legal_in_window, windows.act_in_window
        ),
        Phase.ACTIVATE: Decision(
            ("reload", "mob"), fights.cpu, turns.legal_activations, turns.activate, True
        ),
        Phase.TURN: Decision(
            ("pass", "area", *PROCESSES, "bonus", "switch", *AT_ANY_TIME),
            turns.acting,
            turns.legal_in_turn,
            turns.act_in_turn,
        ),
        Phase.HACK: Decision(("pass", "hack"), turns.acting, attacks.legal_hacks, attacks.hack),
        Phase.PUSH: Decision(("area",), moves.pushing, moves.legal_pushes, moves.push, True),
        Phase.EXIT: Decision(("area",), moves.falling, moves.legal_exits, moves.fall, True),
        Phase.GIVE: Decision(("pass", "give"), turns.acting, turns.legal_gifts, turns.give),
        Phase.YIELD: Decision(("yield",), turns.yielding, turns.legal_yields, turns.yield_card, True),
        Phase.LAY: Decision(("card",), interrupts.laying, interrupts.legal_cards, interrupts.lay),
        Phase.TARGET: Decision(PROCESSES, interrupts.aiming, interrupts.legal_targets, interrupts.aim, True),
        Phase.STORM: Decision(("area",), interrupts.aiming, interrupts.legal_storms, interrupts.storm, True),
        Phase.PATCH: Decision(PROCESSES, turns.acting, turns.legal_patches, turns.patch, True),
    },
    flow.step,
)
