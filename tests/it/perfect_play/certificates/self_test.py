"""Compare the fast algorithms of scripts/check_certificate.py with the definitions.

    python3 tests/it/perfect_play/certificates/self_test.py

The games and the boards are small and random.
"""

import random
import sys
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4] / "scripts"))
sys.dont_write_bytecode = True

from check_certificate import HEADER, Game, bits_of, is_single, size_of  # noqa: E402

GAME = {name: values.split("|")[0] for name, values in HEADER.items()} | {"pieces": "1"}


def game(**header):
    return Game(GAME | {name: str(value) for name, value in header.items()})


def union(masks):
    squares = 0
    for mask in masks:
        squares |= mask
    return squares


def tight_sets(series, quantum):
    for size in range(1, len(quantum) + 1):
        for members in combinations(quantum, size):
            if size_of(union(series[turn] for turn in members)) == size:
                yield members


def matchings(series, entangled):
    squares = list(bits_of(union(series[turn] for turn in entangled)))
    for chosen in permutations(squares, len(entangled)):
        if all(square & series[turn] for turn, square in zip(entangled, chosen)):
            yield chosen


def after_collapse(of, series, entangled, chosen):
    return of.normal(of.collapsed(series, entangled, chosen))


def check_placements(side, pieces, games, generator):
    of = game(board=side, pieces=pieces)
    collapses = 0
    for _ in range(games):
        position = ()
        while not of.is_over(position):
            squares = generator.choice(of.placements(position))
            series, entangled = of.place(position, squares, of.taken(position))
            quantum = [turn for turn, mask in enumerate(series) if not is_single(mask) or turn == len(position)]
            assert set(entangled) == {turn for members in tight_sets(series, quantum) for turn in members}
            if not entangled:
                position = series
                continue
            collapses += 1
            every = list(matchings(series, entangled))
            assert of.is_forced(series, entangled) == (len(every) == 1)
            assert all(of.is_collapse(series, entangled, chosen) for chosen in every)
            for _ in range(20):
                wrong = tuple(1 << generator.randrange(of.squares) for _ in entangled)
                assert of.is_collapse(series, entangled, wrong) == (wrong in every)
            if len(every) <= 800:
                expected = {after_collapse(of, series, entangled, chosen) for chosen in every}
                assert {of.normal(after) for after in of.outcomes(series, entangled)} == expected
            position = of.collapsed(series, entangled, generator.choice(every))
    assert collapses > games // 2, "there was something to compare"


def check_lead(side, boards, generator):
    """Checks the bound of a lead when a random part of a random full board is known."""
    attained = 0
    # A larger game takes long to set up.
    for scoring in ("harmonic", "decisive", "shared")[: 1 if side > 3 else 3]:
        for ties in ("dense", "competition"):
            for offset in (0, 1):
                of = game(board=side, scoring=scoring, ties=ties, offset=offset)
                for _ in range(boards):
                    squares = list(bits_of(of.board))
                    generator.shuffle(squares)
                    known = union(square for square in squares if generator.random() < 0.7)
                    owned = [squares_of & known for squares_of in of.owned(squares)]
                    margin = of.margin(squares)
                    assert margin <= of.lead(0, owned), (squares, ties)
                    assert -margin <= of.lead(1, owned), (squares, ties)
                    attained += margin == of.lead(0, owned)
    assert attained > 0


def check_ties():
    """Scores two lines of player 1 with equal largest subscripts, and a later one of player 2."""
    lines = ((5, 0), (5, 0), (7, 1))
    assert game(board=4, ties="dense").points(lines) == 2 - Fraction(1, 2)
    assert game(board=4, ties="competition").points(lines) == 2 - Fraction(1, 3)


def main():
    generator = random.Random(15)
    for side, pieces, games in [(2, 1, 5), (2, 2, 20), (2, 3, 20), (3, 1, 5), (3, 2, 5), (3, 3, 3), (3, 4, 1), (3, 5, 1)]:
        check_placements(side, pieces, games, generator)
    for side, boards in [(1, 1), (2, 50), (3, 100), (4, 10)]:
        check_lead(side, boards, generator)
    check_ties()
    print("the definitions agree")


if __name__ == "__main__":
    main()
