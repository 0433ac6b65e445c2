"""The rules of Generalized Quantum Tic-Tac-Toe, written out literally.

The module plays games on any board by the paper's rules and all values of --collapse, and writes
moves in the notation of gqt3. It is made for checks: it shares no code with gqt3, and uses no
theorem and no shortcut. Only the standard library.

Squares are 1 to m*m, left to right and top to bottom. A set of squares is an integer whose bit x
stands for square x. A series is a pair of its turn and its set of quantum squares. A matching is
a dictionary from turns to squares; `classical` is one from squares to turns.

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
    """A board, a number of pieces and who chooses a collapse; the default is the paper's."""

    side: int
    pieces: int
    collapse: str = "opponent"

    @property
    def squares(self):
        """The number of squares, which is the number of turns of a full game."""
        return self.side * self.side

    @property
    def all_squares(self):
        """The set of all squares."""
        return bits(range(1, self.squares + 1))

    def chooser(self, turn):
        """Returns the player, 1 or 2, who chooses a collapse that the series of `turn` causes."""
        fixed = {"player1": 1, "player2": 2, "mover": player(turn), "opponent": 3 - player(turn)}
        return fixed[self.collapse]


@dataclass
class Position:
    """A position: the next turn, the classical squares and the quantum series.

    `entangled` has the turns of the series that collapse, if a chooser is to choose. The turn is
    then still that of the series that entangles.
    """

    turn: int = 1
    classical: dict = field(default_factory=dict)
    quantum: tuple = ()
    entangled: tuple = ()
    matching: dict = field(default_factory=dict)  # some matching of the quantum series


class Illegal(ValueError):
    """An illegal move or collapse."""


def bits(squares):
    """Returns the set of the given squares."""
    return sum(1 << square for square in set(squares))


def first(mask):
    """Returns the first square of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def members(mask):
    """Returns the squares of a set, in increasing order."""
    found = []
    while mask:
        found.append(first(mask))
        mask &= mask - 1
    return found


def player(turn):
    """Returns the player, 1 or 2, whose turn it is."""
    return 1 if turn % 2 else 2


def lines(side):
    """Returns the lines as sets: rows, columns and the two main diagonals, each once."""
    span = range(side)
    found = [bits(side * row + column + 1 for column in span) for row in span]
    found += [bits(side * row + column + 1 for row in span) for column in span]
    found += [bits(side * row + row + 1 for row in span)]
    found += [bits(side * row + side - row for row in span)]
    return list(dict.fromkeys(found))


def match(series, matching=None):
    """Returns a greatest matching of series to squares, beginning with a matching of some of them.

    The method is that of augmenting paths: a series that finds no unused square takes one from
    another series, which then has to find one.
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


def fits(series):
    """Returns `true` if the series can be matched to different squares."""
    return len(match(series)) == len(series)


def entanglement(series, matching):
    """Returns the turns of the largest tight set: k series that touch k squares together.

    A series is in no tight set if it reaches a square that no series is matched to, by way of
    squares and the series that are matched to them.
    """
    unused, tight, before = ~bits(matching.values()), list(series), None
    while tight != before:
        before = tight
        tight = [one for one in before if not one[1] & unused]
        unused |= bits(matching[turn] for turn, places in before if places & unused)
    return tuple(turn for turn, _ in tight)


def forced(series):
    """Returns the matching of a tight set if there is just one, and else `None`.

    A series with one square is matched to it. If no series has one square, following squares and
    series alternately closes a cycle, and a second matching exists.
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
    """Returns the series with some squares taken away."""
    return [(turn, squares & ~places) for turn, squares in series]


def quantum_squares(rules, position):
    """Returns the set of the quantum squares."""
    return rules.all_squares & ~bits(position.classical)


def series_size(rules, position):
    """Returns the number of pieces of the next series: n, or 1 if fewer squares are quantum."""
    return rules.pieces if len(members(quantum_squares(rules, position))) >= rules.pieces else 1


def place(rules, position, places):
    """Places a series. If a tight set has one matching it collapses; else it waits for a choice."""
    free = quantum_squares(rules, position)
    if position.entangled or is_over(rules, position):
        raise Illegal("no series can be placed now")
    if places & ~free or len(members(places)) != series_size(rules, position):
        raise Illegal(f"{series_size(rules, position)} different squares of {members(free)}")
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
    """Makes the squares of the entangled series classical, each by the series matched to it."""
    series = dict(collapsing(position))
    squares = [square for turn, square in matching.items() if series.get(turn, 0) >> square & 1]
    if not series or len(set(squares)) != len(series):
        raise Illegal("a different square of each entangled series")
    classical = {**position.classical, **{square: turn for turn, square in matching.items()}}
    others = [one for one in position.quantum if one[0] not in series]
    quantum = tuple(without(others, bits(squares)))
    left = {turn: square for turn, square in position.matching.items() if turn not in series}
    return Position(position.turn + 1, classical, quantum, (), left)


def completed(rules, classical):
    """Returns the completed lines, each as its owner and its largest subscript."""
    found = []
    for line in lines(rules.side):
        turns = [classical.get(square) for square in members(line)]
        if None not in turns and len({player(turn) for turn in turns}) == 1:
            found.append((player(turns[0]), max(turns)))
    return found


def is_over(rules, position):
    """Returns `true` if the game has ended."""
    return len(position.classical) == rules.squares


def margin(rules, classical):
    """Returns player 1's points minus player 2's for a game that ended with these squares."""
    found, total = completed(rules, classical), Fraction(0)
    for owner, last in found:
        rank = 1 + len({other for _, other in found if other < last})
        total += Fraction(1 if owner == 1 else -1, rank)
    return total


def write_collapse(position, matching):
    """Writes a collapse: squares by decreasing turns, cut short where the rest is forced."""
    series, words = collapsing(position), []
    while forced(series) is None:
        square = matching[series[0][0]]
        words.append(str(square))
        series = without(series[1:], 1 << square)
    return ",".join(words)


def write_move(places):
    """Writes the squares of a series."""
    return "-".join(map(str, members(places)))
