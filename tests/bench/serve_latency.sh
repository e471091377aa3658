#!/usr/bin/env bash
# What a bulk client and a client with searches add to the latency of single puzzles:
#
#   serve_latency.sh PROGRAM FILE [SECONDS [ROUNDS [CONNECTIONS]]]   FILE: Sudoku lines of the bulk client
#
# Rounds alternate: a client that asks for one puzzle after another, 100 a second, first alone, then
# beside the two others; each round prints the percentiles of both.
set -euo pipefail

program=$1 puzzles=$2 seconds=${3:-10} rounds=${4:-3} connections=${5:-1}
scratch=$(mktemp -d)
children=()
stop() { ((${#children[@]} == 0)) || kill "${children[@]}" 2>/dev/null || true; }
trap 'stop; rm -rf "$scratch"' EXIT

touch "$scratch/log"
"$program" serve --listen 127.0.0.1:0 2>"$scratch/log" &
children+=($!)
until address=$(sed -nE 's/.*listening on=//p' "$scratch/log") && [[ $address ]]; do sleep 0.1; done

head -n 1 "$puzzles" >"$scratch/one"
printf 'queens 17\nqueens 18\ntarget %s\n' "$(printf '.%.0s' {1..81})" >"$scratch/searches"

ask() { # WHAT
  printf '%-28s' "$1"
  "$program" send --pipeline 1 --rate 100 --duration "${seconds}s" --latency "$address" \
    "$scratch/one" 2>&1 >/dev/null | grep -o 'p50.*'
}

for ((round = 1; round <= rounds; ++round)); do
  ask "alone"
  "$program" send -q --connections "$connections" --duration "$((seconds + 2))s" "$address" "$puzzles" 2>"$scratch/bulk" &
  bulk=$!
  "$program" send -q --duration "$((seconds + 2))s" --pipeline 8 "$address" "$scratch/searches" \
    2>"$scratch/search" &
  search=$!
  sleep 1
  ask "beside bulk and searches"
  wait "$bulk" "$search" || cat "$scratch/bulk" "$scratch/search"
done
