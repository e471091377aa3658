#include "core/queens/solution_text.hpp"

namespace puzzled::queens {
namespace {

void append_board(std::string& text, std::span<const int> columns) {
  for (const int column : columns) {
    std::string row(2 * columns.size() - 1, ' ');
    for (std::size_t i = 0; i < columns.size(); ++i) row[2 * i] = '.';
    row[2 * (static_cast<std::size_t>(column) - 1)] = 'Q';
    text += row + '\n';
  }
}

}  // namespace

void append_solution(std::string& text, std::span<const int> columns, SolutionForm form) {
  if (form == SolutionForm::kBoard) return append_board(text, columns);
  const bool json = form == SolutionForm::kJson;
  if (json) text += "{\"columns\":[";
  const std::size_t begin = text.size();
  for (const int column : columns) {
    if (text.size() > begin) text += json ? ',' : ' ';
    if (column >= 10) text += static_cast<char>('0' + column / 10);
    text += static_cast<char>('0' + column % 10);
  }
  text += json ? "]}\n" : "\n";
}

}  // namespace puzzled::queens
