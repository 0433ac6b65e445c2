#!/usr/bin/env python3
"""Hunts for defects of gqt3 with odd input, at odd moments and on odd devices.

    python3 scripts/fuzz.py --program target/release/gqt3 --seed 1 --time 60
    python3 scripts/fuzz.py --program target/release/gqt3 --seed 1 --hunts games,tables --cases 40

Needs Python 3.9 or later on a Unix, and nothing else. A case is chosen by the seed, the name of the hunt and the number
of the case alone, and has a folder of its own. The time says how many cases there are. What is found comes with the
command that runs its case once more. Exit code 0: nothing was found. 1: something was. 2: bad usage.

Found, in every hunt, is a command that
* ends with an exit code other than 0, 1, 2 and 130, or by a signal that nobody sent, or needs more than its memory;
* writes of a panic or a traceback, or ends with exit code 2 and says nothing;
* goes on for longer than --grace seconds after a signal (one that lasts longer than --patience gets SIGINT);
* leaves a hidden or partial file.
Each hunt below says what else it looks for.
"""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

# No compiled files beside the sources.
sys.dont_write_bytecode = True

from hunts import inputs, surroundings
from hunts.case import Case

MODULES = (inputs, surroundings)
HUNTS = {name[5:]: hunt for module in MODULES for name, hunt in vars(module).items() if name.startswith("hunt_")}


def options_of_the_command_line():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="the gqt3 to hunt with")
    parser.add_argument("--seed", type=int, default=1, help="chooses the cases [default: 1]")
    much = parser.add_mutually_exclusive_group()
    much.add_argument("--time", type=float, metavar="SECONDS", help="begin no case after this time [default: 60]")
    much.add_argument("--cases", type=int, metavar="N", help="so many cases, of all hunts together")
    much.add_argument("--case", type=int, metavar="K", help="one case of one hunt: shows its commands, keeps its files")
    parser.add_argument("--hunts", default=",".join(HUNTS), help="which, after commas [default: all: %(default)s]")
    parser.add_argument("--patience", type=float, default=5, help="seconds before an interrupt [default: 5]")
    parser.add_argument("--grace", type=float, default=10, help="seconds to stop after a signal [default: 10]")
    options = parser.parse_args()
    options.hunts = options.hunts.split(",")
    if unknown := set(options.hunts) - set(HUNTS):
        parser.error(f"--hunts: there is no {', '.join(sorted(unknown))}; there are {', '.join(HUNTS)}")
    if options.case is not None and len(options.hunts) != 1:
        parser.error("--case is for one hunt; name it with --hunts")
    program = shutil.which(options.program)
    if program is None:
        parser.error(f"--program: cannot run '{options.program}'")
    options.program, options.skipped = str(Path(program).resolve()), set()
    return options


def run_case(options, hunt, number):
    """Runs a case and returns how much it found."""
    folder = tempfile.mkdtemp(prefix="gqt3-fuzz-")
    case = Case(options, hunt, number, folder)
    try:
        HUNTS[hunt](case)
    finally:
        if options.case is None:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"its files are in {folder}")
    return case.founds


def main():
    options = options_of_the_command_line()
    if options.case is not None:
        return min(1, run_case(options, options.hunts[0], options.case))
    until = time.monotonic() + (60 if options.time is None else options.time)
    cases, founds, number = dict.fromkeys(options.hunts, 0), 0, 0
    while number < options.cases if options.cases is not None else time.monotonic() < until:
        hunt = options.hunts[number % len(options.hunts)]
        founds += run_case(options, hunt, cases[hunt])
        cases[hunt] += 1
        number += 1
    for reason in sorted(options.skipped):
        print(f"skipped: {reason}")
    print(f"seed {options.seed}: {', '.join(f'{hunt} {count}' for hunt, count in cases.items())}; found: {founds}")
    return min(1, founds)


if __name__ == "__main__":
    sys.exit(main())
