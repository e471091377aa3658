#include "core/rule_line.hpp"

#include <algorithm>
#include <cstddef>

namespace puzzled {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

constexpr bool is_decimal_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_latin(char c) {
  const char letter = static_cast<char>(c | 0x20);
  return letter >= 'a' && letter <= 'z';
}
constexpr bool is_name_character(char c) {
  return is_latin(c) || is_decimal_digit(c);
}
constexpr bool is_white(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string_view without_white_ends(std::string_view text) {
  while (!text.empty() && is_white(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_white(text.back())) text.remove_suffix(1);
  return text;
}

/// The letters and digits with which `text` begins, a letter first.
std::string_view name_at_begin(std::string_view text) {
  std::size_t size = 0;
  if (text.empty() || !is_latin(text[0])) return {};
  while (size < text.size() && is_name_character(text[size])) ++size;
  return text.substr(0, size);
}

/// `R1C2`, of any row and column.
bool has_cell_name(std::string_view text) {
  for (std::size_t at = text.find('R'); at != kNone; at = text.find('R', at + 1)) {
    if (at > 0 && is_name_character(text[at - 1])) continue;
    std::size_t c = at + 1;
    while (c < text.size() && c < at + 3 && is_name_character(text[c]) && text[c] != 'C') ++c;
    if (c > at + 1 && c + 1 < text.size() && text[c] == 'C' && is_name_character(text[c + 1])) {
      return true;
    }
  }
  return false;
}

/// Whether it may be a row or a board of values as plain grids have them: as many characters, and
/// no letter above the value of that size. (`x` is a blank.) A long name in both cases is none.
bool may_be_plain(std::string_view line, std::string_view name) {
  constexpr std::size_t kMinLongName = 6;
  const bool is_long_name = name.size() >= kMinLongName && name[0] <= 'Z' &&
                            std::ranges::any_of(name, [](char c) { return c >= 'a'; });
  if (is_long_name) return false;
  constexpr std::size_t kSizes[] = {4, 6, 8, 9, 10, 12, 15, 16, 20, 25};
  return std::ranges::any_of(kSizes, [line](std::size_t size) {
    return (line.size() == size || line.size() == size * size) &&
           std::ranges::all_of(line, [size](char c) {
             const auto letter = static_cast<std::size_t>((c | 0x20) - 'a' + 1);
             return !is_latin(c) || letter <= size || (c | 0x20) == 'x';
           });
  });
}

bool begins_with_constraint(std::string_view line) {
  // A sign that came twice. (Three are an ellipsis.)
  if (line.starts_with("..") && !line.starts_with("...")) line.remove_prefix(1);
  if (line.starts_with('.')) {
    if (line.starts_with(".~")) return std::ranges::any_of(line, is_latin);
    const std::string_view name = name_at_begin(line.substr(1));
    if (name.empty()) return false;
    const std::string_view behind = line.substr(1 + name.size());
    if (behind.starts_with('~')) return true;
    // `.antiknight`, `.Foo.Bar`, `.Foo .Bar`: names alone.
    constexpr std::size_t kMinName = 2;
    constexpr std::string_view kEnds = ". \t,;:|";
    const bool is_whole =
        behind.empty() || behind.find('~') != kNone || kEnds.find(behind[0]) != kNone;
    return name.size() >= kMinName && is_whole && !may_be_plain(line, name);
  }
  // The first point is lost: `Shape~4x4.AntiKing`.
  constexpr std::size_t kMaxName = 24;
  const std::string_view name = name_at_begin(line);
  return !name.empty() && name.size() <= kMaxName && std::ranges::none_of(name, is_decimal_digit) &&
         line.substr(name.size()).starts_with('~');
}

/// Letters of both cases and digits without a gap, as much as no word has.
bool is_packed_text(std::string_view line) {
  constexpr std::string_view kPrefixes[] = {"scl", "ctc", "fpuz", "scf", "N4Ig"};
  constexpr std::size_t kMinBytes = 48;
  if (std::ranges::any_of(line, is_white)) {
    // One that a blank has got into.
    return line.size() >= kMinBytes && is_packed_text(line.substr(0, line.find(' ')));
  }
  for (const std::string_view prefix : kPrefixes) {
    if (line.starts_with(prefix) && line.size() > prefix.size()) return true;
  }
  const auto others = static_cast<std::size_t>(std::ranges::count_if(line, [](char c) {
    return !is_name_character(c) && std::string_view("+/=%-_").find(c) == kNone;
  }));
  const auto has = [line](char first, char last) {
    return std::ranges::any_of(line, [=](char c) { return c >= first && c <= last; });
  };
  return line.size() >= kMinBytes && 16 * others <= line.size() && has('a', 'z') && has('A', 'Z') &&
         has('0', '9');
}

bool is_board_link(std::string_view line) {
  constexpr std::string_view kSigns[] = {
      "f-puzzles.com/", "sudokupad.app/",          "?load=",
      "puzzleid=",      "crackingthecryptic.com/", "sudokupad://"};
  return std::ranges::none_of(line, is_white) &&
         std::ranges::any_of(kSigns,
                             [line](std::string_view sign) { return line.find(sign) != kNone; });
}

}  // namespace

ConstraintLine constraint_line(std::string_view line) {
  line = without_white_ends(line);
  if (line.empty()) return ConstraintLine::kNone;
  const bool is_begin = begins_with_constraint(line);
  const bool has_sign = line.find('~') != kNone || line.find('_') != kNone;
  const bool is_rest = !is_begin && has_sign && has_cell_name(line);
  if (!is_begin && !is_rest) return ConstraintLine::kNone;
  if (is_rest) return ConstraintLine::kRest;
  const auto constraints = std::ranges::count(line, '.') + (line.front() == '.' ? 0 : 1);
  if (constraints > 1) return ConstraintLine::kSeveral;
  // Fewer than 17 clues leave a 9x9 board without further rules open.
  constexpr std::ptrdiff_t kMinClues = 17;
  const bool are_clues = line.starts_with(".~") || line.starts_with(".Given~");
  return are_clues && std::ranges::count(line, '_') >= kMinClues ? ConstraintLine::kClues
                                                                 : ConstraintLine::kPart;
}

bool looks_like_rules(std::string_view line) {
  line = without_white_ends(line);
  return !line.empty() && (constraint_line(line) != ConstraintLine::kNone || is_packed_text(line) ||
                           is_board_link(line));
}

}  // namespace puzzled
