#!/usr/bin/env python3
"""Checks a certificate: a strategy that proves what a player can force in Generalized Quantum Tic-Tac-Toe.

    python3 scripts/check_certificate.py FILE

Needs Python 3.9 or later and nothing else. It knows the rules of the game and nothing of the program that wrote the
file: it plays every action of the other player, looks the prover's actions up, checks that each is legal, and scores
the games that end. Nothing is searched for. Exit code 0: what the file claims is proven, and printed. Exit code 1: it
is not. Exit code 2: the file cannot be read as a certificate.

A position is a list of series in the order of the turns, each a set of squares. A set of one square is classical. A
set of quantum series with as many squares as members is entangled; the largest such set must collapse. Square k is bit
k - 1 of a mask. Positions are compared in normal form:

* the first m series of a player are interchangeable on an m-by-m board. A line of the player holds m of its series,
  so the largest is its m-th or a later one, whichever the others are. So they are sorted among their places;
* of the images under rotations and reflections the smallest list stands for all.
"""

import sys
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

CHOICES = {
    "collapse": ("opponent", "mover", "player1", "player2"),
    "offset": ("0", "1"),
    "ending": ("full", "first-line"),
    "scoring": ("harmonic", "decisive", "shared"),
    "tail": ("classical", "stop"),
    "ties": ("dense", "competition"),
    "prover": ("player1", "player2"),
}
NUMBERS = ("board", "pieces", "choices")
PROGRESS_EVERY = 100_000


class Malformed(Exception):
    """The file is not a certificate."""


class Refuted(Exception):
    """The certificate does not prove its claim."""


def squares_of(mask):
    """The squares of a mask, from 0."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


def text_of(mask):
    return "-".join(str(index + 1) for index in squares_of(mask))


def mask_of(text, squares):
    mask = 0
    for part in text.split("-"):
        if not part.isdigit() or not 1 <= int(part) <= squares:
            raise Malformed(f"'{part}' is not a square from 1 to {squares}")
        if mask >> (int(part) - 1) & 1:
            raise Malformed(f"square {part} comes twice")
        mask |= 1 << (int(part) - 1)
    return mask


class Certificate:
    """The game, the claim, and the prover's actions."""

    def __init__(self, lines):
        lines = iter(lines)
        if next(lines, "").strip() != "certificate 1":
            raise Malformed("the first line is not 'certificate 1'")
        self.header = {}
        for line in lines:
            name, _, value = line.strip().partition(" ")
            if name in self.header:
                raise Malformed(f"'{name}' comes twice")
            self.header[name] = value
            if name == "choices":
                break
        self._check_header()
        self.side = int(self.header["board"])
        self.squares = self.side**2
        self.pieces = int(self.header["pieces"])
        self.actions = {}
        for line in lines:
            self._read_action(line.strip())
        if len(self.actions) != int(self.header["choices"]):
            raise Malformed(f"{len(self.actions)} choices where {self.header['choices']} are announced")

    def _check_header(self):
        for name, values in CHOICES.items():
            if self.header.get(name) not in values:
                raise Malformed(f"'{name}' must be one of {', '.join(values)}, not {self.header.get(name)}")
        for name in NUMBERS:
            if not self.header.get(name, "").isdigit():
                raise Malformed(f"'{name}' must be a number")
        try:
            self.margin = Fraction(self.header["margin"])
        except (KeyError, ValueError, ZeroDivisionError):
            raise Malformed("'margin' must be a number or a fraction") from None
        if not 1 <= int(self.header["board"]) <= 4 or int(self.header["pieces"]) < 1:
            raise Malformed("boards have a side of 1 to 4, series 1 piece or more")

    def _read_action(self, line):
        position, arrow, action = line.partition(" -> ")
        if not arrow:
            raise Malformed(f"'{line}' is not 'position -> action'")
        key = () if position == "-" else tuple(mask_of(part, self.squares) for part in position.split(" "))
        if key in self.actions:
            raise Malformed(f"'{position}' comes twice")
        if action.startswith("="):
            self.actions[key] = tuple(mask_of(part, self.squares) for part in action[1:].split(","))
        else:
            self.actions[key] = mask_of(action, self.squares)


class Game:
    """The rules."""

    def __init__(self, certificate):
        header = certificate.header
        self.side, self.squares, self.pieces = certificate.side, certificate.squares, certificate.pieces
        self.collapse, self.offset = header["collapse"], int(header["offset"])
        self.first_line, self.stop = header["ending"] == "first-line", header["tail"] == "stop"
        self.scoring, self.ties = header["scoring"], header["ties"]
        self.lines = self._lines()
        self.images = self._images()
        self.most = lru_cache(maxsize=None)(self._most)

    def _lines(self):
        m = self.side
        rows = [[m * row + column for column in range(m)] for row in range(m)]
        columns = [[m * row + column for row in range(m)] for column in range(m)]
        diagonals = [[(m + 1) * row for row in range(m)], [(m - 1) * (row + 1) for row in range(m)]]
        # On the 1-by-1 board all of them are one line.
        return sorted({sum(1 << square for square in line) for line in rows + columns + diagonals})

    def _images(self):
        """For each symmetry the image of every set of squares."""
        m = self.side
        maps = set()
        for flip_rows in (False, True):
            for flip_columns in (False, True):
                for transpose in (False, True):
                    image = []
                    for square in range(self.squares):
                        row, column = divmod(square, m)
                        row, column = (m - 1 - row if flip_rows else row), (m - 1 - column if flip_columns else column)
                        image.append(m * column + row if transpose else m * row + column)
                    maps.add(tuple(image))
        tables = []
        for image in maps:
            table = [0] * (1 << self.squares)
            for mask in range(1, 1 << self.squares):
                lowest = (mask & -mask).bit_length() - 1
                table[mask] = table[mask & (mask - 1)] | 1 << image[lowest]
            tables.append(table)
        return tables

    def normal(self, position):
        """The normal form of a position."""
        same = 2 * self.side
        first, second = slice(0, same, 2), slice(1, same, 2)
        best = None
        for table in self.images:
            image = [table[mask] for mask in position]
            image[first] = sorted(image[first])
            image[second] = sorted(image[second])
            if best is None or image < best:
                best = image
        return tuple(best)

    def quantum(self, position):
        """The quantum squares."""
        taken = 0
        for mask in position:
            if mask & (mask - 1) == 0:
                taken |= mask
        return (1 << self.squares) - 1 & ~taken

    def owned(self, position):
        """The squares of each player's classical pieces."""
        owned = [0, 0]
        for turn, mask in enumerate(position):
            if mask & (mask - 1) == 0:
                owned[turn % 2] |= mask
        return owned

    def has_line(self, owned):
        return any(line & ~squares == 0 for line in self.lines for squares in owned)

    def is_over(self, position):
        quantum = self.quantum(position)
        if quantum == 0 or (self.stop and bin(quantum).count("1") < self.pieces):
            return True
        return self.first_line and self.has_line(self.owned(position))

    def placements(self, position):
        """Every legal placement."""
        squares = squares_of(self.quantum(position))
        pieces = self.pieces if len(squares) >= self.pieces else 1
        return [sum(1 << square for square in chosen) for chosen in combinations(squares, pieces)]

    def place(self, position, squares):
        """The series of the position after a placement, and which of them are entangled (indices)."""
        series = [mask for mask in position] + [squares]
        quantum = [turn for turn, mask in enumerate(series) if mask & (mask - 1) or turn == len(position)]
        # Every set that the new placement makes tight holds the new series; the largest is the union of all.
        entangled = set()
        newest = quantum[-1]
        others = quantum[:-1]
        for size in range(len(others) + 1):
            for members in combinations(others, size):
                union = squares
                for turn in members:
                    union |= series[turn]
                if bin(union).count("1") == size + 1:
                    entangled.update(members)
                    entangled.add(newest)
        return series, sorted(entangled)

    def collapses(self, series, entangled):
        """Every perfect matching of the entangled series onto their squares, in the order of the series."""
        found = []

        def extend(chosen, taken):
            if len(chosen) == len(entangled):
                found.append(tuple(chosen))
                return
            for square in squares_of(series[entangled[len(chosen)]] & ~taken):
                extend(chosen + [1 << square], taken | 1 << square)

        extend([], 0)
        return found

    def collapsed(self, series, entangled, chosen):
        """The position after a collapse."""
        taken = sum(chosen)
        after = [mask if mask & (mask - 1) == 0 else mask & ~taken for mask in series]
        for turn, square in zip(entangled, chosen):
            after[turn] = square
        return tuple(after)

    def mover(self, position):
        """Who places next: 0 or 1."""
        return len(position) % 2

    def chooser(self, series):
        """Who collapses what the newest series entangled."""
        mover = (len(series) - 1) % 2
        return {"opponent": 1 - mover, "mover": mover, "player1": 0, "player2": 1}[self.collapse]

    def margin(self, position):
        """Player 1's points minus player 2's."""
        owned = self.owned(position)
        turn_on = {mask: turn + 1 for turn, mask in enumerate(position) if mask & (mask - 1) == 0}
        completed = []
        for line in self.lines:
            for player in (0, 1):
                if line & ~owned[player] == 0:
                    last = max(turn_on[1 << square] for square in squares_of(line))
                    completed.append((last - (self.offset if player else 0), player))
        if not completed:
            return Fraction(0)
        players = {player for _, player in completed}
        if self.scoring == "shared":
            return Fraction(0 if len(players) == 2 else 1 if 0 in players else -1)
        times = [last for last, _ in completed]
        if self.scoring == "decisive":
            first = {player for last, player in completed if last == min(times)}
            return Fraction(0 if len(first) == 2 else 1 if 0 in first else -1)
        points = Fraction(0)
        for last, player in completed:
            earlier = [time for time in times if time < last]
            rank = 1 + (len(set(earlier)) if self.ties == "dense" else len(earlier))
            points += Fraction(1 if player == 0 else -1, rank)
        return points

    def ahead(self, own, other):
        """The most a player with `own` lines can be ahead of one with `other`: all the player's lines count first and
        as one, the other's behind them one after the other."""
        if self.scoring == "decisive":
            return Fraction(1 if own else -1 if other else 0)
        if self.scoring == "shared":
            return Fraction((own > 0) - (other > 0))
        behind = 2 if own else 1
        return own - sum((Fraction(1, rank) for rank in range(behind, behind + other)), Fraction(0))

    def _most(self, mine, theirs, mine_at_the_end):
        """The most that the owner of `theirs` can be ahead in the end; `mine_at_the_end` is how many squares the owner
        of `mine` has on a full board, or `None` if the game may stop before."""
        board = (1 << self.squares) - 1
        count = lambda owned: sum(line & ~owned == 0 for line in self.lines)
        if mine_at_the_end is None:
            return self.ahead(count(board & ~mine), 0)
        free = squares_of(board & ~mine & ~theirs)
        more = mine_at_the_end - bin(mine).count("1")
        ends = (mine | sum(1 << square for square in chosen) for chosen in combinations(free, more))
        return max(self.ahead(count(board & ~end), count(end)) for end in ends)


class Checker:
    """Follows the prover's strategy through every game."""

    def __init__(self, certificate):
        self.certificate = certificate
        self.game = Game(certificate)
        self.prover = 0 if certificate.header["prover"] == "player1" else 1
        self.target = certificate.margin if self.prover == 0 else -certificate.margin
        full = not self.game.first_line and (not self.game.stop or self.game.pieces == 1)
        first = (self.game.squares + 1) // 2
        self.at_the_end = (first if self.prover == 0 else self.game.squares - first) if full else None
        self.used = set()
        self.games_ended = 0
        self.positions = 0

    def settled(self, position):
        """Whether the classical pieces alone settle the claim, whatever else happens."""
        owned = self.game.owned(position)
        mine, theirs = owned[self.prover], owned[1 - self.prover]
        return -self.game.most(mine, theirs, self.at_the_end) >= self.target

    def look_up(self, key):
        action = self.certificate.actions.get(key)
        if action is None:
            where = " ".join(text_of(mask) for mask in key) or "the start"
            raise Refuted(f"there is no choice for the position {where}")
        self.used.add(key)
        return action

    def check(self):
        waiting = [()]
        seen = {()}
        while waiting:
            position = waiting.pop()
            self.positions += 1
            if self.positions % PROGRESS_EVERY == 0 and sys.stderr.isatty():
                print(f"{self.positions} positions", file=sys.stderr)
            for after in self.after_turn(position):
                if self.game.is_over(after):
                    self.end(after)
                elif not self.settled(after):
                    key = self.game.normal(after)
                    if key not in seen:
                        seen.add(key)
                        waiting.append(key)

    def end(self, position):
        self.games_ended += 1
        margin = self.game.margin(position)
        if (margin if self.prover == 0 else -margin) < self.target:
            raise Refuted(f"a game ends with the margin {margin}: {' '.join(text_of(mask) for mask in position)}")

    def after_turn(self, position):
        """Every position after the next turn, as far as the prover lets it come about."""
        legal = self.game.placements(position)
        if self.game.mover(position) == self.prover:
            choice = self.look_up(position)
            if choice not in legal:
                raise Refuted(f"the choice for {' '.join(text_of(mask) for mask in position)} is no legal placement")
            legal = [choice]
        for squares in legal:
            series, entangled = self.game.place(position, squares)
            if not entangled:
                yield tuple(series)
                continue
            collapses = self.game.collapses(series, entangled)
            if len(collapses) > 1 and self.game.chooser(series) == self.prover:
                yield self.choose(series)
            else:
                for chosen in collapses:
                    yield self.game.collapsed(series, entangled, chosen)

    def choose(self, series):
        """The position after the prover's collapse; in normal form, like the choice."""
        key = self.game.normal(series)
        chosen = self.look_up(key)
        entangled = self.maximal_tight(key)
        if not isinstance(chosen, tuple) or chosen not in self.game.collapses(key, entangled):
            raise Refuted(f"the choice for {' '.join(text_of(mask) for mask in key)} is no legal collapse")
        return self.game.collapsed(key, entangled, chosen)

    @staticmethod
    def maximal_tight(series):
        """The union of all tight sets of a position that waits for a collapse."""
        # A series of one square is classical, and then nobody else is there; or it is the newest, a single piece.
        shared = [turn for turn, mask in enumerate(series) if any(mask & other for other in series[:turn])]
        shared += [turn for turn, mask in enumerate(series) if any(mask & other for other in series[turn + 1 :])]
        quantum = sorted({turn for turn, mask in enumerate(series) if mask & (mask - 1)} | set(shared))
        entangled = set()
        for size in range(1, len(quantum) + 1):
            for members in combinations(quantum, size):
                union = 0
                for turn in members:
                    union |= series[turn]
                if bin(union).count("1") == size:
                    entangled.update(members)
        return sorted(entangled)


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="ascii") as file:
            certificate = Certificate(file)
    except (OSError, UnicodeDecodeError, Malformed) as error:
        print(f"{sys.argv[1]}: not a certificate: {error}", file=sys.stderr)
        return 2
    checker = Checker(certificate)
    try:
        checker.check()
    except Refuted as reason:
        print(f"{sys.argv[1]}: not proven: {reason}")
        return 1
    header = certificate.header
    rules = ", ".join(f"{name} {header[name]}" for name in ("collapse", "offset", "ending", "scoring", "tail", "ties"))
    claim = "gets at least" if checker.prover == 0 else "gets at most"
    print(f"{header['board']}x{header['board']}, n = {header['pieces']} ({rules})")
    print(f"proven: player 1 {claim} {certificate.margin} points more than player 2")
    print(
        f"{len(checker.used)} of {len(certificate.actions)} choices used, {checker.positions} positions, "
        f"{checker.games_ended} ends of games scored"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
