#include "core/queens/colour/column_sets.hpp"

#include <bit>
#include <optional>

#include "core/queens/colour/symmetry.hpp"

namespace puzzled::queens::colour {
namespace {

// `rank` says what rank a set has, or nothing if it is left out.
template <class Rank>
NumberedSets number_sets(int lines, int queens, const Rank& rank) {
  NumberedSets sets;
  const Lines all = (Lines{1} << lines) - 1;
  sets.black.assign(std::size_t{all} + 1, -1);
  sets.white = sets.black;
  for (Lines set = 0; set <= all; ++set) {
    if (std::popcount(set) != queens) continue;
    const std::optional<std::uint32_t> its_rank = rank(set);
    if (!its_rank) continue;
    sets.black[set] = sets.white[all & ~set] = static_cast<std::int32_t>(sets.rank.size());
    sets.rank.push_back(*its_rank);
  }
  return sets;
}

}  // namespace

ColumnSets number_column_sets(const Board& board, int even_queens, int odd_queens,
                              std::uint32_t lowest, bool transposed) {
  ColumnSets sets;
  sets.transposed = transposed;
  const auto ranked = [&](Lines set) -> std::optional<std::uint32_t> {
    const std::uint32_t rank = rank_of(board, set);
    if (rank < lowest) return std::nullopt;
    return rank;
  };
  sets.even = number_sets(board.even_lines, even_queens, [&](Lines set) {
    const Lines image = mirrored(set, board.even_lines);
    if (!board.is_even() && set > image) return std::optional<std::uint32_t>();
    const std::optional<std::uint32_t> rank = ranked(set);
    if (rank) sets.even_times.push_back(board.is_even() || set == image ? 1 : 2);
    return rank;
  });
  // On an odd board the even columns alone decide the rank.
  sets.odd = number_sets(board.odd_lines, odd_queens, [&](Lines set) {
    return board.is_even() ? ranked(set) : std::optional<std::uint32_t>(UINT32_MAX);
  });
  return sets;
}

}  // namespace puzzled::queens::colour
