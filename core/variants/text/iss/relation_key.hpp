// Relations of two values as ISS writes them: a table of n times n bits, six to a character of
// base64 (RFC 4648, section 5), the lowest first; zeros at the end are left out.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/variants/model.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// Which values may stand in the second cell beside each one of the first.
struct ValueRelation {
  int size = 0;
  std::array<ValueSet, kMaxSize> beside{};  ///< of value i + 1

  friend bool operator==(const ValueRelation&, const ValueRelation&) = default;
};

template <class IsAllowed>
ValueRelation relation_of(int size, IsAllowed is_allowed) {
  ValueRelation relation{.size = size};
  for (int a = 1; a <= size; ++a) {
    for (int b = 1; b <= size; ++b) {
      if (is_allowed(a, b)) relation.beside[static_cast<std::size_t>(a - 1)] |= set_of(b);
    }
  }
  return relation;
}

/// Nothing if `key` is none of that size.
std::optional<ValueRelation> decode_relation(std::string_view key, int size);
std::string encode_relation(const ValueRelation& relation);

/// A kind of rule for two cells, which are to be swapped if `is_reversed`.
struct NamedRelation {
  RuleKind kind{};
  std::optional<int> number = std::nullopt;
  bool is_reversed = false;
};

/// The relation of a kind; nothing if a kind is none of two cells each.
std::optional<ValueRelation> relation_of_kind(RuleKind kind, int number, int size);

/// The kind of a relation: kClone if the values are equal, kThermo, kSlowThermo, kDifference,
/// kWhisper, kRatio or kPairSum. Nothing if it is none of these.
std::optional<NamedRelation> name_relation(const ValueRelation& relation);

}  // namespace puzzled::variants
