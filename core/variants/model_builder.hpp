// Adds primitives to a model: what rules are reduced to.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/variants/model.hpp"

namespace puzzled::variants {

/// Cells are numbers that the model has, of which REQUIRES in the comments say what else.
class ModelBuilder {
 public:
  /// A board of rows and columns.
  explicit ModelBuilder(int size);

  int size() const { return model_.size; }
  Cell cell(int row, int column) const { return static_cast<Cell>(row * model_.size + column); }
  int row_of(Cell cell) const { return cell / model_.size; }
  int column_of(Cell cell) const { return cell % model_.size; }
  std::vector<Cell> row(int row) const;
  std::vector<Cell> column(int column) const;

  /// So many rules will follow.
  void expect(std::size_t rules) {
    model_.distinct_groups.reserve(rules);
    model_.sums.reserve(rules);
  }

  Model take() { return std::move(model_); }

  void allow(Cell cell, ValueSet values) { model_.allowed[cell] &= values; }
  template <class IsAllowed>
  void allow_if(Cell cell, IsAllowed is_allowed) {
    for (int value = 1; value <= size(); ++value) {
      if (!is_allowed(value)) allow(cell, ~set_of(value));
    }
  }

  /// A house, if there are as many cells as values. REQUIRES: not more, distinct.
  void add_distinct(std::span<const Cell> cells);

  /// A relation for relate(). `is_allowed(a, b)`: whether one cell may hold a while the other holds
  /// b.
  template <class IsAllowed>
  Relations::Way relation(IsAllowed is_allowed) {
    return model_.relations.way(value_table(size(), is_allowed));
  }
  /// They may be one cell.
  void relate(Cell first, Cell second, Relations::Way way);

  /// Cells may be there several times: a cell that is in both sums does not count.
  void add_equal_sums(std::span<const Cell> one, std::span<const Cell> other);
  void add_sum(std::span<const Cell> cells, int total);
  /// REQUIRES: a coefficient for each cell.
  void add_sum(std::span<const Cell> cells, std::span<const int> coefficients, int total);

  void add(AllowedSets sets);
  void add(Span span) { model_.spans.push_back(std::move(span)); }
  void add(RequiredValues values) { model_.required_values.push_back(std::move(values)); }
  void add(IndexCell index) { model_.index_cells.push_back(std::move(index)); }
  void add(Sandwich clue) { model_.sandwiches.push_back(std::move(clue)); }
  void add(XSum clue) { model_.x_sums.push_back(std::move(clue)); }
  void add(Skyscraper clue) { model_.skyscrapers.push_back(std::move(clue)); }

 private:
  Model model_;
};

}  // namespace puzzled::variants
