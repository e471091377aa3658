#!/usr/bin/env bash
# The test deploy.release: the scripts that make a release are bash's, say how they are called, and call
# each other by what there is; the program is linked statically only when that is asked for.
#
#   release.sh PROGRAM SOURCE_DIRECTORY
set -euo pipefail
export LC_ALL=C
program=$(realpath "$1")
cd "$2"

fail() {
  printf 'release.sh: %s\n' "$@" >&2
  exit 1
}

for script in deploy/*.sh deploy/*/*.sh deploy/slurm/*.sbatch; do
  bash -n "$script" || fail "$script is not bash's"
  [[ $script == *.sbatch || -x $script ]] || fail "$script cannot be run"
done
for script in deploy/static.sh deploy/wheel.sh; do
  # An option that there is not is told before anything is installed.
  ! said=$("$script" -x 2>&1) || fail "$script takes an option -x"
  [[ $said == *"usage: $script "* ]] || fail "$script says $said"
done
for script in $(grep -ohE '\bdeploy/[a-z_/-]+\.sh\b' deploy/*.sh); do
  [[ -x $script ]] || fail "there is no $script, which a script names"
done
readelf --program-headers "$program" | grep INTERP >/dev/null || fail "the program is linked statically"
