#include "core/queens/colour/row_groups.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "core/queens/colour/symmetry.hpp"

namespace puzzled::queens::colour {
namespace {

// Queens of a class that filter the lists of the other one before what is left is joined with the
// rest, one to four queens. Measured with 18 to 28 queens: deeper prefixes cost more filters than
// they save pairs, and fewer sets of rows share them.
int prefix_queens(const Board& board, int queens) {
  const int lines = board.even_lines;
  int best = 1;
  if (lines == 11) best = queens <= 4 ? 1 : 2;
  if (lines >= 12 && queens <= 6) best = (queens + 1) / 2;
  if (queens == 7) best = lines >= 13 ? 4 : 3;
  if (queens == 8) best = lines >= 14 ? 5 : 4;
  return std::max({1, queens - 4, std::min(queens - 1, best)});
}

std::vector<Lines> sets_of_size(int lines, int size) {
  std::vector<Lines> sets;
  for (Lines set = 0; set >> lines == 0; ++set) {
    if (std::popcount(set) == size) sets.push_back(set);
  }
  return sets;
}

// Windows of that many odd rows, the most central ones first.
std::vector<Lines> windows_of(const Board& board, int rows) {
  std::vector<std::pair<int, Lines>> windows;
  for (const Lines set : sets_of_size(board.odd_lines, rows)) {
    int distance = 0;
    for (int line = 0; line < board.odd_lines; ++line) {
      if ((set >> line & 1U) != 0) distance += eccentricity(board.queens, 1, line);
    }
    windows.emplace_back(distance, set);
  }
  std::sort(windows.begin(), windows.end());
  std::vector<Lines> sets;
  sets.reserve(windows.size());
  for (const auto& [distance, set] : windows) sets.push_back(set);
  return sets;
}

// Takes large groups first, and of these the ones with central windows, whose queens filter best.
std::vector<RowGroup> make_groups(const Board& board, const Stratum& stratum,
                                  std::size_t group_size) {
  const std::vector<Lines> sets = sets_of_size(board.odd_lines, stratum.odd_queens);
  const int inside = std::min(stratum.black_prefix, stratum.odd_queens);
  const int outside = std::min(stratum.white_prefix, board.odd_lines - stratum.odd_queens);
  const std::vector<Lines> windows = windows_of(board, inside + outside);
  std::size_t largest = 1;
  for (int i = 0; i < stratum.odd_queens - inside; ++i) {
    largest = largest * static_cast<std::size_t>(board.odd_lines - inside - outside - i) /
              static_cast<std::size_t>(i + 1);
  }
  largest = std::min(largest, group_size);
  std::vector<bool> taken(std::size_t{1} << board.odd_lines);
  std::size_t left = sets.size();
  std::vector<RowGroup> groups;
  for (const double share : {1.0, 0.8, 0.6, 0.45, 0.3, 0.0}) {
    for (const Lines window : windows) {
      if (left == 0) return groups;
      std::map<Lines, std::vector<Lines>> by_rows_inside;
      for (const Lines set : sets) {
        if (!taken[set] && std::popcount(set & window) == inside) {
          by_rows_inside[set & window].push_back(set);
        }
      }
      for (const auto& [rows, members] : by_rows_inside) {
        if (static_cast<double>(members.size()) < share * static_cast<double>(largest)) continue;
        const std::size_t parts = (members.size() + group_size - 1) / group_size;
        for (std::size_t part = 0; part < parts; ++part) {
          RowGroup group{.window = window, .odd_rows = {}};
          for (std::size_t i = part * members.size() / parts;
               i < (part + 1) * members.size() / parts; ++i) {
            group.odd_rows.push_back(members[i]);
            taken[members[i]] = true;
            --left;
          }
          groups.push_back(std::move(group));
        }
      }
    }
  }
  return groups;
}

// The ends of so many parts of about equal length.
std::vector<std::uint32_t> cut(std::size_t size, std::size_t parts) {
  parts = std::clamp<std::size_t>(parts, 1, size);
  std::vector<std::uint32_t> ends;
  for (std::size_t i = 1; i <= parts; ++i) {
    ends.push_back(static_cast<std::uint32_t>(i * size / parts));
  }
  return ends;
}

}  // namespace

std::vector<Stratum> make_strata(const Board& board, int group_size) {
  std::vector<Stratum> strata;
  // On an even board white is black with a colour's rows and columns exchanged for the others: so
  // as many solutions have k queens in even_even as have half of the lines less k.
  const int first = board.is_even() ? 0 : 1;
  const int last = board.is_even() ? board.even_lines / 2 : board.even_lines;
  for (int queens = first; queens <= last; ++queens) {
    Stratum stratum{};
    stratum.even_queens = queens;
    stratum.odd_queens = board.is_even() ? queens : queens - 1;
    stratum.black_prefix = prefix_queens(board, stratum.odd_queens);
    stratum.white_prefix = prefix_queens(board, board.odd_lines - stratum.odd_queens);
    stratum.groups = make_groups(board, stratum, static_cast<std::size_t>(group_size));
    stratum.even_rows = sets_of_size(board.even_lines, queens);
    std::stable_sort(stratum.even_rows.begin(), stratum.even_rows.end(),
                     [&](Lines a, Lines b) { return rank_of(board, a) < rank_of(board, b); });
    set_batches(stratum, 1);
    set_buckets(stratum, 1);
    strata.push_back(std::move(stratum));
  }
  return strata;
}

void set_batches(Stratum& stratum, std::size_t batches) {
  stratum.batch_ends = cut(stratum.groups.size(), batches);
}

void set_buckets(Stratum& stratum, std::size_t buckets) {
  stratum.bucket_ends = cut(stratum.even_rows.size(), buckets);
}

}  // namespace puzzled::queens::colour
