#include "core/variants/relations.hpp"

#include <bit>

namespace puzzled::variants {
namespace {

constexpr std::size_t kMaxRemembered = 10'000;  // pairs of tables that were joined

}  // namespace

ValueTable inverse_of(const ValueTable& table) {
  ValueTable inverse{};
  for (std::size_t a = 0; a < table.size(); ++a) {
    for (ValueSet left = table[a]; left != 0; left &= left - 1) {
      inverse[static_cast<std::size_t>(std::countr_zero(left))] |= ValueSet{1} << a;
    }
  }
  return inverse;
}

void Relations::add(Cell first, Cell second, Way way, std::size_t cells) {
  if (first > second) {
    std::swap(first, second);
    std::swap(way.there, way.back);
  }
  if (places_.empty()) places_.resize(cells * (cells - 1) / 2);
  std::uint32_t& place = places_[std::size_t{second} * (second - 1U) / 2 + first];
  if (place == 0) {
    list_.push_back({.first = first, .second = second, .table = way.there, .rules = 1});
    place = static_cast<std::uint32_t>(list_.size());
    return;
  }
  Relation& relation = list_[place - 1];
  ++relation.rules;
  if (relation.table != way.there) relation.table = number_of_both(relation.table, way.there);
}

std::uint32_t Relations::number_of(const ValueTable& table) {
  const auto known = numbers_.find(table);
  if (known != numbers_.end()) return known->second;
  if (tables_.size() == kMaxTables) {
    have_room_ = false;
    return 0;
  }
  tables_.push_back(table);
  return numbers_[table] = static_cast<std::uint32_t>(tables_.size() - 1);
}

std::uint32_t Relations::number_of_both(std::uint32_t one, std::uint32_t other) {
  if (joined_.size() == kMaxRemembered) joined_.clear();
  const auto [at, is_new] = joined_.try_emplace({one, other});
  if (is_new) {
    ValueTable both = tables_[one];
    for (std::size_t i = 0; i < both.size(); ++i) both[i] &= tables_[other][i];
    at->second = number_of(both);
  }
  return at->second;
}

}  // namespace puzzled::variants
