"""How every decision is put to people; what is listed can, for all that everybody knows, be legal now."""

from __future__ import annotations

from throwdown.envs.core.decisions import Wording, Words
from throwdown.envs.core.kit import NONE, Out, Setup, tr
from throwdown.envs.fusion.pile import initiative, side_actions, table
from throwdown.envs.fusion.pile.actions import Act
from throwdown.envs.fusion.pile.decisions import DECISIONS
from throwdown.envs.fusion.pile.state import LAST_TURN, Did, Phase, State
from throwdown.envs.fusion.words import names, why_not
from throwdown.envs.fusion.words.decisions import CHOICES
from throwdown.envs.fusion.world import book, deal, usage
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH, Choice

# What can be done ----------------------------------------------------------------------------------------------------


def _side(s: State, setup: Setup) -> str:
    word = int(why_not.plain_rule(initiative.side_word)(s, int(s.seat)))
    sides = ((Act.JOIN, tr("join")), (Act.OPPOSE, tr("oppose")))
    return names.either([*(name for act, name in sides if (word >> act - Act.JOIN) & 1), tr("sit out")])


def _turn(s: State, setup: Setup) -> str:
    ways = names.either(_main_actions(s))
    if _has_side_action(s, setup):
        return tr("take Side actions, then one Main action: {ways}", ways=ways)
    return tr("take one Main action: {ways}", ways=ways)


def _main_actions(s: State) -> list[str]:
    """Return the Main actions that some hand of this size could make here (TP-46)."""
    rule, p = why_not.plain_rule, int(s.seat)
    lasts = int(s.turns) <= LAST_TURN
    ally = p != COACH and rule(table.next_ally)(s, p) != NONE and rule(table.own_count)(s, p) > 0
    ways = (
        (tr("Push"), lasts),
        (tr("Beat-Back"), lasts and s.pile_n - s.pile_down > 1),
        (tr("Assist"), lasts and ally),
        (tr("Fold"), True),
    )
    return [way for way, is_open in ways if is_open]


def _has_attack(s: State, out: Out) -> bool:
    """Return whether a Threat in play has a Wave or a Storm."""
    with_one = why_not.plain_rule(usage.threats_with)
    return bool(with_one(s, 0, book.MAX_WAVES, out) or with_one(s, book.MAX_WAVES, book.MAX_STORMS, out))


def _has_side_action(s: State, setup: Setup) -> bool:
    """Return whether there is a Side action left that, for all to see, could be taken (TP-47, C-57)."""
    rule, out = why_not.plain_rule, why_not.rule_out(setup)
    p, done, w = int(s.seat), int(s.done), s.world
    invokes = not done & Did.INVOKE and any(rule(deal.is_source)(s, p, f) for f in range(int(s.cfg.factions)))
    if invokes:
        return True
    if p == COACH:
        return s.cfg.coach_assists and (
            any(rule(usage.can_spend_omen)(s, k, out) for k in range(book.MAX_EVENTS))
            or (rule(deal.hand_size)(s, p) > 0 and _has_attack(s, out))
        )
    fused = bool(s.fused[p] == p)
    recharges = not done & Did.RECHARGE and w.charges[p] < s.cfg.charge_max[p]
    fuses = not done & Did.FUSION and (fused or rule(side_actions.invitable)(s, p) != 0)
    boons = w.location > 1 and any(
        rule(usage.can_use_boon)(s, p, k, True, out) for k in range(book.MAX_BOONS)
    )
    return bool(recharges or fuses or fused or boons or rule(usage.usable)(s, p, True, out) != 0)


def _must_fold(s: State, setup: Setup) -> str:
    """Return why nothing but Fold can be done."""
    top = card_name(int(s.pile_card[int(s.pile_n) - 1])) if s.pile_n else tr("the Pile")
    return tr(
        "{who} must Fold: no card beats {top}, and nothing else can be done (TP-64, TP-71).",
        who=setup.people[int(s.seat)],
        top=top,
    )


# The decisions -------------------------------------------------------------------------------------------------------

WORDS = Words(
    DECISIONS,
    {
        **CHOICES,
        Choice.OVER: CHOICES[Choice.OVER]._replace(
            ask=tr("the Throwdown is over"),
            help=(
                tr("Nothing is left to decide."),
                tr("The side whose card lay on top of the Pile has won (TP-03, C-49)."),
            ),
        ),
        Phase.STAKES: Wording(
            tr("what the challenge is about"),
            tr("say what the challenge is about"),
            (
                tr("Stakes say what winning achieves (TP-19)."),
                tr(
                    "If they are about a Faction's favor or a Damaged Location, Hearts may buy +Favor or +Rebuild at "
                    "the end (TP-97)."
                ),
            ),
            tr("The Stakes cannot be about anything else (TP-97)."),
        ),
        Phase.LAY: Wording(
            tr("the initiative card"),
            tr("lay an initiative card face-down"),
            (
                tr(
                    "All cards are turned up together and stacked by rank, then suit; the highest leads (TP-27, TP-29)."
                ),
                tr("A Pilot who leads too far above the card beneath causes Strife (TP-30)."),
                tr("Coach lays blind (TP-24)."),
            ),
            tr("No other card is in the Hand (TP-16)."),
        ),
        Phase.SIDE: Wording(
            tr("which side to take"),
            _side,
            (
                tr("Whoever joins or opposes lays a card (TP-21 to TP-24)."),
                tr(
                    "If nobody opposes, the challenger's side wins with the cards that lie there (TP-25, TP-26)."
                ),
            ),
            tr("The sides are fixed (TP-21)."),
        ),
        Phase.TURN: Wording(
            tr("what to do in the turn"),
            _turn,
            (
                tr("Any Side actions, each once, then exactly one Main action (TP-42, TP-43)."),
                tr(
                    "Push a card that beats the top one (TP-71); a Pilot beyond her Strike causes Strife, Coach may "
                    "not go beyond his (TP-11, TP-14)."
                ),
                tr(
                    "Beat-Back with an equal rank and no lower suit tucks both cards under the Pile (TP-60, TP-61)."
                ),
                tr("Assist the next ally with a card or with Strike, for a discard (TP-52, TP-53)."),
                tr("Fold leaves for good (TP-64)."),
                tr("When all who are left side with the top card, it is over (C-46)."),
            ),
            _must_fold,
        ),
        Phase.ASSIST_DISCARD: Wording(
            tr("the card to discard for the Assist"),
            tr("discard a card for the Assist"),
            (
                tr(
                    "The card goes to the Trash; cards that you received must be passed on instead (TP-52, C-60)."
                ),
            ),
            tr("No other card may be discarded (C-60)."),
        ),
        Phase.ASSIST_PASS: Wording(
            tr("the card to pass"),
            tr("choose the card to pass"),
            (tr("The next ally gets this card, and all that you received (TP-52, TP-56, C-158)."),),
            tr("No other card may be passed (TP-52, C-60)."),
        ),
        Phase.RECHARGE: Wording(
            tr("the card to Recharge with"),
            tr("discard a card for Charges by its suit"),
            (tr("Clubs give 1 Charge, Diamonds 2, Hearts 3, Spades 4, up to the maximum (TP-82, CD-13)."),),
            tr("No other card is in the Hand (TP-82)."),
        ),
        Phase.INVITE: Wording(
            tr("whom to invite into the Lesser Fusion"),
            tr("invite an ally into the Lesser Fusion, or be done"),
            (
                tr(
                    "Allies who consent leave the rotation and share hands, Charges and Techs with you (TP-77, TP-78)."
                ),
            ),
            tr("Nobody else can be invited (TP-77)."),
        ),
        Phase.CONSENT: Wording(
            tr("whether to enter the Lesser Fusion"),
            tr("enter the Lesser Fusion, or decline"),
            (
                tr(
                    "In a Fusion the other acts with your cards too; yours return to you when it breaks (TP-77, C-73)."
                ),
            ),
            tr("There is nothing else to answer (TP-77)."),
        ),
        Phase.PARTNER: Wording(
            tr("the partner's Tech"),
            tr("choose the partner's Tech"),
            (tr("A partner's Tech is paid from what the Fusion has (TP-77)."),),
            tr("No other Tech of the partner can be used now (TP-77)."),
        ),
        Phase.FUSION_PAY: Wording(
            tr("the card that the Fusion pays with"),
            tr("discard a card of the Fusion to pay"),
            (tr("Any card of the Fusion pays (TP-77, TP-49)."),),
            tr("No other card of the Fusion pays (TP-77)."),
        ),
        Phase.SPOILS: Wording(
            tr("what the cards of the Pile buy"),
            tr("spend cards of the final Pile, or be done"),
            (
                tr(
                    "Each card does one thing (TP-92): a Club +Trauma, or +Ruin with Robos or Monsters; a Diamond "
                    "strikes a trigger off the Payload that you would receive; a Heart restores a Buffer, or buys what "
                    "the Stakes were about; a Spade does any of it, but lets the loser add an effect too (TP-93 to "
                    "TP-99)."
                ),
            ),
            tr("No card of the Pile buys anything that would change something (TP-92 to TP-98)."),
        ),
        Phase.CONCESSION: Wording(
            tr("the effect to add"),
            tr("add an effect for a spent Spade, or be done"),
            (
                tr(
                    "For every Spade that the victor spent you may add one effect, without a card (TP-99, C-70)."
                ),
            ),
            tr("No effect that could be added would change anything (TP-99)."),
        ),
        Phase.RESTORE: Wording(
            tr("whose Buffer returns"),
            tr("choose whose Buffer returns"),
            (tr("One spent Buffer of your side returns (TP-96)."),),
            tr("No other Buffer of the side is spent (TP-96)."),
        ),
        Phase.PAYLOAD: Wording(
            tr("whom the damage hits"),
            tr("assign the damage"),
            (tr("The leader of the side that takes the damage says whom it hits (TP-102, C-69)."),),
            tr("The damage can hit nobody else (TP-102)."),
        ),
        Phase.DROP: Wording(
            tr("the card to drop"),
            tr("discard down to the Max"),
            (
                tr(
                    "Whoever holds more than the Max discards; then everybody below it draws up to it (TP-106)."
                ),
            ),
            tr("No other card is in the Hand (TP-106)."),
        ),
        Phase.ORDER: Wording(
            tr("the damage that lands next"),
            tr("choose the damage that lands next"),
            (
                tr(
                    "The side's leader picks which kind of damage it takes next; all of one kind land (ME-45, ME-46)."
                ),
            ),
            tr("No other damage is left (ME-45, ME-46)."),
        ),
    },
)
