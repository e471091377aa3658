#include "core/queens/solution_text.hpp"

#include "core/json_text.hpp"

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

void append_columns(std::string& text, std::span<const int> columns, char separator) {
  for (const int& column : columns) {
    if (&column != columns.data()) text += separator;
    if (column >= 10) text += static_cast<char>('0' + column / 10);
    text += static_cast<char>('0' + column % 10);
  }
}

}  // namespace

void append_solution(std::string& text, std::span<const int> columns, SolutionForm form) {
  switch (form) {
    case SolutionForm::kLine:
      append_columns(text, columns, ' ');
      break;
    case SolutionForm::kBoard:
      return append_board(text, columns);
    case SolutionForm::kJson: {
      JsonObject object(text);
      append_columns(object.member("columns") += '[', columns, ',');
      text += ']';
      object.end();
      break;
    }
  }
  text += '\n';
}

}  // namespace puzzled::queens
