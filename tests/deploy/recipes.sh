#!/usr/bin/env bash
# The test deploy.recipes: does what deploy/slurm and deploy/k8s tell a cluster to do, with the command
# lines that stand there, one part after another. A run of the first part is killed underway, and more
# files lie there that a killed run may have left: none of this may keep the parts from being merged.
#
#   recipes.sh PROGRAM SOURCE_DIRECTORY
set -euo pipefail
export LC_ALL=C
shopt -s extglob

PUZZLED=$(realpath "$1")
source=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir bin && ln -s "$PUZZLED" bin/puzzled
export PATH=$work/bin:$PATH PUZZLED

# Long enough to be killed underway, with an engine whose units are short.
export QUEENS=14 PUZZLED_QUEENS_ENGINE=bitmask
readonly parts=3 expected=365596

fail() {
  printf 'recipes.sh: %s\n' "$*" >&2
  exit 1
}

# Counts every part by the recipe COMMAND, which learns from the variable INDEX which one it is.
count_parts() { # DIRECTORY INDEX FIRST [VARIABLE=VALUE...] COMMAND...
  local directory=$1 index=$2 first=$3 part checkpoint
  shift 3
  mkdir "$directory"
  setsid env "$index=$first" "$@" &
  checkpoint=$directory/1.checkpoint
  until [[ -s $checkpoint && $(stat -c %s "$checkpoint") -gt 500 || -z $(jobs -pr) ]]; do
    sleep 0.01
  done
  kill -KILL -- -$! 2>/dev/null || true # all of its processes, as a cluster does
  wait $! 2>/dev/null || true
  # The program, which is not this shell's child, lets its checkpoint go a moment later.
  until flock --nonblock "$checkpoint" true; do sleep 0.01; done

  [[ -s $checkpoint ]] || fail "$directory: the first part left no checkpoint"
  local leftover
  for leftover in part-1.x7Kp2a 1.part.x7Kp2a 1.part.tmp 1.part~ .1.part.x7Kp2a; do
    head -c 300 "$checkpoint" >"$directory/$leftover"
  done
  for ((part = first; part < first + parts; ++part)); do env "$index=$part" "$@"; done
}

must_merge() { # COMMAND...
  local printed
  printed=$("$@") || fail "this failed: $*"
  [[ $printed == "$expected" ]] || fail "instead of $expected this printed $printed: $*"
}

# Slurm: the job script, and each merge that the page shows, whose folders are others.
count_parts slurm SLURM_ARRAY_TASK_ID 1 SLURM_ARRAY_TASK_MAX=$parts PARTS="$work/slurm" \
  bash "$source/deploy/slurm/queens.sbatch"
mapfile -t merges < <(sed -nE 's/^(\$ )?(puzzled queens merge .*)/\2/p' "$source/deploy/slurm/README.md")
((${#merges[@]} == 3)) || fail "deploy/slurm/README.md shows ${#merges[@]} merges, not 3"
for merge in "${merges[@]}"; do
  must_merge bash -euc "${merge//@(\/shared\/queens-24|parts)\//slurm/}"
done

# At the end of its time a task says how far it came and is queued again.
mkdir late
printf '#!/bin/sh\necho "scontrol $*"\n' >bin/scontrol && chmod +x bin/scontrol
QUEENS=17 SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MAX=2 SLURM_ARRAY_JOB_ID=77 PARTS="$work/late" \
  bash "$source/deploy/slurm/queens.sbatch" >late.log 2>&1 &
until [[ -s late/1.checkpoint ]]; do sleep 0.01; done
kill -TERM $!
wait $! || [[ $? == 143 ]] || fail "a task that ran out of time ends with status $?"
grep -q "scontrol requeue 77_1" late.log || fail "a task that ran out of time is not queued again: $(cat late.log)"

# On a board: by options, and by a file. A plain search of our own counts 11858 solutions.
board=$(printf '%s\n' ...#........ .#.......... ............ ............ ............ ............ \
  ............ ............ ............ ............ ............ ............)
printf '%s\n' "$board" >board.txt
board_part() { # FOLDER PART VARIABLE=VALUE...
  env -u PUZZLED_QUEENS_ENGINE SLURM_ARRAY_TASK_ID="$2" SLURM_ARRAY_TASK_MAX=3 PARTS="$work/$1" "${@:3}" \
    bash "$source/deploy/slurm/queens.sbatch"
}
for part in 1 2 3; do
  board_part holes $part QUEENS=12 OPTIONS='--holes 0,3 1,1'
  board_part file $part QUEENS=board.txt
  cmp holes/$part.part file/$part.part || fail "a file with the board makes another part $part"
done
[[ $(puzzled queens merge --quiet holes/*.part) == 11858 ]] || fail "the parts of a board do not merge"

# The same for exact covers.
puzzled cover --example langford-12 >langford.dlx
mkdir covers
for part in 1 2 3; do
  SLURM_ARRAY_TASK_ID=$part SLURM_ARRAY_TASK_MAX=3 PROBLEM=langford.dlx PARTS="$work/covers" \
    bash "$source/deploy/slurm/cover.sbatch"
done
[[ $(puzzled cover merge --quiet covers/*.part) == 216288 ]] || fail "the parts of covers do not merge"

# Kubernetes: the pods' commands, with another folder for the volume.
job=$source/deploy/k8s/queens-job.yaml
pod=$(sed -n '/^ *- |$/,/^ *env:$/ { /- |$/d; /env:$/d; p }' "$job")
merge=$(sed -nE 's/^ *command: \["\/bin\/sh", "-euc", "(.*)"\]$/\1/p' "$job")
[[ -n $pod && -n $merge ]] || fail "$job: there is a command missing"
count_parts k8s JOB_COMPLETION_INDEX 0 K=$parts CPUS=1 OPTIONS= /bin/sh -euc "${pod//\/parts\//$work/k8s/}"
must_merge /bin/sh -euc "${merge//\/parts\//$work/k8s/}"
mkdir k8s-holes
for index in 0 1 2; do
  env -u PUZZLED_QUEENS_ENGINE JOB_COMPLETION_INDEX=$index K=3 CPUS=1 QUEENS=12 OPTIONS='--holes 0,3 1,1' \
    /bin/sh -euc "${pod//\/parts\//$work/k8s-holes/}"
done
[[ $(puzzled queens merge --quiet k8s-holes/*.part) == 11858 ]] || fail "the pods' parts of a board do not merge"

# From 64 parts on both make the later ones smaller.
mkdir slurm64 k8s64
SLURM_ARRAY_TASK_ID=64 SLURM_ARRAY_TASK_MAX=64 PARTS="$work/slurm64" \
  bash "$source/deploy/slurm/queens.sbatch"
JOB_COMPLETION_INDEX=63 K=64 CPUS=1 OPTIONS= /bin/sh -euc "${pod//\/parts\//$work/k8s64/}"
for part in slurm64/64.part k8s64/64.part; do
  said=$(puzzled queens $QUEENS --part 64/64 --taper -o $part 2>&1) || fail "$said"
  [[ $said == *"already holds part 64/64 --taper of"* ]] || fail "$part: $said"
done

# A file of puzzles in parts: what a killed task leaves behind does not get into the whole, a puzzle
# without a solution is no failure, a file that cannot be read is one, and finished parts are left alone.
puzzled generate --count 3000 --seed 5 --quiet >puzzles.txt
printf '1%080d\n11%079d\n' 0 0 >>puzzles.txt
puzzled solve --quiet puzzles.txt >expected || [[ $? -eq 1 ]] || fail "no answers"
job=$source/deploy/k8s/solve-job.yaml
pod_of_part=$(sed -n '/^ *- |$/,/^ *env:$/ { /- |$/d; /env:$/d; p }' "$job")
[[ -n $pod_of_part ]] || fail "$job: there is no command"
pod_of_part=${pod_of_part//\/answers\//$work/k8s-answers/}
pod_of_part=${pod_of_part//\/puzzles\//$work/}
by_slurm() { # PART
  SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_MAX=3 FILE=${2:-puzzles.txt} ANSWERS=$work/slurm-answers \
    bash "$source/deploy/slurm/solve.sbatch"
}
by_k8s() { # PART
  JOB_COMPLETION_INDEX=$(($1 - 1)) K=3 CPUS=1 FILE=${2:-puzzles.txt} /bin/sh -euc "$pod_of_part"
}
for kind in slurm k8s; do
  mkdir -p $kind-answers
  touch $kind-answers/.puzzled-0123456789abcdef.tmp $kind-answers/part-000000001-of-3.partial
  if by_$kind 1 missing.txt 2>/dev/null && [[ ! -s $kind-answers/part-000000001-of-3 ]]; then
    fail "$kind: a missing file is no failure"
  fi
  for part in 1 2 3; do by_$kind $part || fail "$kind: part $part failed"; done
  cat $kind-answers/part-*-of-3 | cmp - expected || fail "$kind: the parts are not the whole"
  printf 'done\n' >$kind-answers/part-000000002-of-3
  by_$kind 2
  [[ $(cat $kind-answers/part-000000002-of-3) == done ]] || fail "$kind: a finished part was done again"
done

# Each container is one that a node may have been given by hand, and may write to the volume.
for field in 'imagePullPolicy: IfNotPresent' ' fsGroup: 65534'; do
  (($(grep -c "$field" "$job") == $(grep -c 'image: ' "$job"))) || fail "$job: not each pod has $field"
done
