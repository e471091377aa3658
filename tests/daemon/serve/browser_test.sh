#!/usr/bin/env bash
# The status page in a browser that shows nothing: the daemon runs, chromedriver drives Chromium.
#
#   browser_test.sh PROGRAM CHROMIUM CHROMEDRIVER [SCREENSHOT_DIRECTORY]
#
# Exit status 77: the browser is none (Ubuntu has a package that only tells of another one).
set -euo pipefail
export LC_ALL=C

program=$1 chromium=$2 chromedriver=$3 screenshots=${4:-}
readonly puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
readonly solution=534678912672195348198342567859761423426853791713924856961537284287419635345286179

"$chromium" --version >/dev/null && "$chromedriver" --version >/dev/null || exit 77

scratch=$(mktemp -d)
daemon='' driver='' session=''
stop() { [[ -z $1 ]] || { kill "$1" 2>/dev/null && wait "$1" 2>/dev/null; } || true; }
clean_up() {
  [[ -z $session ]] || curl -s -X DELETE "$session" >/dev/null || true
  stop "$driver"
  stop "$daemon"
  rm -rf "$scratch"
}
trap clean_up EXIT

fail() {
  echo "FAILED: $*"
  sed 's/^/  daemon: /' "$scratch/daemon.log"
  exit 1
}

# Runs its arguments until they succeed, for at most 30 s.
wait_for() {
  local i
  for ((i = 0; i < 300; ++i)); do
    "$@" && return 0
    sleep 0.1
  done
  return 1
}

# ---- the daemon ----

"$program" serve --listen 127.0.0.1:0 --http 127.0.0.1:0 2>"$scratch/daemon.log" &
daemon=$!
find_page() { page=$(sed -nE 's/.*listening for http on=//p' "$scratch/daemon.log") && [[ $page ]]; }
wait_for find_page || fail "the daemon does not listen"

# ---- the browser ----

"$chromedriver" --port=0 >"$scratch/driver.log" 2>&1 &
driver=$!
find_port() { port=$(sed -nE 's/.*successfully on port ([0-9]+).*/\1/p' "$scratch/driver.log") && [[ $port ]]; }
wait_for find_port || fail "chromedriver does not start: $(cat "$scratch/driver.log")"

post() { curl -s -m 60 -H 'Content-Type: application/json' --data-binary "$2" "$1"; }

arguments=(--headless --no-sandbox --disable-gpu --disable-background-networking
  --disable-component-update --disable-sync --no-first-run "--user-data-dir=$scratch/profile")
printf -v quoted '"%s",' "${arguments[@]}"
created=$(post "http://127.0.0.1:$port/session" '{"capabilities":{"alwaysMatch":{
  "goog:loggingPrefs":{"browser":"ALL"},
  "goog:chromeOptions":{"binary":"'"$chromium"'","args":['"${quoted%,}"']}}}}')
id=$(sed -nE 's/.*"sessionId":"([^"]+)".*/\1/p' <<<"$created")
[[ $id ]] || fail "no session: $created"
session=http://127.0.0.1:$port/session/$id

# The value of a JavaScript expression, which must be a string without quotes in it.
value_of() {
  post "$session/execute/sync" '{"script":"return String('"${1//\"/\\\"}"')","args":[]}' |
    sed -E 's/^\{"value":"?//; s/"?\}$//; s/\\n/ /g'
}
# Runs JavaScript that holds no double quotes.
run() { post "$session/execute/sync" '{"args":[],"script":"'"${1//$'\n'/ }"'"}' >/dev/null; }
is() { [[ $(value_of "$1") == "$2" ]]; }
expect() { # WHAT EXPRESSION VALUE
  wait_for is "$2" "$3" || fail "$1: '$2' is '$(value_of "$2")' and not '$3'"
  echo "ok: $1"
}
# Keys, one after the other; names of WebDriver's for those without a character.
press() {
  local key steps=
  for key; do
    steps+='{"type":"keyDown","value":"'$key'"},{"type":"keyUp","value":"'$key'"},'
  done
  post "$session/actions" \
    '{"actions":[{"type":"key","id":"keyboard","actions":['"${steps%,}"']}]}' >/dev/null
}
readonly tab='\ue004' enter='\ue007' left='\ue012' up='\ue013' right='\ue014' down='\ue015'
readonly backspace='\ue003' home='\ue011' end='\ue010'
open() { post "$session/url" '{"url":"http://'"$page/$1"'"}' >/dev/null; }
devtools() { post "$session/goog/cdp/execute" '{"cmd":"'"$1"'","params":'"$2"'}' >/dev/null; }
screenshot() {
  [[ -z $screenshots ]] || curl -s "$session/screenshot" |
    sed -E 's/^\{"value":"//; s/"\}$//' | base64 -d >"$screenshots/$1.png"
}

# ---- the page ----

open ""
expect "the daemon's state" 'document.querySelector("#phase").textContent' serving
expect "live numbers" 'document.querySelectorAll("#now dd").length' 13
expect "use of both arenas" 'document.querySelectorAll("#arenas meter").length' 2
expect "81 cells" 'document.querySelectorAll("#cells input").length' 81

line='document.querySelector("#line").value'
answer='document.querySelector("#answer").textContent'
focus='document.activeElement.getAttribute("aria-label")'
press "$tab"
expect "the keyboard reaches the grid" "$focus" "Row 1, column 1"
press 5 3 . 0 7
expect "digits are typed one after the other" "$line" "53..7$(printf '.%.0s' {1..76})"
expect "and the focus moves along" "$focus" "Row 1, column 6"
press "$down" "$left" "$left"
expect "arrows move" "$focus" "Row 2, column 4"
press "$end" "$right" "$up" "$up"
expect "and stop at the border" "$focus" "Row 1, column 9"
press "$home" "$right" "$backspace"
expect "backspace clears a cell" "$line" "5...7$(printf '.%.0s' {1..76})"
expect "and the focus is one back" "$focus" "Row 1, column 1"
press q a '!'
expect "other keys write nothing" "$line" "5...7$(printf '.%.0s' {1..76})"

run "document.querySelector('#example').focus()"
press "$enter"
expect "the example" "$line" $puzzle
run "document.querySelector('#cells input').focus()"
press "$enter"
expect "enter solves" 'document.querySelector("#solution").textContent' $solution
expect "what was found is told from clues" 'document.querySelectorAll("#cells .found").length' 51
expect "the grid is full" \
  'Array.from(document.querySelectorAll("#cells input"), cell => cell.value).join("")' $solution
screenshot solved
press "$right" "$right" 9
expect "typing goes on from the clues" "$line" "539${puzzle:3}"
expect "and takes back the solution" 'document.querySelectorAll("#cells .found").length' 0
press "$enter"
expect "two clues that contradict each other" "$answer.startsWith('Invalid: ')" true
expect "are explained" "$answer.length > 20" true
screenshot invalid

rows=$(fold -w 9 <<<$puzzle | sed ':a;N;$!ba;s/\n/\\\\n/g')
run "const data = new DataTransfer(); data.setData('text', '$rows');
  document.querySelector('#cells input').dispatchEvent(new ClipboardEvent('paste',
    { clipboardData: data, bubbles: true, cancelable: true }))"
press "$enter"
expect "nine lines can be pasted" 'document.querySelector("#solution").textContent' $solution

unsolvable=12345678.........9$(printf '.%.0s' {1..63})
open "#$unsolvable"
expect "a puzzle in the address is solved at once, or not" "$answer.slice(0, 11)" "Unsolvable:"
open "#123"
expect "what is no puzzle" "$answer.startsWith('Invalid: ')" true

# ---- sizes, colours, names ----

devtools Emulation.setDeviceMetricsOverride \
  '{"width":320,"height":900,"deviceScaleFactor":1,"mobile":true}'
open ""
expect "a narrow screen needs no scrolling sideways" \
  'document.documentElement.scrollWidth <= 320 && innerWidth <= 320' true
screenshot narrow
devtools Emulation.clearDeviceMetricsOverride '{}'
background='getComputedStyle(document.body).backgroundColor'
devtools Emulation.setEmulatedMedia '{"features":[{"name":"prefers-color-scheme","value":"light"}]}'
expect "light" "$background" "rgb(255, 255, 255)"
devtools Emulation.setEmulatedMedia '{"features":[{"name":"prefers-color-scheme","value":"dark"}]}'
expect "dark" "$background" "rgb(20, 23, 26)"
screenshot dark
expect "every control has a name" 'Array.from(document.querySelectorAll("input, textarea, button, meter"),
  e => (e.getAttribute("aria-label") || e.textContent || e.labels[0]?.textContent || "").trim())
  .filter(name => !name).length' 0

messages=$(post "$session/se/log" '{"type":"browser"}')
[[ $messages == '{"value":[]}' ]] || fail "the browser complains: $messages"
echo "ok: the browser has nothing to complain about, its content policy included"

kill "$daemon" && wait "$daemon" || true
daemon=
expect "a daemon that is gone" 'document.querySelector("#phase").textContent' "does not answer"
