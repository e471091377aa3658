#include "core/variants/model.hpp"

#include <algorithm>

namespace puzzled::variants {
namespace {

constexpr int kBoxSizes[] = {4, 6, 8, 9, 10, 12, 15, 16, 20, 25};

}  // namespace

ValueTable table_of_pair(const Sum& sum, int size) {
  return value_table(size, [&sum](int a, int b) {
    return sum.coefficients[0] * a + sum.coefficients[1] * b == sum.total;
  });
}

std::span<const int> box_sizes() {
  return kBoxSizes;
}

BoxShape usual_boxes(int size) {
  if (std::ranges::find(kBoxSizes, size) == std::end(kBoxSizes)) return {};
  int rows = 1;
  for (int r = 2; r * r <= size; ++r) {
    if (size % r == 0) rows = r;
  }
  return {.rows = rows, .columns = size / rows};
}

Model sudoku_model(int size, BoxShape boxes) {
  const auto cell = [size](int row, int column) { return static_cast<Cell>(row * size + column); };
  Model model;
  model.size = size;
  model.allowed.assign(static_cast<std::size_t>(size * size), all_values(size));
  const auto add_house = [&]() -> CellList& {
    CellList& cells = model.houses.emplace_back().cells;
    cells.reserve(static_cast<std::size_t>(size));
    return cells;
  };
  model.houses.reserve(static_cast<std::size_t>(3 * size));
  for (int row = 0; row < size; ++row) {
    CellList& house = add_house();
    for (int column = 0; column < size; ++column) house.push_back(cell(row, column));
  }
  for (int column = 0; column < size; ++column) {
    CellList& house = add_house();
    for (int row = 0; row < size; ++row) house.push_back(cell(row, column));
  }
  if (boxes.rows == 0) return model;
  for (int top = 0; top < size; top += boxes.rows) {
    for (int left = 0; left < size; left += boxes.columns) {
      CellList& house = add_house();
      for (int i = 0; i < size; ++i) {
        house.push_back(cell(top + i / boxes.columns, left + i % boxes.columns));
      }
    }
  }
  return model;
}

}  // namespace puzzled::variants
