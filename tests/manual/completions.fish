#!/usr/bin/env fish
# What fish offers for some command lines.
#
#   completions.fish FOLDER
set folder (realpath $argv[1])
fish -n $folder/puzzled.fish; or exit 1
# Nothing of the user's, nor of an installed puzzled.
set -g fish_complete_path
source $folder/puzzled.fish
set scratch (mktemp -d)
cd $scratch
touch proofs.txt puzzles.txt

# expect WANTED LINE: the words without their descriptions.
function expect
    set got (complete -C "puzzled $argv[2]" | string split -f 1 \t | sort | string join ' ')
    test "$got" = "$argv[1]"; and return
    printf 'puzzled %s\n  wanted: %s\n  got:    %s\n' $argv[2] $argv[1] "$got"
    rm -r $scratch
    exit 1
end

expect 'canon cover explain feed generate help minimal queens rate send serve shuffle solve target verify work' ''
expect '--threads --time-limit --true-candidates' 'solve --t'
expect 'band batch' 'solve --engine b'
expect 'proofs.txt puzzles.txt' 'target p'
expect 'proofs.txt puzzles.txt' 'solve -o p'
expect 'proofs.txt puzzles.txt' 'queens merge p'
expect 'merge' 'queens m'
expect 'debug error info off trace warning' 'serve --log-level '
expect 'send serve' 'help se'
expect '' 'generate p'
expect 'langford-8 latin-5' 'cover --example la'
expect 'killer kropki' 'solve --example k'
set help (complete -C 'puzzled solve --thr' | string split -f 2 \t)
test "$help" = 'worker threads (default: one per CPU)'; or exit 1
rm -r $scratch
