#!/usr/bin/env bash
# Writes puzzled(1), out of what the program says itself.
#
#   deploy/man-page.sh PROGRAM FILE
set -euo pipefail
export LC_ALL=C.UTF-8

program=$1
exec >"$2"
# troff's own characters: a backslash anywhere, a dot or quote that begins a line, plain minus signs.
escaped() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"; }
verbatim() { printf '.nf\n'; escaped; printf '.fi\n'; }

commands=$("$program" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | grep -v '^puzzled$')
version=$("$program" --version)

printf '.TH PUZZLED 1 "" "%s" "User Commands"\n' "$version"
printf '.SH NAME\npuzzled \\- solve puzzles in bulk, on all cores\n'
printf '.SH SYNOPSIS\n'
for command in $commands; do
  "$program" "$command" --help | sed -n '1s/^usage: //p' | escaped
  printf '.br\n'
done
printf '.SH DESCRIPTION\n'
"$program" --help | tail -n +2 | verbatim
for command in $commands; do
  printf '.SH %s\n' "${command^^}"
  "$program" "$command" --help | tail -n +2 | verbatim
done
printf '.SH FILES\n.TP\n/etc/puzzled/puzzled.toml\n'
printf 'Settings of the daemon; the file explains each of them.\n'
printf '.SH SEE ALSO\n/usr/share/doc/puzzled\n'
