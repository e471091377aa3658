#!/usr/bin/env bash
# Formats each manual page; groff must have nothing to say against it.
#
#   pages.sh FOLDER
set -euo pipefail
for page in "$1"/*.[157]; do
  said=$(groff -t -man -Tutf8 -ww -z "$page" 2>&1)
  [[ -z $said ]] || { printf '%s\n' "$said" && exit 1; }
done
[[ $(ls "$1"/*.1 | wc -l) == 16 && -e $1/puzzled.toml.5 ]]
