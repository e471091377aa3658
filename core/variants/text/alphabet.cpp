#include "core/variants/text/alphabet.hpp"

namespace puzzled::variants {
namespace {

constexpr int kDigits = 9;  // a size up to this needs no letters

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

Alphabet::Alphabet(int size, FirstCharacter first) : size_(size), first_(first) {
  values_.fill(kNoCell);
  const auto set = [this](char c, int value) {
    values_[static_cast<std::uint8_t>(c)] = static_cast<std::int8_t>(value);
  };
  for (const char blank : {'.', '_', '*', '?', '-', '0'}) set(blank, 0);
  if (size <= kDigits) {
    for (const char blank : {'X', 'x'}) set(blank, 0);
  }
  for (int value = 1; value <= size; ++value) {
    set(character(value, false), value);
    set(character(value, true), value);
  }
}

std::vector<Alphabet> Alphabet::all_of(int size) {
  std::vector<Alphabet> all{Alphabet(size, FirstCharacter::kOne)};
  if (size > kDigits) {
    all.emplace_back(size, FirstCharacter::kZero);
    all.emplace_back(size, FirstCharacter::kLetter);
  }
  return all;
}

std::optional<Alphabet> Alphabet::find(int size, std::string_view name) {
  for (const Alphabet& alphabet : all_of(size)) {
    if (alphabet.name() == name) return alphabet;
  }
  return std::nullopt;
}

std::string Alphabet::name() const {
  return {character(1, false), '-', character(size_, false)};
}

char Alphabet::character(int value, bool is_lower_case) const {
  const int last_digit = first_ == FirstCharacter::kOne ? 9 : 10;  // the value that it stands for
  const auto of_letter = [&](int number) {
    const char letter = static_cast<char>('A' + number);
    return is_lower_case ? lower(letter) : letter;
  };
  if (first_ == FirstCharacter::kLetter) return of_letter(value - 1);
  if (value > last_digit) return of_letter(value - last_digit - 1);
  return static_cast<char>(static_cast<char>(first_) + value - 1);
}

}  // namespace puzzled::variants
