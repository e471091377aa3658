// Members of objects, and columns of tables, that state rules of the puzzle beside them: by their
// names, and by what they hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace puzzled {

/// A name in small letters and digits alone: `anti_knight`, `Anti-Knight` and `antiknight` are one.
/// Longer ones are cut off. Holds its own text, so that it may be copied anywhere.
class BareName {
 public:
  constexpr BareName() = default;
  explicit constexpr BareName(std::string_view name) {
    for (const char c : name) {
      const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
      const bool is_kept = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') ||
                           lower == '+' || static_cast<unsigned char>(lower) >= 0x80;
      if (is_kept && size_ < kMaxSize) text_[size_++] = lower;
    }
  }
  constexpr std::string_view text() const { return {text_, size_}; }

 private:
  static constexpr std::size_t kMaxSize = 32;
  char text_[kMaxSize]{};
  std::size_t size_ = 0;
};

enum class MemberUse : std::uint8_t {
  kOther,  ///< says nothing of rules, as far as its name tells: an id, a title, a rating
  kText,   ///< a text that may name rules: `variant`, `type`, `constraints`
  kRule,   ///< a rule by its name: `anti_knight`, `jigsaw`
  kList,   ///< a rule if it holds a list: `cages`, `regions`
};

MemberUse use_of_member(std::string_view name);

enum class ScalarKind : std::uint8_t { kString, kWord };

/// Whether a value of a member states rules, or may do so: a string, or a word of JSON, Python or
/// C. `is_in_list`: it stands in a list that is the member's value.
bool states_rules(MemberUse use, std::string_view value, ScalarKind kind, bool is_in_list);

/// Whether a text names nothing but the plain game, or none: `classic`, `sudoku`, `9x9`, `none`, or
/// what else data sets have under such names: `train`, `easy`. Prose that tells the rules of rows,
/// columns and boxes does, too.
bool means_plain_game(std::string_view text);

}  // namespace puzzled
