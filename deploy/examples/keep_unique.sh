#!/usr/bin/env bash
# Prints those lines of a file of puzzles that have exactly one solution: keep_unique.sh FILE
set -euo pipefail
paste <(puzzled solve --quiet --limit 2 "$1") "$1" | awk -F '\t' '$1 == 1 { print $3 }'
