"""Enumeration of a small game's histories and information sets, by walking the game's own kernels.

Chance is enumerated by scripting the game's stream (`rng.Stream`). Outcomes that lead to the same state are merged, so
hands are dealt as sets and not as sequences. An information set is the key of all observations and actions of a side's
seats since the deal: perfect recall.
"""

from typing import Any

import numpy as np

from throwdown.envs.core import calls as rules, cardset, kit, recall, rng

CHANCE, TERMINAL = -1, -2
FULL, TOO_WIDE, TOO_LARGE, BAD_RECALL = -1, -2, -3, -4


@kit.kernel
def fold_words(words: Any, first: int, last: int) -> int:
    """Return a key of some 64-bit words."""
    a, b = np.int64(recall.PRIME), np.int64(0)
    for i in range(first, last):
        a = (a ^ words[i]) * recall.PRIME
        b += a >> 31
    return kit.mix(int(a), int(b)) | 1


@kit.kernel
def script(s: kit.GameState, answers: Any, n: int) -> None:
    """Script the next chance outcomes."""
    s.rng.prob = 1.0
    s.rng.at = 0
    s.rng.asked = 0
    s.rng.scripted = n + 1
    for i in range(n):
        s.rng.answers[i] = answers[i]


@kit.kernel
def next_script(answers: Any, options: Any, n: int) -> int:
    """Advance to the next answers, in counting order, and return their number; 0 after the last."""
    while n > 0 and answers[n - 1] + 1 == options[n - 1]:
        n -= 1
    if n > 0:
        answers[n - 1] += 1
    return n


@kit.kernel
def place(table: Any, key: int) -> int:
    """Return the position of a key in a hash table, or where it would be inserted."""
    i = key & (table.shape[0] - 1)
    while table[i] != 0 and table[i] != key:
        i = (i + 1) & (table.shape[0] - 1)
    return int(i)


@kit.entry
def find_deals(states: Any, words: Any, skip: int, answers: Any, sizes: Any, chances: Any, outs: Any) -> int:
    """Write every deal's answers and probability; return the number of deals, `FULL` or `TOO_LARGE`.

    ``states[0]`` holds the configuration; ``words`` is the same memory as 64-bit words, of which the first ``skip``
    are the stream.
    """
    out, room = outs[0], sizes.shape[0]
    table, owner = np.zeros(4 * room, np.int64), np.zeros(4 * room, np.int64)
    given, options = np.zeros(rng.SCRIPT_LENGTH, np.int64), np.zeros(rng.SCRIPT_LENGTH, np.int64)
    deals, n = 0, 0
    while True:
        states[1] = states[0]
        s = states[1]
        script(s, given, n)
        rules.setup(s, out)
        if s.rng.asked > 0:
            if n == rng.SCRIPT_LENGTH:
                return TOO_LARGE
            options[n], given[n] = s.rng.asked, 0
            n += 1
            continue
        key = fold_words(words[1], skip, words.shape[1])
        i = place(table, key)
        if table[i] == 0:
            if deals == room:
                return FULL
            table[i], owner[i] = key, deals
            sizes[deals] = n
            for k in range(n):
                answers[deals, k] = given[k]
            deals += 1
        chances[owner[i]] += s.rng.prob
        n = next_script(given, options, n)
        if n == 0:
            return deals


@kit.kernel
def longer(a: Any) -> Any:
    """Return a copy with twice the capacity."""
    b = np.empty(2 * a.shape[0], a.dtype)
    b[: a.shape[0]] = a
    return b


@kit.kernel
def more_rows(a: Any) -> Any:
    """Return a copy with capacity for twice as many rows."""
    b = np.empty((2 * a.shape[0], a.shape[1]), a.dtype)
    b[: a.shape[0]] = a
    return b


class TreeNode(kit.Record):
    """A history."""

    chance: float = kit.float64("probability of the edge that leads here, 1 after a decision")
    value: float = kit.float64("return of side 0 if terminal")
    parent: int = kit.int32("the node before")
    slot: int = kit.int32("place of the action that leads here among all of all information sets, or -1")
    info: int = kit.int32("information set, CHANCE or TERMINAL")
    depth: int = kit.int16("its level, from 1")


class Info(kit.Record):
    """An information set."""

    key: int = kit.int64("its key")
    legal: int = kit.int64("a key of the legal set")
    first: int = kit.int32("its first slot")
    up: int = kit.int32("the slot of its side's previous action, or -1")
    actions: int = kit.int16("how many actions it has")
    side: int = kit.int8("the side that decides")


@kit.kernel
def new_table(infos: Any, n: int, size: int) -> Any:
    """Return a hash table of capacity ``size`` with the keys of ``n`` sets, each with its set."""
    table, owner = np.zeros(size, np.int64), np.zeros(size, np.int32)
    for i in range(n):
        at = place(table, infos[i].key)
        table[at], owner[at] = infos[i].key, i
    return table, owner


@kit.kernel
def list_actions(out: kit.Out, slots: Any, n: int) -> int:
    """Append the legal set ``out.words`` to the first ``n`` slots; return the new number of slots."""
    for w in range(out.word_n):
        word = out.words[w]
        while word != 0:
            slots[n] = 64 * w + cardset.lowest(word)
            n += 1
            word ^= cardset.ONE << cardset.lowest(word)
    return n


@kit.kernel
def find_mark(marks: Any, n: int, mark: int) -> int:
    """Return the position of a mark among the first ``n``, or ``n``."""
    for j in range(n):
        if marks[j] == mark:
            return j
    return n


@kit.entry
def expand(
    states: Any,
    words: Any,
    skip: int,
    sides: Any,
    width: int,
    answers: Any,
    sizes: Any,
    chances: Any,
    first: int,
    last: int,
    view_width: int,
    limit: int,
    nodes: Any,
    infos: Any,
    outs: Any,
) -> Any:
    """Walk the deals [first, last).

    Returns their nodes (without the root), information sets, actions, the observation of the seat to move in each set
    (the first ``view_width`` numbers), and an error. ``states`` is the walk's workspace: the configuration, the state
    being expanded, then the stack; ``nodes`` and ``infos`` are initial buffers. It gives up after ``limit`` nodes.
    """
    out = outs[0]
    slots = np.empty(1 << 10, np.int16)
    views = np.empty((1 << 10, view_width), np.int8)
    table, owner = new_table(infos, 0, 4 * infos.shape[0])
    n, i_n, k_n, error = 0, 0, 0, 0
    room = states.shape[0]
    keys = np.zeros((room, 2), np.int64)
    node_of, last_slot = np.zeros(room, np.int32), np.zeros((room, 2), np.int32)
    given, options = np.zeros(rng.SCRIPT_LENGTH, np.int64), np.zeros(rng.SCRIPT_LENGTH, np.int64)
    seen = np.zeros(room, np.int64)
    seen_node = np.zeros(room, np.int32)
    for deal in range(first, last):
        states[2] = states[0]
        script(states[2], answers[deal], sizes[deal])
        rules.setup(states[2], out)
        keys[2, 0], keys[2, 1] = 1, 2
        recall.see_all(states[2], keys[2], sides, width, out)
        if n + 1 >= nodes.shape[0]:
            nodes = longer(nodes)
        nodes[n].chance, nodes[n].parent, nodes[n].slot, nodes[n].depth = chances[deal], -1, -1, 1
        node_of[2] = n
        last_slot[2, 0], last_slot[2, 1] = -1, -1
        n += 1
        top = 3
        while top > 2:
            top -= 1
            here = node_of[top]
            nodes[here].value = 0.0
            s = states[top]
            if s.over:
                rules.returns(s, out)
                value = 0.0
                for seat in range(sides.shape[0]):
                    if sides[seat] == 0:
                        value = out.returns[seat]
                nodes[here].info, nodes[here].value = TERMINAL, value
                continue
            states[1] = states[top]
            s = states[1]
            keys[1, 0], keys[1, 1] = keys[top, 0], keys[top, 1]
            last_slot[1, 0], last_slot[1, 1] = last_slot[top, 0], last_slot[top, 1]
            side = sides[s.seat]
            rules.legal(s, out)
            count = kit.count_members(out)
            law = fold_words(out.words, 0, out.word_n)
            key = recall.set_key(keys[1], side, s.seat)
            at = place(table, key)
            if table[at] == 0:
                if 2 * (i_n + 1) > table.shape[0]:
                    table, owner = new_table(infos, i_n, 2 * table.shape[0])
                    at = place(table, key)
                if i_n == infos.shape[0]:
                    infos, views = longer(infos), more_rows(views)
                table[at], owner[at] = key, i_n
                x = infos[i_n]
                x.key, x.legal, x.first, x.up, x.side = key, law, k_n, last_slot[1, side], side
                x.actions = count
                if k_n + count > slots.shape[0]:
                    slots = longer(slots)
                k_n = list_actions(out, slots, k_n)
                if view_width > 0:
                    rules.observe(s, s.seat, views[i_n], out)
                i_n += 1
            me = owner[at]
            if infos[me].legal != law or infos[me].up != last_slot[1, side]:
                error = BAD_RECALL
            elif n > limit:
                error = TOO_LARGE
            if error != 0:
                return nodes[:n], infos[:i_n], slots[:k_n], views[:i_n], error
            nodes[here].info = me
            for k in range(infos[me].actions):
                action = slots[infos[me].first + k]
                slot = infos[me].first + k
                under, branch, found, m = here, False, 0, 0
                while True:
                    if top + 1 >= room:
                        error = TOO_WIDE
                        return nodes[:n], infos[:i_n], slots[:k_n], views[:i_n], error
                    states[top] = states[1]
                    t = states[top]
                    script(t, given, m)
                    rules.apply(t, action, out)
                    if t.rng.asked > 0:
                        if m == rng.SCRIPT_LENGTH:
                            error = TOO_LARGE
                            return nodes[:n], infos[:i_n], slots[:k_n], views[:i_n], error
                        options[m], given[m] = t.rng.asked, 0
                        m += 1
                        continue
                    if n + 2 >= nodes.shape[0]:
                        nodes = longer(nodes)
                    twin = found
                    if m > 0:
                        if not branch:  # a node for the chance itself
                            nodes[n].chance, nodes[n].value, nodes[n].parent = 1.0, 0.0, here
                            nodes[n].slot, nodes[n].info = slot, CHANCE
                            nodes[n].depth = nodes[here].depth + 1
                            under, branch = n, True
                            n += 1
                        mark = fold_words(words[top], skip, words.shape[1])
                        twin = find_mark(seen, found, mark)
                        if twin == found:
                            seen[found], seen_node[found] = mark, n
                    if twin < found:
                        nodes[seen_node[twin]].chance += t.rng.prob
                    else:
                        found += 1
                        nodes[n].chance = t.rng.prob if branch else 1.0
                        nodes[n].parent, nodes[n].slot = under, -1 if branch else slot
                        nodes[n].depth = nodes[here].depth + 2
                        node_of[top] = n
                        n += 1
                        keys[top, 0], keys[top, 1] = keys[1, 0], keys[1, 1]
                        keys[top, side] = kit.mix(keys[top, side], action)
                        last_slot[top, 0], last_slot[top, 1] = last_slot[1, 0], last_slot[1, 1]
                        last_slot[top, side] = slot
                        recall.see_all(t, keys[top], sides, width, out)
                        top += 1
                    m = next_script(given, options, m)
                    if m == 0:
                        break
    return nodes[:n], infos[:i_n], slots[:k_n], views[:i_n], error
