#!/usr/bin/env zsh
# What zsh lists for some command lines, typed at a terminal. What is not listed is waited for until the
# test's time is over.
#
#   completions.zsh FOLDER
emulate -R zsh
setopt err_exit no_unset pipe_fail
folder=${1:a}
zsh -n $folder/_puzzled

zmodload zsh/zpty
scratch=$(mktemp -d)
trap 'rm -rf $scratch' EXIT
touch $scratch/proofs.txt $scratch/puzzles.txt

zpty terminal zsh -f -i
zpty -w terminal "cd $scratch; PS1='> '; fpath=($folder \$fpath); autoload -Uz compinit; compinit -D -u"
zpty -w terminal "LISTMAX=1000; print READY-\$((1+1))"
zpty -r -m terminal said '*READY-2*'

# expect PATTERN TYPED: typed and a tab, it lists something that matches.
expect() {
  print "puzzled $2<tab>: waiting for $1"
  zpty -w -n terminal "puzzled $2"$'\t'
  zpty -r -m terminal said "*$1*"
  zpty -w -n terminal $'\C-u'
}

expect 'explain a command*solve Sudoku puzzles' ''
expect '--threads*worker threads*--time-limit' 'solve --t'
expect 'band*batch*cover' 'solve --engine '
expect 'line' 'solve --answer='
expect 'proofs.txt*puzzles.txt' 'target p'
expect 'proofs.txt*puzzles.txt' 'queens merge p'
expect 'info*warning' 'serve --log-level '
expect 'send*serve' 'help se'
zpty -d terminal
