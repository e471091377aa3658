#include "daemon/base/os/message.hpp"

#include <cctype>
#include <utility>

namespace puzzled {
namespace {

UntypedFlags& untyped_flags() {
  static UntypedFlags flags;
  return flags;
}

/// Whether the text names the flag, and not merely one that begins like it.
bool names_flag(std::string_view text, std::string_view flag) {
  for (std::size_t at = text.find(flag); at != std::string_view::npos; at = text.find(flag, at)) {
    at += flag.size();
    const char next = at < text.size() ? text[at] : ' ';
    if (next != '-' && std::isalnum(static_cast<unsigned char>(next)) == 0) return true;
  }
  return false;
}

}  // namespace

void set_untyped_flags(UntypedFlags flags) {
  untyped_flags() = std::move(flags);
}

int fail(const Error& error) {
  std::string origins;
  for (const auto& [flag, variable] : untyped_flags()) {
    if (!names_flag(error.message, flag)) continue;
    origins += (origins.empty() ? " (" : ", ") + flag + " is set by " + variable;
  }
  complain(error.message + (origins.empty() ? "" : origins + ')'));
  return kExitFailure;
}

}  // namespace puzzled
