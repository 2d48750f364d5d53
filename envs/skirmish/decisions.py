"""What is asked in a Skirmish: of whom, what is legal, and what an answer does."""

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.skirmish import attacks, commits, fights, flow, interrupts, moves, turns, windows
from throwdown.envs.skirmish.actions import LAYOUT, Act
from throwdown.envs.skirmish.state import Phase

AT_ANY_TIME = (Act.PAY, Act.SWAP, Act.INTERRUPT)
PROCESSES = (Act.MOB, Act.MC)

DECISIONS = Decisions(
    Phase,
    LAYOUT,
    {
        Phase.DEPLOY: Decision((Act.AREA,), fights.cpu, fights.grounds, fights.deploy, True),
        Phase.COMMIT: Decision(commits.LAYING, commits.committing, commits.legal_commits, commits.commit),
        Phase.RANK: Decision((Act.RANK,), commits.committing, commits.legal_ranks, commits.choose_rank),
        Phase.SHIFT: Decision((Act.SHIFT,), commits.committing, commits.legal_shifts, commits.shift),
        Phase.WINDOW: Decision(
            (Act.PASS, *AT_ANY_TIME), windows.of_window, windows.legal_in_window, windows.act_in_window
        ),
        Phase.ACTIVATE: Decision(
            (Act.RELOAD, Act.MOB), fights.cpu, turns.legal_activations, turns.activate, True
        ),
        Phase.TURN: Decision(
            (Act.PASS, Act.AREA, *PROCESSES, Act.BONUS, Act.SWITCH, *AT_ANY_TIME),
            turns.acting,
            turns.legal_in_turn,
            turns.act_in_turn,
        ),
        Phase.HACK: Decision((Act.PASS, Act.HACK), turns.acting, attacks.legal_hacks, attacks.hack),
        Phase.PUSH: Decision((Act.AREA,), moves.pushing, moves.legal_pushes, moves.push, True),
        Phase.EXIT: Decision((Act.AREA,), moves.falling, moves.legal_exits, moves.fall, True),
        Phase.GIVE: Decision((Act.PASS, Act.GIVE), turns.acting, turns.legal_gifts, turns.give),
        Phase.YIELD: Decision((Act.YIELD,), turns.yielding, turns.legal_yields, turns.yield_card, True),
        Phase.LAY: Decision((Act.CARD,), interrupts.laying, interrupts.legal_cards, interrupts.lay),
        Phase.TARGET: Decision(PROCESSES, interrupts.aiming, interrupts.legal_targets, interrupts.aim, True),
        Phase.STORM: Decision(
            (Act.AREA,), interrupts.aiming, interrupts.legal_storms, interrupts.storm, True
        ),
        Phase.PATCH: Decision(PROCESSES, turns.acting, turns.legal_patches, turns.patch, True),
    },
    flow.step,
)
