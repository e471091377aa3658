#!/usr/bin/env bash
# The test deploy.upgrade: upgrades the package of 0.1 with an edited configuration to the one at hand,
# in a minimal Debian 12 of its own, then removes and purges it. As root; debootstrap fetches what a
# minimal Debian has.
#
#   upgrade.sh BUILD_DIRECTORY [OLD.deb [DEBIAN]]
#     OLD.deb  the package of 0.1; without it, or empty, one is made of the new one, with another version and
#              another configuration file, which is all that dpkg looks at
#     DEBIAN   the folder of a minimal Debian to copy, instead of making one
set -euo pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive

build=$(realpath "$1")
old=${2:+$(realpath "$2")}
debian=${3:-}
work=$(mktemp -d)
root=$work/root
mounted=()
daemon=
clean_up() {
  [[ -z $daemon ]] || kill -KILL "$daemon" 2>/dev/null || true
  local folder
  for folder in "${mounted[@]}"; do umount "$folder"; done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

fail() {
  printf 'upgrade.sh: %s\n' "$*" >&2
  exit 1
}
say() { printf '\n==> %s\n' "$*"; }
inside() { chroot "$root" "$@"; }
configuration_of() { dpkg-deb --fsys-tarfile "$1" | tar -xO ./etc/puzzled/puzzled.toml; }
readonly config=$root/etc/puzzled/puzzled.toml

say "the packages"
mkdir "$work/packages"
(cd "$build" && cpack -G DEB -B "$work/cpack" >/dev/null 2>&1)
cp "$work"/cpack/*.deb "$work/packages"
new=$(echo "$work"/packages/puzzled_*.deb)
if [[ -z $old ]]; then
  dpkg-deb --raw-extract "$new" "$work/old"
  sed -i 's/^Version: .*/Version: 0.1.0/' "$work/old/DEBIAN/control"
  sed -i '1s/$/ (as of 0.1)/' "$work/old/etc/puzzled/puzzled.toml"
  old=$work/puzzled_0.1.0.deb
  dpkg-deb --root-owner-group --build "$work/old" "$old" >/dev/null
fi
for package in "$old" "$work"/packages/*.deb; do dpkg-deb --show "$package"; done

say "a minimal Debian 12"
if [[ -n $debian ]]; then
  cp -a "$debian" "$root"
else
  debootstrap --variant=minbase bookworm "$root" >/dev/null
fi
cp /etc/resolv.conf "$root/etc"
mount -t proc proc "$root/proc"
mounted+=("$root/proc")
mkdir "$root/packages"
cp "$old" "$root/packages/old.deb"
cp "$work"/packages/*.deb "$root/packages"
inside apt-get update -qq
depends=$(for package in "$old" "$work"/packages/*.deb; do dpkg-deb --field "$package" Depends; done |
  tr ',' '\n' | grep -v libpuzzled | sort -u | paste -sd ,)
inside apt-get satisfy -y -qq --no-install-recommends "$depends" >/dev/null 2>&1
# What dpkg and apt note for themselves is no leftover.
files() { (cd "$root" && find . -path ./proc -prune -o -print | grep -vE '^\./(var/(lib/(dpkg|apt)|log|cache)|tmp|packages|run)/' | sort); }
files >"$work/before"

# The daemon with the configuration as it is now solves a puzzle; what it logs is in daemon.log.
must_serve() {
  chroot "$root" puzzled serve --config /etc/puzzled/puzzled.toml >"$work/daemon.log" 2>&1 &
  daemon=$!
  local answer
  answer=$(echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 |
    inside puzzled send 127.0.0.1:9119 --quiet)
  kill -TERM "$daemon"
  wait "$daemon" || fail "the daemon ended with status $?: $(cat "$work/daemon.log")"
  daemon=
  [[ $answer == 534678912672195348198342567859761423426853791713924856961537284287419635345286179 ]] ||
    fail "the daemon answered '$answer'"
}

say "0.1, with an edited configuration"
inside dpkg --install /packages/old.deb
sed -i -e 's|^#listen = .*|listen = "127.0.0.1:9119"  # our port|' -e '$a threads = 2' "$config"
cp "$config" "$work/edited.toml"
must_serve
# What `systemctl enable puzzled` does, which is not in a minimal Debian.
enabled() { find "$root/etc/systemd/system" -name 'puzzled.*' -printf '%f\n' 2>/dev/null; }
[[ -z $(enabled) ]] || fail "installing has enabled $(enabled)"
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -s /lib/systemd/system/puzzled.service "$root/etc/systemd/system/multi-user.target.wants"

say "the upgrade: dpkg keeps the edited file, and puts the new one beside it"
mapfile -t packages < <(cd "$root" && ls packages/*.deb | grep -v old.deb | sed 's|^|/|')
inside dpkg --force-confold --install "${packages[@]}"
cmp "$work/edited.toml" "$config" || fail "the edited configuration was changed"
if cmp -s <(configuration_of "$old") <(configuration_of "$new"); then
  echo "(the new package's configuration is the old one's)"
else
  cmp <(configuration_of "$new") "$config.dpkg-dist" || fail "the new configuration is not beside it"
fi
must_serve
cat "$work/daemon.log"
inside puzzled serve --config /etc/puzzled/puzzled.toml --check-config | grep -E '^(listen|threads) ='
[[ $(enabled) == puzzled.service ]] || fail "instead of the service this is enabled: $(enabled)"

say "an upgrade that finds a name of 0.1 says the present one, and ends well"
inside dpkg --install /packages/old.deb >/dev/null 2>&1
echo 'stall-limit = 5' >>"$config"
said=$(inside dpkg --force-confold --install "${packages[@]}" 2>&1) || fail "dpkg fails: $said"
[[ $said == *"unknown key 'stall-limit'; it is now 'write-timeout'"*"cannot start before"* ]] || fail "dpkg says: $said"
cp "$work/edited.toml" "$config"

say "removal keeps the configuration, purging leaves nothing"
inside dpkg --remove puzzled libpuzzled-dev libpuzzled0
cmp "$work/edited.toml" "$config" || fail "removal took the configuration"
inside dpkg --purge puzzled
files >"$work/after"
diff -u --label before --label after "$work/before" "$work/after" || fail "something is left behind"

say "an upgrade of a configuration that nobody edited"
inside dpkg --install /packages/old.deb >/dev/null
inside dpkg --install "${packages[@]}" </dev/null >/dev/null
cmp <(configuration_of "$new") "$config" || fail "the configuration is not the new one"
say "all well"
