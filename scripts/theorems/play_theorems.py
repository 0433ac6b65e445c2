#!/usr/bin/env python3
"""Plays the strategies of the proofs in docs/beyond/every-board by the literal rules.

    python3 scripts/theorems/play_theorems.py                        # all rows, five minutes
    python3 scripts/theorems/play_theorems.py --theorem unions --games 50 --seed 7
    python3 scripts/theorems/play_theorems.py --theorem row --board 7 --pieces 28
    python3 scripts/theorems/play_theorems.py --control              # where nothing is proved

One player plays as the proof says, and opponents of several kinds try to break a claim of the
proof. The games are evidence, not proof. The program shares no code with gqt3.

For example, the row "kills 11x11 2" plays Theorem 4 with n = 2. The blocker kills the diagonals,
row 1 and column 1. Then at most 20 lines are open, and he always kills one of least rank. Because
`left(11, 2, 20, 5, 3)` is empty, each open line must have rank 2 or more at each of his turns.

The letters are those of docs/beyond/every-board, but C and D place a and b series, not alpha and
omega. `side` is m, `pieces` n and `rank` c. `gap` is g, or a gap as a set of squares. `who` is a
player, 1 or 2.

Exit code 0: no violation. 1: a claim was false or a move illegal, and the game is printed in the
notation of gqt3. With --control the strategies play where they are not proved, and the code is 0 if
something broke in each row, and else 1. 2: bad usage.

Needs Python 3.9 or later, and only the standard library.
"""

import argparse
import itertools
import math
import random
import sys
import time
from fractions import Fraction

from literal import (
    COLLAPSE,
    Illegal,
    Position,
    Rules,
    bits,
    collapse,
    collapsing,
    completed,
    first,
    is_over,
    lines,
    margin,
    match,
    members,
    place,
    player,
    quantum_squares,
    series_size,
    without,
    write_collapse,
    write_move,
)

KINDS = ("random", "greedy", "two-ply", "repeating")


class Broken(Exception):
    """A claim of a proof was false."""


def size(mask):
    return bin(mask).count("1")


def require(is_true, statement):
    if not is_true:
        raise Broken(statement)


def union(sets):
    total = 0
    for one in sets:
        total |= one
    return total


class Game:
    """`placed` keeps all squares of each series even after a collapse."""

    def __init__(self, rules):
        self.rules, self.side, self.pieces = rules, rules.side, rules.pieces
        self.lines = lines(rules.side)
        self.rows, self.columns = self.lines[: self.side], self.lines[self.side : 2 * self.side]
        self.diagonals = self.lines[2 * self.side :]
        self.position, self.placed, self.words = Position(), {}, []

    @property
    def free(self):
        return quantum_squares(self.rules, self.position)

    @property
    def series_size(self):
        return series_size(self.rules, self.position)

    def place(self, places):
        self.placed[self.position.turn] = places
        self.position = place(self.rules, self.position, places)
        self.words.append(write_move(places))

    def collapse(self, matching):
        self.words[-1] += "=" + write_collapse(self.position, matching)
        self.position = collapse(self.position, matching)

    def owned(self, who):
        return bits(x for x, turn in self.position.classical.items() if player(turn) == who)

    def series_of(self, who):
        return [one for one in self.placed.items() if player(one[0]) == who]

    def open_lines(self, blocker):
        """Returns the lines with no classical piece of the blocker and no whole series of his."""
        pieces, own = self.owned(blocker), [places for _, places in self.series_of(blocker)]
        dead = [line for line in self.lines if any(not places & ~line for places in own)]
        return [line for line in self.lines if not line & pieces and line not in dead]

    def crosses(self, squares):
        return [line for line in self.rows + self.columns if line & squares]

    def rank(self, squares):
        """Returns c(U), the least |W| - i(W) of all W around U.

        This rank is the most squares of U that can stay unused if each quantum series takes a
        square.
        """
        squares &= self.free
        start = {turn: x for turn, x in self.position.matching.items() if not squares >> x & 1}
        quantum = self.position.quantum
        return size(squares) - len(quantum) + len(match(without(quantum, squares), start))

    def rank_after(self, squares, places):
        """Returns the rank after one more series, on `places` (F5 of 1-rank.md)."""
        return min(self.rank(squares), self.rank(squares | places) - 1)


class Chance:
    """The random player, and the base of all others."""

    def __init__(self, game, who, rng):
        self.game, self.who, self.rng = game, who, rng

    def some(self, mask, count):
        return bits(self.rng.sample(members(mask), count))

    def series(self):
        return self.some(self.game.free, self.game.series_size)

    def collapse(self):
        return self.some_matching(collapsing(self.game.position))

    def some_matching(self, series):
        """Returns a random greatest matching."""
        squares = list(range(self.game.rules.squares + 1))
        turns = [turn for turn, _ in series]
        self.rng.shuffle(squares)
        self.rng.shuffle(turns)
        shuffled = [
            (turns.index(turn), bits(squares[x] for x in members(places)))
            for turn, places in series
        ]
        found = match(shuffled)
        return {turns[turn]: squares.index(x) for turn, x in found.items()}

    def watch(self):
        """Raises `Broken` if a claim is false. Called after each placement and each collapse."""


# Attackers


class Attacker(Chance):
    """The opponent who wants lines: A, D against Fair and Weighted, or player 1 against Pairs."""

    def __init__(self, game, who, rng, kind, _):
        super().__init__(game, who, rng)
        self.kind = kind

    def series(self):
        own = self.game.series_of(self.who)
        if self.kind == "sparing":
            return self.sparing()
        if self.kind == "random" or not self.game.open_lines(3 - self.who):
            return super().series()
        if self.kind == "two-ply":
            return self.two_ply()
        if self.kind == "repeating" and own:
            copied = self.game.series_of(3 - self.who) if self.rng.random() < 0.25 else own
            places = copied[-1][1] if copied and self.rng.random() < 0.9 else 0
            if size(places) == self.game.series_size and not places & ~self.game.free:
                return places
        return self.greedy()

    def greedy(self, spread=0.5):
        """Takes open lines in the order of their rank plus up to `spread * side` at random."""
        game, rng = self.game, self.rng
        targets = game.open_lines(3 - self.who)
        targets.sort(key=lambda line: game.rank(line) + spread * rng.random() * game.side)
        chosen = 0
        for line in targets:
            room = game.series_size - size(chosen)
            options = line & game.free & ~chosen
            chosen |= self.some(options, min(room, size(options)))
        return chosen | self.some(game.free & ~chosen, game.series_size - size(chosen))

    def sparing(self):
        """Returns a series off the diagonals, but a single piece on one, as far as possible."""
        game, diagonals = self.game, union(self.game.diagonals)
        best = game.free & (diagonals if game.series_size == 1 else ~diagonals) or game.free
        chosen = self.some(best, min(game.series_size, size(best)))
        return chosen | self.some(game.free & ~chosen, game.series_size - size(chosen))

    def two_ply(self):
        """Returns the best of some series, supposing that B then kills a line of least rank."""
        game = self.game
        targets = game.open_lines(3 - self.who)
        ranks = {line: game.rank(line) for line in targets}
        own = [one for _, one in game.series_of(self.who)[-2:]]
        again = [one for one in own if not one & ~game.free and size(one) == game.series_size]

        def danger(places):
            after = sorted(min(ranks[line], game.rank(line | places) - 1) for line in targets)
            return sum(Fraction(1, 4**rank) for rank in after[1:])

        return max([self.greedy(1) for _ in range(8)] + again, key=danger)

    def collapse(self):
        series = collapsing(self.game.position)
        if self.kind == "random":
            return self.some_matching(series)
        found = [self.exchanged(dict(series), self.some_matching(series)) for _ in range(4)]
        return max(found, key=self.hope)

    def exchanged(self, places, matching):
        """Lets each own series exchange squares once with each series of the other, if better."""
        mine = [turn for turn in matching if player(turn) == self.who]
        for one, other in itertools.product(mine, matching.keys() - set(mine)):
            x, y = matching[one], matching[other]
            if places[one] >> y & 1 and places[other] >> x & 1:
                better = {**matching, one: y, other: x}
                matching = max(matching, better, key=self.hope)
        return matching

    def hope(self, matching):
        taken = bits(x for turn, x in matching.items() if player(turn) == self.who)
        lost = bits(matching.values()) & ~taken
        own = self.game.owned(self.who) | taken
        blocked = lost | self.game.owned(3 - self.who)
        return sum(4 ** size(line & own) for line in self.game.lines if not line & blocked)


class Opponent(Chance):
    """D against `Long`. Unless `kind` is random, mostly repeats `hard`, a gap that costs C much."""

    def __init__(self, game, who, rng, kind, strategy):
        super().__init__(game, who, rng)
        self.kind, self.strategy = kind, strategy
        self.hard = max((self.shape() for _ in range(12)), key=strategy.measure)
        for _ in range(48 if kind != "random" else 0):
            self.hard = max(self.hard, self.moved(self.hard), key=strategy.measure)
        self.until = rng.choice([0, 1, 2, 3, game.rules.squares // 4]) if kind == "two-ply" else 0
        self.leaves = rng.choice([1, 2, 3, 4, 5, rng.randint(1, strategy.b)])

    def shape(self):
        game, rng, side = self.game, self.rng, self.game.side
        gap = game.rules.squares - game.pieces
        rows, columns = rng.sample(range(side), side), rng.sample(range(side), side)
        order = rng.sample(range(game.rules.squares), game.rules.squares)
        width = rng.randint(1, side)
        kind = rng.choice(["any", "balanced", "rectangle", "block"])

        def place_of(x):
            row, column = rows[x // side], columns[x % side]
            if kind == "balanced":
                return (row + column) % side
            if kind == "rectangle":
                return row >= ceil_div(gap, width) or column >= width
            inside = (row < width) + (column < width)
            return {0: (row + column) % max(1, side - width), 1: side, 2: -1}[inside]

        if kind != "any":
            order.sort(key=place_of)
        return bits(x + 1 for x in order[:gap])

    def moved(self, gap):
        outside = self.game.rules.all_squares & ~gap
        return gap and self.some(gap, size(gap) - 1) | self.some(outside, 1)

    def series(self):
        game, rng, everything = self.game, self.rng, self.game.rules.all_squares
        own, theirs = game.series_of(self.who), game.series_of(3 - self.who)
        turns_left = (game.rules.squares - game.position.turn) // 2
        if game.position.classical:
            return super().series()
        if self.kind == "random":
            copied = theirs and rng.random() < 0.3
            return theirs[-1][1] if copied else super().series()
        if self.kind == "leaving" and turns_left < self.leaves and rng.random() < 0.8:
            return everything & ~rng.choice([self.moved(self.hard), self.shape()])
        if self.kind == "greedy" and rng.random() < 0.3:
            return everything & ~self.moved(self.hard)
        if self.kind == "two-ply" and own and turns_left < self.until:
            options = [self.shape() for _ in range(6)] + [self.hard]
            turn = game.position.turn

            def needed(gap):
                return self.strategy.measure(self.strategy.forced((turn, everything & ~gap)))

            return everything & ~max(options, key=needed)
        return everything & ~self.hard


# Kills, blocks and unions: the blocker kills lines


def left(side, pieces, count, placed, beta=0):
    """Returns left(N, a), the numbers of further series of A after which B may fail (Lemma 7).

    `count` is N, `placed` is a, and `beta` of B's series have no square r (Lemma 1). For example,
    `left(8, 3, 6, 6)` is {0}. So on 8x8 with n = 3, six open lines and six series of A, B may have
    failed already, but if not, he kills all six lines.
    """

    def excluded(tau):
        # Each state is a lambda_k with its Gamma_k, for some signs that do not violate (*).
        states = {(pieces - 1, pieces - 1)}
        for k in range(1, tau + 2):
            if k > 1:
                states = {step for state in states for step in steps(*state, tau)}
            least = k * side - k * k // 4 - (tau - k + 1 + placed + beta)
            states = {(rank, total) for rank, total in states if total >= least}
            if not states:
                return True
        return False

    def steps(rank, total, tau):
        yield rank + 1, total + 2 + rank
        yield rank + 2, total + 2 + min(rank + 2 - pieces, 0 if tau == count - 1 else rank)

    return {tau for tau in range(count) if not excluded(tau)}


class Blocker(Chance):
    """The blocker B. `plan` generates his series; later series are random."""

    attacker, kinds = Attacker, KINDS

    def __init__(self, game, who, rng):
        super().__init__(game, who, rng)
        self.moves = self.plan()

    def series(self):
        return next(self.moves, None) or super().series()

    def open(self):
        return self.game.open_lines(self.who)

    def watch(self):
        found = completed(self.game.rules, self.game.position.classical)
        require(all(owner == self.who for owner, _ in found), "the attacker has no line")

    def ready(self, ignored=()):
        """Returns the open lines other than `ignored`, and requires that B fails at none."""
        found = [line for line in self.open() if line not in ignored]
        for line in found:
            rank = self.game.rank(line)
            require(rank >= self.game.pieces, f"B has not failed at {write_move(line)}")
        return found

    def kill(self, line, prefer=-1):
        """Returns a series that kills an open line: n of its squares, with rank n.

        B prefers a square in `prefer`, most of all one that is on no other open line. He lowers the
        rank of the union of the other open lines only if he must ("A smart choice of S").
        """
        game, others = self.game, union(other for other in self.open() if other != line)
        own = line & prefer & ~others or line & prefer or line
        start = self.some(own & game.free, 1) if own & game.free else 0
        if game.rank(others | line) > game.rank(others) >= game.rank(others | start):
            raising = [x for x in members(line) if game.rank(others | 1 << x) > game.rank(others)]
            start |= 1 << self.rng.choice(raising)
        chosen, options = start, members(line & game.free & ~start)
        self.rng.shuffle(options)
        for x in options:
            if size(chosen) < game.pieces and game.rank(chosen | 1 << x) == size(chosen) + 1:
                chosen |= 1 << x
        require(game.rank(chosen) == game.pieces, f"{write_move(line)} can be killed")
        return chosen

    def kill_least(self):
        while found := self.ready():
            yield self.kill(min(found, key=lambda line: (self.game.rank(line), self.rng.random())))

    def repeat(self, block, most):
        for _ in range(most):
            require(block & self.game.free in (0, block), "the block collapses as a whole")
            if not block & self.game.free:
                break
            yield block


class Kills(Blocker):
    """Kills (Theorem 4): the diagonals, row 1 and column 1, and then lines of least rank."""

    def plan(self):
        game = self.game
        for line in (*game.diagonals, game.rows[0], game.columns[0]):
            if line in self.ready():
                yield self.kill(line, 1 << 1 if line >> 1 & 1 else -1)
        yield from self.kill_least()


class Blocks(Blocker):
    """Blocks (Theorem 9): a block on the diagonals, clearing, and then lines of least rank."""

    def rings(self):
        """Returns the two mirrored pairs of each ring, one on each diagonal."""
        rows = self.game.rows
        pairs = [rows[i] | rows[-1 - i] for i in range(len(rows) // 2)]
        return [[diagonal & pair for diagonal in self.game.diagonals] for pair in pairs]

    def block(self, placed):
        """Returns a block off `placed`, the squares of A's first series if any.

        The block has p squares of the diagonal with fewer squares of A, or on 8x8 with n = 3, of
        the diagonal with more. These p squares are mirrored pairs, and one more square if p is odd.
        """
        n = self.game.pieces
        p = 2 if n == 4 else n // 2 + 1
        sides = sorted((0, 1), key=lambda d: size(self.game.diagonals[d] & placed))
        if (self.game.side, n) == (8, 3):
            sides.reverse()
        rings = [[ring[d] & ~placed for d in sides] for ring in self.rings()]
        for taken in itertools.permutations(range(len(rings)), ceil_div(p, 2)):
            firsts = [rings[i][0] for i in taken]
            others = [rings[i][1] for i in range(len(rings)) if i not in taken]
            if n == 4:
                others = [squares for squares in others if size(squares) == 2][:1]
            elif len([one for one in others if one]) < n - p:
                continue
            if any(size(one) < min(2, p - 2 * i) for i, one in enumerate(firsts)):
                continue
            chosen = union(self.some(one, min(2, p - 2 * i)) for i, one in enumerate(firsts))
            if n != 4:
                others = [self.some(one, 1) for one in others if one]
                self.rng.shuffle(others)
            found = chosen | union(others[: n - p])
            if size(found) == n:
                return found
        raise Broken("there is a fresh block")

    def plan(self):
        game, n, m = self.game, self.game.pieces, self.game.side
        block = self.block(union(game.placed.values()))
        yield from self.repeat(block, n - 1)
        hurried = False
        if block & game.free:
            if n >= 4 and left(m, n, 2 * (m - n), n + 1):
                hurried = yield from self.last_turn(block)
            yield from self.repeat(block, 1)
        own = block & game.owned(self.who)
        b = len([1 for _, places in game.series_of(self.who) if places == block])
        require(size(own) == b, "B owns b squares of the block")
        if (m, n, b) == (8, 3, 2):
            yield from self.second_block(block, own)
        killed = [diagonal for diagonal in game.diagonals if diagonal in self.open()]
        require(len(killed) < 2, "at most one diagonal is open after the block")
        if killed:
            pairs = [union(ring) for ring in self.rings() if size(own & union(ring)) == 2]
            self.ready()
            yield self.kill(killed[0], union(pairs))
        placed = len(game.series_of(3 - self.who))
        if n >= 4 and b < n and not hurried and left(m, n, 2 * (m - b), placed):
            yield from self.clear(block & ~own, union(game.crosses(own)))
        yield from self.kill_least()

    def last_turn(self, block):
        """Kills a row or column off the block if the block would leave it with rank n or less.

        Returns whether there is such a line.
        """
        game = self.game
        found = [line for line in self.ready(game.diagonals) if not line & block]
        danger = [line for line in found if game.rank_after(line, block) <= game.pieces]
        if danger:
            yield self.kill(min(danger, key=game.rank))
        return bool(danger)

    def clear(self, lost, prefer):
        """Kills the lines through `lost`, A's squares in the block.

        The first time that such a kill would leave other lines with rank n or less, B kills one of
        those lines instead.
        """
        asks = True
        while due := [line for line in self.ready() if line & lost]:
            line = self.rng.choice(due)
            places = self.kill(line, prefer)
            others = [other for other in self.open() if other != line]
            after = {one: self.game.rank_after(one, places) for one in others}
            danger = [one for one in others if after[one] <= self.game.pieces]
            if asks and danger:
                asks = False
                places = self.kill(min(danger, key=self.game.rank), prefer)
            yield places

    def second_block(self, block, own):
        game = self.game
        fresh = game.free & ~union(game.placed.values())
        still = [line for line in game.diagonals if line in self.open()]
        dead = union(game.crosses(own))
        if still:
            theirs = [places for _, places in game.series_of(3 - self.who)]
            ring = next(union(ring) for ring in self.rings() if size(union(ring) & own) == 2)
            early = theirs[0] if len(theirs) == 3 else 0
            four = members(still[0] & ~ring & ~block & ~early)[:4]
            require(len(four) == 4 and not bits(four) & dead, "the other diagonal has a set F of four squares")
            pair = sorted(four, key=lambda x: not fresh >> x & 1)[:2]
            require(fresh >> pair[0] & 1, "F has a fresh square")
            cross = union(game.crosses(bits(pair)))
            third = members(fresh & ~dead & ~cross)
            require(third, "there is a fresh square z")
            block = bits(pair) | 1 << self.rng.choice(third)
        else:
            options = itertools.combinations(members(fresh & ~dead), 3)
            block = next((bits(one) for one in options if len(game.crosses(bits(one))) == 6), 0)
            require(block, "there are three fresh squares")
        require(game.rank(block) == 3, "X_2 is independent")
        yield from self.repeat(block, 2)
        if block & game.free:
            yield from self.last_turn(block)
            yield from self.repeat(block, 1)


class Unions(Blocker):
    """Unions (Theorem 10): a block through the centre of 7x7, clearing, and then lines of greatest
    phi.

    As in the proof, the open lines are those on a list, although a collapse may have killed some of
    them.
    """

    def open(self):
        return self.listed

    def plan(self):
        game, rng = self.game, self.rng
        self.listed = list(game.lines)
        centre = game.diagonals[0] & game.diagonals[1]
        options = [
            centre | 1 << u | 1 << v
            for u, v in itertools.product(*(members(line & ~centre) for line in game.diagonals))
            if len(game.crosses(1 << u | 1 << v)) == 4
        ]
        require(len(options) == (game.side - 1) * (game.side - 3), "there are 24 blocks on 7x7")
        block = rng.choice([one for one in options if one not in game.placed.values()])
        yield from self.repeat(block, 3)
        own = block & game.owned(self.who)
        require(not block & game.free and size(own) >= 2, "B owns two squares of the block")
        self.listed = [line for line in game.lines if not line & own]
        if size(own) == 2:
            prefer = union(game.crosses(own))
            lost = block & ~own
            for line in [line for line in self.listed if line & lost]:
                self.ready()
                yield self.strike(line, prefer)
        require(len(self.listed) == 2 * game.side - 6, "four rows and four columns are open on 7x7")
        while self.listed:
            self.ready()
            yield self.strike(max(self.listed, key=self.weigh()))

    def strike(self, line, prefer=-1):
        places = self.kill(line, prefer)
        self.listed = [other for other in self.listed if other != line]
        return places

    def weigh(self):
        """Returns phi: for L the sum of (|U| - c(U)) / 2^k over unions U of L and k - 1 others."""
        weights = dict.fromkeys(self.listed, Fraction(0))
        for count in range(1, len(self.listed) + 1):
            for chosen in itertools.combinations(self.listed, count):
                squares = union(chosen)
                for line in chosen:
                    weights[line] += Fraction(size(squares) - self.game.rank(squares), 2**count)
        return weights.get


# Answers in pairs


def partners(side):
    """Returns the partner of each square of a board with an even side of 4 or more.

    Each line but rows 1 and 2 of 4x4 has a square and its partner.
    """
    if side == 4:
        labels = "1234123456756887"
        pairs = [[x + 1 for x, label in enumerate(labels) if label == one] for one in set(labels)]
    else:
        span = range(side)

        def number(row, column):
            return row % side * side + column % side + 1

        pairs = [[number(i, i + 1), number(i, i + 2)] for i in span]
        pairs += [[number(i + 1, i), number(i + 2, i)] for i in span]
        pairs += [[1, side + 2], [number(1, side - 2), number(side - 2, 1)]]
        used = {x for pair in pairs for x in pair}
        rest = [x for x in range(1, side * side + 1) if x not in used]
        pairs += zip(rest[::2], rest[1::2])
    return {x: y for pair in map(list, pairs) for x, y in (pair, pair[::-1])}


class Pairs(Chance):
    """Answers in pairs (Theorem 29): player 2 answers each series on the partners of its squares.

    The two series are twins.
    """

    attacker, kinds = Attacker, KINDS

    def __init__(self, game, who, rng):
        super().__init__(game, who, rng)
        self.partner = partners(game.side)
        require(len(self.partner) == game.rules.squares, "each square has a partner")

    def series(self):
        return self.answered(self.game.placed[self.game.position.turn - 1])

    def answered(self, squares):
        return bits(self.partner[x] for x in members(squares))

    def collapse(self):
        position = self.game.position
        if position.turn % 2:
            return super().collapse()
        series = dict(collapsing(position))
        owner = {turn: x for x, turn in position.classical.items()}
        twin = {turn: turn + 1 if turn % 2 else turn - 1 for turn in series}
        found = {turn: self.partner[owner[twin[turn]]] for turn in series if twin[turn] in owner}
        taken = bits(found.values())
        # Of all other twins both series collapse now. Two partners count as one square, the lesser.
        pairs = [(turn, series[turn] & ~taken) for turn in series if turn % 2 and turn not in found]
        least = {x: min(x, self.partner[x]) for x in self.partner}
        touched = [(turn, bits(least[x] for x in members(places))) for turn, places in pairs]
        for turn, x in self.some_matching(touched).items():
            options = [y for y in (x, self.partner[x]) if series[turn] >> y & 1]
            found[turn] = self.rng.choice(options)
            found[turn + 1] = self.partner[found[turn]]
        return found

    def watch(self):
        position, placed = self.game.position, self.game.placed
        owner = position.classical
        if position.turn % 2 and not position.entangled:
            twos = [turn for turn, _ in position.quantum if turn % 2]
            require(
                all(placed[turn + 1] == self.answered(placed[turn]) for turn in twos)
                and 2 * len(twos) == len(position.quantum),
                "quantum series are twos on K and K'",
            )
            twins = {x: owner[x] + (1 if owner[x] % 2 else -1) for x in owner}
            require(
                all(owner.get(self.partner[x]) == twins[x] for x in owner),
                "two partners are quantum, or the series of a two are on them",
            )
        if is_over(self.game.rules, position):
            theirs = [line for line in completed(self.game.rules, owner) if line[0] == 1]
            points = margin(self.game.rules, owner)
            most = Fraction(1, 2) if self.game.side == 4 else 0
            require(points <= most, f"player 1 leads by at most {most}, not by {points}")
            require(self.game.side == 4 or not theirs, "player 1 has no line")


# Fair collapses and weighted danger


class Fair(Chance):
    """Fair collapses (Theorem 30): C chooses all collapses, and keeps the danger down.

    C answers D's quantum series on the same squares, and may exchange the squares of such twins in
    any matching. If a coin decided each exchange, the mean danger would be small enough. So C
    decides the exchanges one by one, each so that the mean over the remaining coins is least.
    """

    attacker, kinds = Attacker, (*KINDS, "sparing")

    def __init__(self, game, who, rng):
        super().__init__(game, who, rng)
        self.twins, self.next_line, self.bound, self.singles = [], (0, 0), None, 0

    def weights(self, taken=0, lost=0, coins=()):
        """Returns the mean weight of each line that has one.

        D gets the squares `taken` and C `lost`, and a coin decides each pair in `coins`. The coin
        doubles the weight of a line with one square of the pair or makes the weight 0, so the mean
        stays the same. A line with both squares has no weight.
        """
        game = self.game
        mine, theirs = game.owned(self.who) | lost, game.owned(3 - self.who) | taken
        return {
            line: Fraction(2 ** size(line & theirs), 2**game.side)
            for line in game.lines
            if not line & mine and all(size(line & coin) < 2 for coin in coins)
        }

    def danger(self):
        return sum(self.weights().values())

    def diagonal(self):
        return next((line for line in self.game.diagonals if line in self.weights()), 0)

    def series(self):
        game, turn = self.game, self.game.position.turn
        answer = dict(game.position.quantum).get(turn - 1, 0)
        if answer:
            self.twins.append((turn - 1, turn))
            return answer
        if game.series_size > 1:
            return super().series()
        self.singles += 1
        when, line = self.next_line
        if when < turn - 1:
            # D's series collapsed without a choice, so `collapse` has not chosen the line.
            line = self.heaviest(game.placed.get(turn - 1, 0))
        return self.some(self.target(line) & game.free or game.free, 1)

    def heaviest(self, squares):
        weights = self.weights()
        return max((one for one in weights if one & squares), key=weights.get, default=0)

    def target(self, line):
        """Returns the line for C's single piece, a diagonal if possible, or 0 for any square."""
        return self.diagonal() or (line if line in self.weights() else 0)

    def options(self, series, decided):
        """Generates x, the line L of C's next piece, the factors of the lines, and a bound.

        x is where D's series goes, or 0 if C has caused the collapse. L is 0 if the bound does not
        depend on where that piece goes. `decided` are the lines that have no quantum squares after
        the collapse, and `options` may drop some. For some option the mean sum of weights times
        factors is at most the bound, and less if the factor of a line in `decided` is the bound.
        """
        weights, limit, factors = self.weights(), self.danger(), dict.fromkeys(self.weights(), 1)
        if player(self.game.position.turn) == self.who:
            yield 0, 0, factors, limit
            return
        added = {
            x: sum(weights[line] for line in weights if line >> x & 1)
            for x in members(series[self.game.position.turn])
        }
        x = min(added, key=added.get)
        if self.game.series_size > 1 or self.diagonal():
            most = Fraction(limit * self.game.side, self.game.pieces)
            is_light = self.game.series_size == 1 or added[x] <= most
            require(is_light, "some x has at most the mean weight")
            yield x, 0, factors, limit + added[x]
            return
        through = [line for line in weights if line >> x & 1]
        line = max((one for one in through if one not in decided), key=weights.get, default=0)
        decided[:] = [one for one in through if one in decided]
        yield x, line, {**factors, **dict.fromkeys(decided, limit), line: 0}, limit

    def collapse(self):
        game, turn = self.game, self.game.position.turn
        series = dict(collapsing(game.position))
        rest = game.free & ~union(series.values())
        decided = [line for line in self.weights() if not line & rest]
        coins, outcomes = [two for two in self.twins if two[0] in series], []
        for x, line, factors, limit in self.options(series, decided):
            found = {turn: x} if x else {}
            others = [one for one in series.items() if one[0] not in found]
            found.update(self.some_matching(without(others, bits(found.values()))))
            require(len(found) == len(series), "the others fill the other squares, for every x")
            outcomes.append((self.mean(found, coins, factors), line, factors, limit, found))
        _, line, factors, limit, found = min(outcomes, key=lambda one: one[0])
        self.next_line = turn, line
        while coins:
            one, other = coins.pop()
            turned = {**found, one: found[other], other: found[one]}
            found = min(found, turned, key=lambda matching: self.mean(matching, coins, factors))
        total = self.mean(found, [], factors)
        require(total <= limit, f"the danger is at most {limit}, not {total}")
        strict = any(factors[line] == limit for line in decided)
        require(total < limit or not strict, "D completes no decided line")
        return found

    def mean(self, matching, coins, factors):
        doubtful = [1 << matching[one] | 1 << matching[other] for one, other in coins]
        sure = bits(matching.values()) & ~union(doubtful)
        taken = sure & bits(x for turn, x in matching.items() if player(turn) != self.who)
        means = self.weights(taken, sure & ~taken, doubtful)
        return sum(factors[line] * weight for line, weight in means.items())

    def watch(self):
        game = self.game
        lost = [one for one in completed(game.rules, game.position.classical) if one[0] != self.who]
        require(not lost, "D has no line")
        if player(game.position.turn) != self.who and not game.position.entangled:
            self.before_d()

    def before_d(self):
        danger, ends = self.danger(), self.game.series_size == 1 and not self.diagonal()
        require(ends or self.singles < 2, "two single pieces of C are on the diagonals")
        require(not ends or danger < Fraction(1, 2), "the danger is less than 1/2")
        require(not ends or self.bound is None or danger <= self.bound, "the danger does not grow")
        self.bound = danger if ends else None


class Weighted(Fair):
    """Weighted danger (Theorem 31): Fair with factors on the weights."""

    def factor(self, line, free):
        if line in self.game.diagonals:
            return Fraction(1)
        pieces = self.game.owned(self.who)
        live = [one for one in self.game.diagonals if not one & pieces and one & line & free]
        if len(live) == 2 and live[0] & live[1] & line:
            return Fraction(2)
        return Fraction(3, 2) ** len(live)

    def growth(self, line, free):
        """Returns (1 + 1/n)^(q - 1) for the q squares of a line in `free`, or 1 if there are none.

        Also returns 1 for single pieces and for n > s/2, where the proof does not need this factor.
        """
        n = self.game.pieces
        if self.game.series_size == 1 or 2 * n > self.game.rules.squares or not line & free:
            return 1
        return Fraction(n + 1, n) ** (size(line & free) - 1)

    def danger(self):
        free = self.game.free
        return sum(
            weight * self.factor(line, free) * self.growth(line, free)
            for line, weight in self.weights().items()
            if line & free
        )

    def heaviest(self, squares):
        counted = {
            line: weight * self.factor(line, self.game.free)
            for line, weight in self.weights().items()
            if line & squares
        }
        return max(counted, key=counted.get, default=0)

    def target(self, line):
        return line if line in self.weights() else 0

    def options(self, series, decided):
        turn, limit, weights = self.game.position.turn, self.danger(), self.weights()
        rest = self.game.free & ~union(series.values())
        theirs, last = player(turn) != self.who, size(rest) < self.game.pieces
        factors = {line: self.factor(line, rest) * self.growth(line, rest) for line in weights}
        factors.update(dict.fromkeys(decided, limit))
        if not theirs or not last:
            for x in members(series[turn]) if theirs else [0]:
                yield x, 0, factors, limit
            return
        free, counted = self.game.free, {line: self.factor(line, rest) for line in weights}
        limit = sum(weights[line] * self.factor(line, free) for line in weights)
        counted.update(dict.fromkeys(decided, limit))
        x = self.rng.choice(members(series[turn]))
        for line in [one for one in weights if one >> x & 1 and one not in decided] or [0]:
            yield x, line, {**counted, line: 0}, limit

    def before_d(self):
        danger = self.danger()
        require(self.bound is None or danger <= self.bound, "the weighted danger does not grow")
        self.bound = danger


# Long series


def roles(side, prover):
    """Returns the numbers of C's and D's series, and whether C, who is `prover`, moves last."""
    squares = side * side
    a = squares // 2 + (squares % 2 if prover == 1 else 0)
    return a, squares - a, (squares % 2 == 1) == (prover == 1)


def ceil_div(number, divisor):
    return -(-number // divisor)


def ceil_sqrt(number):
    return math.isqrt(number) + (math.isqrt(number) ** 2 < number)


class Long(Chance):
    """C, who chooses the collapse of the last turn. The base of the strategies with long series.

    Most of C's gaps are arcs of a ring, so that nothing collapses before the last turn, except in
    `Early` and in check_repeats.py. At the last turn C takes a set P around the set H that D can
    force. `final` returns P, and the squares for the series of certain turns.

    For example, take Cross on 4x4 with n = 13, so that g = 3 and a = 8. If all gaps of D are
    {1, 2, 3}, this is H. Row 1 and column 4 are a T of seven squares, H among them, and P has one
    more. No series of C on T is later than that on square 4, so both lines are completed at once.
    """

    attacker, kinds, lead = Opponent, KINDS, Fraction(1)

    def __init__(self, game, who, rng):
        super().__init__(game, who, rng)
        self.a, self.b, self.moves_last = roles(game.side, who)
        self.gap = game.rules.squares - game.pieces
        self.ring = list(range(1, game.rules.squares + 1))
        rng.shuffle(self.ring)
        self.starts = rng.sample(range(game.rules.squares), self.a)
        self.gaps, self.planned = [], None

    def arc(self, start):
        return bits(self.ring[(start + i) % len(self.ring)] for i in range(self.gap))

    @property
    def all(self):
        return self.game.rules.all_squares

    def theirs(self):
        return self.game.series_of(3 - self.who)

    def series(self):
        self.gaps.append(self.next_gap(len(self.gaps)))
        return self.all & ~self.gaps[-1]

    def next_gap(self, index):
        """Returns the gap of C's series number `index`, from 0. A gap of the last turn avoids P."""
        if self.moves_last and index == self.a - 1:
            return self.some(self.all & ~self.ending()[0], self.gap)
        return self.arc(self.starts[index])

    def collapse(self):
        return self.taken(*self.ending())

    def taken(self, chosen, fixed):
        """Returns a collapse by which C takes the chosen squares, with the squares of certain turns
        as in `fixed`.
        """
        series, found = collapsing(self.game.position), {}
        for who, squares in ((self.who, chosen), (3 - self.who, self.all & ~chosen)):
            own = [(turn, places & squares) for turn, places in series if player(turn) == who]
            given = {turn: 1 << x for turn, x in fixed.items() if player(turn) == who}
            own = [(turn, places & given.get(turn, ~union(given.values()))) for turn, places in own]
            found.update(self.some_matching(own))
        require(len(found) == len(series), "the series fill the squares")
        mine = bits(x for turn, x in found.items() if player(turn) == self.who)
        require(mine == chosen, "C takes the squares of P")
        return found

    def ending(self):
        """Calls `final` only once, because its result is random."""
        self.planned = self.planned or self.final()
        return self.planned

    def forced(self, *more):
        """Returns the set H of Lemma 17 for D's series so far and `more`, found as in the proof."""
        forced, theirs = 0, self.theirs() + list(more)
        while True:
            lacking = []
            for gap in {self.all & ~places for _, places in theirs}:
                left_out = [
                    (x, bits(turn for turn, places in theirs if places >> x & 1))
                    for x in members(gap & ~forced)
                ]
                lacking.append(bits({x for x, _ in left_out} - match(left_out).keys()))
            worst = max(lacking, key=size)
            if not worst:
                require(more or size(forced) <= self.gap, "H has g squares at most")
                return forced
            forced |= worst

    def grown(self, squares, count, avoided=0):
        require(size(squares) <= count, f"the set has at most {count} squares, not {size(squares)}")
        return squares | self.some(self.all & ~squares & ~avoided, count - size(squares))

    def turn(self, index):
        """Returns the turn of C's series number `index`, from 0; -1 is the last one."""
        return (2 * (index % self.a) + 1) + (self.who == 2)

    def watch(self):
        position = self.game.position
        if position.classical:
            require(is_over(self.game.rules, position), "nothing collapses before the last turn")
            points = margin(self.game.rules, position.classical) * (1 if self.who == 1 else -1)
            require(points >= self.lead, f"C leads by at least {self.lead}, not by {points}")


class Row(Long):
    """Row (Theorem 20): C completes a row or a column."""

    def rows(self, forced):
        """Generates each row or column R, with the other lines parallel to R that do not meet H."""
        for parallel in (self.game.rows, self.game.columns):
            for row in parallel:
                yield row, [line for line in parallel if not line & forced and line != row]

    def row(self, forced):
        """Returns the smallest union of H, an R and a square of each line that `rows` has for R.

        This union meets every line of the board.
        """
        found = self.rows(forced)
        return min(
            (forced | row | union(self.some(one, 1) for one in free) for row, free in found),
            key=size,
        )

    def final(self):
        return self.grown(self.row(self.grown(self.forced(), self.gap)), self.a), {}

    def measure(self, forced):
        return size(self.row(forced))


class Half(Row):
    """Half (Theorem 21): with one piece less than for Row, C may leave a line to D, but completes a
    row or a column before it.
    """

    lead = Fraction(1, 2)

    def final(self):
        forced = self.forced()
        if size(forced) < self.gap:
            return self.grown(self.row(self.grown(forced, self.gap - 1)), self.a), {}
        require(len({places for _, places in self.theirs()}) == 1, "all gaps of D equal H")
        if size(self.row(forced)) <= self.a:
            return self.grown(self.row(forced), self.a), {}
        options = [
            (forced | row | union(self.some(one, 1) for one in free[1:]), row, free[0])
            for row, free in self.rows(forced)
            if free
        ]
        require(options, "C takes H and a row, or a row is beside H")
        chosen, row, spare = min(options, key=lambda one: size(one[0]))
        chosen = self.grown(chosen, self.a, spare)
        fixed = {self.theirs()[-1][0]: first(spare & ~chosen)}
        if self.moves_last:
            fixed[self.turn(-1)] = first(chosen & ~row)
        return chosen, fixed


class Cross(Long):
    """Cross (Theorem 19): C completes a row and a column at once."""

    lead = Fraction(2)

    def targets(self):
        """Generates the sets T, with the squares x in which their lines cross."""
        for row, column in itertools.product(self.game.rows, self.game.columns):
            yield row | column, first(row & column)

    def best(self, forced):
        return min(self.targets(), key=lambda one: (size(forced | one[0]), self.rng.random()))

    def measure(self, forced):
        return size(forced | self.best(forced)[0])

    def repeated(self):
        """Returns the set W' of the proof, from all of D's gaps but the last.

        If H has at least g - 1 squares, W' contains H.
        """
        gaps = [self.all & ~places for _, places in self.theirs()[: self.b - 1]]
        often = max(set(gaps), key=gaps.count)
        if 2 * gaps.count(often) > len(gaps):
            return often
        return self.all & ~union(self.all & ~gap for gap in gaps)

    def next_gap(self, index):
        if self.moves_last or index < self.a - 1:
            return super().next_gap(index)
        self.guess = self.best(self.repeated())
        return self.some(self.all & ~self.gaps[-1] & ~(1 << self.guess[1]), self.gap)

    def final(self):
        forced = self.forced()
        target, x = self.best(forced)
        last, before = self.turn(-1), self.turn(-2)
        if self.moves_last:
            return self.grown(forced | target, self.a), {last: x}
        if size(forced | target) > self.a - 1:
            require(not forced & ~self.repeated(), "H is inside W'")
            target, x = self.guess
            return self.grown(forced | target, self.a), {last: x}
        if not self.gaps[-1] >> x & 1:
            return self.grown(forced | target, self.a), {last: x}
        y = self.some(self.all & ~(forced | target | self.gaps[-1]), 1)
        return self.grown(forced | target | y, self.a), {before: x, last: first(y)}


class Star(Cross):
    """Star (Theorem 23): C completes a diagonal, a row and a column at once."""

    lead = Fraction(5, 2)

    def targets(self):
        game = self.game
        for diagonal in game.diagonals:
            for x in members(diagonal):
                yield diagonal | union(game.crosses(1 << x)), x


class Early(Cross):
    """Early (Theorem 25): Cross with one piece less.

    D's first gap G is bad if no T has |G ∪ T| <= a. Then C's gaps contain two squares u and v of G
    as long as D repeats G. If D does so up to turn s - 2, all squares but u and v collapse at that
    turn.
    """

    kinds = (*KINDS, "leaving")

    def __init__(self, game, who, rng):
        super().__init__(game, who, rng)
        # The pair is {u, v}, or 0 until G is known, or 1 (no square) if G is not bad.
        self.bad, self.pair, self.late = False, 0, None

    def bad_pair(self, gap):
        """Returns {u, v}, in one row if m is even, and what `beside` returns for {u, v}."""
        pairs = list(itertools.combinations(members(gap & (self.gaps or [self.all])[0]), 2))
        self.rng.shuffle(pairs)
        for pair in map(bits, pairs):
            if self.game.side % 2 or any(not pair & ~row for row in self.game.rows):
                chosen = self.beside(gap, pair)
                if size(chosen[0] | gap) == self.a + 1:
                    return pair, chosen
        raise Broken("u and v are in G, and in player 1's first gap")

    def beside(self, gap, avoided):
        """Returns the best T, with its x, that avoids the given squares and has x outside G."""
        free = [one for one in self.targets() if not (one[0] & avoided or gap >> one[1] & 1)]
        return min(free, key=lambda one: (size(gap | one[0]), self.rng.random()))

    def first_other(self):
        """Returns D's first gap other than G and the number of C's series before that gap.

        If D has only repeated G, returns G and `None`.
        """
        gaps = [self.all & ~places for _, places in self.theirs()]
        index = next((i for i, gap in enumerate(gaps) if gap != gaps[0]), None)
        return (gaps[0], None) if index is None else (gaps[index], index + (self.who == 1))

    def repeated(self):
        often = super().repeated()
        gaps = [self.all & ~places for _, places in self.theirs()[: self.b - 1]]
        others = [often & ~gap for gap in gaps if often & ~gap]
        return often & ~(1 << first(others[0])) if others and often in gaps else often

    def next_gap(self, index):
        theirs, side, odd = self.theirs(), self.game.side, self.game.side % 2
        if not theirs:
            rows = self.rng.sample(self.game.rows, (side - 1) // 2)
            return union(rows) & ~(self.some(rows[0], side // 2 - 1) if odd else 0)
        gap = self.all & ~theirs[0][1]
        if not self.pair:
            self.bad = self.measure(gap) > self.a
            self.pair, self.chosen = self.bad_pair(gap) if self.bad else (1, None)
            beside = [x for x in self.ring if not self.pair >> x & 1] if self.bad else self.ring
            self.ring = beside
            self.starts = self.rng.sample(range(len(beside)), self.a)
        if not self.bad:
            return super().next_gap(index)
        other, count = self.first_other()
        greatest = self.a - 2 + (self.who == 1 and not odd)  # the greatest possible `count`
        if count is None or (count == greatest and not self.pair & ~other):
            if self.a - (1 if odd else 3) <= index + 1 < self.a:
                return gap
            start = self.starts[index]
            places = [self.ring[(start + i) % len(self.ring)] for i in range(self.gap - 2)]
            return self.pair | bits(places)
        if count >= (greatest if odd else self.a - 3) and not self.late:
            z = first(self.pair & ~other or gap & ~other)
            target, x = self.chosen if odd else self.beside(gap, self.pair | 1 << z)
            chosen = target | gap & ~(1 << z)
            require(size(chosen) == self.a, "C takes T and G without z")
            fixed = {self.turn(-1): x}
            if not odd:
                first_ones = members(self.pair & ~(1 << z))
                rest = members(gap & ~target & ~self.pair & ~(1 << z))
                later = zip(range(count, self.a), first_ones + rest)
                fixed = {self.turn(count - 1): x, **{self.turn(i): y for i, y in later}}
            self.late = chosen, fixed
        if self.late and not odd:
            return self.some(self.all & ~gap, self.gap)
        if self.late and index == self.a - 1:
            return self.some(self.all & ~self.late[0], self.gap)
        return super().next_gap(index)

    def series(self):
        return Chance.series(self) if self.game.position.classical else super().series()

    def collapse(self):
        if self.game.position.turn == self.game.rules.squares - 2:
            target, x = self.chosen
            gap = self.all & ~self.theirs()[0][1]
            return self.taken((target | gap) & ~self.pair, {self.turn(-2): x})
        return super().collapse()

    def final(self):
        return self.late or super().final()

    def watch(self):
        position, rules = self.game.position, self.game.rules
        if position.classical and not is_over(rules, position):
            require(self.bad and position.turn >= rules.squares - 1, "nothing collapses early")
        else:
            super().watch()


# By the side and the player who is C: the least n of Theorem 27, and the greatest margin with dense
# ties.
GREATEST = {
    (side, prover): (n, Fraction(margin))
    for side, *both in (
        (5, (24, "3"), (23, "5/2")),
        (6, (32, "3"), (32, "3")),
        (7, (49, "4"), (46, "7/2")),
        (8, (57, "7/2"), (57, "7/2")),
        (9, (78, "9/2"), (79, "9/2")),
        (10, (99, "9/2"), (99, "9/2")),
        (11, (114, "5"), (115, "5")),
        (12, (140, "29/6"), (140, "29/6")),
    )
    for prover, (n, margin) in enumerate(both, 1)
}


def different(m, count):
    """Generates lists of `count` indices, no two mirrored and none in the middle."""
    options = [i for i in range(m) if 2 * i != m - 1]
    for one in itertools.permutations(options, count):
        if len({min(i, m - 1 - i) for i in one}) == count:
            yield one


def greatest_plans(side, prover):
    """Generates the plans of Theorem 27: for each group the union of its lines, and its squares x.

    Each x is on all lines of its group, but on no line of an earlier group.
    """
    m, board, a = side, lines(side), roles(side, prover)[0]
    row, column, (down, up_again) = board[:m], board[m : 2 * m], board[2 * m :]
    diagonals = ((down, lambda i: i), (up_again, lambda i: m - 1 - i))

    def star(diagonal, of, i):
        return diagonal | row[i] | column[of(i)], row[i] & column[of(i)]

    def alone(line, *others):
        return line, line & ~(union(others) | down | up_again)

    def crossed(rows, columns, *others):
        pairs = [(row[i] | column[j], row[i] & column[j]) for i, j in zip(rows, columns)]
        rest = [row[i] for i in rows[len(columns) :]]
        return pairs + [alone(one, *others, *(union for union, _ in pairs)) for one in rest]

    if m == 5 and a == 12:
        for i, j, (diagonal, of) in itertools.product(range(m), range(m), diagonals):
            if j != of(i):
                first = row[i] | diagonal
                yield [(first, row[i] & diagonal), alone(column[j], first)]
                first = column[i] | diagonal
                yield [(first, column[i] & diagonal), alone(row[j], first)]
    elif m in (5, 6):
        yield from ([star(*one, i)] for one in diagonals for i in range(m))
    elif m == 7 and a == 24:
        centre = down & up_again
        for i in (0, 1, 2, 4, 5, 6):
            for (diagonal, of), (other, _) in (diagonals, diagonals[::-1]):
                first = star(diagonal, of, i)
                yield [first, (other, other & ~first[0])]
            for middle, line in ((row[3], column[i]), (column[3], row[i])):
                first = middle | down | up_again
                yield [(first, centre), (line, line & ~first)]
    elif m == 8:
        for i, k, (diagonal, of) in itertools.product(range(m), range(m), diagonals):
            first = star(diagonal, of, i)
            if k != i:
                yield [first, alone(row[k], first[0])]
                yield [first, alone(column[of(k)], first[0])]
    elif m % 2:
        centre = row[m // 2] | column[m // 2] | down | up_again
        rows, columns = {7: (0, 0), 9: (1, 0), 11: (1, 1)}[m]
        for chosen in different(m, rows + columns):
            rest = crossed(chosen[:rows], chosen[rows:], centre)
            yield [(centre, down & up_again), *rest]
    else:
        rows, columns = {10: (0, 0), 12: (1, 0)}[m]
        for i, j, *chosen in different(m, 2 + rows + columns):
            firsts = [star(*diagonals[0], i), star(*diagonals[1], j)]
            yield firsts + crossed(chosen[:rows], chosen[rows:], *(one for one, _ in firsts))


def plan_targets(side, prover):
    return {union(lines for lines, _ in plan) for plan in greatest_plans(side, prover)}


class Greatest(Long):
    """Greatest (Theorem 27): C completes the groups of a plan in turn, each group at once."""

    def __init__(self, game, who, rng):
        super().__init__(game, who, rng)
        self.lead = GREATEST[game.side, who][1]
        plans = [zip(*plan) for plan in greatest_plans(game.side, who)]
        self.plans = [(union(groups), xs) for groups, xs in plans]

    def best(self, forced):
        return min(self.plans, key=lambda one: (size(forced | one[0]), self.rng.random()))

    def measure(self, forced):
        return min(size(forced | target) for target, _ in self.plans)

    def next_gap(self, index):
        """Returns an arc, or for the series of a group a gap without some x of the group, whichever
        plan C follows.
        """
        group = index - self.a + len(self.plans[0][1])
        if group < 0:
            return self.arc(self.starts[index])
        diagonals = union(self.game.diagonals)
        never = all(not plan[1][group] & diagonals for plan in self.plans)
        return self.some(diagonals if never else self.all & ~diagonals, self.gap)

    def final(self):
        target, groups = self.best(forced := self.forced())
        fixed = {}
        for gap, xs, index in zip(self.gaps[-len(groups) :], groups, range(-len(groups), 0)):
            require(xs & ~gap, "the gap of the series leaves an x of its group")
            fixed[self.turn(index)] = first(self.some(xs & ~gap, 1))
        return self.grown(forced | target, self.a), fixed

    def watch(self):
        super().watch()
        if is_over(self.game.rules, self.game.position):
            points = abs(margin(self.game.rules, self.game.position.classical))
            require(points == self.lead, f"the greatest margin is {self.lead}, not {points}")


# Rows of games

CLASSES = (Kills, Blocks, Unions, Cross, Row, Half, Star, Early, Greatest, Pairs, Fair, Weighted)
STRATEGIES = {one.__name__.lower(): one for one in CLASSES}
LONG = [name for name, one in STRATEGIES.items() if issubclass(one, Long)]
BLOCKS = {3: 8, 4: 10, 5: 11, 6: 13, 7: 14, 8: 16, 9: 18, 10: 20}
BOTH = [(rule, who) for rule in COLLAPSE for who in (1, 2)]
ALL_COLLAPSES = [("player1", 1), ("player2", 2)]

# The theorem, the games of a row, and each n by the side of the board. `rows` adds the long series.
PROVED = (
    ("kills", 24, {11: [2], 12: [3], 13: [4]}),
    ("blocks", 400, {8: [3]}),
    ("blocks", 48, {9: [3], 10: [4], 11: [5], 13: [6], 14: [7]}),
    ("unions", 640, {7: [3]}),
    ("pairs", 40, {4: range(1, 17)}),
    ("pairs", 16, {6: (1, 2, 3, 4, 6, 9, 13, 18, 24, 30, 36)}),
    ("pairs", 8, {8: (2, 3, 5, 8, 16, 32, 48)}),
    ("fair", 20, {7: (25, 36), 8: (17, 22, 33), 9: (17, 28), 10: [17], 11: [18]}),
    ("weighted", 20, {6: (19, 30), 7: (9, 14, 25), 8: (6, 11), 9: (4, 7), 10: [4]}),
)
CONTROL = (
    ("kills", 320, {8: [4]}),
    ("blocks", 320, {6: [3]}),
    ("blocks", 640, {8: [4]}),
    ("unions", 640, {5: [3]}),
    ("pairs", 160, {6: [3]}),
    ("fair", 320, {3: [2]}),
    ("weighted", 320, {3: [2]}),
)


def long_holds(theorem, side, pieces, prover):
    a, b, moves_last = roles(side, prover)
    gap, squares = side * side - pieces, side * side
    if not 0 <= 2 * gap < squares or side < 3:
        return False
    if theorem == "cross":
        odd = (squares + 2 * side - 1) // 2 if prover == 1 else (squares + 2 * side + 3) // 2
        least = odd if side % 2 else squares // 2 + side + 1
        return side >= (3 if prover == 1 else 4) and pieces >= least
    if theorem == "row":
        q = a - 2 * side + 2
        return q >= 1 and pieces >= squares - q - ceil_sqrt(4 * q)
    if theorem == "early":
        odd = side % 2 and prover == 1 and side >= 5 and 2 * pieces == squares + 2 * side - 3
        return odd or side % 2 == 0 and side >= 6 and 2 * pieces == squares + 2 * side
    if theorem == "greatest":
        return pieces >= GREATEST.get((side, prover), (squares + 1,))[0]
    if theorem == "star":
        fits = gap + 3 * side - 2 - ceil_div(2 * gap, side) <= a
        return fits and gap <= a - (2 if moves_last else 3)
    if long_holds("row", side, pieces, prover) or not long_holds("row", side, pieces + 1, prover):
        return False
    fits = gap + side - ceil_div(gap, side) <= a and gap + 2 * side - 1 - ceil_sqrt(4 * gap) <= a
    return side >= 4 and fits and gap <= a - (2 if moves_last else 1) and b > gap


def holds(theorem, side, n, rule, who):
    if not 1 <= n <= side * side:
        return False
    if theorem in LONG:
        chooser = Rules(side, n, rule).chooser(side * side)
        return who == chooser and long_holds(theorem, side, n, who)
    if theorem == "kills":
        return side - 7 >= n >= 2 and not left(side, n, 2 * side - 2, 5, 3)
    if theorem in ("blocks", "unions"):
        return side >= BLOCKS.get(n, side + 1) if theorem == "blocks" else (side, n) == (7, 3)
    if theorem == "pairs":
        return side % 2 == 0 and side >= 4 and (rule, who) in (("mover", 2), ("player2", 2))
    k, (top, bottom) = side * side // n, (n + side, n) if theorem == "fair" else (n + 1, n)
    if (rule, who) not in ALL_COLLAPSES:
        return False
    if theorem == "fair":
        small = 8 * (2 * side + 5) * top ** max(k - 2, 0) <= bottom ** max(k - 2, 0) << side
        return n >= side and (side >= 7 if k == 1 else small)
    small = (9 * side + 4) * top ** (side - 1) < bottom ** (side - 1) << side
    return n >= 2 and (small or (k == 1 and 2 * n > side * side and side >= 6))


def cases_of(theorem, side, pieces, control):
    """Returns the rules and players that the theorem covers, or with `control` some others."""
    found = [one for one in BOTH if holds(theorem, side, pieces, *one)]
    if not control:
        return found
    others = {"pairs": [("opponent", 2)]}.get(theorem, BOTH)
    if theorem in LONG:
        others = [one for one in BOTH if holds(theorem, side, pieces + 1, *one)]
    elif theorem in ("fair", "weighted"):
        others = ALL_COLLAPSES
    return [one for one in others if one not in found]


def least(theorem, side):
    """Returns the least n of a theorem on long series for each player."""
    found = [
        [n for n in range(1, side * side + 1) if long_holds(theorem, side, n, prover)]
        for prover in (1, 2)
    ]
    return sorted({min(numbers) for numbers in found if numbers})


def rows(control):
    for theorem, games, boards in CONTROL if control else PROVED:
        for side, numbers in boards.items():
            for n in numbers:
                yield theorem, side, n, games
    for theorem, side in itertools.product(LONG, range(5, 8) if control else range(4, 13)):
        for n in least(theorem, side) if side < 10 or theorem == "greatest" else []:
            if control:
                yield theorem, side, n - 1, 240
                continue
            yield theorem, side, n, 24 if side > 9 else 80
            if theorem not in ("half", "early") and side < 10:
                yield theorem, side, (n + side * side) // 2, 40


def play(theorem, rules, who, kind, rng):
    game = Game(rules)
    try:
        strategy = STRATEGIES[theorem](game, who, rng)
        players = {who: strategy, 3 - who: strategy.attacker(game, 3 - who, rng, kind, strategy)}
        while not is_over(rules, game.position):
            turn = game.position.turn
            if game.position.entangled:
                game.collapse(players[rules.chooser(turn)].collapse())
            else:
                game.place(players[player(turn)].series())
            strategy.watch()
    except (Broken, Illegal) as violation:
        return game, violation
    return game, None


def play_row(theorem, side, pieces, games, seed, control):
    """Returns the number of series placed in the games of a row, and the violations.

    Stops at the first violation unless the row is a control.
    """
    moves, broken = 0, []
    kinds, cases = STRATEGIES[theorem].kinds, cases_of(theorem, side, pieces, control)
    for number in range(games):
        rule, who = cases[number % len(cases)]
        kind = kinds[number // len(cases) % len(kinds)]
        rng = random.Random(f"{theorem} {side} {pieces} {seed} {number}")
        game, violation = play(theorem, Rules(side, pieces, rule), who, kind, rng)
        moves += len(game.placed)
        if violation:
            broken.append((rule, who, kind, game, violation))
            if not control:
                break
    return moves, broken


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--theorem", choices=STRATEGIES, action="append", help="repeat for several")
    parser.add_argument("--board", type=int, metavar="M", help="the side of the board")
    parser.add_argument("--pieces", type=int, metavar="N", help="the pieces of a series")
    parser.add_argument("--games", type=int, metavar="K", help="the number of games of each row")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--control", action="store_true", help="play where nothing is proved")
    options = parser.parse_args()
    if options.board and options.pieces and options.theorem:
        chosen = [(one, options.board, options.pieces, 160) for one in options.theorem]
    else:
        chosen = [
            row
            for row in rows(options.control)
            if row[0] in (options.theorem or STRATEGIES)
            and row[1] == (options.board or row[1])
            and row[2] == (options.pieces or row[2])
        ]
    if not chosen:
        parser.error("no theorem plays there")
    print("theorem   board     n   games    moves   violations   seconds")
    total, failed = [0, 0, 0], False
    for theorem, side, pieces, games in chosen:
        if not cases_of(theorem, side, pieces, options.control):
            known = "proved" if options.control else "not proved"
            parser.error(f"{theorem} is {known} on {side}x{side} with n = {pieces}")
        begun, games = time.process_time(), options.games or games
        row = f"{theorem:8} {f'{side}x{side}':>6} {pieces:5} {games:7}"
        moves, broken = play_row(theorem, side, pieces, games, options.seed, options.control)
        print(f"{row} {moves:8} {len(broken):12} {time.process_time() - begun:9.1f}", flush=True)
        total = [sum(pair) for pair in zip(total, (games, moves, len(broken)))]
        if broken and not options.control:
            rule, who, kind, game, violation = broken[0]
            kind_of = "not true" if isinstance(violation, Broken) else "illegal"
            print(f"{kind_of}: {violation}; the strategy is player {who}'s, against {kind}")
            print(f"# gqt3 game: board {side}, pieces {pieces}, collapse {rule}")
            print(*game.words)
            sys.exit(1)
        if options.control and not broken:
            print("nothing broke where nothing is proved")
            failed = True
    print(f"total                  {total[0]:7} {total[1]:8} {total[2]:12}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
