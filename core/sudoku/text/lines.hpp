// Lines of text: where they end, how long they may be, and of which class they are: blank, a
// comment, `end`, or content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/sudoku/text/normal_line.hpp"

namespace puzzled::sudoku {

/// Longer lines are answered `invalid`, so that memory stays bounded and the answer does not depend
/// on how the text was cut.
inline constexpr std::size_t kMaxLineBytes = 4096;

/// The reason for refusing such a line.
std::string too_long_reason();

/// Splits off the first line of `text` and returns it without LF or CRLF; `text` loses it and its
/// line end. REQUIRES: !text.empty().
std::string_view take_line(std::string_view& text);

/// `text` less the UTF-8 byte order mark that some editors put at the beginning of a file.
std::string_view without_byte_order_mark(std::string_view text);

/// Splits off the blank lines and comments that `text` begins with, and returns their number. A
/// line that has no line end, or is too long to be blank, stays. For streams of either layout;
/// takes a nanosecond or two for each byte, where reading line by line takes thirty for each line.
/// None is taken where a sign that begins comments stands for blanks: LineClass tells them apart.
std::size_t skip_blank_lines(std::string_view& text, const BlankSigns& blanks = {});

/// Whether a line is a comment: it begins with `#`, and is no row of cells in which `#` stands for
/// blanks (`#3##7####`) or for borders (`# 5 3 . # …`).
bool is_comment(std::string_view line);

/// `text` without the white space before and behind it.
std::string_view trimmed(std::string_view text);

/// Line feeds in the text.
std::size_t count_lines(std::string_view text);

/// Offset behind line feed number `count`, from 1; npos if there are fewer.
std::size_t end_of_line(std::string_view text, std::uint64_t count);

/// TextForm says what they are.
enum class Layout : std::uint8_t { kLines, kAny };

/// Whether a line, without its line end, is blank, a comment, or the judges' `end`. Comments begin
/// with `#`; with kAny also with `//`, and white space may stand before both. Where such a sign is
/// a blank, nine or 81 cells are none.
enum class LineClass { kBlank, kComment, kEnd, kContent };
LineClass classify(std::string_view line, Layout layout, const BlankSigns& blanks = {});

}  // namespace puzzled::sudoku
