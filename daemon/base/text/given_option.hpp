// Options of a command that exclude each other, for the messages that say so.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled {

/// An option and whether it was given.
struct GivenOption {
  bool given;
  std::string_view name;
};

/// The first of `options` that was given, as an error: `NAME REASON`.
inline std::optional<Error> first_given(std::span<const GivenOption> options,
                                        const std::string& reason) {
  for (const GivenOption& option : options) {
    if (option.given) return Error{std::string(option.name) + ' ' + reason};
  }
  return std::nullopt;
}

}  // namespace puzzled
