"""The rules of Generalized Quantum Tic-Tac-Toe, written out literally.

The module plays games on any board by every rule that `gqt3 help rules` lists, reads and writes
games in the notation of gqt3, and values late positions by plain minimax. It is made for checks:
it shares no code with gqt3, and uses no theorem and no shortcut. Only the standard library.

Squares are 1 to m*m, left to right and top to bottom. A set of squares is an integer whose bit x
stands for square x. A series is a pair of its turn and its set of quantum squares. A matching is
a dictionary from turns to squares; `classical` is one from squares to turns.

    >>> rules = Rules(side=3, pieces=2)
    >>> position = parse(rules, "1-2 2-5 5-9 1-5=5")
    >>> position.classical
    {5: 4, 9: 3, 2: 2, 1: 1}
    >>> value(rules, parse(rules, "1-2 2-5 5-9 1-5=5 3-4 3-4=4"))
    Fraction(1, 2)
"""

import itertools
import re
from dataclasses import dataclass, field
from fractions import Fraction

COLLAPSE = ("opponent", "mover", "player1", "player2")
OFFSET = (0, 1)
ENDING = ("full", "first-line")
SCORING = ("harmonic", "decisive", "shared")
TAIL = ("classical", "stop")
TIES = ("dense", "competition")


@dataclass(frozen=True)
class Rules:
    """A board, a number of pieces and the rules of a game; the defaults are the paper's."""

    side: int
    pieces: int
    collapse: str = "opponent"
    offset: int = 0
    ending: str = "full"
    scoring: str = "harmonic"
    tail: str = "classical"
    ties: str = "dense"

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

    def key(self):
        """Returns a value that is equal for equal positions only."""
        return self.turn, tuple(sorted(self.classical.items())), self.quantum, self.entangled


class Illegal(ValueError):
    """An illegal move or collapse, or a text that is no game."""


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


def matchings(series):
    """Generates all perfect matchings of a tight set, in the order of the first series' squares."""
    if not series:
        yield {}
        return
    (turn, places), rest = series[0], series[1:]
    for square in members(places):
        remaining = without(rest, 1 << square)
        if fits(remaining):
            for matching in matchings(remaining):
                yield {turn: square, **matching}


def quantum_squares(rules, position):
    """Returns the set of the quantum squares."""
    return rules.all_squares & ~bits(position.classical)


def series_size(rules, position):
    """Returns the number of pieces of the next series: n, or 1 if fewer squares are quantum."""
    return rules.pieces if len(members(quantum_squares(rules, position))) >= rules.pieces else 1


def placements(rules, position):
    """Generates all legal series as sets of squares."""
    free = members(quantum_squares(rules, position))
    return map(bits, itertools.combinations(free, series_size(rules, position)))


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


def collapses(position):
    """Generates all collapses that the chooser can choose, as matchings."""
    return matchings(collapsing(position))


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
            owner = player(turns[0])
            found.append((owner, max(turns) - (rules.offset if owner == 2 else 0)))
    return found


def is_over(rules, position):
    """Returns `true` if the game has ended."""
    free = rules.squares - len(position.classical)
    if position.entangled:
        return False
    if free == 0 or (rules.tail == "stop" and free < rules.pieces):
        return True
    return rules.ending == "first-line" and bool(completed(rules, position.classical))


def margin(rules, classical):
    """Returns player 1's points minus player 2's for a game that ended with these squares."""
    found = completed(rules, classical)
    sign = {1: 1, 2: -1}
    if rules.scoring == "shared":
        owners = {owner for owner, _ in found}
        return Fraction(sign[owners.pop()] if len(owners) == 1 else 0)
    if rules.scoring == "decisive":
        first = min((last for _, last in found), default=None)
        owners = {owner for owner, last in found if last == first}
        return Fraction(sign[owners.pop()] if len(owners) == 1 else 0)
    total = Fraction(0)
    for owner, last in found:
        before = [other for _, other in found if other < last]
        rank = 1 + len(set(before) if rules.ties == "dense" else before)
        total += Fraction(sign[owner], rank)
    return total


def value(rules, position, memo=None):
    """Returns the margin when both players make no mistake, by plain minimax with a memo."""
    memo = {} if memo is None else memo
    key = position.key()
    if key not in memo:
        if is_over(rules, position):
            memo[key] = margin(rules, position.classical)
        else:
            best = max if mover(rules, position) == 1 else min
            memo[key] = best(value(rules, after, memo) for after in successors(rules, position))
    return memo[key]


def mover(rules, position):
    """Returns the player who has to choose: the chooser of a collapse, or the player to move."""
    return rules.chooser(position.turn) if position.entangled else player(position.turn)


def successors(rules, position):
    """Generates the positions after each legal choice."""
    if position.entangled:
        return (collapse(position, matching) for matching in collapses(position))
    return (place(rules, position, places) for places in placements(rules, position))


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


def parse(rules, text):
    """Reads a game and returns its position. Raises `Illegal` with the number of a wrong move."""
    position = Position()
    for number, token in enumerate(text.split(), 1):
        try:
            if position.entangled:
                raise Illegal("the move before entangles, and has no collapse")
            if not re.fullmatch(r"\d+(-\d+)*(=\d+(,\d+)*)?", token, re.ASCII):
                raise Illegal("squares such as 1-5, and after = those of a collapse")
            move, _, chosen = token.partition("=")
            position = place(rules, position, bits(read_squares(rules, move, "-")))
            if chosen:
                position = collapse(position, complete(position, read_squares(rules, chosen, ",")))
        except ValueError as error:
            raise Illegal(f"move {number}, {token}: {error}") from None
    return position


def read_squares(rules, text, separator):
    """Reads different squares of the board."""
    squares = [int(word) for word in text.split(separator)]
    if len(set(squares)) < len(squares) or not 1 <= min(squares) <= max(squares) <= rules.squares:
        raise Illegal(f"different squares from 1 to {rules.squares}")
    return squares


def complete(position, squares):
    """Returns the one collapse that begins with the given squares."""
    series = collapsing(position)
    begun = [(turn, places & 1 << square) for (turn, places), square in zip(series, squares)]
    rest = begun + without(series[len(squares) :], bits(squares))
    found = forced(rest) if fits(rest) else None
    if not series or found is None or len(squares) > len(series):
        raise Illegal("squares of the entangled series that leave one collapse")
    return found
