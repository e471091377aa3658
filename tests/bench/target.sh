#!/usr/bin/env bash
# Best score of the empty board for each weights file: `puzzled target` with two threads, CBC and
# GLPK on the same integer program, one after another, in seconds of wall time. A solver that is not
# installed, or takes longer than a minute, gets a dash.
#
#   tests/bench/target.sh WEIGHTS…
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cmake -S "$root" --preset bench >/dev/null
cmake --build "$root/build/bench" --target puzzled target_model >/dev/null
bin=$root/build/bench/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%081d\n' 0 >"$work/board"

seconds() { # COMMAND...: its wall time, or a dash
  local start=$EPOCHREALTIME
  if command -v "$1" >/dev/null && timeout 60 "$@" >"$work/out" 2>&1; then
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.4f", b - a }'
  else
    printf -- '-'
  fi
}

printf '| weights | best | puzzled | CBC | GLPK |\n|---|---:|---:|---:|---:|\n'
for weights in "$@"; do
  "$bin/target_model" "$weights" >"$work/model.lp"
  ours=$(seconds "$bin/puzzled" target --weights "$weights" --threads 2 --quiet "$work/board")
  best=$(cut -f 1 "$work/out")
  cbc=$(seconds cbc "$work/model.lp" solve quit)
  if [[ $cbc != - ]]; then
    theirs=$(sed -n 's/^Objective value: *\(-\{0,1\}[0-9]*\).*/\1/p' "$work/out")
    [[ $theirs == "$best" ]] || echo "CBC says $theirs for $weights" >&2
  fi
  glpk=$(seconds glpsol --lp "$work/model.lp")
  printf '| %s | %s | %s | %s | %s |\n' "$(basename "$weights")" "$best" "$ours" "$cbc" "$glpk"
done
