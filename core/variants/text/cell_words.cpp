#include "core/variants/text/cell_words.hpp"

#include <algorithm>
#include <array>

#include "core/variants/text/notation.hpp"

namespace puzzled::variants {
namespace {

constexpr bool is_space_character(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

constexpr bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_latin_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// What a character may be: a line has thousands, and daemons look at each line.
enum CharacterClass : std::uint8_t {
  kSeparatorCharacter = 1,
  kDrawingLead = 2,  ///< of box drawing, perhaps
  kDashCharacter = 4,
  kLetterCharacter = 8,
  kSignCharacter = 16,  ///< of a ruler
  kOtherCharacter = 32  ///< not in rulers
};

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int i = 0; i < 256; ++i) {
    const auto c = static_cast<char>(i);
    const bool is_separator = is_space_character(c) || c == ',' || c == ';' || c == '|' || c == '!';
    const bool is_sign = c == '+' || c == '=';
    const bool is_other = !is_dash_character(c) && !is_sign && c != ':' && c != '.';
    classes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(
        (is_separator ? kSeparatorCharacter : 0) | (c == '\xe2' ? kDrawingLead : 0) |
        (is_dash_character(c) ? kDashCharacter : 0) | (is_latin_letter(c) ? kLetterCharacter : 0) |
        (is_sign ? kSignCharacter : 0) | (is_other ? kOtherCharacter : 0));
  }
  return classes;
}();

constexpr std::uint8_t class_of(char c) {
  return kClasses[static_cast<std::uint8_t>(c)];
}

/// Bytes of the separator at the beginning of `text`; 0: there is none.
std::size_t separator_size(std::string_view text) {
  const std::uint8_t kind = class_of(text.front());
  if ((kind & kSeparatorCharacter) != 0) return 1;
  // Box drawing, U+2500 to U+257F.
  const bool may_draw = (kind & kDrawingLead) != 0 && text.size() >= 3;
  return may_draw && (text[1] == '\x94' || text[1] == '\x95') ? 3 : 0;
}

/// "```text", and "```" behind it.
bool is_fence(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t>"), line.size()));
  return line.starts_with("```") || line.starts_with("~~~");
}

bool is_number_word(std::string_view word) {
  return word.size() <= 2 && std::ranges::all_of(word, is_decimal);
}

}  // namespace

void CellWords::read(std::string_view line) {
  words_.clear();
  sizes_.reset();
  characters_ = 0;
  bool has_sign = false;  // of a ruler
  bool has_separator = false;
  std::size_t begin = 0;
  const auto end_word = [&](std::size_t at) {
    if (at == begin) return;
    words_.push_back(line.substr(begin, at - begin));
    if (at - begin <= kMaxWordCells) sizes_.set(at - begin);
    characters_ += at - begin;
  };
  for (std::size_t at = 0; at < line.size();) {
    if ((class_of(line[at]) & (kSeparatorCharacter | kDrawingLead)) == 0) {
      ++at;
      continue;
    }
    const std::size_t size = separator_size(line.substr(at));
    if (size == 0) {
      ++at;
      continue;
    }
    has_separator |= size == 3;
    end_word(at);
    begin = at += size;
  }
  end_word(line.size());
  bool has_other = false;
  is_dashes_ = !words_.empty();
  dash_ = is_dashes_ ? words_[0].front() : '\0';
  has_letter_ = false;
  are_numbers_ = words_.size() > 1;
  bool has_long = false;
  for (const std::string_view word : words_) {
    std::uint8_t all = 0;
    bool is_alike = true;
    for (const char c : word) {
      all |= class_of(c);
      is_alike &= c == dash_;
    }
    if (!is_alike) dash_ = '\0';
    is_dashes_ &= all == kDashCharacter;
    has_letter_ |= (all & kLetterCharacter) != 0;
    has_sign |= (all & kSignCharacter) != 0;
    has_other |= (all & kOtherCharacter) != 0;
    has_long |= word.size() == 2 && is_number_word(word);
    are_numbers_ = are_numbers_ && (is_number_word(word) || is_blank_cell(word));
  }
  are_numbers_ &= has_long;
  is_ruler_ = (!has_other && (has_sign || (words_.empty() && has_separator))) || is_fence(line);
}

bool CellWords::has_cells(std::size_t count, bool as_words) const {
  if (as_words || are_numbers_of(count)) return words_.size() == count;
  return characters_ == count || !find_word(count).empty();
}

/// `12 | 34` is a row of four cells: none of so few has two digits.
bool CellWords::are_numbers_of(std::size_t count) const {
  constexpr std::size_t kMaxDigitCells = 9;
  const auto is_pair = [](std::string_view word) { return word.size() == 2; };
  return are_numbers_ &&
         !(count <= kMaxDigitCells && characters_ == count && std::ranges::all_of(words_, is_pair));
}

/// Empty if there is none. Short words stand in any line.
std::string_view CellWords::find_word(std::size_t size) const {
  constexpr std::size_t kMinCells = 16;
  if (size <= kMaxWordCells && !sizes_.test(size)) return {};
  const auto end = size < kMinCells ? words_.begin() + (words_.empty() ? 0 : 1) : words_.end();
  const auto found = std::find_if(words_.begin(), end,
                                  [size](std::string_view word) { return word.size() == size; });
  return found == end ? std::string_view() : *found;
}

void CellWords::append_cells(std::size_t count, bool as_words,
                             std::vector<std::string_view>& cells) const {
  if (as_words || are_numbers_of(count)) {
    cells.insert(cells.end(), words_.begin(), words_.end());
    return;
  }
  const auto append = [&cells](std::string_view word) {
    for (std::size_t i = 0; i < word.size(); ++i) cells.push_back(word.substr(i, 1));
  };
  if (characters_ != count) return append(find_word(count));
  for (const std::string_view word : words_) append(word);
}

std::string quoted_character(char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  if (c >= ' ' && c <= '~') return {'\'', c, '\''};
  const auto byte = static_cast<std::uint8_t>(c);
  return {'0', 'x', kHex[byte >> 4], kHex[byte & 15]};
}

std::string_view take_text_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

TextLine classify_text_line(std::string_view line) {
  const auto first = std::ranges::find_if_not(line, is_space_character);
  if (first == line.end()) return TextLine::kBlank;
  line.remove_prefix(static_cast<std::size_t>(first - line.begin()));
  if (line.starts_with('#') || line.starts_with("//")) return TextLine::kComment;
  while (is_space_character(line.back())) line.remove_suffix(1);
  return line == "end" ? TextLine::kEnd : TextLine::kContent;
}

}  // namespace puzzled::variants
