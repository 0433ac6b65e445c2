#!/usr/bin/env python3
"""Splits a large computation of gqt3 into parts, runs them on many machines, and combines them.

    python3 scripts/distribute.py --plies 2 FOLDER analyze --board 4 --pieces 3 --time-limit 600
    python3 scripts/distribute.py --seeds 1..20 FOLDER random --method simulate --board 5
    python3 scripts/distribute.py --scheduler tcp://host:8786 FOLDER arena --board 5 --games 100

The flags of this script come first, then a folder and a command of gqt3. The value of a game
(analyze) splits into the positions after some turns, up to symmetry. Minimax combines them. A part
that can no longer change the value is not started. Simulations (random) and tournaments (arena)
split by seeds, and their counts are added. Each finished part is a file in the folder, and the same
command continues where the last one stopped.

Needs Python 3.9 or later, and Dask (pip install 'dask[distributed]') unless --workers is 0: then
this process runs one part after the other. Exit code 0: done. 1: the value is not proved, or a part
failed. 2: bad usage. 130: interrupted.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent / "target/release/gqt3"
TOLD_EVERY = 1.0  # seconds


class Wrong(Exception):
    """An error that ends the script with a message."""


def run(command, stdin=""):
    """Runs a command and returns its output.

    On Linux the command ends with the worker that runs it.
    """
    guard = ["setpriv", "--pdeathsig", "TERM", "--"] if shutil.which("setpriv") else []
    done = subprocess.run([*guard, *command], input=stdin, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stdout


class Node:
    """A position and the proved bounds on its value.

    `sign` is 1 where player 1 acts, -1 where player 2 does.
    """

    def __init__(self, game, parent, lower, upper):
        self.game, self.parent, self.lower, self.upper = (
            game,
            parent,
            Fraction(lower),
            Fraction(upper),
        )
        self.sign, self.children = 0, []

    def narrow(self, lower, upper):
        """Applies proved bounds here and in the positions before."""
        before = self.lower, self.upper
        self.lower, self.upper = max(self.lower, Fraction(lower)), min(self.upper, Fraction(upper))
        if self.lower > self.upper:
            raise Wrong(
                f"proofs contradict each other: '{self.game}' is worth at least {self.lower} "
                f"and at most {self.upper}"
            )
        if self.parent and (self.lower, self.upper) != before:
            self.parent.combine()

    def combine(self):
        """Derives the bounds from those of the positions that follow."""
        best = max if self.sign > 0 else min
        self.narrow(
            best(node.lower for node in self.children), best(node.upper for node in self.children)
        )

    def matters(self):
        """Returns `True` if the value of the first position may depend on this one (alpha-beta).

        That is so if this value and all before it may lie strictly between the values that the
        players can force elsewhere.
        """
        path = [self]
        while path[-1].parent:
            path.append(path[-1].parent)
        alpha, beta = path[-1].lower, path[-1].upper
        for node in reversed(path):
            if node.lower == node.upper or node.upper <= alpha or node.lower >= beta:
                return False
            if node.sign > 0:
                alpha = max(alpha, node.lower)
            else:
                beta = min(beta, node.upper)
        return True

    def __str__(self):
        return str(self.lower) if self.lower == self.upper else f"{self.lower}..{self.upper}"


def symmetries(side):
    """Generates the rotations and reflections of the board as lists of the images of squares."""
    board = [[row * side + column + 1 for column in range(side)] for row in range(side)]
    for _ in range(4):
        board = [list(row) for row in zip(*board[::-1])]
        yield from ([0, *sum(image, [])] for image in (board, board[::-1]))


def canonical(game, maps):
    """Returns the least image of a game.

    The squares of a placement have no order, those of a collapse do.
    """

    def image(move, to):
        placed, collapsed = (
            [to[int(square)] for square in re.findall("[0-9]+", part)]
            for part in move.partition("=")[::2]
        )
        return sorted(placed), collapsed

    return str(min([image(move, to) for move in game.split()] for to in maps))


def split(ask, start, side, plies):
    """Returns the first node of the game tree down to some plies after the start.

    A collapse belongs to the ply that entangles. `ask` returns for each game a row with all moves
    and the bounds that gqt3 proves without a search.
    """
    maps = list(symmetries(side))
    root = Node(start, None, -side * side, side * side)
    frontier, last = [root], None
    while frontier:
        found = []
        for node, row in zip(frontier, ask([node.game for node in frontier])):
            node.narrow(row["lower"], row["upper"])
            last = last or row["turn"] + plies
            moves = row["moves"] or []
            collapses = any(move["move"].startswith("=") for move in moves)
            if row["lower"] == row["upper"] or not moves or (not collapses and row["turn"] >= last):
                continue
            node.sign = 1 if row["to_move"] == "player1" else -1
            different = {}
            for move in moves:
                game = node.game + ("" if collapses or not node.game else " ") + move["move"]
                different.setdefault(
                    canonical(game, maps), Node(game, node, move["lower"], move["upper"])
                )
            node.children = list(different.values())
            node.combine()
            found += node.children
        frontier = found
    return root


class Value:
    """The value of a game, combined from the values of positions."""

    def __init__(self, options):
        flags = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
        flags.add_argument("--board", type=int, default=3)
        for limit in ("--time-limit", "--node-limit", "--threads"):
            flags.add_argument(limit)
        known, rules = flags.parse_known_args(options.command[1:])
        self.identity = {"value of": options.start, "board": known.board, "rules": rules}
        self.asked = options.command
        self.command = [
            options.gqt3,
            "analyze",
            "--threads",
            "1",
            *options.command[1:],
            "--batch",
            "-",
            "--format",
            "json",
            "--quiet",
        ]

        def ask(games):
            lines = "".join(f"{game or 'start'}\n" for game in games)
            return map(
                json.loads, run([*self.command, "--moves", "--node-limit", "1"], lines).splitlines()
            )

        self.root = split(ask, options.start, known.board, options.plies)
        # Depth first: the parts after one move cut off those after the next.
        stack, self.all, self.parts = [self.root], [], []
        while stack:
            node = stack.pop()
            stack += reversed(node.children)
            self.all.append(node)
        self.parts = [node for node in self.all if not node.children]
        self.matters = Node.matters

    def name(self, node):
        return node.game.replace(" ", "_") or "start"

    def job(self, node):
        return self.command, f"{node.game or 'start'}\n"

    def read(self, text):
        return {
            "asked": self.asked,
            **{key: json.loads(text)[key] for key in ("game", "lower", "upper")},
        }

    def take(self, node, found):
        """Adds a finished part. Returns `True` if the limits of now could not prove more."""
        if found["game"] != (node.game or "start"):
            raise ValueError(f"it is about the game '{found['game']}'")
        node.narrow(found["lower"], found["upper"])
        return found["lower"] == found["upper"] or found["asked"] == self.asked

    def __str__(self):
        return f"value {self.root}"

    def tell(self):
        for node in self.root.children:
            print(f"  {node.game[len(self.root.game):].strip():12} {node}")
        return self.root.lower == self.root.upper


class Counts:
    """Counts of games that are played with different seeds."""

    def __init__(self, options):
        self.identity, self.sums = {"counts of": options.command}, {}
        self.command = [
            options.gqt3,
            options.command[0],
            "--threads",
            "1",
            *options.command[1:],
            "--format",
            "json",
            "--quiet",
        ]
        self.all = self.parts = options.seeds
        self.name = "seed-{}".format
        self.job = lambda seed: ([*self.command, "--seed", str(seed)], "")
        self.matters = lambda seed: True

    def read(self, text):
        document = json.loads(text)
        if document["command"] == "arena":
            found = {
                "board {board}, n = {pieces}, {player1} against {player2}".format(**match): match
                for match in document["summary"]["matches"]
            }
        else:
            found = {
                "board {board}, n = {pieces}".format(**board): board
                for board in document["summary"]["boards"]
            }
            for of in found.values():
                rows = [
                    row
                    for row in document["rows"]
                    if (row["board"], row["pieces"]) == (of["board"], of["pieces"])
                ]
                # The 12 decimals of a probability give the number of games, which is checked below.
                of["margins"] = {
                    row["margin"]: round(row["probability_decimal"] * int(of["games"]))
                    for row in rows
                }
        # Counts are strings in JSON, because they may exceed a machine word.
        counts = {
            name: {
                kind: {key: int(count) for key, count in of[source].items()}
                for kind, source in (("margins", "margins"), ("turns", "lengths"))
            }
            for name, of in found.items()
        }
        self.check(counts)
        return counts

    def check(self, found):
        """Raises `ValueError` unless there are games, and as many margins as games."""
        for of in found.values():
            if not sum(of["turns"].values()) == sum(of["margins"].values()) > 0:
                raise ValueError("there are not as many margins as games")
        if not found:
            raise ValueError("there are no games")

    def take(self, seed, found):
        """Adds a finished part."""
        self.check(found)
        for name, of in found.items():
            for kind, counts in of.items():
                self.sums.setdefault(f"{name}: {kind}", Counter()).update(counts)
        return True

    def __str__(self):
        turns = [counts for name, counts in self.sums.items() if name.endswith("turns")]
        return f"{sum(sum(counts.values()) for counts in turns):,} games"

    def tell(self):
        for name, counts in self.sums.items():
            print(
                f"  {name} "
                + ", ".join(f"{key}: {counts[key]:,}" for key in sorted(counts, key=Fraction))
            )
        return True


def one_by_one(jobs, options):
    """Runs jobs here, one after the other. Generates their parts, each with its output or error."""
    for part, job in jobs:
        try:
            yield part, run(*job)
        except (RuntimeError, OSError) as error:
            yield part, error


def on_dask(jobs, options):
    """Runs jobs on Dask workers. Generates their parts, each with its output or error.

    The workers are given one job more than they can run at once.
    """
    try:
        import dask
        from distributed import Client, as_completed
    except ImportError:
        raise Wrong(
            "Dask is missing: pip install 'dask[distributed]', or use --workers 0"
        ) from None
    dask.config.set({"distributed.scheduler.allowed-failures": options.retries})
    local = dict(
        n_workers=options.workers,
        threads_per_worker=1,
        memory_limit=0,
        dashboard_address="127.0.0.1:0",
        silence_logs="CRITICAL",
    )
    # Ctrl-C interrupts this process alone, which stops the workers that it has started.
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Client(options.scheduler) if options.scheduler else Client(**local) as client:
        signal.signal(signal.SIGINT, heard)
        parts, running = {}, as_completed()
        while True:
            for part, job in islice(jobs, max(0, 1 + sum(client.nthreads().values()) - len(parts))):
                future = client.submit(run, *job, retries=options.retries, pure=False)
                parts[future.key] = part
                running.add(future)
            if not parts:
                return
            future = next(running)
            yield parts.pop(future.key), future.exception() or future.result()


def keep(path, found):
    """Writes a file as a whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with open(beside, "w") as file:
        json.dump(found, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


@contextmanager
def kept_in(path, remedy):
    """Names the file, and a remedy, in an error about what it holds."""
    try:
        yield
    except (
        Wrong,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as error:
        reason = error if isinstance(error, (Wrong, ValueError)) else repr(error)
        raise Wrong(f"{path} is broken ({reason}); {remedy}") from None


def check_program(path):
    """Raises `Wrong` unless the program is gqt3."""
    remedy = "build it with 'cargo build --release', or name it with --gqt3"
    try:
        version = run([path, "--version"])
    except (RuntimeError, OSError) as error:
        raise Wrong(f"--gqt3 {path}: {error}; {remedy}") from None
    if not version.startswith("gqt3 "):
        raise Wrong(f"--gqt3 {path}: this program is not gqt3; {remedy}")


def work(options):
    """Runs the parts that are left, prints the combined result, and returns the exit code."""
    check_program(options.gqt3)
    task = (Value if options.command[0] == "analyze" else Counts)(options)
    options.folder.mkdir(parents=True, exist_ok=True)
    about = options.folder / "job.json"
    if not about.exists():
        keep(about, task.identity)
    with kept_in(about, "use another folder"):
        known = json.loads(about.read_text())
    if known != task.identity:
        raise Wrong(f"{options.folder} holds parts of something else; use another folder: {known}")
    kept = {path.stem: path for path in options.folder.glob("[!.]*.json")}
    before = set()
    for part in task.all:
        if path := kept.get(task.name(part)):
            with kept_in(path, "delete it, and the same command does the part again"):
                if task.take(part, json.loads(path.read_text())):
                    before.add(part)
    left = [part for part in task.parts if part not in before]
    say = lambda text: print(text, file=sys.stderr, flush=True)
    say(f"{len(task.parts):,} parts, of which {len(task.parts) - len(left):,} are finished: {task}")
    jobs = ((part, task.job(part)) for part in left if task.matters(part))
    first = list(islice(jobs, 1))
    answers = (on_dask if options.workers or options.scheduler else one_by_one)(
        chain(first, jobs), options
    )
    finished, failed, told = 0, 0, time.monotonic()
    for part, answer in answers if first else ():
        if isinstance(answer, Exception):
            failed += 1
            say(f"{task.name(part)} failed: {answer}")
            continue
        found = task.read(answer)
        keep(options.folder / f"{task.name(part)}.json", found)
        task.take(part, found)
        finished += 1
        if time.monotonic() - told >= TOLD_EVERY:
            told = time.monotonic()
            say(f"{finished:,} of {len(left):,} parts: {task}")
    say(
        f"{finished:,} parts finished, {len(left) - finished - failed:,} were not needed, "
        f"{failed:,} failed"
    )
    print(task)
    return 0 if task.tell() and not failed else 1


def self_test():
    """Tests that the parts that matter give the value of random trees in any order."""
    rng, skipped = random.Random(1), 0

    def grow(parent, depth):
        node = Node("", parent, -9, 9)
        node.sign, node.value = rng.choice((1, -1)), Fraction(rng.randint(-4, 4), 2)
        node.children = [grow(node, depth - 1) for _ in range(rng.randint(1, 4) if depth else 0)]
        if node.children:
            node.value = (max if node.sign > 0 else min)(child.value for child in node.children)
        return node

    for _ in range(500):
        leaves = [root := grow(None, 4)]
        for _ in range(4):
            leaves = [child for node in leaves for child in node.children]
        for leaf in rng.sample(leaves, len(leaves)):
            if leaf.matters():
                leaf.narrow(leaf.value, leaf.value)
            else:
                skipped += 1
            assert root.lower <= root.value <= root.upper
        assert str(root) == str(root.value)
    assert skipped > 500
    # Burnside's lemma counts the pairs of squares.
    for side, pairs in ((1, 0), (2, 2), (3, 8), (4, 21), (5, 49)):
        squares, maps = range(1, side * side + 1), list(symmetries(side))
        assert (
            len({canonical(f"{a}-{b}", maps) for a in squares for b in squares if a < b}) == pairs
        )


def seeds(text):
    """Reads a range of seeds."""
    if not re.fullmatch(r"[0-9]{1,18}(\.\.[0-9]{1,18})?", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no range of seeds; write one such as 1..10")
    first, _, last = text.partition("..")
    found = range(int(first), int(last or first) + 1)
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' has no seed; write {last}..{first}")
    return found


def number(text):
    """Reads a number that is not negative."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0; give one such as 2")
    return int(text)


def check_command(command):
    """Raises `Wrong` if the command cannot be split, or has a flag that this script sets itself."""
    flags = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
    for flag in ("--method", "--seed", "--format"):
        flags.add_argument(flag)
    flags.add_argument("-o", "--output")
    known, _ = flags.parse_known_args(command[1:])
    if command[0] == "random" and known.method != "simulate":
        raise Wrong("random: add --method simulate; only simulations split by seeds")
    if command[0] != "analyze" and known.seed:
        raise Wrong(
            "--seed: leave it out of the command; --seeds A..B before the folder sets the seeds"
        )
    if known.output or known.format:
        raise Wrong(
            "--output, --format: leave them out of the command; the parts are kept in the folder"
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--plies",
        type=number,
        default=1,
        help="analyze: start a part after this number of turns [default: 1]",
    )
    parser.add_argument(
        "--from",
        dest="start",
        metavar="GAME",
        default="",
        help="analyze: the moves before the position",
    )
    parser.add_argument(
        "--seeds",
        type=seeds,
        default="1..10",
        metavar="A..B",
        help="random, arena: run a part with each of these seeds [default: 1..10]",
    )
    parser.add_argument(
        "--workers",
        type=number,
        default=2,
        help="the number of workers on this machine; 0: without Dask [default: 2]",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="run the parts on the workers of a Dask scheduler"
    )
    parser.add_argument(
        "--retries",
        type=number,
        default=3,
        help="try a part that failed again, at most this often [default: 3]",
    )
    parser.add_argument(
        "--gqt3",
        type=os.path.abspath,
        default=str(PROGRAM),
        help="the program, at the same path everywhere",
    )
    parser.add_argument(
        "--self-test", action="store_true", help="test how parts are combined, and do nothing else"
    )
    parser.add_argument("folder", type=Path, nargs="?", help="the folder that keeps the parts")
    parser.add_argument(
        "command", nargs=argparse.REMAINDER, help="analyze, random or arena, with its flags"
    )
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.command or options.command[0] not in ("analyze", "random", "arena"):
        parser.error("a folder and analyze, random or arena with its flags come last")

    def stop(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    try:
        check_command(options.command)
        return work(options)
    except KeyboardInterrupt:
        print(
            f"\ninterrupted: finished parts are kept in {options.folder}; "
            "the same command continues",
            file=sys.stderr,
        )
        return 130
    except (Wrong, RuntimeError, OSError, ValueError, KeyError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
