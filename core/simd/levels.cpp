#include "core/simd/levels.hpp"

#include <algorithm>
#include <iterator>

namespace puzzled::simd {
namespace {

constexpr bool is_isa_name(std::string_view name) {
  return std::find(std::begin(kIsaNames), std::end(kIsaNames), name) != std::end(kIsaNames);
}
static_assert(std::all_of(std::begin(kLevels), std::end(kLevels), [](const Level& level) {
  return is_isa_name(level.name) && is_isa_name(level.family);
}));

std::size_t ask_processor() {
  std::size_t levels = 0;
  bool has_all = true;
#define PUZZLED_HAS(feature) &&__builtin_cpu_supports(#feature)
#define PUZZLED_ASK(name, family, features) \
  has_all = has_all features;               \
  levels += has_all ? 1 : 0;
  PUZZLED_FOR_EACH_LEVEL(PUZZLED_ASK, PUZZLED_HAS)
#undef PUZZLED_ASK
#undef PUZZLED_HAS
  return levels - 1;
}

}  // namespace

std::size_t best_level() {
  static const std::size_t best = ask_processor();
  return best;
}

std::optional<std::size_t> find_level(std::string_view isa) {
  for (std::size_t level = best_level() + 1; level-- > 0;) {
    if (isa.empty() || isa == kLevels[level].name || isa == kLevels[level].family) return level;
  }
  return std::nullopt;
}

bool has_isa(std::string_view isa) {
  return !isa.empty() && find_level(isa).has_value();
}

}  // namespace puzzled::simd
