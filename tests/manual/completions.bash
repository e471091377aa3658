#!/usr/bin/env bash
# What bash offers for some command lines.
#
#   completions.bash FOLDER
set -euo pipefail
source "$1/puzzled"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
touch puzzles.txt proofs.txt

# expect WANTED WORD…: the words behind `puzzled`, of which the last is being completed.
expect() {
  local wanted=$1 status=0
  COMP_WORDS=(puzzled "${@:2}")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _puzzled || status=$?
  [[ ${COMPREPLY[*]} == "$wanted" ]] || {
    printf 'puzzled %s\n  wanted: %s\n  got:    %s\n' "${*:2}" "$wanted" "${COMPREPLY[*]}"
    exit 1
  }
}

[[ $(complete -p puzzled) == *'-F _puzzled puzzled' ]]
expect 'solve generate canon shuffle rate explain minimal verify queens target cover serve send work feed help -h --help -V --version' ''
expect 'serve send' se
expect 'queens' help q
expect '--time-limit --true-candidates --threads' solve --t
expect 'batch band' solve puzzles.txt --engine b
expect 'batch band' solve --engine = b
expect 'auto line board integers table' solve --answer =
expect 'proofs.txt puzzles.txt' solve -o p
expect 'puzzles.txt' target pu
expect 'merge' queens ''
expect 'proofs.txt puzzles.txt' queens merge ''
expect '' queens 8 ''
expect '' solve --limit ''
expect 'trace debug info warning error off' serve --log-level ''
expect '' generate p
expect 'langford-8 latin-5' cover --example la
expect 'killer kropki' solve --example k
