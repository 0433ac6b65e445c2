#!/usr/bin/env python3
"""Simulate random games on a Dask cluster, and compare them with the exact distribution.

    python3 examples/dask_simulate.py --gqt3 target/release/gqt3 --board 4 --workers 2
    python3 examples/dask_simulate.py --scheduler tcp://host:8786 --pieces 3 --runs 1000

Each run is a `gqt3 random --method simulate` with its own seed, and all counts are added. So the
result does not depend on the workers, and Dask can repeat the runs of a worker that dies. Every
worker needs the program that --gqt3 names. The exit code is 1 if a margin is impossible, or if its
count is off by more than 5 standard errors and more than 5 games.
"""

import json
import signal
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from fractions import Fraction


def margins(*command):
    done = subprocess.run([*command, "-q", "-j1", "--format=json"], capture_output=True, text=True)
    if done.returncode or not done.stdout.startswith("{"):
        message = done.stderr.partition("\n")[0].removeprefix("error: ")
        raise RuntimeError(message or f"{command[0]} is not gqt3")
    return json.loads(done.stdout)["tables"]["margins"]


def simulate(seed, games, command):
    """Counts the margins of random games, on a worker."""
    rows = margins(*command, "--method=simulate", f"--games={games}", f"--seed={seed}")
    return Counter({row["margin"]: int(row["games"]) for row in rows})


def count(args, command):
    from distributed import Client, LocalCluster, as_completed

    # Local workers inherit SIG_IGN. So Ctrl-C ends only this process, which then stops the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    local = {"n_workers": args.workers, "threads_per_worker": 1, "dashboard_address": None}
    with Client(args.scheduler or LocalCluster(**local, silence_logs=99), timeout=10) as client:
        signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
        client.wait_for_workers(1, timeout=10)
        counts = Counter()
        runs = client.map(simulate, range(1, args.runs + 1), games=args.games, command=command)
        for ended, run in enumerate(as_completed(runs), 1):
            counts += run.result()
            if sys.stderr.isatty():
                print(f"{ended} of {args.runs} runs", end="\r", file=sys.stderr, flush=True)
        return counts


def compare(counts, exact):
    """Prints each deviation in units of its standard error, or of one game if that is more."""
    games, fit = sum(counts.values()), True
    print(f"{'margin':>8} {'games':>13} {'expected':>15} {'deviation':>10}")
    for margin in sorted(exact | counts, key=Fraction):
        share = exact.get(margin, 0)
        expected, error = float(games * share), float(games * share * (1 - share)) ** 0.5
        deviation = (counts[margin] - expected) / max(error, 1)
        fit = fit and share > 0 and abs(deviation) <= 5
        print(f"{margin:>8} {counts[margin]:13,} {expected:15,.1f} {deviation:+10.2f}")
    return fit


def main():
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.error = lambda message: parser.exit(2, f"error: {message}\n")
    parser.add_argument("--gqt3", default="gqt3", help="the program [default: gqt3 on the PATH]")
    parser.add_argument("--board", type=int, default=3, help="the side [default: 3]")
    parser.add_argument("--pieces", type=int, default=2, help="n [default: 2]")
    parser.add_argument("--runs", type=int, default=20, help="use seeds 1 to RUNS [default: 20]")
    parser.add_argument("--games", type=int, default=100_000, help="in a run [default: 100000]")
    parser.add_argument("--workers", type=int, default=2, help="on this machine [default: 2]")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="use the workers of a Dask cluster")
    args = parser.parse_args()
    if min(args.runs, args.games, args.workers) < 1:
        parser.error("--runs, --games and --workers are whole numbers above 0")
    command = [args.gqt3, "random", f"--board={args.board}", f"--pieces={args.pieces}"]
    try:
        exact = {row["margin"]: Fraction(row["probability"]) for row in margins(*command)}
        sys.exit(0 if compare(count(args, command), exact) else 1)
    except Exception as error:
        parser.error(error)


if __name__ == "__main__":
    main()
