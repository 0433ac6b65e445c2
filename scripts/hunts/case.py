"""One case of a hunt: runs commands in a folder of its own, and finds what is wrong whatever was asked."""

import csv
import json
import os
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

CRASH = re.compile(rb"panicked at|Traceback \(most recent|overflowed its stack|memory allocation of|RUST_BACKTRACE")
MIB = 1 << 20

# What stands in a file before a command.
OLD = b"old\n"

VARIANTS = ("paper", "offset", "player1-collapses", "player2-collapses", "mover-collapses", "goff", "narrow-win",
            "complete-win", "complete-win-stop")


class Result:
    """What became of a command. `stopped`: a signal came before it ended."""

    def __init__(self, text, code, out, err, stopped):
        self.text, self.code, self.out, self.err, self.stopped = text, code, out, err, stopped


class Case:
    """One case: its random numbers, its folder, and what was found."""

    def __init__(self, options, hunt, number, folder):
        self.options, self.hunt, self.number, self.folder = options, hunt, number, Path(folder)
        self.random = random.Random(f"{options.seed} {hunt} {number}")
        self.founds = 0

    def path(self, name):
        return self.folder / name

    def old(self, *names):
        """Files that stand there already."""
        for name in names:
            self.path(name).write_bytes(OLD)

    def found(self, what, result):
        self.founds += 1
        again = ["python3", sys.argv[0], "--program", self.options.program, "--seed", self.options.seed]
        again += ["--hunts", self.hunt, "--case", self.number]
        said = ascii((result.err or result.out)[-300:])
        print(f"FOUND in {self.hunt} {self.number}: {what}\n    {result.text}\n    exit code {result.code}; {said}\n"
              f"    again: {shell(again)}", flush=True)

    def check(self, holds, what, result):
        if not holds:
            self.found(what, result)

    def run(self, *arguments, program=None, stdin=b"", stdout=None, stderr=None, signals=(), **limits):
        """Runs the program and finds what every hunt finds.

        `stdin` is what it reads: bytes, a file, or None for a pipe that stays open. `stdout` and `stderr` are files in
        the place of those that are returned. `signals` are sent one after the other, each with a delay; without any,
        SIGINT comes when patience ends. `limits` go to `in_the_child`."""
        command = (program or [self.options.program]) + list(arguments)
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            if isinstance(stdin, bytes):
                given.write(stdin)
                given.seek(0)
            streams = {"<": None if isinstance(stdin, bytes) else stdin, ">": stdout, "2>": stderr}
            text = shell(command) + described(streams, stdin, signals, limits)
            if self.options.case is not None:
                print(text, flush=True)
            read = subprocess.PIPE if stdin is None else given if isinstance(stdin, bytes) else stdin
            process = subprocess.Popen(command, cwd=self.folder, stdin=read, stdout=stdout or out, stderr=stderr or err,
                                       start_new_session=True, preexec_fn=lambda: in_the_child(**limits))
            try:
                sent, deaf = self.wait(process, signals, limits.get("ignored"))
            finally:
                process.kill()
                process.wait()
                if process.stdin:
                    process.stdin.close()
            out.seek(0)
            err.seek(0)
            result = Result(text, process.returncode, out.read(), err.read(), bool(sent))
        # Another program may take its time, and need not mind how it is stopped.
        if program is None and deaf:
            self.found(f"not stopped {self.options.grace:g} s after {' and '.join(sent)}", result)
        elif program is None or not sent:
            # What it says goes to a file too, for which there may be no room.
            self.look(result, sent, stderr is None and "file_size" not in limits)
        return result

    def wait(self, process, signals, ignored):
        """The signals that were sent before the process ended, but for the ignored one, and whether it goes on all the
        same."""
        sent = []
        if all(name == ignored for _, name in signals):
            signals = [*signals, (self.options.patience, "SIGTERM" if ignored else "SIGINT")]
        for delay, name in [*signals, (self.options.grace, None)]:
            try:
                process.wait(delay)
                return sent, False
            except subprocess.TimeoutExpired:
                if name:
                    process.send_signal(getattr(signal, name))
                    sent += [name] if name != ignored else []
        return sent, True

    def look(self, result, sent, told):
        """What is found in every hunt."""
        by_signal = result.code < 0 and signal.Signals(-result.code).name in sent
        self.check(result.code in (0, 1, 2, 130) or by_signal, "exit code", result)
        self.check(result.code != 130 or sent, "exit code 130 without a signal", result)
        self.check(not CRASH.search(result.err + result.out), "a crash", result)
        self.check(result.code != 2 or result.err.strip() or not told, "exit code 2 without a word", result)
        left = [path.name for path in self.folder.rglob("*") if path.name.startswith(".") or "partial" in path.name]
        # One that is killed cannot tidy up; the next run of the same output does.
        self.check(not left or by_signal, f"left behind: {', '.join(left)}", result)

    def some_rules(self, boards=(2, 3, 3, 3), pieces=(1, 2, 2, 2, 3, 4)):
        choose = self.random.choice
        return ["--board", str(choose(boards)), "--pieces", str(choose(pieces)), "--variant", choose(VARIANTS)]

    def some_game(self, rules):
        """The moves of a random game, or the first of them; sometimes without the last one's collapse."""
        players = ["--player1", "random", "--player2", "random", "--seed", str(self.random.randrange(1 << 32))]
        self.run("play", *rules, *players, "--plain", "--save", "played")
        moves = self.path("played").read_text().splitlines()[1].split()
        moves = moves[: self.random.choice([len(moves), self.random.randint(0, len(moves))])]
        if moves and self.random.random() < 0.3:
            moves[-1] = moves[-1].split("=")[0]
        return " ".join(moves)


def in_the_child(memory=6144, file_size=None, ignored=None):
    """Limits in MiB and in bytes, and a signal that is ignored, as `nohup` does it. The other signals are as they are
    for a program that a person starts, also where this script runs in the background."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE"):
        signal.signal(getattr(signal, name), signal.SIG_IGN if name == ignored else signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_DATA, (memory * MIB, memory * MIB))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if file_size is not None:
        # Writing beyond the limit is an error then, as on a full disk, and not a signal.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))


def shell(command):
    """A command as one types it."""
    def quoted(word):
        word = os.fsencode(word if isinstance(word, bytes) else str(word))
        if all(32 <= byte < 127 for byte in word):
            return shlex.quote(word.decode())
        return "$'" + "".join(chr(b) if 32 <= b < 127 and b not in b"'\\" else f"\\x{b:02x}" for b in word) + "'"
    return " ".join(map(quoted, command))


def described(streams, stdin, signals, limits):
    """What else belongs to a command."""
    # A pipe has a number for a name.
    names = {arrow: file.name if isinstance(file.name, str) else "PIPE" for arrow, file in streams.items() if file}
    text = "".join(f" {arrow}{name}" for arrow, name in names.items())
    notes = [f"reads {ascii(stdin[:200])}"] if isinstance(stdin, bytes) and stdin else []
    notes += ["standard input stays open"] if stdin is None else []
    notes += [f"{name} after {delay:.3f} s" for delay, name in signals]
    notes += [f"{name} {value}" for name, value in limits.items()]
    return text + "".join(f" # {note}" for note in notes)


def is_whole(data, form):
    """Whether a result is one of its form from beginning to end."""
    try:
        if form == "json":
            return json.loads(data) is not None
        lines = data.decode().splitlines()
        widths = {len(row) for row in csv.reader(lines)} if form == "csv" else {1}
        return data.endswith(b"\n") and len(widths) == 1
    except ValueError:
        return False


def damaged(data, other, rng):
    """The bytes with some of them flipped, lost, doubled, exchanged, or with something in between."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        at, end = sorted(rng.randint(0, len(data)) for _ in range(2))
        near = min(end, at + rng.choice([1, 4, 16, 64]))
        kind = rng.randrange(8)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del data[at:]
        elif kind == 2:
            del data[at:near]
        elif kind == 3:
            data[at:at] = data[at:near]
        elif kind == 4:
            data[at:at] = rng.choice([b"9" * 5000, b"\xff", b"\0", b"-1", b"\n", b" ", b"=", b":", b"\r", b"\xc2\xb2"])
        elif kind == 5:
            data[at:near] = bytes(rng.randrange(256) for _ in range(near - at))
        elif kind == 6:
            data[at:] = other[rng.randint(0, len(other)):]
        else:
            lines = data.split(b"\n")
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
            if rng.random() < 0.5:
                lines.pop(rng.randrange(len(lines)))
            data = bytearray(b"\n".join(lines))
    return bytes(data)
