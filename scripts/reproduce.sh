#!/usr/bin/env bash
# Builds gqt3, regenerates everything in results/ and checks that it is what the repository holds. Takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --locked --release
gqt3=target/release/gqt3
"$gqt3" reproduce
collapse=opponent,mover,player1,player2
"$gqt3" nash --pieces 3..5 --collapse $collapse --offset 0,1 --first-moves --output results/first_moves.csv
# Exit code 1 says that a value is not proven, as from n = 3 to 10. A position costs far more time with more pieces.
on_4x4() { "$gqt3" nash --board 4 --collapse $collapse --format csv "$@" || [ $? = 1 ]; }
{
    on_4x4 --pieces 1,2 --node-limit 100000000
    on_4x4 --pieces 3..16 --node-limit 1000 | tail -n +2
} > results/nash_4x4.csv
"$gqt3" reproduce --check
if [ -d .git ]; then
    git --no-pager diff --stat -- results
fi
