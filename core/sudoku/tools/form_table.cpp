#include "core/sudoku/tools/form_table.hpp"

namespace puzzled::sudoku {

Inserted FormSet::insert(const FormKey& key) {
  return keys_.insert(key).inserted;
}

bool FormSet::contains(const FormKey& key) {
  return keys_.contains(key);
}

}  // namespace puzzled::sudoku
