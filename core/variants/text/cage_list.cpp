#include "core/variants/text/cage_list.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/rule_members.hpp"
#include "core/variants/text/cell_names.hpp"

namespace puzzled::variants {
namespace {

bool is_one_of(std::string_view name, const auto& names) {
  return std::ranges::find(names, BareName(name).text()) != std::end(names);
}

constexpr std::string_view kSumNames[] = {"sum", "value", "total", "target"};
constexpr std::string_view kIgnoredNames[] = {"id", "color", "colour", "label", "type", "unique"};

std::optional<int> number_of(const JsonValue& value, int max) {
  return value.is_number() || value.is_string() ? parse_number(value.text, max) : std::nullopt;
}

Error not_a_cell(std::string_view text) {
  constexpr std::size_t kMaxShown = 20;
  return Error{"has '" + std::string(text.substr(0, kMaxShown)) +
               "', which is no cell of the board"};
}

}  // namespace

bool is_cage_member(std::string_view name) {
  constexpr std::string_view kNames[] = {"cage", "cages", "killercage", "killercages"};
  return is_one_of(name, kNames);
}

std::size_t CageList::cells() const {
  std::size_t count = 0;
  for (const Cage& cage : cages_) {
    count += cage.names.size() + cage.numbers.size() / (form_ == CellForm::kPairs ? 2 : 1);
  }
  return count;
}

Result<> CageList::read(const JsonValue& list) {
  if (!list.is_array()) return Error{"is no list of cages"};
  for (const JsonValue& cage : list.items) {
    if (const Result<> read = read_cage(cage); !read) return read.error();
  }
  return {};
}

Result<> CageList::read_cage(const JsonValue& value) {
  if (!value.is_object()) return Error{"has a cage that is no object with `cells` and `sum`"};
  Cage& cage = cages_.emplace_back();
  bool has_sum = false;
  for (std::size_t i = 0; i < value.names.size(); ++i) {
    const std::string& name = value.names[i];
    const JsonValue& item = value.items[i];
    if (BareName(name).text() == "cells" && item.is_array()) {
      for (const JsonValue& cell : item.items) {
        if (const Result<> read = read_cell(cell, cage); !read) return read.error();
      }
    } else if (is_one_of(name, kSumNames)) {
      const bool is_none = item.is_null() || (item.is_string() && item.text.empty());
      const std::optional<int> sum = is_none ? std::optional(0) : number_of(item, kMaxRuleNumber);
      if (!sum || (!is_none && (*sum == 0 || has_sum))) {
        return Error{"has a cage whose '" + name + "' is no sum from 1, or which has two"};
      }
      has_sum = !is_none;
      if (has_sum) cage.sum = *sum;
    } else if (!is_one_of(name, kIgnoredNames)) {
      return Error{"has a cage with '" + name + "', which is not known: it has `cells` and `sum`"};
    } else if (item.is_array() || item.is_object() || item.kind == JsonValue::Kind::kFalse) {
      // `unique` false: values may repeat.
      return Error{"has a cage whose '" + name + "' is not known"};
    }
  }
  if (cage.names.empty() && cage.numbers.empty()) return Error{"has a cage without `cells`"};
  return {};
}

Result<> CageList::read_cell(const JsonValue& value, Cage& cage) {
  CellForm form = CellForm::kNone;
  if (value.is_string()) {
    form = CellForm::kNames;
    cage.names.push_back(value.text);
  } else if (const auto number = number_of(value, kMaxRuleNumber)) {
    form = CellForm::kNumbers;
    cage.numbers.push_back(*number);
  } else if (value.is_array()) {
    return Error{"has cells as pairs, [row, column] or [column, row]: write them as r1c1"};
  } else if (const JsonValue* const row_value = value.find("row")) {
    const JsonValue* column_value = value.find("column");
    if (column_value == nullptr) column_value = value.find("col");
    const auto row = number_of(*row_value, kMaxSize);
    const auto column = column_value == nullptr ? std::nullopt : number_of(*column_value, kMaxSize);
    if (!row || !column || value.items.size() != 2) {
      return Error{"has a cell whose `row` and `column` are not known"};
    }
    form = CellForm::kPairs;
    cage.numbers.insert(cage.numbers.end(), {*row, *column});
  } else {
    return Error{"has a cell that is neither r1c1 nor a number nor `row` and `column`"};
  }
  if (form_ != CellForm::kNone && form != form_) return Error{"names cells in two ways"};
  form_ = form;
  return {};
}

/// Of rows and columns, or of cells: 0 or 1.
Result<int> CageList::first_number(int size) const {
  if (form_ == CellForm::kNames) return 1;
  const int count = form_ == CellForm::kPairs ? size : size * size;
  bool has_zero = false;
  bool has_last = false;
  for (const Cage& cage : cages_) {
    for (const int number : cage.numbers) {
      if (number > count) return not_a_cell(std::to_string(number));
      has_zero = has_zero || number == 0;
      has_last = has_last || number == count;
    }
  }
  if (has_zero && has_last) {
    return Error{"counts cells from 0, and has " + std::to_string(count) + " too"};
  }
  if (!has_zero && !has_last) {
    return Error{"may count cells from 0 or from 1: write them as r1c1"};
  }
  return has_zero ? 0 : 1;
}

Result<std::vector<Cell>> CageList::cells_of(const Cage& cage, int size, int first) const {
  std::vector<Cell> cells;
  for (const std::string& name : cage.names) {
    const std::optional<Cell> cell = find_cell(name, size, CellNumbers::kDecimal);
    if (!cell) return not_a_cell(name);
    cells.push_back(*cell);
  }
  const std::size_t step = form_ == CellForm::kPairs ? 2 : 1;
  for (std::size_t i = 0; i < cage.numbers.size(); i += step) {
    const int number = cage.numbers[i] - first;
    const int cell = step == 1 ? number : number * size + cage.numbers[i + 1] - first;
    cells.push_back(static_cast<Cell>(cell));
  }
  return cells;
}

Result<> CageList::add_rules(int size, std::vector<Rule>& rules) const {
  if (cages_.empty()) return {};
  const Result<int> first = first_number(size);
  if (!first) return first.error();
  for (const Cage& cage : cages_) {
    Result<std::vector<Cell>> cells = cells_of(cage, size, *first);
    if (!cells) return cells.error();
    Rule& rule = rules.emplace_back();
    rule.kind = RuleKind::kCage;
    rule.cells = std::move(*cells);
    if (cage.sum != 0) rule.numbers = {cage.sum};
  }
  return {};
}

}  // namespace puzzled::variants
