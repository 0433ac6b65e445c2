#!/usr/bin/env python3
"""Checks by machine what the proofs for long series leave to computing.

    python3 scripts/theorems/check_repeats.py                      # all, two minutes
    python3 scripts/theorems/check_repeats.py --part 12 --part 10  # some parts

C is the player who chooses the collapse of the last turn, O the other one. g = s - n squares are
the gap of a series. The lemma on what O can force (docs/beyond/every-board, long series) says: if
nothing collapses before the last turn, C may take any a squares P that C's series can fill, around
some set H of at most g squares; and if |H| = g, all gaps of O equal H. Statements, for both players
as C:

* Part 9, 4x4 with n = 9. With some gaps of C nothing collapses before turn 16, whatever O places,
  and C's series fill, for every H of 7 squares, a set P of 8 around H beside which there is at
  most one line. So C loses by 1 at most, under every scoring.
* Part 10, 4x4 with n = 10. For every H of 6 squares there are a row or column R and a set P of 8
  squares around H and R that meets every line but one at most. So C leads by 1/2 (rows left over).
* Parts 11 and 12, 4x4 with n = 11 and 12. C leads by 2, the most that there is, under --scoring
  harmonic; player 1 needs --ending full and --tail classical. See "Repeated series" below. The
  plans are then played by the literal rules.
* Part greatest. The greatest margin that a full board can have, from 3x3 to 9x9; it is the value
  for n = m*m. From 5x5 to 12x12 every H of g squares lies with some greatest plan in a squares,
  for the n in GREATEST of play_theorems.py; one n below, this check fails. From 8x8 on, it uses
  the mean of |H & T| over all plans.

Repeated series. Call a set bad if it lies in no P of 8 squares with two lines that cross. *Bad H
are rare*: H has at most g - 2 squares, or it is bad only if O's gaps all contain one bad set R,
which the first gap tells: the only bad set of g - 1 squares in it, or else the gap itself. The
program finds all bad sets, and checks that none has g - 2 squares and that R is unique.

*The plan against R*, as long as O repeats it: let N be the squares beside R, and T two lines that
cross at x in N. Up to turn 14 each player places 7 series. Those of O are inside N. C places
|N| - 7 series inside N, and for K = T & R another |K| inside N + K. At turn 14 these series are as
many as the squares of N + K, so they collapse, and C chooses. C takes T, the last series taking x.
O's first series has all squares of N - T, since what it leaves out beside R is in T, and few
others miss more than one of these; so they can fill N - T. Every line meets T: O has no line.
Player 1 placed a first series before anything was known. If it is inside N + K, all is as before.
Else it has two squares beside N + K - y, one of them y in K: it stays quantum, and player 1 takes
the other square at turn 15, so that the series takes y. That needs a game that goes on to the end.

*When O leaves the plan*, after so many series, C goes on with other gaps. For each bad first gap
and each number of series the program finds gaps with which nothing collapses before turn 16 and
every H that can still be forced lies in a P that C's series fill with x latest on T.

A family of sets of the 16 squares is an integer of 65,536 bits, and `members` lists its sets.

Needs Python 3.9 or later, and the standard library alone. Exit code 0: everything holds. 1:
something does not, and is printed.
"""

import argparse
import functools
import itertools
import math
import random
import sys
import time
from dataclasses import dataclass
from fractions import Fraction

from literal import Rules, bits, collapsing, first, is_over, lines, members, player
from play_theorems import (
    GREATEST,
    Broken,
    Chance,
    Game,
    Long,
    plan_targets,
    require,
    roles,
    size,
    union,
    up,
)

SQUARES, OWN = 16, 8
ALL = (1 << SQUARES) - 1
EVERYTHING = (1 << (1 << SQUARES)) - 1
# On 4x4 sets of squares have the bits 0 to 15 here.
LINES = [line >> 1 for line in lines(4)]


def with_square(x):
    """Returns the family of all sets that contain a square."""
    block = ((1 << (1 << x)) - 1) << (1 << x)
    width = 2 << x
    while width < 1 << SQUARES:
        block |= block << width
        width *= 2
    return block


WITH = [with_square(x) for x in range(SQUARES)]


def family(sets):
    """Returns a family of sets."""
    chosen = bytearray(1 << (SQUARES - 3))
    for one in sets:
        chosen[one >> 3] |= 1 << (one & 7)
    return int.from_bytes(chosen, "little")


@functools.lru_cache(maxsize=64)
def around(mask):
    """Returns the family of the sets that contain all squares of a set."""
    found = EVERYTHING
    for x in members(mask):
        found &= WITH[x]
    return found


def parts(chosen):
    """Returns the family of all subsets of the sets of a family."""
    for x in range(SQUARES):
        chosen |= (chosen & WITH[x]) >> (1 << x)
    return chosen


@functools.lru_cache(maxsize=4096)
def filled(series):
    """Returns the family of the sets that series can fill, one square each.

    Plans differ in their last series, so the families of the first ones are kept.
    """
    if not series:
        return 1
    before = filled(series[:-1])
    return union((before & ~WITH[x]) << (1 << x) for x in members(series[-1]))


def subsets(mask, count):
    """Generates the subsets of some size."""
    return map(bits, itertools.combinations(members(mask), count))


SIZED = [family(subsets(ALL, count)) for count in range(9)]
CROSSES = [
    (one | other, first(one & other))
    for one, other in itertools.combinations(LINES, 2)
    if one & other
]


def spread(squares, count, index):
    """Returns squares that follow one another on a ring; they begin at every second place."""
    ring = members(squares)
    shift = 2 * index // len(ring) if len(ring) % 2 == 0 else 0
    return bits(ring[(2 * index + shift + place) % len(ring)] for place in range(count))


def all_in_few(gaps, most):
    """Returns `true` if each set lies in no more gaps than it may."""
    inside = {
        part for gap in gaps for count in range(1, size(gap) + 1) for part in subsets(gap, count)
    }
    return all(sum(not part & ~gap for gap in gaps) <= most(part) for part in inside)


@dataclass
class Plan:
    """A plan against R: C's gaps up to turn 14, and those after O left it."""

    gaps: list
    r: int
    outside: int  # R - K
    target: int
    x: int
    ways: dict


def asked_of(gap, r, outside, before):
    """Returns the squares that O's gap contains after `before` others, as long as O repeats R."""
    return r if before < gap - size(outside) else outside


class Search:
    """4x4 with n = 11 or 12: plans for C, who is player 1 or 2."""

    def __init__(self, pieces, prover):
        self.gap, self.prover = SQUARES - pieces, prover
        self.before_last = 8 if prover == 2 else 7  # O's series before the last turn
        boards = family(
            board
            for board in members(SIZED[OWN])
            if any(not lines & ~board for lines, _ in CROSSES)
        )
        self.boards, good = boards, parts(boards)
        require(not SIZED[self.gap - 2] & ~good, "no set of g - 2 squares is bad")
        self.bad = members(SIZED[self.gap] & ~good)
        self.bad_smaller = SIZED[self.gap - 1] & ~good

    def series(self, gaps):
        """Returns C's series; a last one that is placed after all others counts as all squares."""
        found = [ALL & ~gap for gap in gaps]
        return found[:-1] + [ALL] if self.prover == 2 else found

    def repeated(self, gap):
        """Returns R for O's first gap."""
        inside = [part for part in subsets(gap, self.gap - 1) if self.bad_smaller >> part & 1]
        require(len(inside) < 2, "a bad set contains one bad set less by a square at most")
        return inside[0] if inside else gap

    def won(self, gaps):
        """Returns the parts of all P that C's series fill with two lines completed at once."""
        series, found = self.series(gaps), 0
        for target, x in CROSSES:
            top, beside = 1 << x, ALL & ~target
            others = [places & ~top for places in series]
            if series[-1] & top:
                found |= filled((*others[:-1], top)) & around(target)
            if series[-2] & top:
                found |= filled((*others[:-2], top, others[-1] & beside)) & around(target)
        return parts(found)

    def wins(self, won, may_be=None):
        """Returns `true` if C has won for each H of less than g squares that may be forced."""
        for count in range(self.gap):
            rest = SIZED[count] & ~won & ~self.bad_smaller
            if any(may_be is None or may_be(forced) for forced in members(rest)):
                return False
        return True

    def check(self):
        """Checks everything; returns the numbers of bad first gaps and of cases."""
        pairs = [(gap, self.repeated(gap)) for gap in self.bad]
        gaps = [spread(ALL, self.gap, index) for index in range(OWN)]
        if self.prover == 1:
            meeting = [gap for gap in members(SIZED[self.gap]) if all(gap & r for _, r in pairs)]
            gaps[0] = min(meeting, key=lambda gap: sum(size(gap & r) == 1 for _, r in pairs))
        self.without_plan(gaps)
        self.against = {gap: self.plan(gaps, gap, r) for gap, r in pairs}
        return len(pairs), sum(len(plan.ways) for plan in self.against.values())

    def without_plan(self, gaps):
        """Checks that C has gaps against every first gap that is not bad."""
        self.options = []
        for last in [gaps[-1]] + [spread(ALL, self.gap, index) for index in range(SQUARES)]:
            chosen = gaps[:-1] + [last]
            before = chosen[:-1] if self.prover == 2 else chosen
            if all_in_few(before, lambda part: SQUARES - 1 - size(part) - self.before_last):
                self.options.append((last, self.won(chosen)))
        usual = [last for last, won in self.options if self.wins(won)]
        require(usual, "some last gap is enough against all H of less than g squares")
        self.usual = gaps[:-1] + usual[:1]
        repeated = SIZED[self.gap] & ~family(self.bad)
        for _, won in self.options:
            repeated &= ~won
        require(not repeated, "some last gap is enough against each gap that O always repeats")

    def plan(self, gaps, known, r):
        """Returns a plan against R."""
        for target, x in CROSSES:
            if known & ~r & ~target or r >> x & 1:
                continue
            for turned in range(self.gap):
                for plan, outside in self.plans(gaps[0], r, target, turned):
                    ways = self.complete(plan, known, r, outside)
                    if ways:
                        return Plan(plan, r, outside, target, x, ways)
        raise Broken(f"no plan against {members(known << 1)}")

    def plans(self, opening, r, target, turned):
        """Generates C's gaps up to turn 14, and what O's later gaps have to contain: R - K."""
        inside = SQUARES - size(r) - 7
        wanted, free = target & r, ALL & ~r & ~target
        if size(target & ~r) != inside or size(wanted) != 7 - inside:
            return

        def made(taken, opened):
            kept = [r & ~taken] * (7 - inside) + [r] * inside
            if self.prover == 1:
                kept.remove(r if not r & ~opening else r & ~taken)
            return opened + [
                one | spread(free, self.gap - size(one), kept[:i].count(one) + turned)
                for i, one in enumerate(kept)
            ]

        if self.prover == 2:
            yield made(wanted, []), r & ~wanted
            return
        reached = r & ~opening
        if not reached:
            yield made(wanted, [opening]), r & ~wanted
        for y in members(wanted & reached):
            others = wanted & ~(1 << y)
            if size(reached & ~others) in (1, 2):
                taken = wanted if size(reached & ~others) == 1 else others
                yield made(taken, [opening]), r & ~taken

    def complete(self, plan, known, r, outside):
        """Returns C's gaps by the number of gaps after which O leaves the plan, or `None`."""

        def asked(before):
            return asked_of(self.gap, r, outside, before)

        def kept(part, count):
            """Returns how many of the first `count` gaps of O can contain a set."""
            later = sum(size(part | asked(before)) <= self.gap for before in range(1, count))
            return later + (not part & ~known)

        def room(part, theirs):
            return max(0, SQUARES - 1 - size(part) - theirs)

        if self.prover == 2 and not all_in_few(plan[:-1], lambda part: room(part, kept(part, 7))):
            return None

        @functools.cache
        def most(part, count):
            leaves = bool(asked(count) & ~part)
            return kept(part, count) + leaves + self.before_last - count - 1

        @functools.cache
        def may_be(forced, count):
            leaves = asked(count) & ~forced
            return leaves and self.forceable(forced, lambda part: most(part, count))

        def good(count, gaps):
            before = gaps[:-1] if self.prover == 2 else gaps
            return all_in_few(before, lambda part: room(part, most(part, count))) and self.wins(
                self.won(gaps), lambda forced: may_be(forced, count)
            )

        ways = {}
        for count in range(6, 0, -1):
            found = (gaps for gaps in self.ways(plan, r, count) if good(count, gaps))
            ways[count] = next(found, None)
            if not ways[count]:
                return None
        return ways

    def ways(self, plan, r, count):
        """Generates gaps of C if O leaves the plan after `count` gaps."""
        known = count + (self.prover == 1)
        rings = [ALL & ~r, ALL]
        for ring, last_ring, start in itertools.product(rings, rings, range(SQUARES)):
            others = [spread(ring, self.gap, index) for index in range(known, OWN - 1)]
            yield plan[:known] + others + [spread(last_ring, self.gap, start)]

    def forceable(self, forced, most):
        """Returns `true` if O's series may force H: some W around it has d(W) >= |H|, or r >= 2."""
        count, last = size(forced), 8 - self.before_last
        return count + 8 <= 2 * self.gap or any(
            size(forced | more) + most(forced | more) + last >= 8 + count
            for extra in range(self.gap - count + 1)
            for more in subsets(ALL & ~forced, extra)
        )


class Planner(Long):
    """Plays the plans by the literal rules, where square x is x + 1."""

    def __init__(self, game, who, rng, search):
        super().__init__(game, who, rng)
        self.search, self.lead = search, Fraction(2)

    def progress(self):
        """Returns the plan or `None`, after how many gaps O left it or `None`, and O's gaps."""
        theirs = [(self.all & ~places) >> 1 for _, places in self.theirs()]
        plan = self.search.against.get(theirs[0]) if theirs else None
        kept = 0
        while plan and kept < len(theirs):
            if asked_of(self.gap, plan.r, plan.outside, kept) & ~theirs[kept]:
                return plan, kept, theirs
            kept += 1
        return plan, None, theirs

    def series(self):
        if self.game.position.classical:
            free, owned = self.game.free, self.game.position.quantum
            # Turn 15: the first series is to take its square of T.
            wide = [places & ~(self.plan.target << 1) for _, places in owned]
            return self.some(wide[0] if wide else free, 1)
        return super().series()

    def next_gap(self, index):
        self.plan, kept, theirs = self.progress()
        if self.moves_last and index == OWN - 1:
            # The last gap is beside P, so that this series can take every square of P.
            found = self.two_lines([(SQUARES, self.all), *self.game.position.quantum[::-1]], CROSSES)
            return self.some(bits(x for turn, x in found.items() if turn % 2), self.gap)
        if self.plan:
            return (self.plan.gaps if kept is None else self.plan.ways[kept])[index] << 1
        last = self.search.usual[index]
        if index == OWN - 1 and len(set(theirs)) == 1:
            last = next(last for last, won in self.search.options if won >> theirs[0] & 1)
        return last << 1

    def collapse(self):
        early = self.game.position.turn < SQUARES
        targets = [(self.plan.target, self.plan.x)] if early else CROSSES
        return self.two_lines(collapsing(self.game.position), targets)

    def two_lines(self, series, targets):
        """Returns a matching by which C completes two lines at once."""
        for target, x in targets:
            for top in (-1, -2):
                turn = max(turn for turn, _ in series if player(turn) == self.who) + 2 + 2 * top
                places = [
                    (one, self.allowed(one, turn, target << 1, x + 1) & k) for one, k in series
                ]
                found = self.some_matching(places)
                if len(found) == len(series):
                    return found
        raise Broken("C completes no two lines at once")

    def allowed(self, one, top, target, x):
        """Returns the squares of a series, if series `top` takes x, the last square of T."""
        if player(one) != self.who or one > top:
            return self.all & ~target
        return 1 << x if one == top else self.all & ~(1 << x)

    def watch(self):
        if is_over(self.game.rules, self.game.position):
            super().watch()


def play_plans(search, rng):
    """Plays games in which O repeats a gap and stops after each number of series."""
    pieces, games = SQUARES - search.gap, 0
    gaps = search.bad if len(search.bad) < 20 else rng.sample(search.bad, 20)
    rules = Rules(4, pieces, "opponent" if search.prover == 1 else "mover")
    for known, kept in itertools.product(
        gaps + rng.sample(members(SIZED[search.gap]), 12), range(9)
    ):
        game = Game(rules)
        own = Planner(game, search.prover, rng, search)
        other = Chance(game, 3 - search.prover, rng)
        while not is_over(rules, game.position):
            turn = game.position.turn
            if game.position.entangled:
                game.collapse(
                    own.collapse() if rules.chooser(turn) == own.who else other.collapse()
                )
            elif player(turn) == own.who:
                game.place(own.series())
            elif game.position.classical:
                game.place(other.series())
            else:
                wild = known if turn <= 2 * kept else changed(known, rng)
                game.place((ALL & ~wild) << 1)
            own.watch()
        games += 1
    return games


def changed(gap, rng):
    """Returns a gap with one, two or three squares changed."""
    kept = rng.sample(members(gap), size(gap) - rng.randint(1, 3))
    beside = rng.sample(members(ALL & ~gap), size(gap) - len(kept))
    return bits(kept + beside)


def part_9(prover):
    """Checks n = 9. If player 2 is C, no gap of C equals the gap of O's first series."""
    gap, differs = 7, prover == 2
    gaps = [spread(ALL, gap, index) for index in range(OWN)]
    spare = bits(range(1, 14, 2))
    ways = [gaps] + [
        [spare if one == other else other for other in gaps] for one in gaps if differs
    ]
    few_lines = family(
        board for board in members(SIZED[OWN]) if sum(not line & board for line in LINES) < 2
    )
    for chosen in ways:
        before, theirs = (chosen[:-1], 8) if prover == 2 else (chosen, 7)

        def room(part):
            return SQUARES - 1 - size(part) + (differs and size(part) == gap) - theirs

        require(all_in_few(before, room), "nothing collapses before the last turn")
        series = [ALL & ~one for one in before] + [ALL] * differs
        require(not SIZED[gap] & ~parts(filled(tuple(series)) & few_lines), "each H lies in some P")
    return f"{math.comb(16, gap)} sets H"


def part_10(_):
    """Checks n = 10, one piece below Theorem 2."""
    enough = family(
        board
        for board in members(SIZED[OWN])
        if any(not row & ~board for row in LINES[:8])
        and sum(not line & board for line in LINES) < 2
    )
    require(not SIZED[6] & ~parts(enough), "each H lies in some P")
    return f"{math.comb(16, 6)} sets H"


def part_repeats(pieces, prover):
    """Checks n = 11 or 12."""
    search = Search(pieces, prover)
    bad, cases = search.check()
    games = play_plans(search, random.Random(pieces))
    return f"{bad} bad sets, {cases} cases, {games} games"


def best_orders(board, chosen, dense, memo):
    """Returns the most that some lines earn, by the rank that the next line gets.

    The square with the largest subscript completes all chosen lines through it, which are last.
    """
    if not chosen:
        return {1: Fraction(0)}
    if chosen not in memo:
        memo[chosen] = found = {}
        for x in members(union(board[i] for i in chosen)):
            last = frozenset(i for i in chosen if board[i] >> x & 1)
            for rank, points in best_orders(board, chosen - last, dense, memo).items():
                following = rank + (1 if dense else len(last))
                points += Fraction(len(last), rank)
                found[following] = max(points, found.get(following, points))
    return memo[chosen]


def greatest(side, prover, dense):
    """Returns the greatest margin of a full board for a player."""
    board, a, memo = lines(side), roles(side, prover)[0], {}
    best, waiting = Fraction(0), [(frozenset(), 0, 0)]
    while waiting:
        chosen, squares, start = waiting.pop()
        if all(i in chosen or line & ~squares for i, line in enumerate(board)):
            best = max(best, *best_orders(board, chosen, dense, memo).values())
        for i in range(start, len(board)):
            if size(squares | board[i]) <= a:
                waiting.append((chosen | {i}, squares | board[i], i + 1))
    return best


def all_inside(side, prover, gap):
    """Returns `true` if every H of g squares lies with some greatest plan in a squares."""
    a, targets = roles(side, prover)[0], plan_targets(side, prover)
    if side <= 7:
        sets = map(bits, itertools.combinations(range(1, side * side + 1), gap))
        return all(any(size(forced | target) <= a for target in targets) for forced in sets)
    # Some plan has the mean number of squares of H or more.
    share = min(sum(target >> x & 1 for target in targets) for x in range(1, side * side + 1))
    return max(map(size, targets)) + gap - up(share * gap, len(targets)) <= a


def part_greatest(prover):
    """Checks the greatest margins, and how far below n = m*m they are the value."""
    told = []
    for side in range(3, 13):
        word = f"{side}x{side}:"
        if side < 10:
            dense, competition = (greatest(side, prover, dense) for dense in (True, False))
            word += f" {dense}" + f" ({competition})" * (dense != competition)
        if (side, prover) in GREATEST:
            least, margin = GREATEST[side, prover]
            gap = side * side - least
            require(side > 9 or margin == dense, f"{margin} is the greatest margin on {word}")
            require(all_inside(side, prover, gap), f"each H lies with T in P on {word}")
            require(not all_inside(side, prover, gap + 1), f"n = {least} is the least on {word}")
            word += f" from n = {least}"
        told.append(word)
    return ", ".join(told)


PARTS = {
    "9": part_9,
    "10": part_10,
    "11": lambda prover: part_repeats(11, prover),
    "12": lambda prover: part_repeats(12, prover),
    "greatest": part_greatest,
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", choices=PARTS, action="append", help="repeat for several")
    options = parser.parse_args()
    for name, prover in itertools.product(options.part or PARTS, (1, 2)):
        begun = time.process_time()
        try:
            told = PARTS[name](prover)
        except Broken as failed:
            print(f"part {name}, C is player {prover}: NOT TRUE: {failed}")
            sys.exit(1)
        print(
            f"part {name}, C is player {prover}: {told}; {time.process_time() - begun:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
