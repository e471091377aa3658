// Answers as text: a line, a JSON object, a board of nine rows, or a drawing for people.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// How answers are written.
enum class AnswerStyle {
  kAuto,          ///< at limit 1, bare boards are answered in their own form; all else by kLine
  kLine,          ///< one line an answer
  kJson,          ///< one JSON object an answer, on a line
  kBoard,         ///< a solution as nine rows of nine digits
  kIntegers,      ///< a solution as nine rows of nine digits with spaces between them
  kPretty,        ///< drawn with box lines, clues in brackets
  kPrettyColour,  ///< drawn with box lines, clues bold (terminal escape sequences)
};

/// Whether every answer is one line that holds its solution as 81 digits side by side.
constexpr bool is_one_line(AnswerStyle style) {
  return style == AnswerStyle::kLine || style == AnswerStyle::kJson;
}

/// Appends the grid as 81 characters, blanks as `.`.
void append_cells(std::string& text, const Grid& grid);

/// The most bytes that put_count() writes.
constexpr std::size_t count_room(std::uint64_t limit) {
  if (limit == 1) return 0;
  return limit > 0 && limit < 10 ? 2 : 21;
}

/// Writes what stands in front of a solution in a line: the count and a tab; with a limit of 1
/// nothing. Returns its end.
char* put_count(char* to, std::uint64_t count, std::uint64_t limit);

/// Appends the answer to `puzzle`, ending in a line feed. With a limit of 1: the solution in the
/// given style, or `unsolvable`; with any other: the count, then the solution or `-`. With any
/// limit: `timeout` where time ran out. kAuto is kLine.
/// With kJson: as append_json().
void append_answer(std::string& text, const Grid& puzzle, const Solutions& found,
                   std::uint64_t limit, AnswerStyle style);

/// With a limit of 1: what stands in front of the 81 digits of a solution, and behind them.
inline constexpr std::string_view kJsonFront = R"({"status":"solved","solution":")";
inline constexpr std::string_view kJsonBack = "\"}\n";
/// What stands in front of them with any other limit: the count between these two.
inline constexpr std::string_view kJsonCountFront = R"({"status":"solved","count":")";
inline constexpr std::string_view kJsonCountBack = R"(","solution":")";

/// The most bytes that put_json_front() writes; it always writes as many if `limit` is from 1 to 9.
constexpr std::size_t json_front_room(std::uint64_t limit) {
  if (limit == 1) return kJsonFront.size();
  const std::size_t digits = limit > 0 && limit < 10 ? 1 : 20;
  return kJsonCountFront.size() + digits + kJsonCountBack.size();
}

/// Writes what stands in front of a solution's digits. Returns its end. Inline, because it is
/// called for every answer of a batch.
inline char* put_json_front(char* to, std::uint64_t count, std::uint64_t limit) {
  const auto put = [&to](std::string_view text) {
    std::memcpy(to, text.data(), text.size());
    to += text.size();
  };
  if (limit == 1) {
    put(kJsonFront);
  } else {
    put(kJsonCountFront);
    to = std::to_chars(to, to + 20, count).ptr;
    put(kJsonCountBack);
  }
  return to;
}

/// What stands in front of the reason of an `invalid` answer; kJsonBack stands behind it.
inline constexpr std::string_view kJsonInvalidFront = R"({"status":"invalid","reason":")";

/// The most bytes that append_invalid_json() writes.
constexpr std::size_t invalid_json_room(std::size_t reason_bytes) {
  return kJsonInvalidFront.size() + 2 * reason_bytes + kJsonBack.size();
}

/// Appends the object of an `invalid` answer.
/// REQUIRES: `reason` is printable ASCII, so that at most every byte of it has a backslash.
void append_invalid_json(std::string& text, std::string_view reason);

/// Appends the object of any other answer, whose status is `solved`, `unsolvable` or `timeout`.
void append_json(std::string& text, const Solutions& found, std::uint64_t limit);

}  // namespace puzzled::sudoku
