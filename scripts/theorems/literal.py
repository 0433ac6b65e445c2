"""The rules of Generalized Quantum Tic-Tac-Toe, written out for programs that check gqt3.

The rules are the paper's, with every value of --collapse. What collapses is found by matchings,
because trying all sets of series would take too long.

Squares are 1 to m*m, left to right and top to bottom. A set of squares is an integer whose bit x
is square x. A series is a pair of its turn and its set of quantum squares. A matching is a
dictionary from turns to squares, but `classical` is a dictionary from squares to turns.

    >>> rules, position = Rules(side=3, pieces=2), Position()
    >>> for squares in (1, 2), (2, 5), (5, 9), (1, 5):
    ...     position = place(rules, position, bits(squares))
    >>> position.entangled, rules.chooser(position.turn)
    ((1, 2, 3, 4), 1)
    >>> collapse(position, {4: 5, 3: 9, 2: 2, 1: 1}).classical
    {5: 4, 9: 3, 2: 2, 1: 1}
"""

from dataclasses import dataclass, field
from fractions import Fraction

COLLAPSE = ("opponent", "mover", "player1", "player2")


@dataclass(frozen=True)
class Rules:
    side: int
    pieces: int
    collapse: str = "opponent"

    @property
    def squares(self):
        """The number of squares, which is also the number of turns."""
        return self.side * self.side

    @property
    def all_squares(self):
        return bits(range(1, self.squares + 1))

    def chooser(self, turn):
        """Returns the player, 1 or 2, who chooses the collapse that the series of a turn causes."""
        fixed = {"player1": 1, "player2": 2, "mover": player(turn), "opponent": 3 - player(turn)}
        return fixed[self.collapse]


@dataclass
class Position:
    """`turn` is the turn to be played.

    But if `entangled` is not empty, the series of these turns must collapse first, and `turn` is
    the turn of the series that caused the collapse.
    """

    turn: int = 1
    classical: dict = field(default_factory=dict)
    quantum: tuple = ()
    entangled: tuple = ()
    matching: dict = field(default_factory=dict)  # some matching of the quantum series


class Illegal(ValueError):
    """An illegal placement or collapse."""


def bits(squares):
    return sum(1 << square for square in set(squares))


def first(mask):
    """Returns the least square of a set, or -1 if it is empty."""
    return (mask & -mask).bit_length() - 1


def members(mask):
    found = []
    while mask:
        found.append(first(mask))
        mask &= mask - 1
    return found


def player(turn):
    return 1 if turn % 2 else 2


def lines(side):
    """Returns the rows, the columns and the two main diagonals, in this order. 1x1 has one line."""
    span = range(side)
    found = [bits(side * row + column + 1 for column in span) for row in span]
    found += [bits(side * row + column + 1 for row in span) for column in span]
    found += [bits(side * row + row + 1 for row in span)]
    found += [bits(side * row + side - row for row in span)]
    return list(dict.fromkeys(found))


def match(series, matching=None):
    """Returns a greatest matching of series to squares, which includes the series of `matching`.

    The matching grows along augmenting paths.
    """
    places, where = dict(series), dict(matching or {})
    owner = {square: turn for turn, square in where.items()}
    used = bits(owner)
    for turn in places.keys() - where.keys():
        queue, parent, seen = [turn], {}, 0
        for one in queue:
            reached = places[one] & ~seen
            seen |= reached
            if reached & ~used:
                square = first(reached & ~used)
                used |= 1 << square
                while one is not None:
                    owner[square] = one
                    where[one], square = square, where.get(one)
                    one = parent.get(one)
                break
            for square in members(reached):
                parent[owner[square]] = one
                queue.append(owner[square])
    return where


def entanglement(series, matching):
    """Returns the turns of the largest tight set, or () if there is none.

    A tight set has as many series as squares. `matching` must have a square for each series. A
    series is in no tight set if it can move to an unused square, or to a square whose owner can
    move on, and so forth.
    """
    unused, tight, before = ~bits(matching.values()), list(series), None
    while tight != before:
        before = tight
        tight = [one for one in before if not one[1] & unused]
        unused |= bits(matching[turn] for turn, places in before if places & unused)
    return tuple(turn for turn, _ in tight)


def forced(series):
    """Returns the matching of a tight set if there is only one, and otherwise `None`.

    A series with one square left must take it. If each series has two or more, another matching
    exists, because some series can each move to the square of the next one, around a cycle.
    """
    matching = {}
    while series:
        single = next((one for one in series if one[1] & (one[1] - 1) == 0), None)
        if single is None:
            return None
        matching[single[0]] = first(single[1])
        series = without([one for one in series if one is not single], single[1])
    return matching


def without(series, places):
    return [(turn, squares & ~places) for turn, squares in series]


def quantum_squares(rules, position):
    return rules.all_squares & ~bits(position.classical)


def series_size(rules, position):
    return rules.pieces if len(members(quantum_squares(rules, position))) >= rules.pieces else 1


def place(rules, position, places):
    """Returns the position after a series, and after its collapse if there is only one collapse."""
    free = quantum_squares(rules, position)
    if position.entangled or is_over(rules, position):
        raise Illegal("no series can be placed now")
    if places & ~free or len(members(places)) != series_size(rules, position):
        wanted = series_size(rules, position)
        raise Illegal(f"a series needs {wanted} different squares of {members(free)}")
    quantum = position.quantum + ((position.turn, places),)
    matching = match(quantum, position.matching)
    tight = entanglement(quantum, matching)
    if not tight:
        return Position(position.turn + 1, position.classical, quantum, (), matching)
    waiting = Position(position.turn, position.classical, quantum, tight, matching)
    only = forced(collapsing(waiting))
    return waiting if only is None else collapse(waiting, only)


def collapsing(position):
    """Returns the entangled series in decreasing order of turns, as the notation lists them."""
    return [one for one in reversed(position.quantum) if one[0] in position.entangled]


def collapse(position, matching):
    series = dict(collapsing(position))
    squares = [square for turn, square in matching.items() if series.get(turn, 0) >> square & 1]
    if not series or len(set(squares)) != len(series):
        raise Illegal("a collapse needs a different square of each entangled series")
    classical = {**position.classical, **{square: turn for turn, square in matching.items()}}
    others = [one for one in position.quantum if one[0] not in series]
    quantum = tuple(without(others, bits(squares)))
    left = {turn: square for turn, square in position.matching.items() if turn not in series}
    return Position(position.turn + 1, classical, quantum, (), left)


def completed(rules, classical):
    """Returns the owner and the largest subscript of each completed line."""
    found = []
    for line in lines(rules.side):
        turns = [classical.get(square) for square in members(line)]
        if None not in turns and len({player(turn) for turn in turns}) == 1:
            found.append((player(turns[0]), max(turns)))
    return found


def is_over(rules, position):
    return len(position.classical) == rules.squares


def margin(rules, classical):
    """Returns player 1's points minus player 2's: harmonic, with dense ties."""
    found, total = completed(rules, classical), Fraction(0)
    for owner, last in found:
        rank = 1 + len({other for _, other in found if other < last})
        total += Fraction(1 if owner == 1 else -1, rank)
    return total


def write_collapse(position, matching):
    """Writes the squares of a collapse in order of decreasing turns, until the rest is forced."""
    series, words = collapsing(position), []
    while forced(series) is None:
        square = matching[series[0][0]]
        words.append(str(square))
        series = without(series[1:], 1 << square)
    return ",".join(words)


def write_move(places):
    return "-".join(map(str, members(places)))
