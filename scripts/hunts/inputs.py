"""Hunts with what the program reads: command lines, games, saved tables and certificates."""

import csv
import json
import os
import re
import sys
from fractions import Fraction
from pathlib import Path

from .case import OLD, VARIANTS, damaged

CHECKER = Path(__file__).resolve().parents[1] / "check_certificate.py"

# Values that fit, and values that do not, or seldom.
SANE = ("1", "2", "3", "4", "5", "9", "2,3", "1..3", "7", "20", "64", "1..12")
ODD = ("", " ", "-", "--", "-1", "-0", "0", "+3", "03", "1e3", "0x10", "1.5", ".", "nan", "inf", "1e400", "1e-400", "x",
       "255", "256", "65536", "4294967296", "18446744073709551615", "18446744073709551616", "9" * 30, "9" * 5000, "1..",
       "..9", "3..1", "1..1", "1,,2", "1,", "1..3..5", "1..100000", "20000", "1..2000", "100000", "65535", "\u0663",
       "\u00e9\u20ac", "a\nb", "\x1b[2J", b"\xff\xfe", "1;2", "=", "1-1", "1-2", "0-1", "1-2=9")
PATHS = ("new", "old", "./old", "game", "missing/new", ".", "-", "/dev/null", "old/new", "n" * 300, b"\xff\xfe", "")
WORDS = ("undo", "redo", "hint", "board", "save", "save other", "save .", "help", "quit", "?", "", "=", "=1",
         "=99999999999999999999", "\u00e9", "\0", "1-", "-1", "1--2", "1-2=", "1-2=,", "1:X(1-2)", "::", "((", "1c:")


def help_of(case, *command):
    """The flags that a help names, each with what stands for its value and the possible ones; the words without a flag;
    and the commands."""
    flags, current = {}, None
    text = case.run(*command, "--help").out.decode()
    for line in text.splitlines():
        if flag := re.match(r"\s+(?:-\w, )?(--[\w-]+)(?: <(\w+)>)?(?:  .*)?$", line):
            current = flags.setdefault(flag[1], [flag[2], []])
            said = ""
        elif not line.startswith("   "):
            current = None
        if current:
            # The values are a list in the words about the flag, which may go on in the next line.
            said += " " + line.strip()
            values = re.search(r"values?: ([\w, -]+)\]|(?<!default): ((?:[\w-]+, )+[\w-]+)", said)
            current[1] = (values[1] or values[2]).split(", ") if values else []
    usage = re.search(r"Usage: (.*)", text)
    words = re.findall(r"[\[<]([A-Z]+)[\]>]", usage[1] if usage else "")
    return flags, [word for word in words if word != "OPTIONS"], re.findall(r"^  ([a-z][\w-]+) ", text, re.M)


def some_value(case, kind, values):
    """A value for a flag."""
    rng = case.random
    if rng.random() < 0.2:
        return rng.choice(ODD)
    if values:
        return rng.choice(values)
    if kind in ("FILE", "DIR"):
        return rng.choice(PATHS)
    return rng.choice(("0.01", "0.2", "1") if kind == "SECONDS" else SANE)


def hunt_flags(case):
    """Every subcommand with any flags, once, twice or against each other, and any values. One that is refused changes
    no file."""
    rng = case.random
    case.old("old")
    case.path("game").write_text("1-2 2-5\n")
    commands = help_of(case)[2]
    small = ("completions", "man", "help", "reproduce")
    command = rng.choice([name for name in commands if name not in small] if rng.random() < 0.8 else [*small, *ODD])
    flags, words, _ = help_of(case, command) if command in commands and command != "help" else ({}, ["COMMAND"], [])
    names = [name for name in flags if name not in ("--help", "--version") or rng.random() < 0.05]
    arguments = [command]
    for name in rng.choices(names, k=rng.choice([0, 1, 1, 2, 3, 5])) if names else ():
        kind, values = flags[name]
        for _ in range(rng.choice([1] * 9 + [2])):
            value = some_value(case, kind, values)
            glued = os.fsencode(name) + b"=" + (value if isinstance(value, bytes) else value.encode())
            arguments += rng.choice([[name, value]] * 6 + [[glued]] * 3 + [[name]]) if kind else [name]
    for word in words:
        arguments += [some_value(case, word, ["1-2", "bash", "nash"]) for _ in range(rng.choice([0, 1, 1, 3]))]
    result = case.run(*arguments)
    # Of some games and lines what is not refused is answered.
    if result.code == 2 and not result.out and command not in ("play", "analyze"):
        case.check(case.path("old").read_bytes() == OLD, "a refused command changed a file", result)


def is_header(line):
    return line.decode(errors="replace").lstrip().startswith("#")


def hunt_games(case):
    """Batches of games, right and damaged. A right one is answered under its own name; each line has its answer; and
    after best play the value is what it was, at once and on the way."""
    rng, rules = case.random, case.some_rules()
    games = [case.some_game(rules) or "start" for _ in range(3)]
    odd = [damaged(rng.choice(games).encode(), games[0].encode(), rng) for _ in range(rng.randrange(4))]
    # Below a header that is wrong no line is a game.
    odd = [text for text in odd if not any(is_header(line) for line in text.split(b"\n"))]
    lines = [game.encode() for game in games] + odd
    rng.shuffle(lines)
    header = case.path("played").read_text().splitlines()[0].encode()
    says = rng.random() < 0.5
    lines = [header, *lines] if says else lines
    data = b"\n".join(lines) + b"\n"
    case.path("lines").write_bytes(data)
    flags = [*([] if says else rules), "--format", "json", "--time-limit", "1"]
    result = case.run("analyze", "--batch", "lines", *flags, memory=1024)
    if result.stopped:
        return
    answers = [json.loads(line) for line in result.out.splitlines()]
    if len(answers) != data.count(b"\n") - says:
        case.found("a line without an answer", result)
        return
    right = [answer for answer in answers if answer["error"] is None]
    for game in games:
        case.check(game in [answer["game"] for answer in right], f"a legal game is refused: {game}", result)
    after = []
    for answer in right:
        if answer["value"] is not None and answer["line"]:
            # A collapse that is waited for stands in the line, with its move.
            moves = answer["game"].split()[: answer["turn"] - 1] + answer["line"].split()
            cut = rng.randint(answer["turn"], len(moves))
            after += [(answer["value"], " ".join(moves)), (answer["value"], " ".join(moves[:cut]))]
    result = case.run("analyze", "--batch", "-", *flags, stdin=b"\n".join([header, *(game.encode() for _, game in after), b""]))
    if not result.stopped:
        for (value, game), line in zip(after, result.out.splitlines()):
            found = json.loads(line)["error"] or json.loads(line)["value"]
            case.check(found in (value, None), f"best play leads from {value} to {found}: {game}", result)


def hunt_play(case):
    """Sessions of moves, commands and garbage, from saved games, right and damaged. What is saved can be loaded, and a
    command that is refused saves nothing."""
    rng, rules = case.random, case.some_rules((2, 3, 3, 4, 6))
    game = case.some_game(rules).encode()
    if rules[1] in "23" and rng.random() < 0.3:
        goff = case.run("analyze", *game.decode().split(), *rules, "--goff", "--format", "json", "--time-limit", "1")
        game = json.loads(goff.out)["summary"]["line"].encode() or game if goff.code == 0 else game
    case.path("game").write_bytes(damaged(game, game, rng) if rng.random() < 0.5 else game)
    case.old("saved")
    kinds = [rng.choice(["human", "human", "random", "heuristic", "perfect"]) for _ in range(2)]
    flags = [*rules, "--player1", kinds[0], "--player2", kinds[1], "--plain", "--save", "saved"]
    flags += ["--load", "game"] if rng.random() < 0.7 else []
    flags += ["--move-time", "0.05"] if "heuristic" in kinds else []
    words = game.split() + [rng.choice(WORDS).encode() for _ in range(rng.randrange(6))]
    words = words if rng.random() < 0.5 else rng.sample(words, len(words))
    typed = b"".join(word + rng.choice([b" ", b"\n", b"\r\n"]) for word in words)
    typed = damaged(typed, game, rng) if rng.random() < 0.3 else typed
    result = case.run("play", *flags, stdin=typed, memory=1024)
    saved = case.path("saved").read_bytes()
    if result.code == 2 and not result.out:
        case.check(saved == OLD, "a refused command changed a file", result)
    elif result.code == 0 and saved != OLD:
        again = case.run("play", "--load", "saved", "--plain", "--player1", "human", "--player2", "human")
        case.check(again.code == 0 and again.out.splitlines()[-1:] == saved.splitlines()[1:], "saved wrongly", again)


def interval(result):
    """What `nash --format csv` proves."""
    row = next(csv.DictReader(result.out.decode().splitlines()))
    return Fraction(row["lower"]), Fraction(row["upper"])


def summed(table):
    """A table with the checksum that fits: FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in table[:-8]:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return table[:-8] + value.to_bytes(8, "little")


def hunt_tables(case):
    """Saved tables, right and damaged. None changes what is proven, and one that is refused stays as it is. Where the
    checksum fits all the same, the table may say what it likes, but crash the program it may not."""
    rng = case.random
    game = rng.choice([["--board", "2", "--pieces", rng.choice("1234")], ["--pieces", rng.choice("12789")],
                       ["--board", "4", "--time-limit", "0.2", "--memory", "1"]])
    command = ["nash", *game, "--variant", rng.choice(VARIANTS), "--format", "csv", "--checkpoint"]
    right, other = case.run(*command, "table"), case.run("nash", "--board", "2", "--checkpoint", "other")
    if right.stopped or other.stopped:
        return
    intact = case.path("table").read_bytes()
    table, honest = damaged(intact, case.path("other").read_bytes(), rng), rng.random() < 0.7 or len(intact) > 1 << 20
    table = table if honest else summed(table)
    case.path("table").write_bytes(table)
    result = case.run(*command, "table")
    if result.code == 2:
        case.check(table != intact and not result.out, "a table is refused wrongly", result)
        case.check(case.path("table").read_bytes() == table, "a table that was refused is changed", result)
    elif honest and not result.stopped:
        (low, high), (least, most) = interval(right), interval(result)
        case.check(max(low, least) <= min(high, most), f"the table changes {low}..{high} to {least}..{most}", result)


def hunt_certificates(case):
    """Certificates, right and damaged. The checker accepts what is right, and nothing that is false."""
    rng, checker = case.random, [sys.executable, str(CHECKER)]
    game = ["--board", rng.choice("12"), "--pieces", rng.choice("1234")] if rng.random() < 0.8 else ["--pieces", "9"]
    game += ["--variant", rng.choice(VARIANTS), "--bound", rng.choice(["lower", "upper"])]
    if case.run("nash", *game, "--certificate", "proof").stopped:
        return
    result = case.run("proof", program=checker)
    case.check(result.code == 0 or result.stopped, "a true certificate is refused", result)
    proof = case.path("proof").read_bytes()
    for forged in ("forged1", "forged2", "forged3"):
        case.path(forged).write_bytes(damaged(proof, proof, rng))
        result = case.run(forged, program=checker, memory=2048)
        if result.stopped or result.code != 0:
            continue
        said = re.search(r"(\d+)x\d+, n = (\d+) \((.*)\)\n.*gets at (least|most) (\S+) points", result.out.decode())
        rules = [word for rule in said[3].split(", ") for word in f"--{rule}".split()]
        value = case.run("nash", "--board", said[1], "--pieces", said[2], *rules, "--format", "csv")
        if not value.stopped and value.code == 0:
            least, most = interval(value)
            true = Fraction(said[5]) <= least if said[4] == "least" else Fraction(said[5]) >= most
            case.check(true, f"it proves at {said[4]} {said[5]}, and the value is {least}", result)
