#include "daemon/base/settings/former_names.hpp"

#include <algorithm>
#include <array>

namespace puzzled {
namespace {

constexpr auto kFormerNames = std::to_array<FormerName>({
    // Names of 0.1, which 0.2 took with a warning.
    {"serve", "unsent-pause", "output-soft-limit"},
    {"serve", "unsent-drop", "output-hard-limit"},
    {"serve", "stall-limit", "write-timeout"},
    {"serve", "line-deadline", "read-timeout"},
    {"serve", "search-limit", "search-timeout"},
    {"serve", "drain-limit", "shutdown-timeout"},
    {"queens", "out", "output"},
    {"send", "json", "json-summary", false},
    // Letters of 0.1, which 0.2 refused. (`solve -a` and `queens -p` are other options today.)
    {"generate", "c", "clues", false},
    {"generate", "m", "minimal", false},
    {"queens", "f", "first", false},
    {"queens", "c", "count", false},
    {"target", "s", "score-only", false},
    {"target", "m", "minimize", false},
    {"target", "k", "optimal-count", false},
    {"target", "c", "certificate", false},
    {"target", "l", "time-limit", false},
    {"serve", "l", "listen", false},
    {"serve", "u", "unix", false},
    {"send", "c", "connections", false},
    {"send", "p", "pipeline", false},
    {"send", "l", "latency", false},
    {"send", "j", "json-summary", false},
});

}  // namespace

std::span<const FormerName> former_names() {
  return kFormerNames;
}

const FormerName* find_former_name(std::string_view command, std::string_view former) {
  const auto* const row = std::find_if(
      kFormerNames.begin(), kFormerNames.end(),
      [&](const FormerName& one) { return one.command == command && one.former == former; });
  return row == kFormerNames.end() ? nullptr : row;
}

}  // namespace puzzled
