#include "daemon/commands/units/part.hpp"

#include <string_view>

#include "daemon/base/text/quantity.hpp"

namespace puzzled::commands {

std::optional<Part> parse_part(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto number = parse_whole<std::uint64_t>(std::string_view(text).substr(0, slash));
  const auto of = parse_whole<std::uint64_t>(std::string_view(text).substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of) return std::nullopt;
  return Part{.number = *number, .of = *of};
}

Result<Part> read_part(const std::string& text, bool is_tapered) {
  std::optional<Part> part = parse_part(text);
  if (!part) return Error{"--part: must be a part such as 3/8 (got '" + text + "')"};
  if (!is_tapered) return *part;
  part->shares = parallel::Shares::kTapered;
  if (part->of < parallel::kMinTaperedParts) {
    return Error{"--taper: there must be at least " + std::to_string(parallel::kMinTaperedParts) +
                 " parts, 8 for each worker (got " + text +
                 "): with fewer, workers wait for the first, which holds 1.9 times the mean work"};
  }
  return *part;
}

}  // namespace puzzled::commands
