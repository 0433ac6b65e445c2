#!/usr/bin/env python3
"""Runs gqt3 on random input and checks every answer with a second engine.

    python3 scripts/fuzz.py --program target/release/gqt3 --seed 1 --cases 600
    python3 scripts/fuzz.py --program target/release/gqt3 --seed 1 --kind batch --case 7

Needs Python 3.9 or later on a Unix, and nothing else. The seed, the kind and the number of a case
determine it completely. The kinds are:

    right      Correct command lines: the same bytes for every run, thread count and output file.
    wrong      Bad values of flags: refused by the flag's name, and no file is changed.
    batch      Games with and without errors: the answers of `analyze --batch`, line by line.
    analysis   One position: its value and the value of every move, as JSON and as text.
    solved     Games on 1x1 and 2x2: value, number of games, and margins of random play.
    session    Typed moves, commands and garbage: the saved game has what was typed.
    finished   Games between random players: every move is legal, and the margin is right.
    files      Certificates and saved games, also damaged: nothing false is proved or loaded.
    signals    Interrupted commands: exit code, and no file is cut off.

Values, margins and games are computed by literal.py, which shares no code with gqt3. No command
may panic, and none may end by itself with another exit code than 0, 1 or 2.
Exit code 0: no case failed. 1: a case failed; the command that repeats it is printed. 2: bad usage.
"""

import argparse
import csv
import io
import itertools
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

import literal
from literal import Illegal, Position, Rules

CHECKER = Path(__file__).resolve().parent / "check_certificate.py"
AXES = {
    axis: getattr(literal, axis.upper())
    for axis in ("collapse", "offset", "ending", "scoring", "tail", "ties")
}
# The presets, as `gqt3 help rules` explains them.
PRESETS = {
    "paper": {},
    "offset": {"offset": 1},
    "player1-collapses": {"collapse": "player1"},
    "player2-collapses": {"collapse": "player2"},
    "mover-collapses": {"collapse": "mover"},
    "goff": {"ending": "first-line"},
    "narrow-win": {"ending": "first-line", "scoring": "decisive"},
    "complete-win": {"ending": "first-line", "scoring": "shared"},
    "complete-win-stop": {"ending": "first-line", "scoring": "shared", "tail": "stop"},
}
# Correct command lines, with the values that each place may have.
RIGHT = [
    ("tree-size --squares 1..{} --pieces {}", (6, 9, 12), ("1..3", 2, 4)),
    ("tree-size --board 1..{} --ending {} --cross-check", (2, 3), ("full", "first-line")),
    ("bounds --squares 1..{} --pieces {}", (9, 30), ("1..4", 2)),
    ("random --board 1..{} --pieces {}", (2, 3), (1, 2, 3)),
    (
        "random --board {} --pieces {} --method simulate --games 2000 --seed {}",
        (2, 3, 4),
        (1, 2),
        (3, 5, 8),
    ),
    ("nash --board 1..{} --pieces {} --variant {}", (2, 3), (1, 2, "7..9"), tuple(PRESETS)),
    ("nash --board 2 --pieces {} --all-rules", (1, 2, 3)),
    ("nash --board {} --pieces {} --node-limit {}", (3, 4), (2, 3), (10, 1000)),
    (
        "arena --board {} --games {} --player1 random --player2 heuristic --node-limit {}",
        (2, 3),
        (1, 4),
        (1, 20),
    ),
    ("analyze 1-2 2-5 --variant {}", tuple(PRESETS)),
]
# Values that no flag accepts where a number or sizes are due.
WRONG = [
    "",
    " ",
    *"- -1 0 x 1.. ..9 3..1 1,,2 1.5.2 nan =".split(),
    "9" * 5000,
    "\u0663",
    "\x1b[2J",
]
# Commands that would take hours.
LONG = (
    "tree-size --squares 12 --pieces 4 --method brute-force -o out",
    "nash --board 5 --pieces 3 --memory 16 --time-limit 99999 -o out",
    "random --method simulate --games 999999999 -o out",
    "arena --games 99999999 --player1 random -o out",
)
# Games that are typed, and games between random players.
TYPED = "play --load game --player1 human --player2 human --save saved".split()
RANDOM = "play --player1 random --player2 random --save saved --seed".split()
# Words that are no moves, for sessions.
WORDS = "undo redo undo redo hint board help ? = =1 1- 1-1 99 1:X(1-2) \0 \u00e9".split(" ")


class Wrong(Exception):
    """A failed check."""


def expect(holds, what):
    """Raises `Wrong` unless a condition holds."""
    if not holds:
        raise Wrong(what)


def run(case, *arguments, codes=(0,), stdin=b"", program=None, stop=None):
    """Runs a command, checks how it ends, and returns its exit code and what it wrote.

    `stop` is a signal to send and the seconds to wait before.
    """
    command = [*(program or [case.program]), *map(str, arguments)]
    case.commands.append(command)
    process = subprocess.Popen(
        command,
        cwd=case.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        if stop:
            try:
                process.wait(stop[1])
            except subprocess.TimeoutExpired:
                process.send_signal(stop[0])
        out, err = process.communicate(stdin, timeout=600)
    except subprocess.TimeoutExpired:
        raise Wrong("no end after ten minutes") from None
    finally:
        process.kill()
        process.wait()
    told = err.decode(errors="replace")
    expect(
        process.returncode in codes,
        f"exit code {process.returncode}, not one of {codes}: {told[-300:]}",
    )
    expect(
        not re.search("panicked|Traceback|overflowed its stack|memory allocation of", told),
        f"a crash: {told[-300:]}",
    )
    expect(process.returncode != 2 or told.strip(), "exit code 2 without a message")
    return process.returncode, out.decode(errors="replace"), told


def table(text):
    """Returns the rows of a CSV text."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def damaged(data, rng):
    """Returns the bytes with one changed, or some lost, doubled or replaced, or a line lost."""
    at = rng.randrange(len(data))
    near = at + rng.choice([1, 4, 64])
    lines = data.splitlines(keepends=True)
    return rng.choice(
        [
            data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :],
            data[:at],
            data[:at] + data[near:],
            data[:near] + data[at:],
            data[:at] + rng.choice([b"9" * 5000, b"\xff", b"\0", b"-1", b"=", b" "]) + data[at:],
            b"".join(rng.sample(lines, len(lines) - 1)),
        ]
    )


# Games.


def some_rules(rng, sides, pieces):
    """Returns random rules: half of the time those of a preset."""
    chosen = rng.choice(list(PRESETS.values()))
    if rng.random() < 0.5:
        chosen = {axis: rng.choice(values) for axis, values in AXES.items()}
    return Rules(rng.choice(sides), rng.choice(pieces), **chosen)


def axes(rules):
    """Returns the rules by axis."""
    return {axis: getattr(rules, axis) for axis in AXES}


def differing(rules):
    """Returns the rules that differ from the paper's, by axis."""
    paper = axes(Rules(rules.side, rules.pieces))
    return {axis: value for axis, value in axes(rules).items() if value != paper[axis]}


def named(rules):
    """Returns the preset of the rules, or else the rules that differ from the paper's."""
    preset = next((name for name, rest in PRESETS.items() if rest == differing(rules)), None)
    return {"variant": preset} if preset else differing(rules)


def flags(rules, rng):
    """Returns the flags that ask for a board, n and these rules."""
    said = named(rules) if rng.random() < 0.7 else differing(rules)
    pairs = {"board": rules.side, "pieces": rules.pieces, **said}
    return [word for flag, value in pairs.items() for word in (f"--{flag}", str(value))]


def header(rules):
    """Returns the first line of a saved game of these rules."""
    pairs = {"board": rules.side, "pieces": rules.pieces, **named(rules)}
    return "# gqt3 game: " + ", ".join(f"{key} {value}" for key, value in pairs.items())


def read_saved(text):
    """Reads a saved game: its rules and its moves. Raises `ValueError` if the header is wrong."""
    first, _, moves = text.lstrip().partition("\n")
    if not first.startswith("#"):
        return Rules(3, 2), text.split()
    if not first.startswith("# gqt3 game:"):
        raise ValueError("not a header")
    pairs = dict(pair.split() for pair in first.partition(":")[2].split(","))
    sizes = {name: int(pairs.pop(key)) for name, key in (("side", "board"), ("pieces", "pieces"))}
    said = dict(PRESETS[pairs.pop("variant", "paper")])
    for axis, value in pairs.items():
        said[axis] = {str(known): known for known in AXES[axis]}[value]
    return Rules(**sizes, **said), moves.split()


def some_game(rules, rng):
    """Plays a random game to its end and returns its moves."""
    position, moves = Position(), []
    while not literal.is_over(rules, position):
        if position.entangled:
            *_, matching = itertools.islice(literal.collapses(position), rng.randint(1, 6))
            moves[-1] += "=" + literal.write_collapse(position, matching)
            position = literal.collapse(position, matching)
        else:
            free = literal.members(literal.quantum_squares(rules, position))
            places = literal.bits(rng.sample(free, literal.series_size(rules, position)))
            moves.append(literal.write_move(places))
            position = literal.place(rules, position, places)
    return moves


def some_part(rules, rng, most=99):
    """Returns the moves of a random game without at most the given number of its last actions."""
    moves = some_game(rules, rng)
    for _ in range(rng.randint(0, most)):
        if moves:
            last, mark, _ = moves.pop().partition("=")
            moves += [last] if mark else []
    return moves


def read_game(rules, text):
    """Returns the position after a game, or `None` if the text is no game."""
    try:
        return literal.parse(rules, "" if text.strip() == "start" else text)
    except Illegal:
        return None


def canonical(rules, moves):
    """Writes moves as gqt3 does: squares in increasing order, collapses cut short."""
    words = []
    for number, move in enumerate(moves):
        squares, mark, _ = move.partition("=")
        words.append(literal.write_move(literal.bits(map(int, squares.split("-")))))
        if mark:
            waiting = literal.parse(rules, " ".join([*moves[:number], squares]))
            after = literal.parse(rules, " ".join(moves[: number + 1]))
            matching = {
                turn: square
                for square, turn in after.classical.items()
                if turn in waiting.entangled
            }
            words[-1] += "=" + literal.write_collapse(waiting, matching)
    return " ".join(words)


def check_saved(case, rules, moves, player="human"):
    """Checks the file of a game: it has the moves, and is missing where nothing was played."""
    players = f"# gqt3 players: {player}, {player}"
    path = case.folder / "saved"
    expected = f"{header(rules)}\n{players}\n{canonical(rules, moves)}\n"
    saved = path.read_text() if path.exists() else None
    expect(saved == (expected if moves else None), f"saved is {saved!r}, not {expected!r}")


class TooLarge(Exception):
    """A position that is not late enough for minimax in Python."""


class Budget(dict):
    """A memo for minimax that counts the visited positions and stops at a limit."""

    def __init__(self, most=2000):
        super().__init__()
        self.left = most

    def __contains__(self, key):
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        return super().__contains__(key)


def value(rules, position):
    """Returns the value of a position by minimax and the values after it, by the keys of positions.

    Both are `None` if the position is not late enough.
    """
    memo = Budget()
    try:
        return literal.value(rules, position, memo), memo
    except TooLarge:
        return None, None


# Checks of positions.


def acts(rules, position):
    """Returns who acts, as JSON names it."""
    return None if literal.is_over(rules, position) else f"player{literal.mover(rules, position)}"


def check_value(told, true, what):
    """Checks a value and its bounds, their decimals, and where it is not `None` the true value."""
    for key in ("value", "lower", "upper"):
        if told[key] is not None and told[f"{key}_decimal"] is not None:
            expect(
                abs(Fraction(told[key]) - Fraction(told[f"{key}_decimal"])) < 1e-9,
                f"{what}: the {key} is not its decimal",
            )
    expect(
        told["value"] is None or told["value"] == told["lower"] == told["upper"],
        f"{what}: the value is not its bounds",
    )
    if true is not None:
        expect(
            Fraction(told["lower"]) <= true <= Fraction(told["upper"]),
            f"{what}: the value is {true}, not {told['lower']}",
        )
        expect(told["value"] is not None, f"{what}: no value")


def check_best_line(rules, moves, position, told, what):
    """Checks that a line of best play is legal, and that the game ends with the value."""
    if told["value"] is None:
        return
    # Where a collapse is due, the line begins with the move that waits for it.
    moves = moves[:-1] if position.entangled else moves
    end = read_game(rules, " ".join([*moves, told["line"] or ""]))
    expect(end and literal.is_over(rules, end), f"{what}: best play is not a game: {told['line']}")
    margin = literal.margin(rules, end.classical)
    expect(
        margin == Fraction(told["value"]),
        f"{what}: best play ends with {margin}, not with the value {told['value']}",
    )


def check_moves(rules, moves, position, rows, true, values, what):
    """Checks the listed moves: each is legal and has its value.

    `values` has the values of the positions after the moves. Each of them must be listed.
    """
    listed = set()
    for row in rows:
        game = (
            [*moves[:-1], moves[-1] + row["move"]] if position.entangled else [*moves, row["move"]]
        )
        after = read_game(rules, " ".join(game))
        expect(after, f"{what}: {row['move']} is not legal")
        if values:
            check_value(row, values[after.key()], f"{what}: {row['move']}")
            listed.add(values[after.key()])
            expect(
                row["best"] == (values[after.key()] == true),
                f"{what}: {row['move']} is marked best, or not, in error",
            )
    if values and not literal.is_over(rules, position):
        after = {values[after.key()] for after in literal.successors(rules, position)}
        expect(
            after <= listed, f"{what}: no move of value {min(after - listed, default='')} is listed"
        )


def check_batch(rules, lines, answers, told):
    """Checks the answers to a batch and returns the number of errors. Line 1 is the header."""
    expect(len(answers) == len(lines), f"{len(lines)} lines have {len(answers)} answers")
    errors = 0
    for number, (line, answer) in enumerate(zip(lines, answers), 2):
        what = f"line {number}"
        expect(
            answer["line_number"] == number, f"{what} is answered as line {answer['line_number']}"
        )
        errors += answer["error"] is not None
        if not line.isascii() or not line.decode().isprintable() or b":" in line:
            continue  # the other notation, or for gqt3 alone to judge
        line = line.decode()
        expect(answer["game"] == line, f"{what} is answered as another game")
        position = read_game(rules, line)
        expect(
            (position is None) == (answer["error"] is not None),
            f"{what}: legal or not, the answer is {answer['error']}",
        )
        if position is None:
            expect(f"line {number}:" in told, f"{what}: no message")
            continue
        expect(
            answer["turn"] == position.turn, f"{what}: turn {answer['turn']}, not {position.turn}"
        )
        expect(
            answer["to_move"] == acts(rules, position),
            f"{what}: {acts(rules, position)} is to move, not {answer['to_move']}",
        )
        true, values = value(rules, position)
        check_value(answer, true, what)
        moves = [] if line.strip() == "start" else line.split()
        check_best_line(rules, moves, position, answer, what)
        if answer.get("moves") is not None:
            check_moves(rules, moves, position, answer["moves"], true, values, what)
    return errors


# Kinds of cases.


def some_line(rng):
    """Returns a correct command line."""
    text, *places = rng.choice(RIGHT)
    return text.format(*(rng.choice(place) for place in places)).split()


def right(case, rng):
    """Checks that a correct command gives the same bytes on every run, also in a file."""
    line = some_line(rng) + ["--format", rng.choice(["table", "csv", "json"])]
    codes = (0, 1) if "--node-limit" in line else (0,)
    one, three = (
        run(case, *line, "--threads", threads, "--quiet", codes=codes) for threads in (1, 3)
    )
    expect(one[:2] == three[:2] and one[1], "one thread and three give different bytes")
    again = run(case, *line, "--threads", 3, "--quiet", "--output", "out", codes=codes)
    expect(again[:2] == (one[0], ""), "with --output something else is printed")
    expect(
        (case.folder / "out").read_text() == one[1],
        "the file is not what is printed without --output",
    )


def wrong(case, rng):
    """Checks that a bad value is refused with the flag's name, and that no file is changed."""
    line = some_line(rng)
    numbers = [
        at
        for at, word in enumerate(line[:-1])
        if word.startswith("--") and word != "--seed" and line[at + 1][0].isdigit()
    ]
    if not numbers:
        line, numbers = ["tree-size", "--squares", "9"], [1]
    at = rng.choice(numbers)
    flag = line[at]
    line[at : at + 2] = [f"{flag}={rng.choice(WRONG)}"]
    (case.folder / "old").write_text("old")
    _, out, told = run(case, *line, "-o", "old", codes=(2,))
    expect(flag in told and not out, f"the message does not name {flag}: {told[-300:]}")
    expect((case.folder / "old").read_text() == "old", "a refused command changed a file")


def batch(case, rng):
    """Checks the answers to a batch: late positions, any positions, and lines that are no games."""
    rules = some_rules(rng, (2, 3, 3), (1, 2, 2, 3))
    # On 3x3 with n = 3 the value of an early position takes gqt3 half a second.
    early = 99 if rules.side == 2 or rules.pieces < 3 else 5
    games = [
        " ".join(some_part(rules, rng, most)) or "start" for most in (0, 2, 2, 3, 4, early, early)
    ]
    odd = [
        damaged(game.encode(), rng).replace(b"\n", b"")
        for game in rng.sample(games, rng.randrange(4))
    ]
    # A line that begins with # is a remark, and a blank one no question.
    odd = [line if line.strip() and not line.lstrip().startswith(b"#") else b"?" for line in odd]
    lines = rng.sample(odd + [game.encode() for game in games], len(games) + len(odd))
    (case.folder / "lines").write_bytes(b"\n".join([header(rules).encode(), *lines, b""]))
    asked = ["analyze", "--batch", "lines", "--threads", rng.choice((1, 3)), "--format"]
    moves = rng.choice([[], [], ["--moves"]])
    code, out, told = run(case, *asked, "json", *moves, codes=(0, 2))
    answers = [json.loads(line) for line in out.splitlines()]
    errors = check_batch(rules, lines, answers, told)
    expect(code == (2 if errors else 0), f"exit code {code} with {errors} errors")
    if rng.random() < 0.3:
        again = run(case, *asked, "json", *moves, "--threads", 2, codes=(code,))[1]
        expect(again == out, "another number of threads gives different bytes")
    if rng.random() < 0.3:
        rows = table(run(case, *asked, "csv", codes=(code,))[1])
        for key in "line_number game turn to_move value lower upper line error".split():
            told = ["" if answer[key] is None else str(answer[key]) for answer in answers]
            expect([row[key] for row in rows] == told, f"CSV has another {key} than JSON")


def analysis(case, rng):
    """Checks the analysis of one position in both forms."""
    rules = some_rules(rng, (2, 3, 3), (1, 2, 2, 3))
    moves = some_part(rules, rng, rng.choice((2, 4, 6)))
    asked = ["analyze", *moves, *flags(rules, rng)]
    document = json.loads(run(case, *asked, "--format", "json")[1])
    summary, at = document["summary"], literal.parse(rules, " ".join(moves))
    true, values = value(rules, at)
    parameters = document["parameters"]
    played = all(parameters[axis] == [value] for axis, value in axes(rules).items())
    expect(played, "other rules are reported")
    expect(summary["turn"] == at.turn, f"turn {summary['turn']}, not {at.turn}")
    expect(
        summary["to_move"] == acts(rules, at),
        f"{acts(rules, at)} is to move, not {summary['to_move']}",
    )
    expect(
        true is None or Fraction(summary["value"]) == true,
        f"the value is {true}, not {summary['value']}",
    )
    check_best_line(rules, moves, at, summary, "the position")
    check_moves(rules, moves, at, document["rows"], true, values, "the position")
    text = run(case, *asked)[1].splitlines()[0]
    said = re.match(r"The game is over: \+?(\S+)", text) or re.match(
        r"Turn \d+: player \d \(.\) .*, value \+?([^\s,]+)", text
    )
    expect(
        said and Fraction(said[1]) == Fraction(summary["value"]),
        f"the text has another value than JSON: {text}",
    )
    player = f"Turn {at.turn}: player {(summary['to_move'] or ' ')[-1]} "
    expect(
        literal.is_over(rules, at) or text.startswith(player),
        f"the text has another player than JSON: {text}",
    )


def count(rules, at, memo):
    """Counts the games from a position on."""
    if literal.is_over(rules, at):
        return 1
    if at.key() not in memo:
        memo[at.key()] = sum(count(rules, after, memo) for after in literal.successors(rules, at))
    return memo[at.key()]


def margins(rules, at, memo):
    """Returns the probability of each margin under random play from a position on."""
    if literal.is_over(rules, at):
        return {literal.margin(rules, at.classical): Fraction(1)}
    if at.key() not in memo:
        after, total = list(literal.successors(rules, at)), Counter()
        for one in after:
            for margin, probability in margins(rules, one, memo).items():
                total[margin] += probability / len(after)
        memo[at.key()] = total
    return memo[at.key()]


def solved(case, rng):
    """Checks values, numbers of games and random play on the smallest boards."""
    rules = some_rules(rng, (1, 2, 2, 2), (1, 2, 3, 4))
    if rules.pieces > rules.squares:
        rules = Rules(rules.side, 1, **differing(rules))
    [row] = table(run(case, "nash", *flags(rules, rng), "--format", "csv")[1])
    true = literal.value(rules, Position())
    expect(Fraction(row["value"]) == true, f"nash: the value is {true}, not {row['value']}")
    check_value(row, true, "nash")
    size = ["--board", rules.side, "--pieces", rules.pieces]
    tree = Rules(rules.side, rules.pieces, ending=rules.ending)
    [row] = table(run(case, "tree-size", *size, "--ending", rules.ending, "--format", "csv")[1])
    games = count(tree, Position(), {})
    expect(int(row["games"]) == games, f"tree-size: there are {games} games, not {row['games']}")
    # For n > 2 no exact method exists for games that may stop early.
    early = ("ending", "tail") if rules.pieces > 2 else ()
    kept = {axis: value for axis, value in differing(rules).items() if axis not in early}
    rules = Rules(rules.side, rules.pieces, **kept)
    rows = table(run(case, "random", *flags(rules, rng), "--format", "csv")[1])
    told = {Fraction(row["margin"]): Fraction(row["probability"]) for row in rows}
    expected = margins(rules, Position(), {})
    expect(
        {margin: odds for margin, odds in told.items() if odds} == expected,
        f"random: {told}, not {expected}",
    )


class Typed:
    """A game as it is typed: the positions so far as lists of moves, and which one is shown."""

    def __init__(self, rules, moves):
        self.rules, self.states, self.at = rules, [[]], 0
        for move in moves:
            self.enter(move)

    def moves(self):
        """Returns the moves of the game as it stands."""
        return self.states[self.at]

    def is_over(self):
        """Returns `True` if the game has ended."""
        return literal.is_over(self.rules, literal.parse(self.rules, " ".join(self.moves())))

    def enter(self, word):
        """Obeys one entry. Returns `False` if it must be refused."""
        moves = self.moves()
        if word in ("help", "?", "board"):
            return True
        if word == "hint":
            return not self.is_over()
        if word in ("undo", "redo"):
            to = self.at + (1 if word == "redo" else -1)
            if not 0 <= to < len(self.states):
                return False
            self.at = to
            return True
        squares, mark, _ = word.partition("=")
        if squares:
            new = [[*moves, squares], [*moves, word]] if mark else [[*moves, word]]
        elif moves and "=" not in moves[-1]:
            new = [[*moves[:-1], moves[-1] + word]]
        else:
            return False
        if read_game(self.rules, " ".join(new[-1])) is None:
            return False
        self.states[self.at + 1 :] = new
        self.at += len(new)
        return True


def session(case, rng):
    """Types moves, commands and garbage, and checks what is refused, printed and saved."""
    rules = some_rules(rng, (2, 3), (1, 2, 2, 3, 4))
    begun = some_part(rules, rng)
    whole = some_game(rules, rng)
    (case.folder / "game").write_text(f"{header(rules)}\n{' '.join(begun)}\n")
    typed = Typed(rules, begun)
    # The moves are those of another game, from its start or from where the loaded game stands. A
    # collapse may be typed by itself.
    words = [
        word
        for move in whole[rng.choice((0, len(begun))) :]
        for word in (re.split("(?==)", move) if rng.random() < 0.5 else [move])
    ]
    for _ in range(rng.randrange(6)):
        words.insert(rng.randint(0, len(words)), rng.choice(WORDS))
    lines = [[word] for word in words] if rng.random() < 0.5 else [words]
    refused = 0
    for line in lines:
        if typed.is_over():
            break
        refused += sum(not typed.enter(word) for word in line)
    stdin = "\n".join(map(" ".join, lines)).encode()
    _, out, told = run(case, *TYPED, codes=(2 if refused else 0,), stdin=stdin)
    expected = canonical(rules, typed.moves())
    check_saved(case, rules, typed.moves())
    expect(
        out.splitlines()[-1] == expected, f"printed is {out.splitlines()[-1]!r}, not {expected!r}"
    )
    if refused:
        entries = "1 entry was" if refused == 1 else f"{refused} entries were"
        expect(f"{entries} refused" in told, f"{refused} entries are to be refused: {told[-300:]}")


def finished(case, rng):
    """Checks a game between random players: its moves, its end, its margin, and its file."""
    rules = some_rules(rng, (2, 3, 3, 4), (1, 2, 2, 3, 4))
    _, out, _ = run(case, *RANDOM, rng.randrange(1 << 32), *flags(rules, rng))
    moves = []
    for player, word in re.findall(r"^([XO]): (=?[\d,-]+)", out, re.MULTILINE):
        at = literal.parse(rules, " ".join(moves))
        number = 1 if player == "X" else 2
        expect(acts(rules, at) == f"player{number}", f"{word} is not the choice of player {number}")
        moves = [*moves[:-1], moves[-1] + word] if word.startswith("=") else [*moves, word]
        expect(
            read_game(rules, " ".join(moves)), f"{word} is not legal after {' '.join(moves[:-1])}"
        )
    end = literal.parse(rules, " ".join(moves))
    expect(literal.is_over(rules, end), "the game is not over")
    margin = literal.margin(rules, end.classical)
    winner = "A draw" if margin == 0 else "X wins" if margin > 0 else "O wins"
    said = re.search(r"^(A draw|. wins), ([\d/]+) to ([\d/]+)", out, re.MULTILINE)
    expect(
        said and (said[1], Fraction(said[2]) - Fraction(said[3])) == (winner, abs(margin)),
        f"{winner} by {margin}, but the end is told as {said and said[0]}",
    )
    check_saved(case, rules, moves, "random")
    summary = json.loads(run(case, "analyze", "--file", "saved", "--format", "json")[1])["summary"]
    told = summary["to_move"], Fraction(summary["value"])
    expect(told == (None, margin), f"the end is worth {margin} and nobody's turn, not {told}")


def files(case, rng):
    """Checks certificates and saved games, whole and damaged."""
    rules = some_rules(rng, (2,), (1, 2, 3))
    true, bound = literal.value(rules, Position()), rng.choice(["lower", "upper"])
    proof = case.folder / "proof"
    run(case, "nash", *flags(rules, rng), "--certificate", "proof", "--bound", bound)
    claim = proof.read_bytes().split(b"\n")[:11]
    checker = [sys.executable, str(CHECKER)]
    said = re.search(r"at (least|most) (\S+) points", run(case, "proof", program=checker)[1])
    told = said[1], Fraction(said[2])
    expect(
        told == ("least" if bound == "lower" else "most", true),
        f"the certificate proves {told}; the value is {true}",
    )
    asked = [
        f"board {rules.side}",
        f"pieces {rules.pieces}",
        *(f"{axis} {value}" for axis, value in axes(rules).items()),
    ]
    expect([line.decode() for line in claim[1:9]] == asked, "the certificate is about another game")
    proof.write_bytes(damaged(proof.read_bytes(), rng))
    code, out, _ = run(case, "proof", program=checker, codes=(0, 1, 2))
    said = re.search(r"at (least|most) (\S+) points", out)
    if code == 0 and proof.read_bytes().split(b"\n")[:9] == claim[:9]:
        expect(
            Fraction(said[2]) <= true if said[1] == "least" else Fraction(said[2]) >= true,
            f"it proves what is false: {out}",
        )
    rules = some_rules(rng, (2, 3), (1, 2, 3))
    text = damaged(f"{header(rules)}\n{' '.join(some_part(rules, rng))}\n".encode(), rng)
    (case.folder / "game").write_bytes(text)
    code, _, _ = run(case, *TYPED, codes=(0, 2))
    if code == 0 and b":X(" not in text:
        try:
            rules, moves = read_saved(text.decode())
            literal.parse(rules, " ".join(moves))
        except (ValueError, KeyError) as error:
            raise Wrong(f"a damaged game is loaded: {error!r}") from None
        check_saved(case, rules, [] if moves == ["start"] else moves)


def signals(case, rng):
    """Checks how an interrupted command ends, and that it leaves no half file."""
    out, stop = case.folder / "out", rng.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    out.write_text("old")
    line = rng.choice(LONG).split()
    # A signal that comes before the program has set up its handler ends it, too.
    code = run(case, *line, codes=(128 + stop, -stop), stop=(stop, rng.uniform(0.2, 1)))[0]
    # What is known by then is written; nothing is cut off.
    expect(
        out.read_text() == "old" or code > 0 and out.read_text().endswith("\n"), "a file is cut off"
    )


KINDS = {
    kind.__name__: kind
    for kind in (right, wrong, batch, analysis, solved, session, finished, files, signals)
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", required=True, help="the gqt3 to run")
    parser.add_argument("--seed", type=int, default=1, help="determines the cases [default: 1]")
    parser.add_argument(
        "--cases", type=int, default=90, help="the number of cases, all kinds in turn [default: 90]"
    )
    parser.add_argument("--kind", choices=KINDS, help="run cases of one kind only")
    parser.add_argument("--case", type=int, help="run one case only")
    parser.add_argument(
        "--fail-fast", action="store_true", help="stop after the first case that fails"
    )
    options = parser.parse_args()
    options.program = shutil.which(options.program) or parser.error("--program: cannot be run")
    options.program = str(Path(options.program).resolve())
    # Programs started under nohup ignore SIGHUP, and pass that on. A handler is not passed on.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    kinds = [options.kind] if options.kind else list(KINDS)
    failed, done, numbers = 0, 0, range(options.cases)
    if options.case is not None:
        numbers = range(options.case * len(kinds), (options.case + 1) * len(kinds))
    for number in numbers:
        kind, number = kinds[number % len(kinds)], number // len(kinds)
        with tempfile.TemporaryDirectory(prefix="gqt3-fuzz-") as folder:
            case = argparse.Namespace(program=options.program, folder=Path(folder), commands=[])
            try:
                KINDS[kind](case, random.Random(f"{options.seed} {kind} {number}"))
            except (Wrong, ValueError, LookupError, TypeError) as error:
                # Output of another form than gqt3 has is a failure, too.
                error = error if isinstance(error, Wrong) else f"unreadable: {error!r}"
                failed += 1
                print(f"FAILED {kind} {number}: {error}\n    {ascii(case.commands[-1])[:2000]}")
                print(f"    again: --seed {options.seed} --kind {kind} --case {number}")
        done += 1
        if failed and options.fail_fast:
            break
    print(f"{done} cases, {failed} failed")
    return min(1, failed)


if __name__ == "__main__":
    sys.exit(main())
