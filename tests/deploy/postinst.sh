#!/usr/bin/env bash
# The test deploy.postinst: what an upgrade of the package does with a daemon. It is restarted if the new
# version takes its settings (flags, variables and file), and else goes on, and what is wrong is said. The
# programs of systemd are played by scripts.
#
#   postinst.sh PROGRAM SOURCE_DIRECTORY
set -euo pipefail
export LC_ALL=C
program=$(realpath "$1")
postinst=$(realpath "$2")/deploy/debian/postinst
work=$(mktemp -d)
daemon=
end_daemon() {
  [[ -z $daemon ]] || { kill -KILL "$daemon" && wait "$daemon"; } 2>/dev/null || true
  daemon=
}
trap 'end_daemon; rm -rf "$work"' EXIT

fail() {
  printf 'postinst.sh: %s\n' "$@" >&2
  exit 1
}

cd "$work"
mkdir bin
ln -s "$program" bin/puzzled
cat >bin/systemctl <<'END'
#!/bin/sh
case "$*" in
  *--property=MainPID*) cat pid ;;
  *daemon-reload*) echo reloaded >>did ;;
esac
END
cat >bin/deb-systemd-invoke <<'END'
#!/bin/sh
echo "$@" >>did
exit "$(cat restart_status)"
END
printf '#!/bin/sh\nexit 1\n' >bin/deb-systemd-helper
chmod +x bin/*
# Where systemd runs, and where the settings are.
mkdir -p run/systemd/system
sed -e "s|/run/systemd/system|$work/run/systemd/system|; s|/etc/puzzled/puzzled.toml|$work/puzzled.toml|" \
  "$postinst" >script

# configure [OLD_VERSION]: runs the script; what it did is in `did`, what it said in `said`.
configure() {
  : >did
  PATH=$work/bin:$PATH sh script configure "$@" >printed 2>said || fail "configure $*: status $?" "$(<said)"
  [[ ! -s printed ]] || fail "it prints $(<printed)"
}
# start_old COMMAND...: a daemon of an earlier version, which took what this one may not. Its command line and
# its variables are all that there is of it.
start_old() {
  end_daemon
  echo 'echo >began; while sleep 1; do :; done' >serve
  rm -f began
  (exec -a "$program" "$@") &
  daemon=$!
  until [[ -e began ]]; do sleep 0.05; done
  echo "$daemon" >pid
}
must_restart() {
  grep -qxF 'try-restart puzzled.service' did || fail "$1: it is not restarted" "$(<said)"
  [[ ! -s said ]] || fail "$1: it says" "$(<said)"
}
must_go_on() { # WHAT WRONG
  if grep -q restart did; then fail "$1: it is restarted"; fi
  [[ $(head -n 1 said) == "puzzled: $2" ]] || fail "$1: it says" "$(<said)"
  grep -q "was not restarted.*the old version goes on" said || fail "$1: it does not say what happens" "$(<said)"
  grep -q "systemctl restart puzzled" said || fail "$1: it does not say what to do" "$(<said)"
}

echo 0 >restart_status
echo 'threads = 2' >puzzled.toml
start_old bash serve --config puzzled.toml
configure 0.2.0-1
must_restart "good settings"
configure
if grep -q restart did; then fail "a first installation restarts something"; fi

# Each place of a setting, by a name of 0.2.
echo 'stall-limit = 5' >puzzled.toml
configure 0.2.0-1
must_go_on "a key" "puzzled.toml:1: unknown key 'stall-limit'; it is now 'write-timeout'"
: >puzzled.toml
start_old env "PUZZLED_DRAIN_LIMIT=a b" bash -c 'exec -a "$0" bash "$@"' "$program" serve --config puzzled.toml
configure 0.2.0-1
must_go_on "a variable" "unknown variable PUZZLED_DRAIN_LIMIT; it is now PUZZLED_SHUTDOWN_TIMEOUT"
start_old bash serve --config puzzled.toml --search-limit '2 s'
configure 0.2.0-1
must_go_on "a flag" "unknown option '--search-limit' for 'puzzled serve'; it is now '--search-timeout'"
# The variables are the daemon's, not those of who upgrades.
start_old bash serve --config puzzled.toml
PUZZLED_DRAIN_LIMIT=1 configure 0.2.0-1
must_restart "a variable of somebody else"

# What does not start again for another reason.
echo 1 >restart_status
configure 0.2.0-1
grep -q "does not run any more; 'journalctl -u puzzled' says why" said || fail "a failed restart" "$(<said)"

# No daemon runs, or no systemd.
end_daemon
echo 0 >pid
configure 0.2.0-1
[[ ! -s said ]] || fail "without a daemon it says" "$(<said)"
echo 'drain-limit = 5' >puzzled.toml
configure 0.2.0-1
grep -qF "unknown key 'drain-limit'; it is now 'shutdown-timeout'" said || fail "without a daemon" "$(<said)"
grep -q "cannot start before this is corrected" said || fail "without a daemon" "$(<said)"
rm -r run
configure 0.2.0-1
grep -q "cannot start before this is corrected" said || fail "without systemd" "$(<said)"
