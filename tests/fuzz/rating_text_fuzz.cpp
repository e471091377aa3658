// Any bytes as a rating of either scale, which is what `rate --min` and `--max` read: what is taken
// is what it says.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "core/sudoku/backtracks/backtracks_rater.hpp"
#include "core/sudoku/rating/rating.hpp"

using namespace puzzled::sudoku;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const std::optional<std::uint64_t> hundredths = parse_hundredths(text)) {
    const std::string written = mean_text(TotalGuesses(*hundredths), 100);
    if (parse_hundredths(written) != hundredths) std::abort();
  }
  const std::optional<Rating> low = parse_rating(text, {});
  const std::optional<Rating> high = parse_rating(text, kMaxRating);
  if (low.has_value() != high.has_value()) std::abort();
  if (!low) return 0;
  if (low->level > kMaxRating.level || *high < *low) std::abort();
  if (text.find_first_not_of("0123456789.") != std::string_view::npos) std::abort();
  // A rating of level 0 is written as `0`, whatever the rest.
  const Rating expected = low->level == 0 ? Rating{} : *low;
  if (parse_rating(to_string(*low), {}) != expected) std::abort();
  return 0;
}
