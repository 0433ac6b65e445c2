#!/usr/bin/env bash
# Builds gqt3, regenerates everything in results/ and checks that it is what the repository holds.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --locked --release
target/release/gqt3 reproduce
target/release/gqt3 reproduce --check
if [ -d .git ]; then
    git --no-pager diff --stat -- results
fi
