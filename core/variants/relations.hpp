// Which values two cells may hold together: one relation for each pair of cells, however many rules
// speak of it. Few different tables of values serve all pairs, so that even all pairs of a 25x25
// board take a few MB.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// Of one cell's values those of the other that go with them: values of the second cell while the
/// first holds value i + 1.
using ValueTable = std::array<ValueSet, kMaxSize>;

ValueTable inverse_of(const ValueTable& table);

template <class IsAllowed>
ValueTable value_table(int size, IsAllowed is_allowed) {
  ValueTable table{};
  for (int a = 1; a <= size; ++a) {
    for (int b = 1; b <= size; ++b) {
      if (is_allowed(a, b)) table[static_cast<std::size_t>(a - 1)] |= set_of(b);
    }
  }
  return table;
}

/// `first` is less than `second`.
struct Relation {
  Cell first = 0;
  Cell second = 0;
  std::uint32_t table = 0;  ///< its number in Relations::tables()
  std::uint32_t rules = 0;  ///< how often a relation of the pair was added
};

class Relations {
 public:
  /// A search makes lists of 12 KB of each.
  static constexpr std::size_t kMaxTables = 1000;

  /// A table's numbers, as it is and with both cells swapped.
  struct Way {
    std::uint32_t there = 0;
    std::uint32_t back = 0;
  };
  Way way(const ValueTable& table) { return {number_of(table), number_of(inverse_of(table))}; }

  /// Both cells keep the relation beside those they have. REQUIRES: two cells of `cells`.
  void add(Cell first, Cell second, Way way, std::size_t cells);

  bool empty() const { return list_.empty(); }
  /// In the order in which their pairs came.
  const std::vector<Relation>& list() const { return list_; }
  std::span<const ValueTable> tables() const { return tables_; }

  /// False if there were more tables than kMaxTables; then the relations mean nothing.
  bool have_room() const { return have_room_; }

 private:
  std::uint32_t number_of(const ValueTable& table);
  std::uint32_t number_of_both(std::uint32_t one, std::uint32_t other);

  std::vector<Relation> list_;
  std::vector<std::uint32_t> places_;  // in the list, from 1, by pairs of cells; 0: none
  std::vector<ValueTable> tables_;
  std::map<ValueTable, std::uint32_t> numbers_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> joined_;
  bool have_room_ = true;
};

}  // namespace puzzled::variants
