#!/usr/bin/env python3
"""Checks by machine what the proofs for long series leave to computing.

    python3 scripts/check_repeats.py                 # all, some minutes
    python3 scripts/check_repeats.py --pieces 12     # a part

A is the player who chooses the collapse of the last turn, B the other one. g = s - n squares are
the gap of a series. The lemma of section 9 of docs/every-board.md says: if nothing collapses
before the last turn, A may take any a squares P around some set H of at most g squares that A's
series can fill; and |H| = g only if all gaps of B equal H. The statements, for 4x4:

* n = 9. Some gaps of A let nothing collapse before turn 16, whatever B places; and for every set H
  of 7 squares there is a set P around H of 8 squares that A's series can fill, beside which is at
  most one line. So A loses by 1 at most.
* n = 10. For every set H of 6 squares there is a line R, a row or a column, and a set P around H
  and R of 8 squares that meets every line but one, e, which is beside P. So A leads by 1/2 (a line
  before B's only one).
* n = 11 and 12. A leads by 2, the most that there is. See "Repeated series" below.

And on small boards, for n = m*m and somewhat below:

* The greatest margin that a full board can have, and for which n it is the value: for every set
  H of g squares the lines T of such a board can be chosen with |H + T| <= a.

Repeated series. Call a set bad if it lies in no P of 8 squares with two lines that cross. *Bad H
are rare*: H has at most g - 2 squares, or it is bad only if B's gaps all contain one bad set R,
which the first gap tells: the only bad set of g - 1 squares in it, or else the gap itself. The
program finds all bad sets, and checks that none has g - 2 squares and that R is unique.

*The plan against R*, as long as B repeats it: let N be the squares beside R, and T two lines that
cross at x in N. Up to turn 14 each player places 7 series. Those of B are inside N. A places
|N| - 7 series inside N, and for K = T & R another |K| inside N + K. At turn 14 these series are as
many as the squares of N + K, so they collapse, and A chooses. A takes T, the last series taking x.
B's first series has all squares of N - T, since what it leaves out beside R is in T, and few
others miss more than one of these; so they can fill N - T. Every line meets T: B has no line.
Player 1 placed a first series before anything was known. If it is inside N + K, all is as before.
Else it has two squares beside N + K - y, one of them y in K: it stays quantum, and player 1 takes
the other square at turn 15, so that the series takes y. That needs a game that goes on to the end.

*When B leaves the plan*, after so many series, A goes on with other gaps. For each bad first gap
and each number of series the program finds gaps with which nothing collapses before turn 16 and
every H that can still be forced lies in a P that A's series fill with x latest on T.

A family of sets of the 16 squares is an integer of 65,536 bits. Needs Python 3.9 or later, and the
standard library alone. Exit code 0: everything holds. 1: something does not, and is printed.
"""

import argparse
import itertools
import sys
import time

from literal import bits, first, lines, members

SQUARES, OWN = 16, 8
ALL = (1 << SQUARES) - 1
EVERYTHING = (1 << (1 << SQUARES)) - 1
# Sets of squares have the bits 0 to 15 here.
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


def sets_of(chosen):
    """Returns the sets of a family."""
    return members(chosen)


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


def filled(series):
    """Returns the family of the sets that series can fill, one square each."""
    found = 1
    for places in series:
        added = 0
        for x in members(places):
            added |= (found & ~WITH[x]) << (1 << x)
        found = added
    return found


def size(mask):
    """Returns the number of squares of a set."""
    return bin(mask).count("1")


def subsets(mask, count):
    """Generates the subsets of some size."""
    return map(bits, itertools.combinations(members(mask), count))


SIZED = [family(map(bits, itertools.combinations(range(SQUARES), count))) for count in range(9)]
CROSSES = [
    (one | other, first(one & other)) for one, other in itertools.combinations(LINES, 2) if one & other
]


def spread(squares, count, index):
    """Returns squares that follow one another on a ring; they begin at every second place."""
    ring = members(squares)
    shift = 2 * index // len(ring) if len(ring) % 2 == 0 else 0
    return bits(ring[(2 * index + shift + place) % len(ring)] for place in range(count))


class Failed(Exception):
    """A statement that does not hold."""


def require(holds, statement):
    """Raises `Failed` unless a statement holds."""
    if not holds:
        raise Failed(statement)


def all_in_few(gaps, most):
    """Returns `true` if each set lies in no more gaps than it may."""
    inside = {part for gap in gaps for count in range(1, size(gap) + 1) for part in subsets(gap, count)}
    return all(sum(not part & ~gap for gap in gaps) <= most(part) for part in inside)


class Search:
    """4x4 with n = 11 or 12: plans for A, who is player 1 or 2."""

    def __init__(self, pieces, prover):
        self.gap, self.prover = SQUARES - pieces, prover
        self.before_last = 8 if prover == 2 else 7  # B's series before the last turn
        boards = family(
            board for board in sets_of(SIZED[OWN]) if any(not lines & ~board for lines, _ in CROSSES)
        )
        self.boards, good = boards, parts(boards)
        require(not SIZED[self.gap - 2] & ~good, "no set of g - 2 squares is bad")
        self.bad = sets_of(SIZED[self.gap] & ~good)
        self.bad_smaller = SIZED[self.gap - 1] & ~good

    def series(self, gaps):
        """Returns A's series; a last one that is placed after all others counts as all squares."""
        found = [ALL & ~gap for gap in gaps]
        return found[:-1] + [ALL] if self.prover == 2 else found

    def repeated(self, gap):
        """Returns R for B's first gap."""
        inside = [part for part in subsets(gap, self.gap - 1) if self.bad_smaller >> part & 1]
        require(len(inside) < 2, "a bad set contains one bad set less by a square at most")
        return inside[0] if inside else gap

    def won(self, gaps):
        """Returns the parts of all P that A's series fill with two lines completed at once."""
        series, found = self.series(gaps), 0
        for target, x in CROSSES:
            top, beside = 1 << x, ALL & ~target
            others = [places & ~top for places in series]
            if series[-1] & top:
                found |= filled(others[:-1] + [top]) & around(target)
            if series[-2] & top:
                found |= filled(others[:-2] + [top, others[-1] & beside]) & around(target)
        return parts(found)

    def wins(self, won, may_be=None):
        """Returns `true` if A has won for each H of less than g squares that may be forced."""
        for count in range(self.gap):
            rest = SIZED[count] & ~won & ~self.bad_smaller
            if any(may_be is None or may_be(forced) for forced in sets_of(rest)):
                return False
        return True

    def check(self):
        """Checks everything; returns the numbers of bad first gaps and of cases."""
        pairs = [(gap, self.repeated(gap)) for gap in self.bad]
        gaps = [spread(ALL, self.gap, index) for index in range(OWN)]
        if self.prover == 1:
            meeting = [gap for gap in sets_of(SIZED[self.gap]) if all(gap & r for _, r in pairs)]
            gaps[0] = min(meeting, key=lambda gap: sum(size(gap & r) == 1 for _, r in pairs))
        self.without_plan(gaps)
        cases = sum(self.plan(gaps, gap, r) for gap, r in pairs)
        return len(pairs), cases

    def without_plan(self, gaps):
        """Checks that A has gaps against every first gap that is not bad."""
        options = []
        for last in [gaps[-1]] + [spread(ALL, self.gap, index) for index in range(SQUARES)]:
            chosen = gaps[:-1] + [last]
            before = chosen[:-1] if self.prover == 2 else chosen
            if all_in_few(before, lambda part: SQUARES - 1 - size(part) - self.before_last):
                options.append(self.won(chosen))
        require(any(self.wins(won) for won in options), "some last gap is enough against all H of less squares")
        repeated = SIZED[self.gap] & ~family(self.bad)
        for won in options:
            repeated &= ~won
        require(not repeated, "some last gap is enough against each gap that B always repeats")

    def plan(self, gaps, known, r):
        """Finds a plan against R; returns the number of cases, one for each number of series."""
        for target, x in CROSSES:
            if known & ~r & ~target or r >> x & 1:
                continue
            for turned in range(self.gap):
                for plan, outside in self.plans(gaps[0], r, target, turned):
                    if self.complete(plan, known, r, outside):
                        return 7
        raise Failed(f"no plan against {members(known << 1)}")

    def plans(self, opening, r, target, turned):
        """Generates A's gaps up to turn 14, and what B's later gaps have to contain: R - K."""
        inside = SQUARES - size(r) - 7
        wanted, free = target & r, ALL & ~r & ~target
        if size(target & ~r) != inside or size(wanted) != 7 - inside:
            return

        def made(taken, opened):
            kept = [r & ~taken] * (7 - inside) + [r] * inside
            if self.prover == 1:
                kept.remove(r if not r & ~opening else r & ~taken)
            return opened + [
                one | spread(free, self.gap - size(one), self.index_of(kept, i) + turned)
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

    @staticmethod
    def index_of(kept, i):
        """Returns the number of equal sets before a place."""
        return kept[:i].count(kept[i])

    def complete(self, plan, known, r, outside):
        """Returns `true` if A can go on whenever B leaves the plan, and nothing collapses early."""
        gap, few = self.gap, self.gap - size(outside)

        def asked(before):
            return r if before < few else outside

        def kept(part, count):
            """Returns how many of B's first `count` gaps, which keep to the plan, can contain a set."""
            later = sum(size(part | asked(before)) <= gap for before in range(1, count))
            return later + (not part & ~known)

        def room(part, theirs):
            return max(0, SQUARES - 1 - size(part) - theirs)

        if self.prover == 2 and not all_in_few(plan[:-1], lambda part: room(part, kept(part, 7))):
            return False

        def most(part, count):
            leaves = bool(asked(count) & ~part)
            return kept(part, count) + leaves + self.before_last - count - 1

        def good(count, gaps):
            before = gaps[:-1] if self.prover == 2 else gaps

            def may_be(forced):
                return asked(count) & ~forced and self.forceable(forced, lambda part: most(part, count))

            return all_in_few(before, lambda part: room(part, most(part, count))) and self.wins(
                self.won(gaps), may_be
            )

        return all(
            any(good(count, gaps) for gaps in self.ways(plan, r, count)) for count in range(6, 0, -1)
        )

    def ways(self, plan, r, count):
        """Generates A's gaps if B's first `count` gaps keep to the plan, and the next one does not."""
        known = count + (self.prover == 1)
        rings = [ALL & ~r, ALL]
        for ring, last_ring, start in itertools.product(rings, rings, range(SQUARES)):
            others = [spread(ring, self.gap, index) for index in range(known, OWN - 1)]
            yield plan[:known] + others + [spread(last_ring, self.gap, start)]

    def forceable(self, forced, most):
        """Returns `true` if B's series may force H: some W around it has d(W) >= |H|, or r >= 2."""
        count, last = size(forced), 8 - self.before_last
        return count + 8 <= 2 * self.gap or any(
            size(forced | more) + most(forced | more) + last >= 8 + count
            for extra in range(self.gap - count + 1)
            for more in subsets(ALL & ~forced, extra)
        )
