"""Hunts with what surrounds the program: signals, disks, pipes, paths and threads."""

import os
import shutil
import subprocess

from .case import OLD, VARIANTS, is_whole

# What takes long, or waits for its input.
LONG = """
tree-size --squares 60 --pieces 4 -o out
tree-size --squares 7 --pieces 3 --method brute-force -o out
bounds --squares 1..3000 -o out
bounds --squares 10000 --pieces 3 -o out
random --method simulate --games 99999999 -o out
random --board 24 --format csv -o out
nash --pieces 3..6 --first-moves -o out
nash --all-rules --pieces 4 -o out
nash --pieces 4 --checkpoint table -o out
nash --pieces 3 --certificate proof -o out
nash --pieces 8 --bound upper --certificate proof -o out
nash --board 4 --memory 16 -o out
nash --board 5 --pieces 3 --memory 16 --checkpoint table -o out
analyze --pieces 3 -o out
analyze - -o out
analyze --board 5 --pieces 5 -o out
analyze --batch - -o out
arena --games 99999999 --player1 random -o out
arena --accuracy --player2 heuristic -o out
play --player1 human --save saved
play --board 6 --pieces 4 --player1 heuristic --move-time 60 --save saved
reproduce -o out
""".strip().split("\n")


def hunt_signals(case):
    """Signals at random times, one or two; ignored ones stay ignored. Files are then what they were, or whole, and the
    same command can be run again."""
    rng = case.random
    if rng.random() < 0.2:
        name = rng.choice(["SIGHUP", "SIGINT"])
        command = rng.choice(["tree-size --squares 1..40", "nash --all-variants", "random --board 1..3"]).split()
        result = case.run(*command, signals=[(rng.uniform(0, 0.5), name)], ignored=name)
        case.check(result.code == 0 or result.stopped, f"{name} was to be ignored", result)
        return
    form, command = rng.choice(["table", "csv", "json"]), rng.choice(LONG).split()
    command += ["--format", form] if command[0] != "play" else []
    names = [rng.choice(["SIGINT", "SIGTERM", "SIGHUP"]) for _ in range(rng.choice([1, 1, 2]))]
    signals = [(rng.choice([rng.uniform(0, 0.1), rng.uniform(0, 2)]), name) for name in names]
    case.old("out", "saved")
    result = case.run(*command, stdin=rng.choice([None, b"1-2\n"]), signals=signals)
    out, proof = case.path("out").read_bytes(), case.path("proof")
    case.check(out == OLD or "--batch" in command or is_whole(out, form), "a result is cut off", result)
    case.check(case.path("saved").read_bytes().endswith(b"\n"), "a saved game is cut off", result)
    case.check(not proof.exists() or b"choices" in proof.read_bytes(), "a certificate is cut off", result)
    if "--checkpoint" in command or result.code < 0:
        again = case.run(*command, signals=[(0.3, "SIGINT")])
        case.check(again.code != 2, "the same command is refused after the signal", again)


QUICK = """
tree-size --squares 1..20
bounds --squares 1..30
random
random --method simulate --games 1000
nash -v
nash --board 2 --first-moves
nash --board 9
analyze 1-2
analyze --batch game
play --player1 random --player2 random --seed 1
play --load game
arena --board 2 --games 20
completions bash
man
--help
reproduce --results missing --check
""".strip().split("\n")


def hunt_disks(case):
    """Full disks and readers that have gone, at standard output, standard error and files. Nothing is lost without a
    word, and what happens does not depend on standard error."""
    rng = case.random
    case.path("game").write_text("1-2 2-5\n1-9\nx\n")
    command, kind = rng.choice(QUICK).split(), rng.randrange(5)
    if kind == 0:
        disk_of_a_size(case)
        return
    right = case.run(*command)
    with open("/dev/full", "wb") as full:
        if kind == 1:
            result = case.run(*command, stdout=full)
            case.check(result.code != 0 or result.stopped or not right.out, "the result is lost", result)
        elif kind == 2:
            result = case.run(*command, stderr=full)
            same = (result.code, result.out) == (right.code, right.out) or result.stopped or right.stopped
            case.check(same, f"else exit code {right.code} and {len(right.out)} bytes", result)
        elif kind == 3:
            case.run(*command, stdout=full, stderr=full)
        else:
            reader, writer = os.pipe()
            os.close(reader)
            with open(writer, "wb") as gone:
                case.run(*command, **rng.choice([{"stdout": gone}, {"stderr": gone}, {"stdout": gone, "stderr": gone}]))


def disk_of_a_size(case):
    """Room for some of the bytes only: as a limit of each file or, where one may mount it, as a small disk."""
    rng, out, proof, table = case.random, "disk/out", "disk/proof", "disk/table"
    form = rng.choice(["table", "csv", "json"])
    command = ["nash", "--board", rng.choice("23"), "--pieces", rng.choice("129"), "--format", form, "-o", out]
    command += ["--certificate", proof] if rng.random() < 0.5 else ["--checkpoint", table]
    disk = case.path("disk")
    disk.mkdir()
    case.run(*command)
    sizes = [path.stat().st_size for path in disk.iterdir()]
    shutil.rmtree(disk)
    disk.mkdir()
    size = rng.choice([0, 1, 100, 4096, rng.randrange(1 + max(sizes, default=0))])
    mounted = rng.random() < 0.5 and mount(case, disk, size)
    try:
        # A file of the old content needs a page of a small disk.
        case.old(*[out, proof][: 2 if not mounted else size // 8192])
        result = case.run(*command, **({} if mounted else {"file_size": size}))
        for name, whole in ((out, lambda data: is_whole(data, form)), (proof, lambda data: b"choices" in data)):
            if name in command:
                data = case.path(name).read_bytes() if case.path(name).exists() else OLD
                case.check(data == OLD or whole(data), f"{name} is cut off", result)
                case.check(data != OLD or result.code != 0, f"{name} is missing, and no word", result)
        if case.path(table).exists():
            again = case.run(*command)
            case.check("--checkpoint" not in again.err.decode() or again.code != 2, "the table is of no use", again)
    finally:
        if mounted:
            subprocess.run(["umount", str(disk)], check=True)


def mount(case, folder, size):
    """Mounts a small disk, if that is permitted."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={max(4096, size)}", "none", str(folder)]
    mounted = shutil.which("mount") and subprocess.run(command, capture_output=True, check=False).returncode == 0
    if not mounted:
        case.options.skipped.add("small disks, which one may not mount here; files of a limited size instead")
    return mounted


def hunt_endless(case):
    """Input without an end, and without an end of a line."""
    commands = ["analyze -", "analyze --file /dev/zero", "analyze --batch -", "analyze --batch /dev/zero", "play",
                "play --load /dev/zero", "nash --checkpoint /dev/zero", "play --player1 random"]
    with open("/dev/zero", "rb") as zeros:
        case.run(*case.random.choice(commands).split(), stdin=zeros, memory=512)


def hunt_paths(case):
    """Odd places for results: the same file twice, links, missing and read-only folders, a log that is added to."""
    rng, kind = case.random, case.random.choice(["twice", "link", "log", "place", "read-only"])
    case.old("out")
    once = ["nash --output {}", "bounds -o {}", "nash --certificate {}", "nash --checkpoint {}", "play --save {}"]
    if kind == "twice":
        case.path("link").symlink_to("out")
        names = ["out", "./out", "link", str(case.path("out"))] if rng.random() < 0.5 else ["new", "./new"]
        twice = rng.choice(["nash --checkpoint {} --output {}", "nash --certificate {} --output {}",
                            "nash --certificate {} --checkpoint {}", "play --save {} --output {}"])
        result = case.run(*twice.format(rng.choice(names), rng.choice(names)).split())
        case.check(result.code == 2 and case.path("out").read_bytes() == OLD, "two outputs in one file", result)
    elif kind == "link":
        case.path("link").symlink_to("target")
        result = case.run(*rng.choice(once).format("link").split())
        case.check(case.path("link").is_symlink(), "a link that led nowhere is replaced", result)
    elif kind == "log":
        with open(case.path("out"), "ab") as log:
            result = case.run(*rng.choice(once[:2]).format("/dev/stdout").split(), stdout=log)
        case.check(case.path("out").read_bytes().startswith(OLD), "a log that is added to is replaced", result)
    elif kind == "place":
        place = rng.choice(["missing/new", ".", "out/new", "n" * 300, "/", ""])
        result = case.run(*[place if word == "{}" else word for word in rng.choice(once).split()])
        case.check(result.code in (1, 2) or result.stopped, "no file, and no word", result)
    elif os.geteuid() == 0:
        case.options.skipped.add("read-only folders: root may write everywhere")
    else:
        case.path("folder").mkdir(mode=0o555)
        result = case.run(*rng.choice(once).format("folder/new").split())
        case.check(result.code == 2, "no file, and no word", result)


def hunt_threads(case):
    """One thread and two give the same bytes."""
    some, seed = lambda *values: case.random.choice(values), case.random.randrange(99)
    command = some(
        f"tree-size --squares 1..{some(6, 9, 12)} --pieces {some('1..3', '2', '4')}",
        f"tree-size --board 1..3 --ending {some('full', 'first-line')} --cross-check",
        f"bounds --squares 1..{some(9, 30)} --pieces {some('1..4', '2')}",
        f"random --board 1..3 --pieces {some(1, 2, 3)} {some('', '--method simulate --games 3000 --seed 5')}",
        f"nash --board 1..3 --pieces {some(1, 2, 9, '7..9')} --variant {some(*VARIANTS)} {some('', '--first-moves')}",
        f"nash --board 2 --pieces {some('1..4', 3)} --all-rules",
        f"nash --pieces {some(1, 2)} --certificate /dev/stdout --bound {some('lower', 'upper')} -o /dev/null",
        f"arena --board {some(2, 3)} --pieces {some(1, 2)} --games 30 --seed {seed} --depth {some(1, 2)} "
        f"--player1 heuristic --player2 {some('random', 'heuristic', 'perfect')} {some('', '--accuracy')}",
        f"analyze 1-2 2-5 --variant {some(*VARIANTS)}",
    )
    command = [*command.split(), "--format", some("csv", "table")]
    one, two = (case.run(*command, "--threads", threads) for threads in "12")
    same = (one.code, one.out) == (two.code, two.out) or one.stopped or two.stopped
    case.check(same, "one thread and two give different bytes", two)
