#include "core/variants/text/iss/relation_key.hpp"

#include <cstddef>
#include <cstdlib>

namespace puzzled::variants {
namespace {

constexpr std::string_view kKeyCharacters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kBitsOfCharacter = 6;

ValueRelation transposed(const ValueRelation& relation) {
  return relation_of(relation.size, [&](int a, int b) {
    return (relation.beside[static_cast<std::size_t>(b - 1)] & set_of(a)) != 0;
  });
}

}  // namespace

std::optional<ValueRelation> decode_relation(std::string_view key, int size) {
  ValueRelation relation{.size = size};
  const auto n = static_cast<std::size_t>(size);
  for (std::size_t i = 0; i < key.size(); ++i) {
    const std::size_t bits = kKeyCharacters.find(key[i]);
    if (bits == std::string_view::npos) return std::nullopt;
    for (std::size_t k = 0; k < kBitsOfCharacter; ++k) {
      if ((bits >> k & 1) == 0) continue;
      const std::size_t place = i * kBitsOfCharacter + k;
      if (place >= n * n) return std::nullopt;
      relation.beside[place / n] |= set_of(static_cast<int>(place % n) + 1);
    }
  }
  return relation;
}

std::string encode_relation(const ValueRelation& relation) {
  const auto n = static_cast<std::size_t>(relation.size);
  std::string key;
  for (std::size_t first = 0; first < n * n; first += kBitsOfCharacter) {
    std::size_t bits = 0;
    for (std::size_t k = 0; k < kBitsOfCharacter && first + k < n * n; ++k) {
      const std::size_t place = first + k;
      if ((relation.beside[place / n] & set_of(static_cast<int>(place % n) + 1)) != 0) {
        bits |= std::size_t{1} << k;
      }
    }
    key += kKeyCharacters[bits];
  }
  while (!key.empty() && key.back() == kKeyCharacters[0]) key.pop_back();
  return key;
}

std::optional<ValueRelation> relation_of_kind(RuleKind kind, int number, int size) {
  switch (kind) {
    case RuleKind::kClone:
      return relation_of(size, [](int a, int b) { return a == b; });
    case RuleKind::kThermo:
      return relation_of(size, [](int a, int b) { return a < b; });
    case RuleKind::kSlowThermo:
      return relation_of(size, [](int a, int b) { return a <= b; });
    case RuleKind::kGreater:
      return relation_of(size, [](int a, int b) { return a > b; });
    case RuleKind::kDifference:
      return relation_of(size, [=](int a, int b) { return std::abs(a - b) == number; });
    case RuleKind::kNabner:
      return relation_of(size, [](int a, int b) { return std::abs(a - b) >= 2; });
    case RuleKind::kWhisper:
      return relation_of(size, [=](int a, int b) { return std::abs(a - b) >= number; });
    case RuleKind::kRatio:
      return relation_of(size, [=](int a, int b) { return a == b * number || b == a * number; });
    case RuleKind::kPairSum:
      return relation_of(size, [=](int a, int b) { return a + b == number; });
    default:
      return std::nullopt;
  }
}

std::optional<NamedRelation> name_relation(const ValueRelation& relation) {
  const int size = relation.size;
  if (relation == ValueRelation{.size = size}) return std::nullopt;
  for (const RuleKind kind : {RuleKind::kClone, RuleKind::kThermo, RuleKind::kSlowThermo}) {
    const ValueRelation known = *relation_of_kind(kind, 0, size);
    if (relation == known) return NamedRelation{.kind = kind};
    if (relation == transposed(known)) return NamedRelation{.kind = kind, .is_reversed = true};
  }
  // Any pair of the relation tells the number that there must be. Several kinds may name the same
  // relation of few pairs: the first is taken.
  int a = 1;
  while (relation.beside[static_cast<std::size_t>(a - 1)] == 0) ++a;
  const int b = value_of(relation.beside[static_cast<std::size_t>(a - 1)]);
  const NamedRelation guesses[] = {
      {.kind = RuleKind::kDifference, .number = b - a},
      {.kind = RuleKind::kWhisper, .number = b - a},
      {.kind = RuleKind::kRatio, .number = b / a},
      {.kind = RuleKind::kPairSum, .number = a + b},
  };
  for (const NamedRelation& guess : guesses) {
    if (*guess.number >= 1 && relation == *relation_of_kind(guess.kind, *guess.number, size)) {
      return guess;
    }
  }
  return std::nullopt;
}

}  // namespace puzzled::variants
