"""The Table: Power, Attachments, Keywords, what is blank, Wounds, flips, and the Table Rule."""

from throwdown.envs.core.kit import NONE, Out, kernel, reset, tell
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import (
    BACK,
    CARDS,
    CHARACTERS,
    FRONT,
    GEARS,
    INITIALS,
    LIST,
    OWN,
    SLOTS,
    Card,
    Class,
    Event,
    Gear,
    Kind,
    State,
)


@kernel
def side_of(c: int) -> int:
    """Return the side that controls a Character, or a place of the Stack."""
    return c // SLOTS


@kernel
def end_of(s: State, side: int) -> int:
    """Return where a side's Characters end: there is none at this place, or at a later one."""
    return side * SLOTS + s.teams[side].top


@kernel
def facing(side: int, c: int) -> int:
    """Return a Character's number as a side counts, its own first; and the other way round."""
    return c if side == 0 else (c + SLOTS) % CHARACTERS


@kernel
def character_at(s: State, action: int) -> int:
    """Return the Character that an action of who decides names."""
    return facing(s.seat, action - Act.OWN)


@kernel
def card_of(s: State, c: int) -> Card:
    """Return what is printed on a Character."""
    return s.cfg.cards[s.characters[c].card]


@kernel
def is_class(card: Card, member: int) -> bool:
    """Return whether a card has a Class."""
    return bool((card.classes >> member) & 1)


@kernel
def is_on_table(s: State, c: int) -> bool:
    """Return whether a Character is on the Table: in Play and not Wounded (SD-112)."""
    w = s.characters[c]
    return w.card != NONE and not w.is_wounded


@kernel
def is_initial(s: State, c: int) -> bool:
    """Return whether a Character is a Hero or a Villain that began the game (SHO-02)."""
    card = s.characters[c].card
    return card != NONE and card % CARDS >= FRONT


@kernel
def is_eligible(s: State, c: int) -> bool:
    """Return whether a Character may be assigned, or moved, to Combat (SD-149, SDA-05, SDA-22)."""
    w = s.characters[c]
    return w.card != NONE and not w.is_wounded and not w.is_employed and not w.in_combat


@kernel
def is_fighting(s: State, c: int) -> bool:
    """Return whether a Character's Power counts in the Combat: of the Wounded by an option only (SHO-50)."""
    w = s.characters[c]
    return w.in_combat and (not w.is_wounded or s.cfg.wounded_power)


@kernel
def power(s: State, c: int) -> int:
    """Return a Character's Power: printed, Upgrades, Attachments, and what this Turn changes; at least 0 (SHO-08)."""
    w = s.characters[c]
    n = s.cfg.cards[w.card].power + w.upgrades + w.bonus
    for k in range(GEARS):
        if w.gear[k] != NONE:
            n += s.cfg.cards[w.gear[k]].power
    return max(0, n)


# Attachments and Keywords -----------------------------------------------------------------------------------------


@kernel
def gear_of(card: Card) -> int:
    """Return the place on a Character that an Attachment takes (SD-98, SD-126)."""
    k = Gear.EQUIPMENT if card.kind == Kind.EQUIPMENT else Gear.VEHICLE
    return k + 2 if is_class(card, Class.SHIP) else k


@kernel
def can_bear(s: State, c: int, card: Card) -> bool:
    """Return whether a Character meets an Attachment's demands (SD-102, SD-122 to SD-124, SD-137, SDA-45)."""
    bearer = card_of(s, c)
    is_vehicle, is_ship = card.kind == Kind.VEHICLE, is_class(card, Class.SHIP)
    if is_vehicle and is_class(bearer, Class.MOOK):
        return False
    if is_class(bearer, Class.KAIJU) and (is_vehicle or not is_ship):
        return False
    if is_class(bearer, Class.MECHA) and not is_ship:
        return False
    return bool(card.keyword == NONE or (bearer.words >> card.keyword) & 1)


@kernel
def words_in_play(s: State, side: int) -> int:
    """Return the terms on all Characters of a side in Play, their Attachments included, as bits (SD-138)."""
    word = 0
    for c in range(side * SLOTS, end_of(s, side)):
        w = s.characters[c]
        if w.card != NONE:
            word |= s.cfg.cards[w.card].words
            for k in range(GEARS):
                if w.gear[k] != NONE:
                    word |= s.cfg.cards[w.gear[k]].words
    return word


@kernel
def words_on_table(s: State, side: int) -> int:
    """Return the terms on a side's Characters on the Table, as bits (SD-136, SHO-14)."""
    word = 0
    for c in range(side * SLOTS, end_of(s, side)):
        if is_on_table(s, c):
            word |= card_of(s, c).words
    return word


@kernel
def words_in_combat(s: State, side: int) -> int:
    """Return the terms on a side's Characters in Combat, the Wounded among them, as bits (SD-135, SHO-54)."""
    word = 0
    for c in range(side * SLOTS, end_of(s, side)):
        if s.characters[c].in_combat:
            word |= card_of(s, c).words
    return word


@kernel
def has_term(words: int, term: int) -> bool:
    """Return whether a term is among words; no term always is."""
    return bool(term == NONE or (words >> term) & 1)


@kernel
def is_on_ship(s: State, c: int) -> bool:
    """Return whether a Character's Ship Vehicle is active (SD-127)."""
    w = s.characters[c]
    return w.gear[Gear.SHIP_VEHICLE] != NONE and w.is_active


@kernel
def is_live(s: State, c: int, gear: int) -> bool:
    """Return whether a Character's text, or that of its Attachment, is not blank (SD-150, SD-123, SD-128, SD-130)."""
    if s.characters[c].is_wounded:
        return False
    if gear == Gear.SHIP_VEHICLE:
        return is_on_ship(s, c)
    if gear == Gear.SHIP_EQUIPMENT:
        return is_on_ship(s, c) or is_class(card_of(s, c), Class.KAIJU)
    return gear != Gear.EQUIPMENT or not is_on_ship(s, c)


@kernel
def text_card(s: State, c: int, gear: int) -> int:
    """Return the card that a Character's own texts, or those of its Attachment, are printed on, or NONE."""
    return s.characters[c].card if gear == OWN else s.characters[c].gear[gear]


# What comes and goes ----------------------------------------------------------------------------------------------


@kernel
def free_slot(s: State, side: int) -> int:
    """Return a side's first place without a Character, or -1."""
    for c in range(side * SLOTS, (side + 1) * SLOTS):
        if s.characters[c].card == NONE:
            return c
    return -1


@kernel
def enter(s: State, side: int, card: int) -> int:
    """Put a Character into Play; return its place."""
    c = free_slot(s, side)
    w = s.characters[c]
    reset(w)
    w.card, w.seq = card, s.teams[side].entered
    s.teams[side].entered += 1
    s.teams[side].top = max(s.teams[side].top, c - side * SLOTS + 1)
    return c


@kernel
def attach(s: State, c: int, card: int, out: Out) -> None:
    """Attach a card; the one whose place it takes is destroyed (SD-99); a Ship Vehicle enters active (SHO-12)."""
    w, side = s.characters[c], side_of(c)
    k = gear_of(s.cfg.cards[card])
    if w.gear[k] != NONE:
        destroy_gear(s, c, k, out)
    w.gear[k], w.gear_seq[k], w.gear_used[k] = card, s.teams[side].entered, 0
    s.teams[side].entered += 1
    if k == Gear.SHIP_VEHICLE:
        w.is_active, w.has_switched = True, False
    tell(out, Event.ATTACHED, side, card=card, amount=c, number=w.card)
    tidy(s, side, out)


@kernel
def take_gear(s: State, c: int, k: int) -> int:
    """Take an Attachment off a Character; return the card."""
    w = s.characters[c]
    card: int = w.gear[k]
    w.gear[k], w.gear_seq[k], w.gear_used[k] = NONE, 0, 0
    if k == Gear.SHIP_VEHICLE:
        w.is_active, w.has_switched = False, False
    return card


@kernel
def destroy_gear(s: State, c: int, k: int, out: Out) -> None:
    """Destroy an Attachment: to the discard pile (SD-103)."""
    card = take_gear(s, c, k)
    s.teams[side_of(c)].trash[card % CARDS] += 1
    tell(out, Event.DESTROYED, side_of(c), card=card)


@kernel
def remove_gear(s: State, c: int, k: int, out: Out) -> None:
    """Remove an Attachment from the game (SD-07)."""
    card = take_gear(s, c, k)
    s.teams[side_of(c)].gone[card % CARDS] += 1
    tell(out, Event.REMOVED, side_of(c), card=card)


@kernel
def remove(s: State, c: int, out: Out) -> None:
    """Remove a Character from the game; its Attachments are destroyed (SD-07, SDA-31)."""
    w = s.characters[c]
    for k in range(GEARS):
        if w.gear[k] != NONE:
            destroy_gear(s, c, k, out)
    card = w.card
    if card % CARDS < LIST:
        s.teams[side_of(c)].gone[card % CARDS] += 1
    tell(out, Event.REMOVED, side_of(c), card=card)
    reset(w)
    team = s.teams[side_of(c)]
    while team.top > 0 and s.characters[end_of(s, side_of(c)) - 1].card == NONE:
        team.top -= 1


@kernel
def wound(s: State, c: int, out: Out) -> None:
    """Wound a Character: off the Table, but not out of the Combat that it is in (SD-114, SDA-13)."""
    s.characters[c].is_wounded = True
    tell(out, Event.WOUNDED, side_of(c), card=s.characters[c].card, amount=c)


@kernel
def heal(s: State, c: int, out: Out) -> None:
    """Heal a Character, which returns to the Table; who was Wounded in this Combat fights on (SD-112, SHO-37)."""
    s.characters[c].is_wounded = False
    tell(out, Event.HEALED, side_of(c), card=s.characters[c].card, amount=c)
    tidy(s, side_of(c), out)


@kernel
def upgrade(s: State, c: int, out: Out) -> None:
    """Upgrade a Character (SD-116)."""
    w = s.characters[c]
    w.upgrades = min(100, w.upgrades + 1)
    tell(out, Event.UPGRADED, side_of(c), card=s.characters[c].card, amount=c, number=w.upgrades)


@kernel
def flip(s: State, c: int, out: Out) -> None:
    """Flip an Initial Card; Upgrades stay, Attachments as far as its new face may have them (SD-121, SD-125)."""
    w = s.characters[c]
    w.card = w.card + INITIALS if w.card % CARDS < BACK else w.card - INITIALS
    w.has_flipped = True
    tell(out, Event.FLIPPED, side_of(c), card=w.card, amount=c)
    tidy(s, side_of(c), out)


# Requisites and the Table Rule ------------------------------------------------------------------------------------


@kernel
def tidy(s: State, side: int, out: Out) -> None:
    """Destroy Attachments whose requisites are lost, then keep the Table Rule, until nothing changes (SHO-38)."""
    while drop_unfit(s, side, out) or drop_twins(s, side, out):
        pass


@kernel
def drop_unfit(s: State, side: int, out: Out) -> bool:
    """Destroy an Attachment whose requisites are lost (SD-100); return whether there was one."""
    words = words_in_play(s, side)
    for c in range(side * SLOTS, end_of(s, side)):
        for k in range(GEARS):
            if s.characters[c].gear[k] != NONE:
                card = s.cfg.cards[s.characters[c].gear[k]]
                if not can_bear(s, c, card) or not has_term(words, card.requires):
                    destroy_gear(s, c, k, out)
                    return True
    return False


@kernel
def is_bound(s: State, c: int) -> bool:
    """Return whether a Character itself is under the Table Rule: on the Table, and no Mook (SD-08)."""
    return is_on_table(s, c) and not is_class(card_of(s, c), Class.MOOK)


@kernel
def drop_twins(s: State, side: int, out: Out) -> bool:
    """Remove all older cards of one name on the Table at once (SD-06 to SD-08, SHO-13); return whether there were any.

    Who has to leave is known before anybody does; Attachments that have to leave are not destroyed with their bearers.
    """
    names = doubled(s, side)
    if names == 0:
        return False
    leaving = 0
    for k in range(s.teams[side].top):
        c = side * SLOTS + k
        if is_bound(s, c) and has_newer(s, side, names, card_of(s, c).name, s.characters[c].seq):
            leaving |= 1 << k
    drop_twin_gear(s, side, names, out)
    for k in range(SLOTS):
        if (leaving >> k) & 1:
            remove(s, side * SLOTS + k, out)
    return True


@kernel
def drop_twin_gear(s: State, side: int, names: int, out: Out) -> None:
    """Remove the Attachments of which there is a newer card on the Table; the newest of a name is never among them."""
    for c in range(side * SLOTS, end_of(s, side)):
        w = s.characters[c]
        for k in range(GEARS):
            if w.gear[k] != NONE and is_on_table(s, c):
                name = s.cfg.cards[w.gear[k]].name
                if has_newer(s, side, names, name, w.gear_seq[k]):
                    remove_gear(s, c, k, out)


@kernel
def doubled(s: State, side: int) -> int:
    """Return the names that several cards on a side of the Table have, as bits."""
    seen = found = 0
    for c in range(side * SLOTS, end_of(s, side)):
        if not is_on_table(s, c):
            continue
        if is_bound(s, c):
            bit = 1 << card_of(s, c).name
            found |= seen & bit
            seen |= bit
        for k in range(GEARS):
            if s.characters[c].gear[k] != NONE:
                bit = 1 << s.cfg.cards[s.characters[c].gear[k]].name
                found |= seen & bit
                seen |= bit
    return found


@kernel
def has_newer(s: State, side: int, names: int, name: int, seq: int) -> bool:
    """Return whether a name is one of ``names``, and a card on the Table has it that came into Play later."""
    if not (names >> name) & 1:
        return False
    for c in range(side * SLOTS, end_of(s, side)):
        w = s.characters[c]
        if not is_on_table(s, c):
            continue
        if w.seq > seq and is_bound(s, c) and card_of(s, c).name == name:
            return True
        for k in range(GEARS):
            if w.gear[k] != NONE and w.gear_seq[k] > seq and s.cfg.cards[w.gear[k]].name == name:
                return True
    return False
