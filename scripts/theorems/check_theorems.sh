#!/usr/bin/env bash
# Runs the programs of this folder, which check the theorems of docs/beyond/every-board, and prints
# the user time of each part. It stops at the first part that fails.
#
#   scripts/theorems/check_theorems.sh            # all, a quarter of an hour on one core
#   scripts/theorems/check_theorems.sh --quick    # some seconds of each, as CI does
#
# Needs a Rust toolchain, and Python 3.9 or later with its standard library only. --quick uses the
# dev profile, because that is what CI has built before.
set -euo pipefail
cd "$(dirname "$0")"

part() {
    echo "== $*"
    local TIMEFORMAT='== %U s'
    time "$@"
}

rust() {
    cargo run --quiet --locked ${profile:+"$profile"} -p "$@"
}

# Writes proofs that a player can be kept from every line of 4x4 with n = 2, and checks them.
blocking() {
    for collapse in opponent mover player1 player2; do
        part rust gqt3-cli -- nash --board 4 --pieces 2 --collapse "$collapse" --time-limit 3600 \
            --certificate "$scratch/proof" --bound "$1" --output "$scratch/value"
        for proof in "$scratch"/proof*; do
            part rust gqt3-theorems --bin check_blocking -- "$proof"
        done
    done
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
case ${1-} in
    "")
        profile=--release
        part python3 -m doctest literal.py
        part python3 check_unions.py
        part python3 check_repeats.py
        part python3 play_theorems.py
        part python3 play_theorems.py --control
        part rust gqt3-theorems --bin check_trees
        part rust gqt3-theorems --bin check_blocking -- --self-test
        blocking both
        ;;
    --quick)
        profile=
        part python3 -m doctest literal.py
        part python3 check_unions.py --failed 5 --failed 6 --failed 7
        part python3 check_repeats.py --part 9 --part 10 --part 12
        part python3 play_theorems.py --quick
        part python3 play_theorems.py --quick --control
        part rust gqt3-theorems --bin check_trees -- --quick
        blocking lower
        ;;
    *)
        echo "usage: scripts/theorems/check_theorems.sh [--quick]" >&2
        exit 2
        ;;
esac
