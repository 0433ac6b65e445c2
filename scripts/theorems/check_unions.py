#!/usr/bin/env python3
"""Checks the linear programmes of "unions" (docs/beyond/every-board, short series: n = 3 on 7x7).

    python3 scripts/theorems/check_unions.py                         # check certificates, seconds
    python3 scripts/theorems/check_unions.py --solve --write FILE    # find them, four minutes
    python3 scripts/theorems/check_unions.py --solve --board 6 --rows 3 --pieces 2

Suppose that the blocker, who follows the rule of Theorem 10, fails when R lines are open. Then the
ranks at his turns satisfy the inequalities (1) to (7) of Lemma 11, which are linear. Let a be the
number of the attacker's series that Lemma 1 counts when four rows and four columns are open. For
each R and each order in which the blocker can have killed rows and columns, a linear programme asks
for the least a with which the inequalities have a solution. But a is at most 4. So if each
programme needs more, he never fails.

With --pieces K a kill uses K independent squares. So (6) has K in place of 3, and the blocker fails
at a line of rank K - 1 or less.

A certificate is a factor for each inequality. The sum of the inequalities with these factors bounds
a from below, whatever the factors are. The bound is a whole multiple of 2^-24, so a check needs
neither a solver nor floating point. The file has a line for each order: R, the lines, and the
factors that are not 0, each after the distance of its inequality from the previous factor's.

Needs Python 3.9 or later; with --solve also NumPy and HiGHS (pip install numpy highspy).
Exit code 0: proved. 1: not proved. 2: bad usage, no solver, or a file that cannot be read or written.
"""

import argparse
import gzip
import itertools
import sys
import time
import zlib
from pathlib import Path

MOST_SERIES = 50  # the bound on a in the programmes
SCALE, INFINITY = 1 << 24, float("inf")
CERTIFICATES = Path(__file__).resolve().parent / "check_unions.certificates.gz"


def programme(side, pieces, kinds, failed):
    """Returns the inequalities for an order of lines, and the greatest values of the unknowns.

    kinds[i] is "R" if line i is a row, and "C" if it is a column. The blocker fails at line 0, when
    lines 0 to failed - 1 are open, so that `failed` is the R above. Before, he kills line i - 1 at
    the turn when i lines are open, which is turn i. A union of lines has a bit for each line. An
    inequality is its terms, pairs of an unknown and a factor, and the least and greatest value of
    their sum. Unknown 0 is a, and no unknown is below 0.
    """
    most, inequalities, count = [MOST_SERIES], [], len(kinds)

    def unknown(greatest):
        most.append(greatest)
        return len(most) - 1

    def require(terms, least=-INFINITY, greatest=INFINITY):
        inequalities.append((terms, least, greatest))

    def crossings(union, line):
        return sum(
            1 for other in range(count) if union >> other & 1 and kinds[other] != kinds[line]
        )

    def squares(union):
        chosen = [kinds[line] for line in range(count) if union >> line & 1]
        return side * len(chosen) - chosen.count("R") * chosen.count("C")

    turns = range(failed, count + 1)
    delta = {
        (turn, union): unknown(squares(union)) for turn in turns for union in range(1, 1 << turn)
    }
    remaining = [(turn, union) for turn in turns[1:] for union in range(1, 1 << (turn - 1))]
    lowered = {place: (unknown(1), unknown(1)) for place in remaining}  # sigma and kappa

    def term(turn, union, factor):
        return [(delta[turn, union], factor)] if union else []

    for turn in turns:
        # (1) is required only of the union of all open lines: by (2) a smaller union has no greater
        # delta.
        require(term(turn, (1 << turn) - 1, 1) + [(0, -1)], greatest=count - turn)  # (1)
        for union in range(1 << turn):
            others = [line for line in range(turn) if not union >> line & 1]
            for p in others:
                require(
                    term(turn, union | 1 << p, 1) + term(turn, union, -1),
                    0,
                    side - crossings(union, p),
                )  # (2)
            for p, q in itertools.combinations(others, 2):
                whole = term(turn, union | 1 << p | 1 << q, 1) + term(turn, union, 1)
                parts = term(turn, union | 1 << p, -1) + term(turn, union | 1 << q, -1)
                require(whole + parts, -int(kinds[p] != kinds[q]))  # (3)
        if turn == failed:
            continue
        killed = turn - 1
        for line in range(turn):
            require(term(turn, 1 << line, 1), greatest=side - pieces)  # (7)
        for line in range(killed):
            sign = {
                union: (union >> killed & 1) - (union >> line & 1) for union in range(1, 1 << turn)
            }
            weights = [
                (delta[turn, union], sign[union] << (count - bin(union).count("1")))
                for union in sign
                if sign[union]
            ]
            require(weights, 0)  # (4)
        for union in range(1, 1 << killed):
            sigma, kappa = lowered[turn, union]
            require(
                term(turn - 1, union, 1) + term(turn, union, -1) + [(sigma, -1), (kappa, -1)], 0, 0
            )  # (5)
            for line in range(killed):
                if not union >> line & 1:
                    for less, more in zip((sigma, kappa), lowered[turn, union | 1 << line]):
                        require([(more, 1), (less, -1)], 0)  # (5)
            step, common = term(turn, union | 1 << killed, 1) + term(turn, union, -1), crossings(
                union, killed
            )
            require(step + term(turn, 1 << killed, -1) + [(sigma, -pieces)], -common)  # (6)
            if union == (1 << killed) - 1:
                require(step + [(sigma, common - side)], 0)  # (6), with a smart choice of S
    return [*inequalities, (term(failed, 1, 1), side - pieces + 1, INFINITY)], most  # (7)


def factors(highspy, numpy, inequalities, most):
    """Returns a solution of the dual programme: a factor for each inequality, times SCALE."""
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
    return [round(value * SCALE) for value in solver.getSolution().row_dual]


def bound(inequalities, most, found):
    """Returns a lower bound for a, times SCALE.

    a is the sum of the inequalities with these factors, plus a rest. A term of the rest is at least
    0, unless its factor is negative: then it is at least the factor times the greatest value of the
    unknown.
    """
    rest, total = [SCALE] + [0] * (len(most) - 1), 0
    for (terms, least, greatest), value in zip(inequalities, found):
        end = least if value > 0 else greatest
        if value and abs(end) != INFINITY:
            total += value * end
            for index, factor in terms:
                rest[index] -= value * factor
    return total + sum(factor * greatest for factor, greatest in zip(rest, most) if factor < 0)


def orders(rows, failed):
    """Returns the orders of lines that the programme can tell apart.

    Line 0 is a row, because rows and columns can be exchanged. The order of lines 1 to failed - 1
    does not matter, because all of them are open at the failure.
    """
    words = itertools.product("CR", repeat=2 * rows)
    words = [word for word in words if word.count("R") == rows and word[0] == "R"]
    return sorted({word[:1] + tuple(sorted(word[1:failed])) + word[failed:] for word in words})


def write(failed, kinds, found):
    words, before = [str(failed), "".join(kinds)], 0
    for index, value in enumerate(found):
        if value:
            words.append(f"{index - before}:{value}")
            before = index
    return " ".join(words)


def read(text):
    """Returns R with the lines, and the factors of a certificate by the index of the inequality."""
    failed, kinds, *words = text.split()
    found, index = {}, 0
    for word in words:
        step, value = map(int, word.split(":"))
        index += step
        found[index] = value
    return (int(failed), tuple(kinds)), found


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--board", type=int, default=7, metavar="M")
    parser.add_argument("--pieces", type=int, default=3, metavar="K", help="squares of a kill")
    parser.add_argument("--rows", type=int, default=4, metavar="N", help="open rows, and columns")
    parser.add_argument("--placed", type=int, default=4, metavar="A", help="a must be greater")
    parser.add_argument("--failed", type=int, action="append", metavar="R", help="only these R")
    parser.add_argument("--solve", action="store_true", help="find the factors, and use no file")
    parser.add_argument(
        "--write", type=Path, metavar="FILE", help="with --solve: save certificates"
    )
    parser.add_argument("--certificates", type=Path, default=CERTIFICATES, metavar="FILE")
    options = parser.parse_args()
    if options.write and not options.solve:
        parser.error("--write needs --solve")
    every = range(1, 2 * options.rows)
    if not set(options.failed or [1]) <= set(every):
        parser.error("--failed, --rows: R must be 1 to 2N - 1")
    begun, certificates, lines = time.time(), {}, []
    try:
        if options.solve:
            import highspy
            import numpy

            if options.write:
                options.write.touch()  # it should fail now rather than after minutes
        else:
            with gzip.open(options.certificates, "rt") as file:
                certificates = dict(map(read, file))
    except (EOFError, ImportError, OSError, ValueError, zlib.error) as error:
        print(f"check_unions.py: {error}", file=sys.stderr)
        sys.exit(2)
    proved = True
    print("lines open at the failure   orders   a is at least")
    for failed in options.failed or every:
        bounds = []
        for kinds in orders(options.rows, failed):
            inequalities, most = programme(options.board, options.pieces, kinds, failed)
            if options.solve:
                found = factors(highspy, numpy, inequalities, most)
                lines.append(write(failed, kinds, found))
            else:
                given = certificates.get((failed, kinds), {})
                found = [given.get(index, 0) for index in range(len(inequalities))]
            bounds.append(bound(inequalities, most, found))
        least = min(bounds)
        proved &= least > options.placed * SCALE
        print(
            f"{failed:25}   {len(bounds):6}   {10_000 * least // SCALE / 10_000:13.4f}", flush=True
        )
    verdict = ("proved" if proved else "NOT PROVED") + (" for these R" if options.failed else "")
    print(f"a > {options.placed} is {verdict}, {time.time() - begun:.0f} seconds")
    if options.write:
        options.write.write_bytes(gzip.compress("\n".join(lines + [""]).encode(), 9, mtime=0))
    sys.exit(not proved)


if __name__ == "__main__":
    main()
