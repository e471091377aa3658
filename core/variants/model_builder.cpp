#include "core/variants/model_builder.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace puzzled::variants {

ModelBuilder::ModelBuilder(int size) : model_(sudoku_model(size, {})) {}

std::vector<Cell> ModelBuilder::row(int row) const {
  std::vector<Cell> cells;
  cells.reserve(static_cast<std::size_t>(size()));
  for (int i = 0; i < size(); ++i) cells.push_back(cell(row, i));
  return cells;
}

std::vector<Cell> ModelBuilder::column(int column) const {
  std::vector<Cell> cells;
  cells.reserve(static_cast<std::size_t>(size()));
  for (int i = 0; i < size(); ++i) cells.push_back(cell(i, column));
  return cells;
}

void ModelBuilder::add_distinct(std::span<const Cell> cells) {
  if (cells.size() == static_cast<std::size_t>(size())) {
    model_.houses.push_back({CellList(cells)});
  } else if (cells.size() > 1) {
    model_.distinct_groups.push_back({CellList(cells)});
  }
}

void ModelBuilder::relate(Cell first, Cell second, Relations::Way way) {
  if (first != second) {
    model_.relations.add(first, second, way, model_.cells());
    return;
  }
  const ValueTable& table = model_.relations.tables()[way.there];
  allow_if(first, [&](int value) {
    return (table[static_cast<std::size_t>(value - 1)] & set_of(value)) != 0;
  });
}

void ModelBuilder::add_equal_sums(std::span<const Cell> one, std::span<const Cell> other) {
  std::vector<Cell> cells(one.begin(), one.end());
  cells.insert(cells.end(), other.begin(), other.end());
  std::vector<int> coefficients(one.size(), 1);
  coefficients.resize(cells.size(), -1);
  add_sum(cells, coefficients, 0);
}

void ModelBuilder::add_sum(std::span<const Cell> cells, int total) {
  ShortList<int, 12> coefficients;
  coefficients.append(cells.size(), 1);
  add_sum(cells, coefficients, total);
}

void ModelBuilder::add_sum(std::span<const Cell> cells, std::span<const int> coefficients,
                           int total) {
  // By cell; those that are there several times are joined.
  struct Part {
    Cell cell;
    int coefficient;
  };
  ShortList<Part, 12> parts;
  parts.reserve(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) parts.push_back({cells[i], coefficients[i]});
  std::ranges::sort(parts, {}, &Part::cell);
  Sum sum;
  sum.total = total;
  sum.cells.reserve(cells.size());
  sum.coefficients.reserve(cells.size());
  for (std::size_t i = 0; i < parts.size();) {
    const Cell cell = parts[i].cell;
    int coefficient = 0;
    for (; i < parts.size() && parts[i].cell == cell; ++i) coefficient += parts[i].coefficient;
    if (coefficient == 0) continue;
    sum.cells.push_back(cell);
    sum.coefficients.push_back(coefficient);
  }
  if (sum.cells.empty()) {
    // Whatever the cells hold, they sum to 0.
    if (total != 0 && !cells.empty()) allow(cells[0], 0);
    return;
  }
  const int first = sum.coefficients[0];
  if (sum.cells.size() == 1) {
    allow_if(sum.cells[0], [&](int value) { return first * value == total; });
  } else if (sum.cells.size() == 2) {
    relate(sum.cells[0], sum.cells[1], model_.relations.way(table_of_pair(sum, size())));
  }
  model_.sums.push_back(std::move(sum));
}

void ModelBuilder::add(AllowedSets sets) {
  add_distinct(sets.cells);
  model_.allowed_sets.push_back(std::move(sets));
}

}  // namespace puzzled::variants
