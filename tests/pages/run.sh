#!/usr/bin/env bash
# Runs the commands that our pages show and compares what they print with what stands there.
#
#   run.sh PROGRAM SOURCE_DIRECTORY [long]    compare; print a diff and fail where they differ
#   UPDATE=1 run.sh ...                       write into the pages what was printed: then read the diff
#
# A command is a line that begins with `$ ` in a fenced block, and what follows a `|` or `\` at its end.
# What comes up to the next command is its output, standard error included. Each block is a session of
# bash in an empty directory in which tests/data, deploy/{examples,records,slurm} are where the page
# says, the program is in PATH, and two free ports stand for 9009 and 9010. A command that ends in `&` has
# 10 s to print as many lines as are shown. CONTRIBUTING.md explains the marks of a block.
#
# Each page is written anew, with what its commands print now in place of what they do not print any
# more; the result must be the page, and the numbers of commands those in counts.short.txt, or
# counts.long.txt.
set -euo pipefail
export LC_ALL=C.UTF-8

program=$(realpath "$1")
source=$(realpath "$2")
kind=${3:-short}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" && ln -s "$program" "$work/bin/puzzled"
# What each session begins with.
mkdir -p "$work/new/session/"{tests,deploy} "$work/new/said"
ln -s "$source/tests/data" "$work/new/session/tests/data"
ln -s "$source/deploy/"{examples,records,slurm} "$work/new/session/deploy/"
unset "${!PUZZLED_@}"
export PATH=$work/bin:$PATH

# Prints a port that is free, as the next one is, below those that the system hands out.
free_port() {
  local port
  for _ in {1..100}; do
    port=$((20000 + RANDOM % 6000 * 2))
    if ! (: <>"/dev/tcp/127.0.0.1/$port" || : <>"/dev/tcp/127.0.0.1/$((port + 1))") 2>/dev/null; then
      echo $port
      return
    fi
  done
  return 1
}

# What the marks allow to vary. Times: durations, rates (none is printed for short runs), numbers of
# threads, the time of day. Figures: numbers of up to four digits, too, so that no count or grid is among
# them.
readonly times='s:[0-9.]+ ?[kMG]?/s, ::g; s:[0-9.]+ (s|ms|µs)\b:T:g; s:[0-9]+ threads?\b:N threads:g
  s|[0-9]{4}(-[0-9]{2}){2}T[0-9:.]+Z|TIME|g'
readonly figures='s:\b[0-9]{1,4}(\.[0-9]+)?\b:N:g; s: +: :g'

masked() { # MARK TEXT: the text as it is compared
  case $1 in
    *'varies: times'*) sed -E "$times" <<<"$2" ;;
    *'varies: figures'*) sed -E "$times; $figures" <<<"$2" ;;
  esac
}

# Runs `commands`; what number i prints gets into $said/i. (bash's own word on a process that a
# command has killed is dropped.) `shown` tells how much a command in the background has to print.
# There are half a thousand commands, and processes around them would cost more than they do.
readonly said=$work/now/said
run_session() {
  local i port edit='/^[^ ]*: line [0-9]*: *[0-9]* Killed /d'
  rm -rf "$work/now"
  cp -a "$work/new" "$work/now"
  {
    for ((i = 0; i < ${#commands[@]}; ++i)); do
      printf '{\n%s\n} >"%s" 2>&1\n' "${commands[i]}" "$said/$i.file"
      if [[ ${commands[i]} =~ [^\&]\&\ *(#.*)?$ ]]; then
        printf 'for _ in {1..1000}; do (($(wc -l <"%s") < %d)) || break; sleep 0.01; done\n' \
          "$said/$i.file" "$(grep -c . <<<"${shown[i]}" || true)"
      fi
      printf 'printf "%%s\\n" "$(<"%s")" >"%s"\n' "$said/$i.file" "$said/$i"
    done
    # The session's connection ends first: a search that it asked for would keep the daemon.
    printf 'exec 3>&-; kill $(jobs -pr) 2>/dev/null\nwait\n'
  } >"$work/session.sh"
  if [[ ${commands[*]} == *90[01][09]* ]]; then
    port=$(free_port)
    sed -i "s/\b9009\b/$port/g; s/\b9010\b/$((port + 1))/g" "$work/session.sh"
    edit+="; s/\b$port\b/9009/g; s/\b$((port + 1))\b/9010/g"
  fi
  (cd "$work/now/session" && timeout 300 bash "$work/session.sh" </dev/null >"$said/session" 2>&1) || true
  for ((i = 0; i < ${#commands[@]}; ++i)); do
    [[ -e $said/$i ]] || { cat "$said/session" && echo "(not run)"; } >"$said/$i"
  done
  sed -i "$edit" "$said"/*[0-9]
}

# Prints the lines of a block as they should be.
write_block() { # MARK LINE...
  local mark=$1 line i=-1 goes_on=no printed
  local -a commands=() shown=()
  shift
  for line; do
    if [[ $line == '$ '* ]]; then
      commands[++i]=${line#'$ '}
      shown[i]=
    elif [[ $goes_on == yes ]]; then
      commands[i]+=$'\n'$line
    elif ((i >= 0)); then
      shown[i]+=$line$'\n'
    fi
    [[ ($line == '$ '* || $goes_on == yes) && $line =~ [\|\\]$ ]] && goes_on=yes || goes_on=no
  done

  local left_out=''
  case $mark in
    '' | 'varies: times' | 'varies: figures')
      [[ $kind == short ]] || left_out='left to pages.short'
      ;;
    long | 'long; varies: times' | 'long; varies: figures')
      [[ $kind == long ]] || left_out='left to pages.long'
      ;;
    'not run: '*) left_out=$mark ;;
    *) echo "no such mark: $mark" >&2 && good=no ;;
  esac
  if ((i < 0)) || [[ -n $left_out ]]; then
    ((i < 0)) || [[ $kind == long ]] || ((count[$left_out] += i + 1))
    (($# == 0)) || printf '%s\n' "$@"
    return
  fi

  run_session
  for ((i = 0; i < ${#commands[@]}; ++i)); do
    printed=$(<"$said/$i")
    local expected=${shown[i]}
    while [[ $expected == *$'\n' ]]; do expected=${expected%$'\n'}; done
    local gap=${shown[i]#"$expected"}
    if [[ $mark == *varies* && $(masked "$mark" "$expected") == "$(masked "$mark" "$printed")" ]]; then
      printed=$expected
    fi
    if [[ $mark != *varies* || $(masked "$mark" "$printed") == "$printed" ]]; then
      ((++count['the same']))
    else
      ((++count['the same but for figures']))
    fi
    printf '$ %s\n' "${commands[i]}"
    [[ -z $printed ]] || printf '%s\n' "$printed"
    [[ -z $expected ]] || gap=${gap#$'\n'} # the end of its last line
    printf '%s' "$gap"
  done
}

write_page() { # FILE
  local line mark='' inside=no
  local -a block=()
  while IFS= read -r line; do
    if [[ $line == '```'* ]]; then
      if [[ $inside == yes ]]; then
        write_block "$mark" "${block[@]}"
        inside=no mark=''
      else
        inside=yes block=()
      fi
    elif [[ $inside == yes ]]; then
      block+=("$line")
      continue
    elif [[ $line =~ ^'<!-- '(.*)' -->'$ ]]; then
      mark=${BASH_REMATCH[1]}
    else
      mark=''
    fi
    printf '%s\n' "$line"
  done <"$1"
}

declare -A count
good=yes
printf '' >"$work/counts"
while IFS= read -r page; do
  count=()
  write_page "$source/$page" >"$work/page"
  for what in "${!count[@]}"; do printf '%s: %s: %d\n' "$page" "$what" "${count[$what]}"; done |
    sort >>"$work/counts"
  diff -u --label "$page" --label "$page, as its commands print now" "$source/$page" "$work/page" || good=no
  [[ -z ${UPDATE:-} ]] || cat "$work/page" >"$source/$page"
done < <(cd "$source" && find . -name build -prune -o -name '*.md' -printf '%P\n' | sort)

counts=$source/tests/pages/counts.$kind.txt
diff -u --label "expected counts" --label "actual counts" "$counts" "$work/counts" || good=no
[[ -z ${UPDATE:-} ]] || cat "$work/counts" >"$counts"
cat "$work/counts"
[[ $good == yes || -n ${UPDATE:-} ]] || {
  printf '\nIf the new output is right: UPDATE=1 %s, then read the diff.\n' "tests/pages/run.sh $*"
  exit 1
}
