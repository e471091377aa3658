#!/usr/bin/env bash
# Kills every command that has -o, over and over, at random moments: the file must always be whole, the
# old one or the new one, what --partial keeps must be whole results, and nothing else may be left over.
#
#   kill_with_output.sh PROGRAM KILLS      so many kills of each command
#
# Only kills that met a living process count. SEED=n repeats the moments of a former run.
set -euo pipefail

program=$(realpath "$1") kills_wanted=$2
RANDOM=${SEED:=$$}
directory=$(mktemp -d)
server=
clean_up() {
  [[ $BASHPID == "$$" ]] || return 0 # a child that SIGTERM met before it became the program
  [[ -z $server ]] || kill "$server"
  rm -rf "$directory"
}
trap clean_up EXIT
cd "$directory"
mkdir out

"$program" generate --count 5000 --quiet -o puzzles
head -n 500 puzzles >boards
"$program" target boards --certificate --quiet -o proofs
for i in 1 2; do "$program" queens 14 --part $i/2 --output part$i --quiet; done
"$program" serve --listen "" --unix "$directory/socket" 2>log &
server=$!
until [[ -S socket ]]; do sleep 0.05; done

fail() {
  echo "$1 (SEED=$SEED)" >&2
  cat said log >&2
  exit 1
}

check() { # COMMAND: out/file is the old one or the new one
  if [[ -e old ]]; then
    cmp -s old out/file || cmp -s new out/file || fail "$1: torn"
  elif [[ -e out/file ]]; then
    cmp -s new out/file || fail "$1: torn"
  fi
  if [[ -e out/file.partial ]]; then
    [[ $1 == *--partial* ]] || fail "$1: a partial file that nobody wanted"
    awk 'NR == FNR { line[FNR] = $0; next }
         $0 != line[FNR] && $0 != "error lost no answer received" { exit 1 }' new out/file.partial ||
      fail "$1: the lines of the partial file are not those of the whole"
    [[ -z $(tail -c 1 out/file.partial) ]] || fail "$1: a torn line"
  fi
  # Where the file system knows no files without a name, or in the moment of naming, a kill leaves one.
  rm -f out/.puzzled-*.tmp out/file.partial
  [[ $(ls -A out) == file || -z $(ls -A out) ]] || fail "$1: left over: $(ls -A out)"
}

try() { # COMMAND…: with -o out/file; a part replaces no file that is none
  local kills=0 runs=0 begin nanoseconds moment job signal status
  rm -f out/file old
  begin=$(date +%s%N)
  "$program" "$@" --quiet -o out/file 2>said || fail "$*: exit status $?"
  nanoseconds=$(($(date +%s%N) - begin))
  cp out/file new
  while ((kills < kills_wanted)); do
    runs=$((runs + 1))
    if [[ $* == *--part\ * ]]; then
      rm -f out/file
    else
      echo "what was there before run $runs" | tee old >out/file
    fi
    "$program" "$@" --quiet -o out/file 2>said &
    job=$!
    moment=$((RANDOM * nanoseconds / 32768))
    sleep "$((moment / 1000000000)).$(printf %09d $((moment % 1000000000)))"
    signal=KILL
    ((RANDOM % 3)) || signal=TERM
    kill -$signal $job 2>/dev/null || true
    status=0
    wait $job 2>/dev/null || status=$?
    case $status in
      0) cmp new out/file || fail "$*: finished and torn" ;;
      137 | 143) kills=$((kills + 1)) ;;
      *) fail "$*: exit status $status" ;;
    esac
    check "$*"
  done
  echo "$*: $kills kills in $runs runs"
}

try solve puzzles
try solve puzzles --limit 2 --partial
try generate --count 500 --partial
try target boards
try target boards --certificate --partial
try target --check proofs
try queens 12 --all --partial
try queens 14
try queens 14 --part 1/2
try queens merge part1 part2
try send unix:socket puzzles
try send unix:socket puzzles --connections 4 --partial
