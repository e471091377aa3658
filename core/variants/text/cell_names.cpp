#include "core/variants/text/cell_names.hpp"

#include <charconv>
#include <cstdlib>

namespace puzzled::variants {
namespace {

constexpr std::size_t kMaxDigits = 6;

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A row or column, from 1, at the beginning of `text`, which it is taken from; 0 if there is none.
int take_coordinate(std::string_view& text, CellNumbers numbers) {
  if (text.empty()) return 0;
  if (numbers == CellNumbers::kLetters) {
    const char c = text.front();
    text.remove_prefix(1);
    if (is_digit(c)) return c - '0';
    const char letter = static_cast<char>(c | 0x20);
    return letter >= 'a' && letter <= 'z' ? letter - 'a' + 10 : 0;
  }
  int number = 0;
  std::size_t length = 0;
  while (length < text.size() && length < 2 && is_digit(text[length])) {
    number = number * 10 + (text[length++] - '0');
  }
  text.remove_prefix(length);
  return number;
}

void append_coordinate(std::string& to, int number, CellNumbers numbers) {
  if (number > 9 && numbers == CellNumbers::kLetters) {
    to += static_cast<char>('a' + number - 10);
    return;
  }
  if (number > 9) to += static_cast<char>('0' + number / 10);
  to += static_cast<char>('0' + number % 10);
}

}  // namespace

std::optional<Cell> find_cell(std::string_view name, int size, CellNumbers numbers) {
  const auto take = [&](char letter) {
    if (name.empty() || (name.front() | 0x20) != letter) return 0;
    name.remove_prefix(1);
    return take_coordinate(name, numbers);
  };
  const int row = take('r');
  const int column = take('c');
  if (!name.empty() || row < 1 || column < 1 || row > size || column > size) return std::nullopt;
  return static_cast<Cell>((row - 1) * size + column - 1);
}

std::string name_of_cell(Cell cell, int size) {
  return 'r' + std::to_string(cell / size + 1) + 'c' + std::to_string(cell % size + 1);
}

void append_cell_name(std::string& to, Cell cell, int size, CellNumbers numbers) {
  to += 'R';
  append_coordinate(to, cell / size + 1, numbers);
  to += 'C';
  append_coordinate(to, cell % size + 1, numbers);
}

std::vector<Cell> row_cells(int row, int size, bool from_last) {
  return from_last ? ray_cells(row, size - 1, 0, -1, size) : ray_cells(row, 0, 0, 1, size);
}

std::vector<Cell> column_cells(int column, int size, bool from_last) {
  return from_last ? ray_cells(size - 1, column, -1, 0, size) : ray_cells(0, column, 1, 0, size);
}

std::vector<Cell> ray_cells(int row, int column, int down, int right, int size) {
  std::vector<Cell> cells;
  cells.reserve(static_cast<std::size_t>(size));
  while (row >= 0 && column >= 0 && row < size && column < size) {
    cells.push_back(static_cast<Cell>(row * size + column));
    row += down;
    column += right;
  }
  return cells;
}

bool are_neighbours(Cell a, Cell b, int size) {
  return std::abs(a / size - b / size) + std::abs(a % size - b % size) == 1;
}

std::optional<int> parse_number(std::string_view text, int max) {
  if (text.empty() || text.size() > kMaxDigits || !is_digit(text.front())) return std::nullopt;
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number > max) return std::nullopt;
  return number;
}

}  // namespace puzzled::variants
