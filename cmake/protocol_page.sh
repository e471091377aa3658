#!/usr/bin/env bash
# Writes puzzled-protocol(7), of the page on the protocol in Markdown.
#
#   protocol_page.sh LOWDOWN PAGE.md PUZZLED.1 OUTPUT
#
# PUZZLED.1 is puzzled(1): date, version and the list of pages are taken from it.
set -euo pipefail
export LC_ALL=C.UTF-8
readonly lowdown=$1 page=$2 puzzled=$3 output=$4

{
  printf "'\\\\\" t\n" # the page has tables
  sed -n '1s/^\.TH PUZZLED 1/.TH PUZZLED\\-PROTOCOL 7/p' "$puzzled"
  printf '.SH NAME\npuzzled\\-protocol \\- lines of text that the daemon of puzzled answers\n'
  printf '.SH DESCRIPTION\n'
  # Without the title, the contents and the marks for the test of the pages. lowdown writes sections as .SS below the
  # title's .SH, and literals in a font that not every device has; hyphens in literals are typed.
  sed -e '1d' -e '/^- \[.*\](#.*)$/d' -e '/^<!--.*-->$/d' -e 's/^##/#/' "$page" | "$lowdown" -Tman |
    sed -E -e 's/\\f(C|\(CR)/\\fB/g' -e 's/…/.../g' -e 's/×/\\(mu/g' -e 's/²/\\(S2/g' -e 's/[–—]/\\-/g' \
      -e ':again' -e 's/(\\fB[^\\]*(\\-[^\\]*)*)([^\\])-/\1\3\\-/; t again' |
    awk 'BEGIN { first = 1 }
         /^\.S[HS]$/ { macro = $0; getline; print macro, $0; first = 1; next }
         first && /^\.[LP]P$/ { next } # a section begins a paragraph
         { first = 0; print }'
  printf '.SH SEE ALSO\npuzzled(1), '
  sed -n '/^\.SH SEE ALSO/{n;s/, puzzled-protocol(7)//;p}' "$puzzled"
} >"$output"
