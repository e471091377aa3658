#include "daemon/base/text/suggest.hpp"

#include <algorithm>
#include <vector>

namespace puzzled {

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> cost((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> int& { return cost[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = static_cast<int>(i + j);
        continue;
      }
      const int replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(a.size(), b.size());
}

std::optional<std::string> suggest(std::string_view typed, std::span<const std::string> known) {
  std::optional<std::string> best;
  // A third of the word may be wrong: `sovle` is `solve`, `cat` is not `count`.
  int best_distance = std::max(1, static_cast<int>(typed.size()) / 3) + 1;
  for (const std::string& word : known) {
    // An abbreviation means the word that begins with it.
    const bool begun = typed.size() >= 2 && word.starts_with(typed);
    // The difference in length is a lower bound, and costs nothing.
    const auto [shorter, longer] = std::minmax({typed.size(), word.size()});
    if (!begun && longer - shorter >= static_cast<std::size_t>(best_distance)) continue;
    const int distance = begun ? 1 : edit_distance(typed, word);
    if (distance < best_distance) {
      best_distance = distance;
      best = word;
    }
  }
  return best;
}

}  // namespace puzzled
