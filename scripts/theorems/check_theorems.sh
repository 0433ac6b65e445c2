#!/usr/bin/env bash
# Runs the programs of this folder, which check the theorems of docs/beyond/every-board, and prints
# the user time of each part. It stops at the first part that fails.
#
#   scripts/theorems/check_theorems.sh            # all, a quarter of an hour on one core
#   scripts/theorems/check_theorems.sh --quick    # a part that takes seconds, as CI does
#
# Needs a Rust toolchain, and Python 3.9 or later with its standard library only. --quick uses what
# CI has built before: the dev profile, and gqt3 with the features that its tests need.
set -euo pipefail
cd "$(dirname "$0")/../.."

part() {
    echo "== $*"
    local TIMEFORMAT='== %U s'
    time "$@"
}

rust() {
    cargo run --quiet --locked ${profile:+"$profile"} -p gqt3-theorems --bin "$@"
}

# Writes proofs that a player can be kept from every line of 4x4 with n = 2, under the given collapse
# rules, and checks them.
blocking() {
    local bound=$1
    shift
    for collapse in "$@"; do
        part "$gqt3" nash --board 4 --pieces 2 --collapse "$collapse" --time-limit 3600 \
            --certificate "$scratch/proof" --bound "$bound" --output "$scratch/value"
        for proof in "$scratch"/proof*; do
            part rust check_blocking -- "$proof"
        done
    done
}

target=${CARGO_TARGET_DIR:-target}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
case ${1-} in
    "")
        profile=--release
        gqt3=$target/release/gqt3
        cargo build --quiet --locked --release -p gqt3-cli
        part python3 -m doctest scripts/theorems/literal.py
        part python3 scripts/theorems/check_unions.py
        part python3 scripts/theorems/check_repeats.py
        part python3 scripts/theorems/play_theorems.py
        part python3 scripts/theorems/play_theorems.py --control
        part rust check_trees
        part rust check_blocking -- --self-test
        blocking both opponent mover player1 player2
        ;;
    --quick)
        profile=
        gqt3=$target/debug/gqt3
        cargo test --quiet --locked --no-run
        part python3 -m doctest scripts/theorems/literal.py
        part python3 scripts/theorems/check_unions.py --failed 5 --failed 6 --failed 7
        part python3 scripts/theorems/check_repeats.py --part 9 --part 10 --part 12
        part python3 scripts/theorems/play_theorems.py --games 1
        part python3 scripts/theorems/play_theorems.py --control --theorem row --board 6 --games 16
        blocking lower mover player1 player2
        ;;
    *)
        echo "usage: scripts/theorems/check_theorems.sh [--quick]" >&2
        exit 2
        ;;
esac
