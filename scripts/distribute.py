#!/usr/bin/env python3
"""Splits one large computation of gqt3 into parts, has them done on many machines, and puts them together.

    python3 scripts/distribute.py --plies 2 FOLDER analyze --board 4 --pieces 3 --time-limit 600
    python3 scripts/distribute.py --seeds 1..20 FOLDER random --method simulate --board 5 --pieces 3 --games 100000
    python3 scripts/distribute.py --scheduler tcp://host:8786 FOLDER arena --board 5 --games 100

After the flags of this script come a folder and a command of gqt3. The value of a game (analyze) splits into the positions
after some turns, up to symmetry: each is a part, and the parts are combined by minimax over whose turn it is, collapses
included. A part that can no longer change the value is not begun. Simulation (random) and contests (arena) split by seeds, and
their counts are added up. A finished part is a file in the folder, and the same command goes on where the last one ended.

Needs Python 3.9 or later, and Dask (pip install 'dask[distributed]') unless --workers is 0: then one part is done after the
other, here. Exit code 0: done. 1: the value is not proved, or a part failed. 2: bad usage. 130: interrupted.
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
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent / "target/release/gqt3"
TOLD_EVERY = 1.0  # seconds


class Wrong(Exception):
    """What ends the script, with a message."""


def run(command, stdin=""):
    """What a command writes. It is run on any machine, and ends with the worker that runs it, where Linux can see to that."""
    guard = ["setpriv", "--pdeathsig", "TERM", "--"] if shutil.which("setpriv") else []
    done = subprocess.run([*guard, *command], input=stdin, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stdout


class Node:
    """A position, with the interval that is proved for its value. `sign` is 1 where player 1 acts, -1 where player 2 does."""

    def __init__(self, game, parent, lower, upper):
        self.game, self.parent, self.lower, self.upper = game, parent, Fraction(lower), Fraction(upper)
        self.sign, self.children = 0, []

    def narrow(self, lower, upper):
        """Takes notice of a proof, here and in the positions before."""
        before = self.lower, self.upper
        self.lower, self.upper = max(self.lower, Fraction(lower)), min(self.upper, Fraction(upper))
        if self.lower > self.upper:
            raise Wrong(f"proofs contradict each other: '{self.game}' is worth at least {self.lower} and at most {self.upper}")
        if self.parent and (self.lower, self.upper) != before:
            self.parent.combine()

    def combine(self):
        """Concludes from the positions that follow."""
        best = max if self.sign > 0 else min
        self.narrow(best(node.lower for node in self.children), best(node.upper for node in self.children))

    def matters(self):
        """Whether the value of the first position may depend on this one: it and all before it may lie strictly between what
        the players can force elsewhere (alpha-beta)."""
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
    """The rotations and reflections of the board, as lists of the squares that squares go to."""
    board = [[row * side + column + 1 for column in range(side)] for row in range(side)]
    for _ in range(4):
        board = [list(row) for row in zip(*board[::-1])]
        yield from ([0, *sum(image, [])] for image in (board, board[::-1]))


def canonical(game, maps):
    """The least image of a game. The squares of a placement have no order, those of a collapse do."""
    def image(move, to):
        placed, collapsed = ([to[int(square)] for square in re.findall("[0-9]+", part)] for part in move.partition("=")[::2])
        return sorted(placed), collapsed
    return str(min([image(move, to) for move in game.split()] for to in maps))


def split(ask, start, side, plies):
    """The game tree to some plies after the start, as its first node; a collapse belongs to the ply that makes it necessary.
    `ask` tells what gqt3 knows of games without a search: of each a row with all moves."""
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
                different.setdefault(canonical(game, maps), Node(game, node, move["lower"], move["upper"]))
            node.children = list(different.values())
            node.combine()
            found += node.children
        frontier = found
    return root


class Value:
    """The value of a game, from the values of positions."""

    def __init__(self, options):
        flags = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
        flags.add_argument("--board", type=int, default=3)
        for limit in ("--time-limit", "--node-limit", "--threads"):
            flags.add_argument(limit)
        known, rules = flags.parse_known_args(options.command[1:])
        self.identity = {"value of": options.start, "board": known.board, "rules": rules}
        self.asked = options.command
        self.command = [options.gqt3, "analyze", "--threads", "1", *options.command[1:], "--batch", "-", "--format", "json", "--quiet"]

        def ask(games):
            lines = "".join(f"{game or 'start'}\n" for game in games)
            return map(json.loads, run([*self.command, "--moves", "--node-limit", "1"], lines).splitlines())
        self.root = split(ask, options.start, known.board, options.plies)
        # In the order of a search by depth: what follows one move cuts off what follows the next.
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
        return {"asked": self.asked, **{key: json.loads(text)[key] for key in ("game", "lower", "upper")}}

    def take(self, node, found):
        """Adds what was found; whether it is all that can be found."""
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
        self.command = [options.gqt3, options.command[0], "--threads", "1", *options.command[1:], "--format", "json", "--quiet"]
        self.all = self.parts = options.seeds
        self.name = "seed-{}".format
        self.job = lambda seed: ([*self.command, "--seed", str(seed)], "")
        self.matters = lambda seed: True

    def read(self, text):
        document = json.loads(text)
        if document["command"] == "arena":
            found = {"board {board}, n = {pieces}, {player1} against {player2}".format(**match): match
                     for match in document["summary"]["matches"]}
        else:
            found = {"board {board}, n = {pieces}".format(**board): board for board in document["summary"]["boards"]}
            for of in found.values():
                rows = [row for row in document["rows"] if (row["board"], row["pieces"]) == (of["board"], of["pieces"])]
                # A share of the games has 12 decimals and tells their number, which is checked below.
                of["margins"] = {row["margin"]: round(row["probability_decimal"] * of["games"]) for row in rows}
        for name, of in found.items():
            if sum(of["margins"].values()) != sum(of["turns"].values()):
                raise Wrong(f"{name}: there are not as many margins as games")
        return {name: {kind: of[kind] for kind in ("margins", "turns")} for name, of in found.items()}

    def take(self, seed, found):
        for name, of in found.items():
            for kind, counts in of.items():
                self.sums.setdefault(f"{name}: {kind}", Counter()).update(counts)
        return True

    def __str__(self):
        return f"{sum(sum(counts.values()) for name, counts in self.sums.items() if name.endswith('turns')):,} games"

    def tell(self):
        for name, counts in self.sums.items():
            print(f"  {name} " + ", ".join(f"{key}: {counts[key]:,}" for key in sorted(counts, key=Fraction)))
        return True


def one_by_one(jobs, options):
    """The answers to jobs, each when it has come, or what went wrong."""
    for part, job in jobs:
        try:
            yield part, run(*job)
        except (RuntimeError, OSError) as error:
            yield part, error


def on_dask(jobs, options):
    """The same from the workers of a scheduler. They are given one job more than they can do at once."""
    try:
        import dask
        from distributed import Client, as_completed
    except ImportError:
        raise Wrong("Dask is missing: pip install 'dask[distributed]', or use --workers 0") from None
    dask.config.set({"distributed.scheduler.allowed-failures": options.retries})
    local = dict(n_workers=options.workers, threads_per_worker=1, memory_limit=0, dashboard_address="127.0.0.1:0",
                 silence_logs="CRITICAL")
    # Ctrl-C is for this process alone, which ends the workers that it has started.
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
    """Writes a file whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with open(beside, "w") as file:
        json.dump(found, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def work(options):
    """Does what is left of a computation, and tells what is known then. Returns the exit code."""
    task = (Value if options.command[0] == "analyze" else Counts)(options)
    options.folder.mkdir(parents=True, exist_ok=True)
    about = options.folder / "job.json"
    if not about.exists():
        keep(about, task.identity)
    if json.loads(about.read_text()) != task.identity:
        raise Wrong(f"{options.folder} holds parts of something else: {about.read_text()}")
    kept = {path.stem: path for path in options.folder.glob("[!.]*.json")}
    files = ((part, kept[task.name(part)]) for part in task.all if task.name(part) in kept)
    before = {part for part, path in files if task.take(part, json.loads(path.read_text()))}
    left = [part for part in task.parts if part not in before]
    say = lambda text: print(text, file=sys.stderr, flush=True)
    say(f"{len(task.parts):,} parts, of which {len(task.parts) - len(left):,} are finished: {task}")
    jobs = ((part, task.job(part)) for part in left if task.matters(part))
    first = list(islice(jobs, 1))
    answers = (on_dask if options.workers or options.scheduler else one_by_one)(chain(first, jobs), options)
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
    say(f"{finished:,} parts finished, {len(left) - finished - failed:,} were not needed, {failed:,} failed")
    print(task)
    return 0 if task.tell() and not failed else 1


def self_test():
    """Whatever the order of the parts, the value of random trees is found without the parts that do not matter."""
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
        assert len({canonical(f"{a}-{b}", maps) for a in squares for b in squares if a < b}) == pairs


def seeds(text):
    first, _, last = text.partition("..")
    return list(range(int(first), int(last or first) + 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=1, help="analyze: after how many turns a part begins [default: 1]")
    parser.add_argument("--from", dest="start", metavar="GAME", default="", help="analyze: the moves before the position")
    parser.add_argument("--seeds", type=seeds, default="1..10", metavar="A..B", help="a part for each [default: 1..10]")
    parser.add_argument("--workers", type=int, default=2, help="how many work on this machine; 0: without Dask [default: 2]")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="have the parts done by the workers of a Dask scheduler")
    parser.add_argument("--retries", type=int, default=3, help="how often a part that failed is tried again [default: 3]")
    parser.add_argument("--gqt3", type=os.path.abspath, default=str(PROGRAM), help="the program, at the same path everywhere")
    parser.add_argument("--self-test", action="store_true", help="test how parts are combined, and do nothing else")
    parser.add_argument("folder", type=Path, nargs="?", help="where the parts are kept")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="analyze, random or arena, with its flags")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.command or options.command[0] not in ("analyze", "random", "arena"):
        parser.error("a folder and analyze, random or arena with its flags come last")

    def stop(*_):
        raise KeyboardInterrupt
    signal.signal(signal.SIGTERM, stop)
    try:
        return work(options)
    except KeyboardInterrupt:
        print(f"\ninterrupted: finished parts are kept in {options.folder}, and the same command goes on", file=sys.stderr)
        return 130
    except (Wrong, RuntimeError, OSError, ValueError, KeyError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
