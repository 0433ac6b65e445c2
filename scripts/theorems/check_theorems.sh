#!/bin/sh
# Runs everything that checks the theorems of docs/beyond/every-board, and prints the time of each part.
#
#   scripts/theorems/check_theorems.sh            # all
#   scripts/theorems/check_theorems.sh --quick    # a few seconds of each, as CI does
#
# Needs Python 3.9 or later, and the standard library alone. Stops at the first part that fails.
set -eu
cd "$(dirname "$0")"

part() {
    echo "== $*"
    begun=$(date +%s)
    python3 "$@"
    echo "== $(($(date +%s) - begun)) s"
}

case ${1-} in
    "") 
        part -m doctest literal.py
        part check_unions.py
        part check_repeats.py
        part play_theorems.py
        part play_theorems.py --control
        ;;
    --quick)
        part -m doctest literal.py
        part check_unions.py --failed 5 --failed 6 --failed 7
        part check_repeats.py --part 9 --part 10 --part 12
        part play_theorems.py --quick
        part play_theorems.py --quick --control
        ;;
    *)
        echo "usage: scripts/theorems/check_theorems.sh [--quick]" >&2
        exit 2
        ;;
esac
