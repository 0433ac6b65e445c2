#!/usr/bin/env python3
"""Check a certificate: a strategy that proves a bound in Generalized Quantum Tic-Tac-Toe.

    python3 scripts/check_certificate.py FILE

The script needs Python 3.9 or later and nothing else, and shares no code with gqt3. It plays every
action of the other player, looks up the prover's actions, checks that they are legal, and scores
the games that end. If the file has no action for a position of the prover, the claim must hold
after every action.

Exit code 0: the claim is proved, and printed. 1: it is not proved. 2: nothing was checked, for
example because the file is no certificate. 130: the check was interrupted.

A position is a list of series in the order of the turns, each a set of squares. A series of one
square is classical unless other series are on that square. A set of quantum series with as many
squares as members is tight, and the largest such set must collapse. Square k is bit k - 1 of a
mask. Positions are compared in normal form:

* The first m series of a player are sorted, because they are interchangeable on an m-by-m board:
  only the largest subscript of a completed line counts, and a line has m series of its owner. So
  this subscript belongs to the owner's m-th series or a later one, whichever of the first m series
  the line has.
* The smallest of the position's images under rotations and reflections represents them all.

A game is not played on once the bound of `Game.lead` proves the claim.
"""

import re
import sys
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

NUMBER = "0|[1-9][0-9]{0,8}"
# The header lines in their order, with the allowed values.
HEADER = {
    "certificate": "1",
    "board": "[1-4]",
    "pieces": "[1-9][0-9]{0,8}",
    "collapse": "opponent|mover|player1|player2",
    "offset": "0|1",
    "ending": "full|first-line",
    "scoring": "harmonic|decisive|shared",
    "tail": "classical|stop",
    "ties": "dense|competition",
    "prover": "player1|player2",
    "margin": f"-?({NUMBER})(/[1-9][0-9]{{0,8}})?",
    "choices": NUMBER,
}
LONGEST_LINE = 4096
PROGRESS_EVERY = 100_000


class Malformed(Exception):
    """The file is not a certificate."""


class Refuted(Exception):
    """The certificate does not prove its claim."""


def bits_of(mask):
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def is_single(mask):
    return mask & (mask - 1) == 0


def size_of(mask):
    return bin(mask).count("1")


def union(masks):
    together = 0
    for mask in masks:
        together |= mask
    return together


def text_of(position):
    return " ".join("-".join(str(bit.bit_length()) for bit in bits_of(mask)) for mask in position) or "the start"


@lru_cache(maxsize=1 << 16)
def mask_of(text, squares):
    mask = 0
    for part in text.split("-"):
        if not re.fullmatch("[1-9][0-9]?", part) or int(part) > squares:
            raise Malformed(f"{part[:20]!r} is not a square from 1 to {squares}")
        bit = 1 << (int(part) - 1)
        if mask >= bit:
            raise Malformed(f"the squares of '{text[:40]}' are not in increasing order")
        mask |= bit
    return mask


def lines_of(file):
    """Yields the lines of a file, each of which must end with LF or CR LF."""
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if not line.endswith(b"\n"):
            raise Malformed(f"line {number} does not end, or is longer than {LONGEST_LINE} characters")
        line = line[:-1].removesuffix(b"\r")
        if not line.isascii() or not line.decode("ascii").isprintable():
            raise Malformed(f"line {number} has characters that are not printable ASCII")
        yield line.decode("ascii")


class Certificate:

    def __init__(self, lines):
        lines = iter(lines)
        self.header = {}
        for name, values in HEADER.items():
            found, _, value = next(lines, "").partition(" ")
            if found == "blocking":
                raise Malformed("it is a proof by blocking, for scripts/theorems/check_blocking")
            if found != name or not re.fullmatch(values, value):
                raise Malformed(f"line {len(self.header) + 1} is not '{name}' and a value of it")
            self.header[name] = value
        self.margin = Fraction(self.header["margin"])
        self.game = Game(self.header)
        self.actions = {}
        last = None
        for line in lines:
            key, action = self._read_choice(line)
            if last is not None and key <= last:
                raise Malformed(f"'{line[:60]}' does not come after the position before it")
            self.actions[key] = action
            last = key
        if len(self.actions) != int(self.header["choices"]):
            raise Malformed(f"{len(self.actions)} choices where {self.header['choices']} are announced")

    def _read_choice(self, line):
        position, arrow, action = line.partition(" -> ")
        squares = self.game.squares
        if not arrow:
            raise Malformed(f"'{line[:60]}' is not 'position -> action'")
        key = () if position == "-" else tuple(mask_of(part, squares) for part in position.split(" "))
        if len(key) > squares or key != self.game.normal(key):
            raise Malformed(f"'{position[:60]}' is not a position in normal form")
        if not action.startswith("="):
            return key, mask_of(action, squares)
        collapse = tuple(mask_of(part, squares) for part in action[1:].split(","))
        if not all(is_single(square) for square in collapse):
            raise Malformed(f"'{action[:60]}' is not one square for each series")
        return key, collapse


class Game:

    def __init__(self, header):
        self.side, self.pieces = int(header["board"]), int(header["pieces"])
        self.squares = self.side**2
        self.board = (1 << self.squares) - 1
        self.collapse, self.offset = header["collapse"], int(header["offset"])
        self.first_line, self.stop = header["ending"] == "first-line", header["tail"] == "stop"
        self.scoring, self.ties = header["scoring"], header["ties"]
        self.lines = self._lines()
        self.images = self._images()
        self.points = lru_cache(maxsize=None)(self._points)
        self.lines_in = lru_cache(maxsize=None)(self._lines_in)

    def _lines(self):
        m = self.side
        rows = [[m * row + column for column in range(m)] for row in range(m)]
        columns = [[m * row + column for row in range(m)] for column in range(m)]
        diagonals = [[(m + 1) * row for row in range(m)], [(m - 1) * (row + 1) for row in range(m)]]
        # On the 1-by-1 board all lines are equal.
        return sorted({sum(1 << square for square in line) for line in rows + columns + diagonals})

    def _lines_in(self, squares):
        return [line for line in self.lines if line & ~squares == 0]

    def _images(self):
        """Returns a table for each symmetry, with the image of every set of squares."""
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
        same = 2 * self.side
        best = None
        for table in self.images:
            image = [table[mask] for mask in position]
            image[0:same:2] = sorted(image[0:same:2])
            image[1:same:2] = sorted(image[1:same:2])
            if best is None or image < best:
                best = image
        return tuple(best)

    def quantum(self, position):
        owned = self.owned(position)
        return self.board & ~owned[0] & ~owned[1]

    def owned(self, position):
        owned = [0, 0]
        for turn, mask in enumerate(position):
            if is_single(mask):
                owned[turn % 2] |= mask
        return owned

    def is_over(self, position):
        quantum = self.quantum(position)
        if quantum == 0 or (self.stop and size_of(quantum) < self.pieces):
            return True
        return self.first_line and any(self.lines_in(owned) for owned in self.owned(position))

    def placements(self, position):
        quantum = self.quantum(position)
        pieces = self.pieces if size_of(quantum) >= self.pieces else 1
        return [sum(chosen) for chosen in combinations(bits_of(quantum), pieces)]

    def seats(self, series, quantum):
        """Gives each series with an index in `quantum` a square. Returns the owners by square."""
        owner = {}

        def seat(turn, tried):
            for square in bits_of(series[turn]):
                if square not in tried:
                    tried.add(square)
                    if square not in owner or seat(owner[square], tried):
                        owner[square] = turn
                        return True
            return False

        for turn in quantum:
            seat(turn, set())
        return owner

    def entangled(self, series, quantum):
        """Returns the union of all tight sets among the quantum series.

        Each series gets a square of its own. A square is open if no series owns it, or if its owner
        can go to an open square. The result is the set of the series that can go to no open square.

        The result is tight or empty. All squares of its series have owners, and no owner can go to
        an open square, because its own square would then be open. So the owners belong to the
        result, which has as many squares as series.

        The result contains every tight set, because no square of a tight set is ever open. Its
        series own all its squares. The first of these squares to become open would be open because
        its owner can go to an open square. But that square too belongs to the tight set, and was
        open before.
        """
        owner = self.seats(series, quantum)
        opened = self.board & ~sum(owner)
        while more := [square for square, turn in owner.items() if square & ~opened and series[turn] & opened]:
            opened |= sum(more)
        return [turn for turn in quantum if series[turn] & opened == 0]

    def place(self, position, squares, taken):
        """Returns the series after a placement, and the indices of the entangled ones."""
        series = position + (squares,)
        # There was no tight set before, so each tight set contains the new series. If two squares
        # of this series are not taken, it can have either of them, so no set is tight.
        if not is_single(squares & ~taken):
            return series, []
        quantum = [turn for turn, mask in enumerate(series) if not is_single(mask) or turn == len(position)]
        return series, self.entangled(series, quantum)

    def taken(self, position):
        """Returns a set of squares that the quantum series can have, one each."""
        return sum(self.seats(position, [turn for turn, mask in enumerate(position) if not is_single(mask)]))

    def is_forced(self, series, entangled):
        """Returns True if there is only one collapse.

        A series with one square left must take it. If each has two or more, another collapse
        exists, because some series can each move to the square of the next one, around a cycle.
        """
        left = [series[turn] for turn in entangled]
        while left:
            forced = next((mask for mask in left if is_single(mask)), None)
            if forced is None:
                return False
            left.remove(forced)
            left = [mask & ~forced for mask in left]
        return True

    def is_collapse(self, series, entangled, chosen):
        return (
            len(chosen) == len(entangled)
            and len(set(chosen)) == len(chosen)
            and all(square & series[turn] for turn, square in zip(entangled, chosen))
        )

    def collapsed(self, series, entangled, chosen):
        taken = sum(chosen)
        after = [mask if is_single(mask) else mask & ~taken for mask in series]
        for turn, square in zip(entangled, chosen):
            after[turn] = square
        return tuple(after)

    def outcomes(self, series, entangled):
        """Yields the position after each collapse, up to an exchange of interchangeable series.

        For the first m series of a player only the set of squares that they take together is kept.
        """
        same = 2 * self.side
        partial = {(0, 0, ())}
        for turn in entangled:
            longer = set()
            for first, second, later in partial:
                for square in bits_of(series[turn] & ~(first | second | sum(later))):
                    if turn >= same:
                        longer.add((first, second, later + (square,)))
                    elif turn % 2 == 0:
                        longer.add((first | square, second, later))
                    else:
                        longer.add((first, second | square, later))
            partial = longer
        for first, second, later in partial:
            squares = [bits_of(first), bits_of(second)]
            rest = iter(later)
            chosen = [next(rest) if turn >= same else next(squares[turn % 2]) for turn in entangled]
            yield self.collapsed(series, entangled, chosen)

    def mover(self, position):
        return len(position) % 2

    def chooser(self, series):
        mover = (len(series) - 1) % 2
        return {"opponent": 1 - mover, "mover": mover, "player1": 0, "player2": 1}[self.collapse]

    def margin(self, position):
        """Returns player 1's points minus player 2's."""
        completed = []
        for player, owned in enumerate(self.owned(position)):
            for line in self.lines_in(owned):
                last = max(turn + 1 for turn, mask in enumerate(position) if is_single(mask) and mask & line)
                completed.append((last - (self.offset if player else 0), player))
        return self.points(tuple(sorted(completed)))

    def _points(self, completed):
        """`completed` has each line's largest subscript, less player 2's offset, and its owner."""
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

    def lead(self, player, owned):
        """Returns an upper bound on the points by which a player can be ahead at the end.

        At most `may` lines can be the player's at the end. The other player has no classical piece
        on these lines, and the lines and the player's squares together have at most as many squares
        as the player has turns. Under `harmonic` each of these lines earns at most 1, and the other
        player's i-th line earns at least 1/(`may` + i).
        """
        own, other = owned[player], owned[1 - player]
        pieces = (self.squares + 1 - player) // 2
        free = [line for line in self.lines if line & other == 0]
        may = 0
        while any(size_of(own | union(lines)) <= pieces for lines in combinations(free, may + 1)):
            may += 1
        has = len(self.lines_in(other))
        if self.scoring == "decisive":
            return Fraction(1 if may else -1 if has else 0)
        if self.scoring == "shared":
            return Fraction((may > 0) - (has > 0))
        return may - sum((Fraction(1, may + rank) for rank in range(1, has + 1)), Fraction(0))


class Checker:

    def __init__(self, certificate):
        self.certificate = certificate
        self.game = certificate.game
        self.prover = 0 if certificate.header["prover"] == "player1" else 1
        self.target = certificate.margin if self.prover == 0 else -certificate.margin
        self.is_decided = lru_cache(maxsize=None)(self._is_decided)
        self.waiting = []
        self.seen = set()
        self.used = set()
        self.games_ended = 0
        self.positions = 0

    def _is_decided(self, owned):
        return -self.game.lead(1 - self.prover, owned) >= self.target

    def look_up(self, key):
        if key in self.certificate.actions:
            self.used.add(key)
        return self.certificate.actions.get(key)

    def check(self, start=()):
        """Follows the strategy from the start, or in tests from another position."""
        self.reach(start)
        while self.waiting:
            position = self.waiting.pop()
            self.positions += 1
            if self.positions % PROGRESS_EVERY == 0 and sys.stderr.isatty():
                print(f"{self.positions} positions", file=sys.stderr)
            self.play(position)

    def reach(self, position):
        """Scores, queues or drops a position, which must have no pending collapse."""
        owned = self.game.owned(position)
        if self.game.is_over(position):
            self.end(position)
        elif not self.is_decided(tuple(owned)):
            self.wait(position)

    def wait(self, position):
        key = self.game.normal(position)
        if key not in self.seen:
            self.seen.add(key)
            self.waiting.append(key)

    def end(self, position):
        self.games_ended += 1
        margin = self.game.margin(position)
        if (margin if self.prover == 0 else -margin) < self.target:
            raise Refuted(f"a game ends with the margin {margin}: {text_of(position)}")

    def play(self, position):
        """Follows every next turn that the prover's choices allow."""
        legal = self.game.placements(position)
        if self.game.mover(position) == self.prover:
            choice = self.look_up(position)
            if choice is not None and choice not in legal:
                raise Refuted(f"the choice for {text_of(position)} is no legal placement")
            legal = legal if choice is None else [choice]
        taken = self.game.taken(position)
        for squares in legal:
            series, entangled = self.game.place(position, squares, taken)
            if not entangled:
                # The classical pieces are as before, so the game is neither over nor decided.
                self.wait(series)
                continue
            key = None
            if self.game.chooser(series) == self.prover and not self.game.is_forced(series, entangled):
                key = self.game.normal(series)
            choice = self.look_up(key)
            if choice is None:
                for after in self.game.outcomes(series, entangled):
                    self.reach(after)
            else:
                self.reach(self.chosen(key, choice))

    def chosen(self, key, chosen):
        """Returns the position after the prover's collapse of `key`, a position in normal form."""
        quantum = [
            turn
            for turn, mask in enumerate(key)
            if not is_single(mask) or any(mask & other for other in key[:turn] + key[turn + 1 :])
        ]
        entangled = self.game.entangled(key, quantum)
        if not isinstance(chosen, tuple) or not self.game.is_collapse(key, entangled, chosen):
            raise Refuted(f"the choice for {text_of(key)} is no legal collapse")
        return self.game.collapsed(key, entangled, chosen)


def check(path):
    try:
        with open(path, "rb") as file:
            certificate = Certificate(lines_of(file))
    except (OSError, Malformed) as error:
        print(f"{path}: not a certificate: {error}", file=sys.stderr)
        return 2
    checker = Checker(certificate)
    try:
        checker.check()
    except Refuted as reason:
        print(f"{path}: not proven: {reason}")
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


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    # A path may contain characters that cannot be printed.
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = check(sys.argv[1])
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("interrupted; nothing is proven", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
