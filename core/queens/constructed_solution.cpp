// The stairs of E. Pauls (1874): the even columns, then the odd ones, so that queens of
// neighbouring rows are a knight's move apart. Where the two flights meet on a diagonal, which
// depends on N modulo 6, a few queens change places.
#include "core/queens/constructed_solution.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::queens {

std::vector<int> constructed_solution(int queens) {
  std::vector<int> columns;
  if (!has_solution(queens)) return columns;
  columns.reserve(static_cast<std::size_t>(queens));
  for (int column = 2; column <= queens; column += 2) columns.push_back(column);
  const auto evens = static_cast<std::ptrdiff_t>(columns.size());
  for (int column = 1; column <= queens; column += 2) columns.push_back(column);
  const auto odds = columns.begin() + evens;
  if (queens % 6 == 2) {
    // … 1 3 5 7 … becomes … 3 1 7 … 5
    std::swap(odds[0], odds[1]);
    std::rotate(odds + 2, odds + 3, columns.end());
  } else if (queens % 6 == 3) {
    // 2 4 … and 1 3 5 … become 4 … 2 and 5 … 1 3
    std::rotate(columns.begin(), columns.begin() + 1, odds);
    std::rotate(odds, odds + 2, columns.end());
  }
  return columns;
}

}  // namespace puzzled::queens
