#!/usr/bin/env bash
# Runs the scripts of deploy/examples: examples.sh PROGRAM SOURCE_DIRECTORY
set -euo pipefail
program=$(realpath "$1")
examples=$(realpath "$2")/deploy/examples
puzzles=$(realpath "$2")/tests/data/minimal_10k.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" && ln -s "$program" "$work/bin/puzzled"
export PATH=$work/bin:$PATH
cd "$work"

echo "== keep_unique.sh: a board with many solutions goes, all others stay"
(printf '%081d\n' 0 && cat "$puzzles") >mixed.txt
"$examples/keep_unique.sh" mixed.txt >unique.txt
cmp unique.txt "$puzzles"

echo "== local_daemon.sh"
"$examples/local_daemon.sh" "$puzzles" 2>said.txt
cat said.txt
grep -q '10000 requests: 10000 answers' said.txt

echo "== client.py: the answers of the daemon are those of solve"
puzzled solve --quiet "$puzzles" >expected.txt
: >log.txt  # it is read before the daemon may have begun
puzzled serve --listen 127.0.0.1:0 2>>log.txt &
daemon=$!
trap 'kill $daemon; wait; rm -rf "$work"' EXIT
for _ in {1..200}; do
  address=$(sed -n 's/.* on=\(127.0.0.1:[0-9]*\)$/\1/p' log.txt)
  [[ -z $address ]] || break
  sleep 0.05
done
"$examples/client.py" "$address" <"$puzzles" >answers.txt
cmp answers.txt expected.txt
