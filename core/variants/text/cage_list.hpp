// Cages as members of JSON have them: a list of objects, each with its cells and perhaps a sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_value.hpp"
#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// Whether a member of that name holds cages: `cages`, `killer_cages`.
bool is_cage_member(std::string_view name);

class CageList {
 public:
  bool empty() const { return cages_.empty(); }
  /// Of all cages.
  std::size_t cells() const;

  /// Adds the cages of a list. An error says what of it is not known, as text to follow its name.
  Result<> read(const JsonValue& list);

  /// Adds the rules of all cages of a board of that size. Cells may be names (`r1c1`), objects
  /// with `row` and `column`, or numbers row by row. The two latter begin at 0 or at 1: an error if
  /// they do not tell, by a 0 or by the greatest that there is.
  Result<> add_rules(int size, std::vector<Rule>& rules) const;

 private:
  enum class CellForm : std::uint8_t { kNone, kNames, kPairs, kNumbers };
  struct Cage {
    std::vector<std::string> names;
    std::vector<int> numbers;  ///< of pairs two for each cell
    int sum = 0;               ///< 0: its values differ, and that is all
  };

  Result<> read_cage(const JsonValue& value);
  Result<> read_cell(const JsonValue& value, Cage& cage);
  Result<int> first_number(int size) const;
  Result<std::vector<Cell>> cells_of(const Cage& cage, int size, int first) const;

  CellForm form_ = CellForm::kNone;
  std::vector<Cage> cages_;
};

}  // namespace puzzled::variants
