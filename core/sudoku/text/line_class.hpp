// The class of a single line: blank, a comment, `end`, or content.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/sudoku/text/normal_line.hpp"

namespace puzzled::sudoku {

/// TextForm says what they are.
enum class Layout : std::uint8_t { kLines, kAny };

/// Whether a line, without its line end, is blank, a comment, or the judges' `end`. Comments begin
/// with `#`; with kAny also with `//`, and white space may stand before both. Where such a sign is
/// a blank, nine or 81 cells are none.
enum class LineClass { kBlank, kComment, kEnd, kContent };
LineClass classify(std::string_view line, Layout layout, const BlankSigns& blanks = {});

}  // namespace puzzled::sudoku
