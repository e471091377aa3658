// How the values of a board are written, a character each: which alphabets a size has, and which of
// their characters are blanks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace puzzled::variants {

/// The character of value 1. The others follow, from 9 on to A; letters may be lower case.
enum class FirstCharacter : char {
  kOne = '1',     ///< 1-9, then A for 10: the only one up to 9 values
  kZero = '0',    ///< 0-9, then A: 0 is value 1, and no blank
  kLetter = 'A',  ///< letters alone
};

class Alphabet {
 public:
  /// REQUIRES: kMinSize <= size <= kMaxSize; up to 9 values, kOne.
  Alphabet(int size, FirstCharacter first);

  /// Those of a size.
  static std::vector<Alphabet> all_of(int size);

  /// The one of that name: `1-G`. Nothing if the size has none such.
  static std::optional<Alphabet> find(int size, std::string_view name);

  int size() const { return size_; }
  FirstCharacter first() const { return first_; }

  /// `1-G`, `0-F` or `A-P`, of 16 values.
  std::string name() const;

  /// A value, from 1; 0 for a blank, which is one of `.` `_` `*` `?` `-`, and `0` where that is no
  /// value, and `X` up to 9 values; kNoCell for all else.
  int value(char c) const { return values_[static_cast<std::uint8_t>(c)]; }
  static constexpr int kNoCell = -1;

  /// Whether there is such a value: 1 to the size.
  bool has(int value) const { return value >= 1 && value <= size_; }

  /// REQUIRES: has(value).
  char character(int value, bool is_lower_case) const;

 private:
  int size_;
  FirstCharacter first_;
  std::array<std::int8_t, 256> values_{};
};

}  // namespace puzzled::variants
