#!/usr/bin/env bash
# Runs one golden case of the command line and compares what it did with what is written down.
#
#   run_case.sh PROGRAM CASE_DIRECTORY          compare; print a diff and fail where they differ
#   UPDATE=1 run_case.sh PROGRAM CASE_DIRECTORY  write down what it did instead: then read the diff
#
# A case is a directory:
#   cmd           bash, run under `set -euo pipefail` in an empty directory of its own, with
#                 $PUZZLED the program and $CASE the case's directory; `await_daemon` waits until
#                 the daemon at unix:socket answers, however slowly it starts
#   stdin         what it reads (optional: nothing)
#   stdout        what it must print, to the byte
#   stderr        what it must say, to the byte (optional)
#   stderr.match  extended regular expressions, one a line; each must match some line of what it
#                 says (optional, for texts that hold times or a system's words)
#   exit          its exit status (optional: 0)
#   labels        as tests/CMakeLists.txt explains them (optional: memory)
set -euo pipefail
export LC_ALL=C

PUZZLED=$(realpath "$1")
CASE=$(realpath "$2")
export PUZZLED CASE

# A socket is there before its daemon listens, so its file says too little.
await_daemon() {
  until "$PUZZLED" send unix:socket --quiet --retries 0 <<<ping &>/dev/null; do sleep 0.1; done
}
export -f await_daemon

got=$(mktemp -d)
trap 'rm -rf "$got"' EXIT
mkdir "$got/directory"

input=/dev/null
[[ ! -e $CASE/stdin ]] || input=$CASE/stdin
status=0
(cd "$got/directory" && bash -euo pipefail "$CASE/cmd") \
  <"$input" >"$got/stdout" 2>"$got/stderr" || status=$?
echo "$status" >"$got/exit"

if [[ -n ${UPDATE:-} ]]; then
  cp "$got/stdout" "$CASE/stdout"
  [[ ! -e $CASE/stderr ]] || cp "$got/stderr" "$CASE/stderr"
  if ((status != 0)); then cp "$got/exit" "$CASE/exit"; else rm -f "$CASE/exit"; fi
  exit 0
fi

good=yes
compare() { # EXPECTED WHAT
  diff --text -u --label "expected $2" --label "actual $2" "$1" "$got/$2" || good=no
}

compare "$CASE/stdout" stdout
[[ ! -e $CASE/stderr ]] || compare "$CASE/stderr" stderr
if [[ -e $CASE/stderr.match ]]; then
  while IFS= read -r expression; do
    grep -qE -e "$expression" "$got/stderr" || {
      printf 'no line of stderr matches: %s\n' "$expression"
      good=no
    }
  done <"$CASE/stderr.match"
fi
if [[ -e $CASE/exit ]]; then compare "$CASE/exit" exit; else compare <(echo 0) exit; fi

if [[ $good == no ]]; then
  printf '\nIt ran:\n%s\n\nIt said on stderr:\n' "$(cat "$CASE/cmd")"
  cat "$got/stderr"
  exit 1
fi
