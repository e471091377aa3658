// Which part of a count a machine of a cluster does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/result.hpp"
#include "parallel/unit_order.hpp"

namespace puzzled::commands {

/// The i-th of K parts of a count, from 1.
struct Part {
  std::uint64_t number = 1;
  std::uint64_t of = 1;
  parallel::Shares shares = parallel::Shares::kEqual;
};

/// `3/8`.
std::optional<Part> parse_part(const std::string& text);

/// The value of `--part`, with or without `--taper`; the error names the option that is wrong.
Result<Part> read_part(const std::string& text, bool is_tapered);

}  // namespace puzzled::commands
