// Options of a command that exclude each other, for the messages that say so.
#pragma once

#include <initializer_list>
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

using GivenOptions = std::span<const GivenOption>;

/// The first of all these options that was given, as an error: `NAME REASON`.
inline std::optional<Error> first_given(std::initializer_list<GivenOptions> all,
                                        const std::string& reason) {
  for (const GivenOptions options : all) {
    for (const GivenOption& option : options) {
      if (option.given) return Error{std::string(option.name) + ' ' + reason};
    }
  }
  return std::nullopt;
}

}  // namespace puzzled
