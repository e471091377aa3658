// Part of the program only where it is linked statically, the C library too (PUZZLED_STATIC). Such
// a program would load the modules that /etc/nsswitch.conf names, those of systemd for one, and
// with them a C library of another version, which ends it by a signal (seen on Debian 13). So names
// are looked up by what is in the program alone: hosts in /etc/hosts and by DNS, groups in
// /etc/group.
#include <nss.h>

namespace {

[[gnu::constructor]] void look_up_without_modules() {
  __nss_configure_lookup("hosts", "files dns");
  __nss_configure_lookup("group", "files");
}

}  // namespace
