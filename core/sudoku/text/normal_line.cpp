#include "core/sudoku/text/normal_line.hpp"

#include <algorithm>

namespace puzzled::sudoku {
namespace {

bool is_high(char c) {
  return static_cast<std::uint8_t>(c) >= 0x80;
}

std::uint32_t code_point(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(sequence[i]); };
  if (sequence.size() == 2) return (byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU);
  if (sequence.size() == 3) {
    return (byte(0) & 0xFU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
  }
  return 0;
}

/// What a border, a ruler or a space of Unicode is in ASCII; 0 for any other character.
char plain_character(std::uint32_t code) {
  constexpr std::uint32_t kBoxes = 0x2500;
  if (code >= kBoxes && code < kBoxes + 0x80) {
    // Lines of either direction, in the order of Unicode's chart; the rest are corners and crosses.
    for (const std::uint32_t horizontal : {0x00, 0x01, 0x04, 0x05, 0x08, 0x09, 0x4C, 0x4D, 0x50,
                                           0x74, 0x76, 0x78, 0x7A, 0x7C, 0x7E}) {
      if (code == kBoxes + horizontal) return '-';
    }
    for (const std::uint32_t vertical : {0x02, 0x03, 0x06, 0x07, 0x0A, 0x0B, 0x4E, 0x4F, 0x51, 0x75,
                                         0x77, 0x79, 0x7B, 0x7D, 0x7F}) {
      if (code == kBoxes + vertical) return '|';
    }
    return '+';
  }
  if (code >= 0x2580 && code < 0x25A0) return '|';                   // blocks
  if (code == 0x2010 || code == 0x2011 || code == 0x2212) return 0;  // may be blanks
  if (code >= 0x2012 && code <= 0x2015) return '=';                  // dashes
  if (code == 0xA0 || code == 0x3000 || code == 0xFEFF || (code >= 0x2000 && code <= 0x200B)) {
    return ' ';
  }
  if (code >= 0x2018 && code <= 0x201F) return '"';  // quotes
  if (code >= 0x300A && code <= 0x3011) return '"';  // brackets of East Asian texts
  // The full-width forms of ASCII.
  if (code >= 0xFF01 && code <= 0xFF5E) return static_cast<char>('!' + (code - 0xFF01));
  return 0;
}

}  // namespace

std::size_t utf8_size(std::string_view text) {
  const auto first = static_cast<std::uint8_t>(text.front());
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1;
  if (size > text.size()) return 1;
  for (std::size_t i = 1; i < size; ++i) {
    if ((static_cast<std::uint8_t>(text[i]) & 0xC0) != 0x80) return 1;
  }
  return size;
}

bool BlankSigns::are_valid(std::string_view signs) {
  if (signs.size() > kMaxBytes) return false;
  for (std::size_t at = 0; at < signs.size();) {
    const char c = signs[at];
    const std::size_t size = utf8_size(signs.substr(at));
    if (is_high(c) && size == 1) return false;
    if (static_cast<std::uint8_t>(c) <= ' ' || c == 0x7F || (c >= '1' && c <= '9')) return false;
    at += size;
  }
  return true;
}

BlankSigns::BlankSigns(std::string_view signs) : size_(static_cast<std::uint8_t>(signs.size())) {
  std::ranges::copy(signs, text_);
}

std::string_view NormalLine::read(std::string_view line, const BlankSigns& blanks) {
  is_same_ = blanks.empty() && std::ranges::none_of(line, is_high);
  if (is_same_) return line;
  text_.clear();
  offsets_.clear();
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t size = utf8_size(line.substr(at));
    const std::string_view sign = line.substr(at, size);
    char plain = 0;
    if (!blanks.empty() && blanks.text().find(sign) != std::string_view::npos) {
      plain = '.';
    } else if (size > 1) {
      plain = plain_character(code_point(sign));
    }
    if (plain != 0) {
      text_ += plain;
      offsets_.push_back(static_cast<std::uint32_t>(at));
    } else {
      for (std::size_t i = 0; i < size; ++i) {
        text_ += line[at + i];
        offsets_.push_back(static_cast<std::uint32_t>(at + i));
      }
    }
    at += size;
  }
  offsets_.push_back(static_cast<std::uint32_t>(line.size()));
  return text_;
}

}  // namespace puzzled::sudoku
