#!/usr/bin/env python3
"""Runs gqt3 with random command lines, games, damaged files and signals.

    python3 scripts/fuzz.py --program target/release/gqt3 --seed 1 --cases 600
    python3 scripts/fuzz.py --program target/release/gqt3 --seed 1 --kind games --case 7

Needs Python 3.9 or later on a Unix, and nothing else. A case is chosen by the seed, its kind and its number alone. Every case
asserts what its commands have to do: a command line that is right must not be refused, a wrong one must be refused by the name
of its flag. No command may panic, and none may end by itself with another exit code than 0, 1 or 2.
Exit code 0: every case went as it should. 1: one did not, and is shown with the command that repeats it. 2: bad usage.
"""

import argparse
import csv
import json
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

CHECKER = Path(__file__).resolve().parent / "check_certificate.py"
VARIANTS = ("paper", "offset", "player1-collapses", "mover-collapses", "goff", "narrow-win", "complete-win-stop")
# Command lines that are right, with the values that each place may have.
RIGHT = [
    ("tree-size --squares 1..{} --pieces {}", (6, 9, 12), ("1..3", 2, 4)),
    ("tree-size --board 1..{} --ending {} --cross-check", (2, 3), ("full", "first-line")),
    ("bounds --squares 1..{} --pieces {}", (9, 30), ("1..4", 2)),
    ("random --board 1..{} --pieces {}", (2, 3), (1, 2, 3)),
    ("random --board {} --pieces {} --method simulate --games 2000 --seed {}", (2, 3, 4), (1, 2), (3, 5, 8)),
    ("nash --board 1..{} --pieces {} --variant {}", (2, 3), (1, 2, "7..9"), VARIANTS),
    ("nash --board 2 --pieces {} --all-rules", (1, 2, 3)),
    ("nash --board {} --pieces {} --node-limit {}", (3, 4), (2, 3), (10, 1000)),
    ("arena --board {} --games {} --player1 random --player2 heuristic --node-limit {}", (2, 3), (1, 4), (1, 20)),
    ("analyze 1-2 2-5 --variant {}", VARIANTS),
]
# What no flag takes that wants a number or sizes.
WRONG = ("", " ", "-", "-1", "0", "x", "1..", "..9", "3..1", "1,,2", "1.5.2", "nan", "9" * 5000, "\u0663", "\x1b[2J", "=")
LONG = ("tree-size --squares 12 --pieces 4 --method brute-force -o out", "nash --board 5 --pieces 3 --memory 16 --time-limit 99999 -o out",
        "random --method simulate --games 999999999 -o out", "arena --games 99999999 --player1 random -o out")


class Wrong(Exception):
    """What should not be."""


def run(case, *arguments, codes=(0,), stdin=b"", program=None, stop=None):
    """Runs a command, makes sure that it ends as it should, and returns what it wrote. `stop`: a signal and when it comes."""
    command = [*(program or [case.program]), *map(str, arguments)]
    case.commands.append(command)
    process = subprocess.Popen(command, cwd=case.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        if stop:
            try:
                process.wait(stop[1])
            except subprocess.TimeoutExpired:
                process.send_signal(stop[0])
        out, err = process.communicate(stdin, timeout=600)
    except subprocess.TimeoutExpired:
        raise Wrong("it goes on for ten minutes") from None
    finally:
        process.kill()
        process.wait()
    told = err.decode(errors="replace")
    expect(process.returncode in codes, f"exit code {process.returncode}, not of {codes}: {told[-300:]}")
    expect(not re.search("panicked|Traceback|overflowed its stack|memory allocation of", told), f"a crash: {told[-300:]}")
    expect(process.returncode != 2 or told.strip(), "exit code 2 without a word")
    return process.returncode, out.decode(errors="replace"), told


def expect(holds, what):
    if not holds:
        raise Wrong(what)


def damaged(data, rng):
    """The bytes with one of them changed, some lost, doubled or exchanged, or a line lost."""
    at = rng.randrange(len(data))
    near = at + rng.choice([1, 4, 64])
    lines = data.splitlines(keepends=True)
    return rng.choice([
        data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:],
        data[:at], data[:at] + data[near:], data[:near] + data[at:],
        data[:at] + rng.choice([b"9" * 5000, b"\xff", b"\0", b"-1", b"=", b" "]) + data[at:],
        b"".join(rng.sample(lines, len(lines) - 1)),
    ])


def some_line(rng):
    text, *places = rng.choice(RIGHT)
    return text.format(*(rng.choice(place) for place in places)).split()


def right_lines(case, rng):
    """Command lines that are right give the same bytes on one thread and on three."""
    line = some_line(rng) + ["--format", rng.choice(["table", "csv"])]
    codes = (0, 1) if "--node-limit" in line else (0,)
    one, three = (run(case, *line, "--threads", threads, "--quiet", codes=codes) for threads in (1, 3))
    expect(one[:2] == three[:2] and one[1], "one thread and three give different bytes")


def wrong_lines(case, rng):
    """One value that no flag takes is refused with the flag's name, and no file is changed."""
    line = some_line(rng)
    numbers = [at for at, word in enumerate(line[:-1]) if word.startswith("--") and word != "--seed" and line[at + 1][0].isdigit()]
    if not numbers:
        line, numbers = ["tree-size", "--squares", "9"], [1]
    at = rng.choice(numbers)
    flag = line[at]
    line[at:at + 2] = [f"{flag}={rng.choice(WRONG)}"]
    (case.folder / "old").write_text("old")
    _, out, told = run(case, *line, "-o", "old", codes=(2,))
    expect(flag in told and not out, f"the message does not name {flag}: {told[-300:]}")
    expect((case.folder / "old").read_text() == "old", "a refused command changed a file")


def some_games(case, rng):
    """The header and some games of one board and one variant, whole or not."""
    rules = ["--board", rng.choice((2, 3, 3)), "--pieces", rng.choice((1, 2, 2, 3)), "--variant", rng.choice(VARIANTS)]
    games = []
    for _ in range(3):
        run(case, "play", *rules, "--player1", "random", "--player2", "random", "--seed", rng.randrange(1 << 32), "--save", "game")
        header, moves = (case.folder / "game").read_text().splitlines()
        moves = moves.split()
        games.append(" ".join(moves[:rng.choice([len(moves), rng.randint(1, len(moves))])]))
    return header, games


def games(case, rng):
    """Every line of a batch has its answer, a legal game no error, and best play keeps the value."""
    header, right = some_games(case, rng)
    odd = [damaged(game.encode(), rng).replace(b"\n", b"") or b"?" for game in right[:rng.randrange(3)]]
    lines = [header.encode(), *(game.encode() for game in right), *odd]
    (case.folder / "lines").write_bytes(b"\n".join(lines) + b"\n")
    _, out, _ = run(case, "analyze", "--batch", "lines", "--format", "json", codes=(0, 2) if odd else (0,))
    answers = [json.loads(line) for line in out.splitlines()]
    expect([answer["game"] for answer in answers[:3]] == right and len(answers) == len(lines) - 1, "a line has no answer")
    whole = [" ".join([*answer["game"].split()[:answer["turn"] - 1], *answer["line"].split()]) for answer in answers[:3] if answer["line"]]
    again = run(case, "analyze", "--batch", "-", "--format", "json", stdin="\n".join([header, *whole, ""]).encode())[1]
    values = [answer["value"] for answer in answers[:3] if answer["line"]]
    expect([json.loads(line)["value"] for line in again.splitlines()] == values, "best play changes the value")


def sessions(case, rng):
    """Moves and garbage, typed in pieces: what is saved can be loaded and is what was played."""
    header, [game, *_] = some_games(case, rng)
    (case.folder / "game").write_text(f"{header}\n")
    typed = game.split() + rng.sample(["undo", "redo", "hint", "board", "help", "?", "=", "=1", "1-", "\0", "1:X(1-2)", "\u00e9"], 3)
    typed = rng.choice([" ", "\n"]).join(rng.sample(typed, len(typed)))
    run(case, "play", "--load", "game", "--player1", "human", "--player2", "human", "--save", "saved", codes=(0, 2), stdin=typed.encode())
    if (case.folder / "saved").exists():
        out = run(case, "play", "--load", "saved", "--player1", "human", "--player2", "human")[1]
        expect(out.splitlines()[-1] == (case.folder / "saved").read_text().splitlines()[1], "saved wrongly")


def interval(out):
    row = next(csv.DictReader(out.splitlines()))
    return Fraction(row["lower"]), Fraction(row["upper"])


def files(case, rng):
    """Damaged certificates prove nothing false, and damaged games are refused as they are."""
    game = ["nash", "--board", "2", "--pieces", rng.choice((1, 2, 3)), "--variant", rng.choice(VARIANTS), "--format", "csv"]
    proof, bound = case.folder / "proof", rng.choice(["lower", "upper"])
    least, most = interval(run(case, *game, "--certificate", "proof", "--bound", bound)[1])
    checker = [sys.executable, str(CHECKER)]
    run(case, "proof", program=checker)
    head = proof.read_bytes().split(b"\n")
    proof.write_bytes(damaged(proof.read_bytes(), rng))
    code, out, _ = run(case, "proof", program=checker, codes=(0, 1, 2))
    said = re.search(r"at (least|most) (\S+) points", out)
    if code == 0 and proof.read_bytes().split(b"\n")[:9] == head[:9]:
        expect(Fraction(said[2]) <= least if said[1] == "least" else Fraction(said[2]) >= most, f"it proves what is false: {out}")
    header, [moves, *_] = some_games(case, rng)
    (case.folder / "game").write_bytes(damaged(f"{header}\n{moves}\n".encode(), rng))
    run(case, "play", "--load", "game", "--player1", "human", "--player2", "human", codes=(0, 2))


def signals(case, rng):
    """A signal ends what would take years with exit code 130 and leaves the older file, or what is known by then."""
    out, stop = case.folder / "out", rng.choice([signal.SIGINT, signal.SIGTERM])
    out.write_text("old")
    line = rng.choice(LONG).split()
    # A signal that comes before the program hears it ends it, too.
    code = run(case, *line, codes=(130, -stop), stop=(stop, rng.uniform(0.2, 1)))[0]
    # What is known by then is written; nothing is cut off.
    expect(out.read_text() == "old" or code == 130 and out.read_text().endswith("\n"), "a file is cut off")


KINDS = {"right": right_lines, "wrong": wrong_lines, "games": games, "sessions": sessions, "files": files, "signals": signals}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the gqt3 to run")
    parser.add_argument("--seed", type=int, default=1, help="chooses the cases [default: 1]")
    parser.add_argument("--cases", type=int, default=60, help="how many, all kinds in turn [default: 60]")
    parser.add_argument("--kind", choices=KINDS, help="cases of one kind only")
    parser.add_argument("--case", type=int, help="one case only")
    options = parser.parse_args()
    options.program = shutil.which(options.program) or parser.error("--program: cannot be run")
    options.program = str(Path(options.program).resolve())
    kinds = [options.kind] if options.kind else list(KINDS)
    failed, numbers = 0, range(options.cases) if options.case is None else [options.case * len(kinds)]
    for number in numbers:
        kind, number = kinds[number % len(kinds)], number // len(kinds)
        with tempfile.TemporaryDirectory(prefix="gqt3-fuzz-") as folder:
            case = argparse.Namespace(program=options.program, folder=Path(folder), commands=[])
            try:
                KINDS[kind](case, random.Random(f"{options.seed} {kind} {number}"))
            except Wrong as wrong:
                failed += 1
                print(f"FAILED {kind} {number}: {wrong}\n    {ascii(case.commands[-1])[:2000]}\n    again: --seed {options.seed} --kind {kind} --case {number}")
    print(f"{len(numbers)} cases, {failed} failed")
    return min(1, failed)


if __name__ == "__main__":
    sys.exit(main())
