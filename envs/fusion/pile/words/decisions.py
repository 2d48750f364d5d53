"""How every decision is put to people; what is listed can, for all that everybody knows, be legal now."""

from __future__ import annotations

from throwdown.envs.core.decisions import Answer, Describe, Wording, Words
from throwdown.envs.core.kit import FRENCH, NONE, Description, Out, Setup, plural, tr
from throwdown.envs.fusion.pile import initiative, side_actions, table
from throwdown.envs.fusion.pile.actions import Act, Spoil
from throwdown.envs.fusion.pile.decisions import DECISIONS
from throwdown.envs.fusion.pile.state import LAST_TURN, Did, Focus, Phase, State
from throwdown.envs.fusion.pile.words import describe
from throwdown.envs.fusion.pile.words.describe import strike
from throwdown.envs.fusion.pile.words.labels import SPOIL_WORDS, STAKES
from throwdown.envs.fusion.words import ahead, describe as shared, names, why_not
from throwdown.envs.fusion.words.decisions import CHOICES
from throwdown.envs.fusion.world import book, choices, deal, usage
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.order import DIFFERENCE
from throwdown.envs.fusion.world.terms import COACH, USABLE, Choice

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
    boons = USABLE >> int(w.location) & 1 and any(
        rule(usage.can_use_boon)(s, p, k, True, out) for k in range(book.MAX_BOONS)
    )
    return bool(recharges or fuses or fused or boons or rule(usage.usable)(s, p, True, out) != 0)


def _must_fold(s: State, setup: Setup) -> str:
    """Return why nothing but Fold can be done."""
    top = card_name(int(s.pile_card[int(s.pile_n) - 1])) if s.pile_n else tr("the Pile")
    return tr(
        "{who} must Fold: no card in hand beats {top}, and there is nothing else to do (TP-64, TP-71).",
        who=setup.people[int(s.seat)],
        top=top,
    )


# The decisions -------------------------------------------------------------------------------------------------------

# What their answers are --------------------------------------------------------------------------------------------

_ABOUT = {
    "fight": tr("Hearts only restore Buffers"),
    "favor": tr("Hearts may also buy +Favor"),
    "repair": tr("Hearts may also buy +Rebuild"),
}


def _stakes(s: State, k: int, setup: Setup) -> Description:
    what = Focus(k).label
    return Description(tr("Stakes: {stakes}", stakes=STAKES[what]), "", "", _ABOUT[what])


def _sit_out(s: State, k: int, setup: Setup) -> Description:
    """Return what sitting out is: who alone could oppose the challenger lets that side win (TP-25, TP-26)."""
    opposes, is_alone = (s.seat == COACH) != (s.challenger == COACH), s.seat == COACH or s.cfg.pilots == 1
    if s.relay or not (opposes and is_alone):
        return Description(tr("Sit out"), "", "", tr("take no part"))
    return Description(
        tr("Sit out"),
        "",
        "",
        tr("take no part; nobody else can oppose the challenger, who wins"),
        gives_up=True,
    )


def _push(s: State, k: int, setup: Setup) -> Description:
    p, card = int(s.seat), FRENCH.names[k]
    told = Description(tr("Push"), card, "", tr("beats the top card"), on=card, lies=describe.THE_PILE)
    if s.pile_n == 0:
        return told
    gap = int(DIFFERENCE[int(s.cfg.order), k >> 2, int(s.pile_card[int(s.pile_n) - 1]) >> 2])
    if p != COACH and gap > strike(s, p):
        effect = tr("Dissonant, beyond Strike {n}: causes Strife", n=strike(s, p))
        return told._replace(effect=effect, mark="costly", tag=tr("Strife"))
    return told._replace(tag=shared.gap_tag(int(s.cfg.order), k, gap))


def _beat_back(s: State, k: int, setup: Setup) -> Description:
    card = FRENCH.names[k]
    top = card_name(int(s.pile_card[int(s.pile_n) - 1])) if s.pile_n else tr("the top card")
    return Description(
        tr("Beat-Back"),
        card,
        "",
        tr("takes {card} off the top: both go under the Pile", card=top),
        on=card,
        tag=tr("Beat-Back"),
        lies=describe.THE_PILE,
    )


def _recharge(s: State, k: int, setup: Setup) -> Description:
    """Return what a card brings by its suit (TP-82)."""
    told, n = shared.card(tr("Discard"), k), int(why_not.plain_rule(side_actions.suit_value)(k))
    effect = plural("{n} Charge", "{n} Charges", n)
    return told._replace(
        effect=effect, tag=tr("+{charges}", charges=effect), then=ahead.charged(s, int(s.seat), n)
    )


def _fusion(s: State, k: int, setup: Setup) -> Description:
    if s.fused[s.seat] == NONE:
        effect = tr("allies who consent share hands, Charges and Techs")
        return Description(tr("FUSION!"), "", "", effect)
    return Description(tr("Break the Fusion"), "", "", tr("all Pilots have their own cards again"))


def _priced(attack: Describe, price: str) -> Answer:
    """Return what describes a Wave or a Storm with the price that Coach pays (TP-86)."""

    def describe_attack(s: State, k: int, setup: Setup) -> Description:
        found = attack(s, k, setup)
        return found._replace(cost=price) if found.effect else found

    return describe_attack


def _spoil(s: State, k: int, setup: Setup) -> Description:
    """Return what an effect is that a card of the final Pile buys."""
    price = (tr("a Club"), tr("a Diamond"), tr("a Heart"))[(k > 1) + (k > 6)]
    return Description(SPOIL_WORDS[Spoil(k)].name, "", price, SPOIL_WORDS[Spoil(k)].effect)


def _other_spoil(price: str) -> Answer:
    """Return what describes an effect at another price."""
    return lambda s, k, setup: _spoil(s, k, setup)._replace(cost=price)


WORDS = Words(
    DECISIONS,
    {
        **CHOICES,
        Choice.OVER: CHOICES[Choice.OVER]._replace(
            ask=tr("the Throwdown is over"),
            help=(
                tr("Nothing is left to decide."),
                tr("The side whose card was on top of the Pile won (TP-03, C-49)."),
            ),
        ),
        Phase.STAKES: Wording(
            tr("the Stakes of the challenge"),
            tr("choose the Stakes of the challenge"),
            (
                tr("The Stakes say what winning achieves (TP-19)."),
                tr(
                    "If they are about a Faction's favor or a Damaged Location, Hearts may buy +Favor or "
                    "+Rebuild at the end (TP-97)."
                ),
            ),
            tr("No other Stakes are possible (TP-97)."),
            {Act.STAKES: _stakes},
        ),
        Phase.LAY: Wording(
            tr("the initiative card"),
            tr("lay an initiative card face-down"),
            (
                tr(
                    "All cards are turned up together and stacked by rank, then suit; the highest leads "
                    "(TP-27, TP-29)."
                ),
                tr(
                    "A Pilot whose leading card is further above the card beneath than her Strike causes "
                    "Strife (TP-30)."
                ),
                tr("Coach lays the top card of the deck, unseen (TP-24)."),
            ),
            tr("No other card is in the Hand (TP-16)."),
            {Act.INITIATIVE: shared.initiative},
        ),
        Phase.SIDE: Wording(
            tr("the side to take"),
            _side,
            (
                tr("Everybody who joins or opposes the challenger lays a card (TP-21 to TP-24)."),
                tr(
                    "If nobody opposes the challenger, the challenger's side wins at once, with the cards "
                    "laid so far (TP-25, TP-26)."
                ),
            ),
            tr("The sides are fixed here (TP-21)."),
            {
                Act.JOIN: Description(tr("Join"), "", "", tr("take the challenger's side")),
                Act.OPPOSE: Description(tr("Oppose"), "", "", tr("take the side against the challenger")),
                Act.SIT_OUT: _sit_out,
            },
        ),
        Phase.TURN: Wording(
            tr("an action in the turn"),
            _turn,
            (
                tr("Take any Side actions, each at most once, then exactly one Main action (TP-42, TP-43)."),
                tr(
                    "Push: play a card that beats the top card (TP-71). A Pilot who goes beyond her Strike "
                    "causes Strife; Coach may not go beyond his (TP-11, TP-14)."
                ),
                tr(
                    "Beat-Back: a card of the same rank and no lower suit tucks both cards under the Pile "
                    "(TP-60, TP-61)."
                ),
                tr("Assist: discard a card to give the next ally a card or Strike (TP-52, TP-53)."),
                tr("Fold: leave the Throwdown for good (TP-64)."),
                tr(
                    "When everybody who is left is on the side of the top card, the Throwdown is over (C-46)."
                ),
            ),
            _must_fold,
            {
                Act.PUSH: _push,
                Act.BEAT_BACK: _beat_back,
                Act.FOLD: Description(
                    tr("Fold"), "", "", tr("leave the Throwdown for good; Main action"), gives_up=True
                ),
                Act.CARD_ASSIST: Description(
                    tr("Card-Assist"),
                    "",
                    tr("a card"),
                    tr("pass another card to the next ally; Main action"),
                ),
                Act.STRIKE_ASSIST: Description(
                    tr("Strike-Assist"), "", tr("a card"), tr("change the next ally's Strike; Main action")
                ),
                Act.RECHARGE: Description(
                    tr("Recharge"),
                    "",
                    tr("a card"),
                    tr("Charges by its suit: Clubs 1, Diamonds 2, Hearts 3, Spades 4"),
                ),
                Act.FUSION: _fusion,
                Act.INVOKE: shared.with_thing(
                    tr("Invoke"), names.faction_name, tr("take its face-up card into your Hand")
                ),
                Act.PARTNER: shared.with_person(tr("Partner"), tr("use one of her Techs in the Fusion")),
                choices.Act.WAVE: _priced(shared.wave, tr("a face card")),
                choices.Act.STORM: _priced(shared.storm, tr("3 face cards")),
            },
        ),
        Phase.ASSIST_DISCARD: Wording(
            tr("the card to discard for the Assist"),
            tr("discard a card for the Assist"),
            (
                tr(
                    "The card goes to the Trash. Cards that you received by an Assist cannot be discarded; "
                    "they must be passed on (TP-52, C-60)."
                ),
            ),
            tr("No other card may be discarded (C-60)."),
        ),
        Phase.ASSIST_PASS: Wording(
            tr("the card to pass"),
            tr("choose the card to pass"),
            (tr("The next ally gets this card and all cards that you received (TP-52, TP-56, C-158)."),),
            tr("No other card may be passed (TP-52, C-60)."),
            {Act.GIVE: shared.with_card(tr("Pass on"), tr("to the next ally"))},
        ),
        Phase.RECHARGE: Wording(
            tr("the card to Recharge with"),
            tr("discard a card for Charges by its suit"),
            (tr("Clubs give 1 Charge, Diamonds 2, Hearts 3, Spades 4, up to the maximum (TP-82, CD-13)."),),
            tr("No other card is in the Hand (TP-82)."),
            {choices.Act.DISCARD: _recharge},
        ),
        Phase.INVITE: Wording(
            tr("an ally to invite into the Lesser Fusion"),
            tr("invite an ally into the Lesser Fusion, or be done"),
            (
                tr(
                    "Allies who consent take no turns of their own and share hands, Charges and Techs with "
                    "you (TP-77, TP-78)."
                ),
            ),
            tr("Nobody else can be invited (TP-77)."),
            {Act.DONE: Description(tr("Done"), "", "", tr("invite nobody else"))},
        ),
        Phase.CONSENT: Wording(
            tr("whether to enter the Lesser Fusion"),
            tr("enter the Lesser Fusion, or decline"),
            (
                tr(
                    "In a Lesser Fusion the leader also plays your cards; those that are left return to you "
                    "when it breaks (TP-77, C-73)."
                ),
            ),
            tr("There is no other answer (TP-77)."),
            {
                Act.CONSENT: Description(tr("Consent"), "", "", tr("enter the Lesser Fusion")),
                Act.DECLINE: Description(tr("Decline"), "", "", tr("stay out of the Lesser Fusion")),
            },
        ),
        Phase.PARTNER: Wording(
            tr("the partner's Tech"),
            tr("choose the partner's Tech"),
            (tr("A partner's Tech is paid for with the Charges and cards of the Fusion (TP-77)."),),
            tr("No other Tech of the partner can be used now (TP-77)."),
        ),
        Phase.FUSION_PAY: Wording(
            tr("the card with which the Fusion pays"),
            tr("discard a card of the Fusion as payment"),
            (tr("Any card of the Fusion can pay (TP-77, TP-49)."),),
            tr("No other card of the Fusion can pay (TP-77)."),
        ),
        Phase.SPOILS: Wording(
            tr("the use of the cards of the Pile"),
            tr("spend cards of the final Pile, or be done"),
            (
                tr(
                    "Each card buys one effect (TP-92). A Club buys +Trauma, or +Ruin with Robos or "
                    "Monsters; a Diamond removes a trigger from the Payload for your side; a Heart restores "
                    "a Buffer, or buys what the Stakes were about; a Spade buys any of these, but also lets "
                    "the loser add an effect (TP-93 to TP-99)."
                ),
            ),
            tr("No card of the Pile can buy anything that would make a difference (TP-92 to TP-98)."),
            {
                Act.SPEND: _spoil,
                Act.SPADE: _other_spoil(tr("a Spade, which lets the loser add an effect")),
            },
        ),
        Phase.CONCESSION: Wording(
            tr("the effect to add"),
            tr("add an effect for a spent Spade, or be done"),
            (
                tr(
                    "For every Spade that the winner spent you may add one effect, without a card (TP-99, "
                    "C-70)."
                ),
            ),
            tr("No effect would change anything (TP-99)."),
            {Act.CONCESSION: _other_spoil("")},
        ),
        Phase.RESTORE: Wording(
            tr("the Buffer that returns"),
            tr("choose whose spent Buffer returns"),
            (tr("One spent Buffer of your side returns (TP-96)."),),
            tr("No other Buffer of the side is spent (TP-96)."),
        ),
        Phase.PAYLOAD: Wording(
            tr("the target of the damage"),
            tr("assign the damage"),
            (tr("The leader of the side that takes the damage chooses its target (TP-102, C-69)."),),
            tr("There is no other possible target (TP-102)."),
        ),
        Phase.DROP: Wording(
            tr("the card to discard"),
            tr("discard down to the Hand Max"),
            (
                tr(
                    "Everybody with more cards than the Hand Max discards; then everybody with fewer draws "
                    "up to it (TP-106)."
                ),
            ),
            tr("No other card is in the Hand (TP-106)."),
        ),
        Phase.ORDER: Wording(
            tr("the damage that lands next"),
            tr("choose the damage that lands next"),
            (
                tr(
                    "The leader of the side chooses which kind of damage lands next; all damage of that "
                    "kind lands (ME-45, ME-46)."
                ),
            ),
            tr("No other damage is left (ME-45, ME-46)."),
        ),
    },
    describe.SHARED,
)
