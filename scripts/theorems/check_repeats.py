#!/usr/bin/env python3
"""Checks what the proofs for long series leave to a program.

    python3 scripts/theorems/check_repeats.py                      # all, two minutes
    python3 scripts/theorems/check_repeats.py --part 12 --part 10  # some parts

C chooses the collapse of the last turn, and D is the other player. A series leaves out its gap of
g = s - n squares. If nothing collapses before the last turn, there is a set H of at most g squares
such that C may take any set P around H that C's series can fill ("What D can force" in
docs/beyond/every-board/3-long-series.md). P has a square for each of C's series. The parts, for
both players as C:

* 9: On 4x4 with n = 9 C has gaps with which nothing collapses before turn 16. For each H of 7
  squares, C's series can fill a P of 8 squares around H that misses at most one line. So C loses by
  at most 1.
* 10: On 4x4 with n = 10 each H of 6 squares lies in a P of 8 squares that contains a row or a
  column, and misses at most one line. So C leads by 1/2 ("rows left over").
* 11 and 12: On 4x4 with n = 11 and 12 C leads by 2, the most there is, under --scoring harmonic;
  player 1 needs --ending full and --tail classical.
* greatest: The greatest margin on a full board from 3x3 to 9x9. From 5x5 to 12x12, with the least n
  in GREATEST of play_theorems.py, each H of g squares has a greatest plan T such that H and T fit
  into a P. With one piece less this check fails, but from 8x8 upward it uses only the mean over all
  plans, so the statement may still be true.

A set is bad if no P of 8 squares around it has two lines that cross. Parts 11 and 12 find a plan
against each bad first gap of D, as the page describes under "Repeated series". Z is this gap, or a
bad part of it with g - 1 squares. For example, let player 2 be C, n = 12 and Z = {2, 8, 11, 13}.
In the plan, T is row 1 and column 1, which cross at x = 1, and Y = {2, 13} are the squares of T in
Z. Of C's first seven gaps five are Z, and the other two also contain 8 and 11. If D repeats Z, at
turn 14 there are 14 series on the 14 squares other than 8 and 11. They collapse, C takes T with its
newest series on square 1, and D has no line. For each turn at which D may leave the plan, the
program finds other gaps with which C still completes two lines at once.

Needs Python 3.9 or later, and only the standard library. Exit code 1: a statement does not hold,
and is printed.
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
    ceil_div,
    plan_targets,
    require,
    roles,
    size,
    union,
)

SQUARES, OWN = 16, 8
ALL = (1 << SQUARES) - 1
EVERYTHING = (1 << (1 << SQUARES)) - 1
# Here the squares of 4x4 are bits 0 to 15, not 1 to 16. A family of sets of squares is an integer
# of 65,536 bits, one for each set, and `members` lists its sets.
LINES = [line >> 1 for line in lines(4)]


def with_square(x):
    block = ((1 << (1 << x)) - 1) << (1 << x)
    width = 2 << x
    while width < 1 << SQUARES:
        block |= block << width
        width *= 2
    return block


WITH = [with_square(x) for x in range(SQUARES)]


def family(sets):
    chosen = bytearray(1 << (SQUARES - 3))
    for one in sets:
        chosen[one >> 3] |= 1 << (one & 7)
    return int.from_bytes(chosen, "little")


@functools.lru_cache(maxsize=64)
def around(mask):
    """Returns the family of the supersets of a set."""
    found = EVERYTHING
    for x in members(mask):
        found &= WITH[x]
    return found


def parts(chosen):
    """Returns the family of all subsets of the chosen sets."""
    for x in range(SQUARES):
        chosen |= (chosen & WITH[x]) >> (1 << x)
    return chosen


@functools.lru_cache(maxsize=4096)
def filled(series):
    """Returns the family of the sets that the series can fill, one square each."""
    if not series:
        return 1
    before = filled(series[:-1])
    return union((before & ~WITH[x]) << (1 << x) for x in members(series[-1]))


def subsets(mask, count):
    return map(bits, itertools.combinations(members(mask), count))


SIZED = [family(subsets(ALL, count)) for count in range(9)]
CROSSES = [
    (one | other, first(one & other))
    for one, other in itertools.combinations(LINES, 2)
    if one & other
]


def spread(squares, count, index):
    """Returns an arc of `count` squares on the ring of the given squares.

    The next index begins two squares later, and a second round begins on the squares between.
    """
    ring = members(squares)
    shift = 2 * index // len(ring) if len(ring) % 2 == 0 else 0
    return bits(ring[(2 * index + shift + place) % len(ring)] for place in range(count))


def all_in_few(gaps, most):
    """Returns `True` if each nonempty part W of a gap lies in at most `most(W)` of the gaps."""
    inside = {
        part for gap in gaps for count in range(1, size(gap) + 1) for part in subsets(gap, count)
    }
    return all(sum(not part & ~gap for gap in gaps) <= most(part) for part in inside)


@dataclass
class Plan:
    """A plan against Z.

    `gaps` are C's gaps up to turn 14. `ways` has all eight gaps of C for the case that D leaves the
    plan, by the number of D's gaps before.
    """

    gaps: list
    z: int
    outside: int  # Z without Y
    target: int
    x: int
    ways: dict


def left_out(gap, z, outside, before):
    """Returns what D's next gap, after `before` others, must contain for the plan to go on.

    Late gaps need only contain `outside`, because D's series can even then fill the squares that C
    leaves to D.
    """
    return z if before < gap - size(outside) else outside


class Search:
    """Finds C's plans on 4x4 with n = 11 or 12. `prover` is C, and g is `gap`."""

    def __init__(self, pieces, prover):
        self.gap, self.prover = SQUARES - pieces, prover
        self.before_last = 8 if prover == 2 else 7  # D's series before the last turn
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
        """Returns C's series. If C is player 2, the last one counts as all squares, because its gap
        can be outside the P that C takes."""
        found = [ALL & ~gap for gap in gaps]
        return found[:-1] + [ALL] if self.prover == 2 else found

    def repeated(self, gap):
        """Returns Z for D's first gap."""
        inside = [part for part in subsets(gap, self.gap - 1) if self.bad_smaller >> part & 1]
        require(len(inside) < 2, "a bad set of g squares contains at most one of g - 1 squares")
        return inside[0] if inside else gap

    def won(self, gaps):
        """Returns the family of the H for which C completes two lines at once with these gaps."""
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
        """Returns `True` if `won` has each H of fewer than g squares that is not bad, and for which
        `may_be` is true if given.
        """
        for count in range(self.gap):
            rest = SIZED[count] & ~won & ~self.bad_smaller
            if any(may_be is None or may_be(forced) for forced in members(rest)):
                return False
        return True

    def check(self):
        """Returns the number of bad first gaps, and the number of `ways` of all plans."""
        pairs = [(gap, self.repeated(gap)) for gap in self.bad]
        gaps = [spread(ALL, self.gap, index) for index in range(OWN)]
        if self.prover == 1:
            meeting = [gap for gap in members(SIZED[self.gap]) if all(gap & z for _, z in pairs)]
            gaps[0] = min(meeting, key=lambda gap: sum(size(gap & z) == 1 for _, z in pairs))
        self.without_plan(gaps)
        self.against = {gap: self.plan(gaps, gap, z) for gap, z in pairs}
        return len(pairs), sum(len(plan.ways) for plan in self.against.values())

    def without_plan(self, gaps):
        """Checks that C has gaps for when D's first gap is not bad."""
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
        require(not repeated, "some last gap is enough against each gap that D always repeats")

    def plan(self, gaps, known, z):
        for target, x in CROSSES:
            if known & ~z & ~target or z >> x & 1:
                continue
            for turned in range(self.gap):
                for plan, outside in self.plans(gaps[0], z, target, turned):
                    ways = self.complete(plan, known, z, outside)
                    if ways:
                        return Plan(plan, z, outside, target, x, ways)
        raise Broken(f"there is a plan against {members(known << 1)}")

    def plans(self, opening, z, target, turned):
        """Generates pairs for different Y: C's gaps up to turn 14, and Z without Y."""
        inside = SQUARES - size(z) - 7
        wanted, free = target & z, ALL & ~z & ~target
        if size(target & ~z) != inside or size(wanted) != 7 - inside:
            return

        def made(taken, opened):
            kept = [z & ~taken] * (7 - inside) + [z] * inside
            if self.prover == 1:
                kept.remove(z if not z & ~opening else z & ~taken)
            return opened + [
                one | spread(free, self.gap - size(one), kept[:i].count(one) + turned)
                for i, one in enumerate(kept)
            ]

        if self.prover == 2:
            yield made(wanted, []), z & ~wanted
            return
        reached = z & ~opening
        if not reached:
            yield made(wanted, [opening]), z & ~wanted
        for y in members(wanted & reached):
            others = wanted & ~(1 << y)
            if size(reached & ~others) in (1, 2):
                taken = wanted if size(reached & ~others) == 1 else others
                yield made(taken, [opening]), z & ~taken

    def complete(self, plan, known, z, outside):
        """Returns the `ways` of a plan, or `None` if the plan fails in some case."""

        def demanded(before):
            return left_out(self.gap, z, outside, before)

        def kept(part, count):
            """Returns how many of D's first `count` gaps, by the plan, can contain a set."""
            later = sum(size(part | demanded(before)) <= self.gap for before in range(1, count))
            return later + (not part & ~known)

        def room(part, theirs):
            return max(0, SQUARES - 1 - size(part) - theirs)

        if self.prover == 2 and not all_in_few(plan[:-1], lambda part: room(part, kept(part, 7))):
            return None

        @functools.cache
        def most(part, count):
            leaves = bool(demanded(count) & ~part)
            return kept(part, count) + leaves + self.before_last - count - 1

        @functools.cache
        def may_be(forced, count):
            leaves = demanded(count) & ~forced
            return leaves and self.forceable(forced, lambda part: most(part, count))

        def good(count, gaps):
            before = gaps[:-1] if self.prover == 2 else gaps
            return all_in_few(before, lambda part: room(part, most(part, count))) and self.wins(
                self.won(gaps), lambda forced: may_be(forced, count)
            )

        ways = {}
        for count in range(6, 0, -1):
            found = (gaps for gaps in self.ways(plan, z, count) if good(count, gaps))
            ways[count] = next(found, None)
            if not ways[count]:
                return None
        return ways

    def ways(self, plan, z, count):
        """Generates C's gaps to try if D leaves the plan after `count` gaps."""
        known = count + (self.prover == 1)
        rings = [ALL & ~z, ALL]
        for ring, last_ring, start in itertools.product(rings, rings, range(SQUARES)):
            others = [spread(ring, self.gap, index) for index in range(known, OWN - 1)]
            yield plan[:known] + others + [spread(last_ring, self.gap, start)]

    def forceable(self, forced, most):
        """Returns `True` if it is not excluded that D forces a set H.

        By the proof of Lemma 17 D needs one set W around H with |W| + gamma(W) - 8 >= |H|, or at
        least two sets, with which |H| is at most 2g - 8.
        """
        count, last = size(forced), 8 - self.before_last
        return count + 8 <= 2 * self.gap or any(
            size(forced | more) + most(forced | more) + last >= 8 + count
            for extra in range(self.gap - count + 1)
            for more in subsets(ALL & ~forced, extra)
        )


class Planner(Long):
    """Plays the plans by the literal rules, where square x of a plan is square x + 1."""

    def __init__(self, game, who, rng, search):
        super().__init__(game, who, rng)
        self.search, self.lead = search, Fraction(2)

    def progress(self):
        """Returns the plan if any, after how many gaps D left it if at all, and D's gaps."""
        theirs = [(self.all & ~places) >> 1 for _, places in self.theirs()]
        plan = self.search.against.get(theirs[0]) if theirs else None
        kept = 0
        while plan and kept < len(theirs):
            if left_out(self.gap, plan.z, plan.outside, kept) & ~theirs[kept]:
                return plan, kept, theirs
            kept += 1
        return plan, None, theirs

    def series(self):
        if self.game.position.classical:
            free, quantum = self.game.free, self.game.position.quantum
            # At turn 15 player 1's first series may have y in T and a square outside T left. Player
            # 1 places a piece on the latter, so that the series takes y.
            wide = [places & ~(self.plan.target << 1) for _, places in quantum]
            return self.some(wide[0] if wide else free, 1)
        return super().series()

    def next_gap(self, index):
        self.plan, kept, theirs = self.progress()
        if self.moves_last and index == OWN - 1:
            # The last gap is outside P, so this series can take every square of P.
            series = [(SQUARES, self.all), *self.game.position.quantum[::-1]]
            found = self.two_lines(series, CROSSES)
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
        for target, x in targets:
            for top in (-1, -2):
                turn = max(turn for turn, _ in series if player(turn) == self.who) + 2 + 2 * top
                places = [
                    (one, self.allowed(one, turn, target << 1, x + 1) & k) for one, k in series
                ]
                found = self.some_matching(places)
                if len(found) == len(series):
                    return found
        raise Broken("C completes two lines at once")

    def allowed(self, one, top, target, x):
        """Returns the squares for series `one` if series `top`, the latest on T, takes x."""
        if player(one) != self.who or one > top:
            return self.all & ~target
        return 1 << x if one == top else self.all & ~(1 << x)

    def watch(self):
        if is_over(self.game.rules, self.game.position):
            super().watch()


def play_plans(search, rng):
    """Plays games in which D's first 0 to 8 series repeat a gap, and the others are similar."""
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
    kept = rng.sample(members(gap), size(gap) - rng.randint(1, 3))
    beside = rng.sample(members(ALL & ~gap), size(gap) - len(kept))
    return bits(kept + beside)


def part_9(prover):
    """If C is player 2 and D's first gap is one of C's gaps, C takes another gap in its place."""
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
    enough = family(
        board
        for board in members(SIZED[OWN])
        if any(not row & ~board for row in LINES[:8])
        and sum(not line & board for line in LINES) < 2
    )
    require(not SIZED[6] & ~parts(enough), "each H lies in some P")
    return f"{math.comb(16, 6)} sets H"


def part_repeats(pieces, prover):
    search = Search(pieces, prover)
    bad, cases = search.check()
    games = play_plans(search, random.Random(pieces))
    return f"{bad} bad sets, {cases} cases, {games} games"


def best_orders(board, chosen, dense, memo):
    """Returns the most points of the chosen lines for each rank that the next line may get.

    The square of the largest subscript completes the chosen lines through it, after all other
    chosen lines.
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
    """Returns M(a), the most points for a player with `a` squares if the other has no line."""
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
    """Returns `True` if each H of g squares has a greatest plan T with |H ∪ T| <= a.

    From 8x8 upward, `False` decides nothing.
    """
    a, targets = roles(side, prover)[0], plan_targets(side, prover)
    if side <= 7:
        sets = map(bits, itertools.combinations(range(1, side * side + 1), gap))
        return all(any(size(forced | target) <= a for target in targets) for forced in sets)
    # Each square is in at least `share` plans, so some plan has share * gap / len(targets) or more
    # squares of H.
    share = min(sum(target >> x & 1 for target in targets) for x in range(1, side * side + 1))
    return max(map(size, targets)) + gap - ceil_div(share * gap, len(targets)) <= a


def part_greatest(prover):
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
