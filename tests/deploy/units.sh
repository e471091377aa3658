#!/usr/bin/env bash
# The test deploy.units: what can be said of deploy/systemd without systemd running. The units are bounded,
# wait for the network, and do not start again what cannot start; where systemd-analyze is, it finds no fault.
#
#   units.sh PROGRAM SOURCE_DIRECTORY
set -euo pipefail
export LC_ALL=C
program=$(realpath "$1")
units=$(realpath "$2")/deploy/systemd
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  printf 'units.sh: %s\n' "$@" >&2
  exit 1
}
must_say() { # FILE LINE...
  local file=$1 line
  shift
  for line; do grep -qxF -e "$line" "$units/$file" || fail "$file does not say $line"; done
}
must_say puzzled.service RestartPreventExitStatus=2 Restart=on-failure Wants=network-online.target \
  After=network-online.target
# A worker's status 2 may be a server that is not there yet, so it is started again.
must_say puzzled-work@.service Restart=on-failure Wants=network-online.target
for file in puzzled.service puzzled-work@.service; do
  grep -qE '^MemoryMax=[0-9]+[MG]$' "$units/$file" || fail "$file has no bound of memory"
  grep -qE '^TasksMax=[0-9]+$' "$units/$file" || fail "$file has no bound of tasks"
done
status=0
"$program" serve --listen 'nowhere' 2>/dev/null || status=$?
((status == 2)) || fail "settings that will not do end with status $status"

if command -v systemd-analyze >/dev/null; then
  # Without the manual pages, which are not installed, and with a program that is there.
  for file in "$units"/*; do
    sed -e '/^Documentation=/d' -e "s|/usr/bin/puzzled|$program|" "$file" >"$work/$(basename "${file/@./@name.}")"
  done
  said=$(systemd-analyze verify "$work"/*.s* 2>&1) || fail "$said"
  [[ -z $said ]] || fail "$said"
fi
