#include "daemon/commands/units/part.hpp"

#include <charconv>
#include <string_view>

namespace puzzled::commands {
namespace {

bool parse_whole(std::string_view text, std::uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end;
}

}  // namespace

std::optional<Part> parse_part(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  Part part;
  if (!parse_whole(std::string_view(text).substr(0, slash), part.number) ||
      !parse_whole(std::string_view(text).substr(slash + 1), part.of) || part.number < 1 ||
      part.number > part.of) {
    return std::nullopt;
  }
  return part;
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
