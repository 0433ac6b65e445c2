#!/usr/bin/env python3
"""Proves what the proof of Theorem D (docs/every-board.md, section 6, "n = 3 on 7x7") leaves to computing.

    python3 scripts/check_unions.py        # four minutes

The blocker is to move, and four rows and four columns are open. Suppose that he follows the rule of Lemma 4 and fails when R
lines are open. The inequalities (1) to (7) of the lemma are linear. For every R, and for every order in which rows and
columns can have been killed, a linear programme asks for the least a, the number of the attacker's series at the
beginning, with which they have a solution. If it is always greater than 4, the blocker does not fail.

The solver HiGHS solves the dual programme: it finds a factor for each inequality. The factors are rounded to multiples of
2^-24, and the lower bound for a that follows from the inequalities with these factors is computed in whole numbers. It holds
whatever they are; bad ones only give a bad bound. So neither the solver nor floating point is trusted.

Needs Python 3.9 or later, NumPy and HiGHS (pip install numpy highspy). Exit code 0: proved. 1: not proved. 2: no solver.
"""

import argparse
import itertools
import sys
import time

SIDE, PIECES, PLACED, ROWS, LINES = 7, 3, 4, 4, 8
MOST_SERIES = 50  # no greater a is asked about
SCALE, INFINITY = 1 << 24, float("inf")


def programme(kinds, failed):
    """The inequalities if `failed` lines are open at the failure, and the greatest value of each unknown; the least is 0.

    kinds[i] says whether line i is a row, "R", or a column, "C". The blocker fails at line 0, lines 1 to failed - 1 are
    the others that are open then, and line i - 1 is killed at the turn when i lines are open. A union of lines is a
    number whose bits say which. An inequality has terms (unknown, factor), and the limits of their sum. Unknown 0 is a.
    """
    most, inequalities = [MOST_SERIES], []

    def unknown(greatest):
        most.append(greatest)
        return len(most) - 1

    def require(terms, least=-INFINITY, greatest=INFINITY):
        inequalities.append((terms, least, greatest))

    def crossings(union, line):
        return sum(1 for other in range(LINES) if union >> other & 1 and kinds[other] != kinds[line])

    def squares(union):
        chosen = [kinds[line] for line in range(LINES) if union >> line & 1]
        return SIDE * len(chosen) - chosen.count("R") * chosen.count("C")

    turns = range(failed, LINES + 1)
    delta = {(turn, union): unknown(squares(union)) for turn in turns for union in range(1, 1 << turn)}
    remaining = [(turn, union) for turn in turns[1:] for union in range(1, 1 << (turn - 1))]
    lowered = {place: (unknown(1), unknown(1)) for place in remaining}  # sigma and kappa

    def term(turn, union, factor):
        return [(delta[turn, union], factor)] if union else []

    for turn in turns:
        require(term(turn, (1 << turn) - 1, 1) + [(0, -1)], greatest=LINES - turn)  # (1); by (2) for all unions
        for union in range(1 << turn):
            others = [line for line in range(turn) if not union >> line & 1]
            for p in others:
                require(term(turn, union | 1 << p, 1) + term(turn, union, -1), 0, SIDE - crossings(union, p))  # (2)
            for p, q in itertools.combinations(others, 2):
                whole = term(turn, union | 1 << p | 1 << q, 1) + term(turn, union, 1)
                parts = term(turn, union | 1 << p, -1) + term(turn, union | 1 << q, -1)
                require(whole + parts, -int(kinds[p] != kinds[q]))  # (3)
        if turn == failed:
            continue
        killed = turn - 1
        for line in range(turn):
            require(term(turn, 1 << line, 1), greatest=SIDE - PIECES)  # (7)
        for line in range(killed):
            sign = {union: (union >> killed & 1) - (union >> line & 1) for union in range(1, 1 << turn)}
            weights = [(union, sign[union] << (LINES - bin(union).count("1"))) for union in sign if sign[union]]
            require([(delta[turn, union], weight) for union, weight in weights], 0)  # (4)
        for union in range(1, 1 << killed):
            sigma, kappa = lowered[turn, union]
            require(term(turn - 1, union, 1) + term(turn, union, -1) + [(sigma, -1), (kappa, -1)], 0, 0)  # (5)
            for line in range(killed):
                if not union >> line & 1:
                    for less, more in zip((sigma, kappa), lowered[turn, union | 1 << line]):
                        require([(more, 1), (less, -1)], 0)  # (5)
            step, common = term(turn, union | 1 << killed, 1) + term(turn, union, -1), crossings(union, killed)
            require(step + term(turn, 1 << killed, -1) + [(sigma, -PIECES)], -common)  # (6)
            if union == (1 << killed) - 1:
                require(step + [(sigma, common - SIDE)], 0)  # (6), with a smart choice of S
    return [*inequalities, (term(failed, 1, 1), SIDE - PIECES + 1, INFINITY)], most  # (7)


def factors(highspy, numpy, inequalities, most):
    """A solution of the dual programme, as the solver finds it."""
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(most), len(inequalities)
    sums, least, greatest = zip(*inequalities)
    terms = [term for one in sums for term in one]
    model.col_cost_ = numpy.array([1.0] + [0.0] * (len(most) - 1))
    model.col_lower_, model.col_upper_ = numpy.zeros(len(most)), numpy.array(most, float)
    model.row_lower_, model.row_upper_ = numpy.array(least, float), numpy.array(greatest, float)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = numpy.cumsum([0] + [len(one) for one in sums])
    model.a_matrix_.index_ = numpy.array([index for index, _ in terms])
    model.a_matrix_.value_ = numpy.array([factor for _, factor in terms], float)
    solver = highspy.Highs()
    solver.silent()
    solver.passModel(model)
    solver.run()
    return solver.getSolution().row_dual


def bound(inequalities, most, found):
    """A lower bound for a, times SCALE: a is the sum of the inequalities with these factors, and a rest. Of this only the
    negative terms are less than 0; they are least where their unknowns are greatest."""
    rest, total = [SCALE] + [0] * (len(most) - 1), 0
    for (terms, least, greatest), value in zip(inequalities, found):
        value, end = round(value * SCALE), least if value > 0 else greatest
        if value and abs(end) != INFINITY:
            total += value * end
            for index, factor in terms:
                rest[index] -= value * factor
    return total + sum(factor * greatest for factor, greatest in zip(rest, most) if factor < 0)


def orders(failed):
    """The orders of the lines. To the inequalities lines 1 to R - 1 are alike, and so are rows and columns."""
    words = [word for word in itertools.product("CR", repeat=LINES) if word.count("R") == ROWS and word[0] == "R"]
    return sorted({word[:1] + tuple(sorted(word[1:failed])) + word[failed:] for word in words})


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        import highspy
        import numpy
    except ImportError as error:
        print(f"check_unions.py: {error}; the solver HiGHS is needed: pip install numpy highspy", file=sys.stderr)
        sys.exit(2)
    begun, proved = time.time(), True
    print("lines open at the failure   orders   a is at least")
    for failed in range(1, LINES):
        programmes = [programme(kinds, failed) for kinds in orders(failed)]
        least = min(bound(*one, factors(highspy, numpy, *one)) for one in programmes)
        proved &= least > PLACED * SCALE
        print(f"{failed:25}   {len(programmes):6}   {10_000 * least // SCALE / 10_000:13.4f}", flush=True)
    print(f"a > {PLACED} is {'proved' if proved else 'NOT PROVED'}, {time.time() - begun:.0f} seconds")
    sys.exit(0 if proved else 1)


if __name__ == "__main__":
    main()
