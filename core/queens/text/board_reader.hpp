// Boards of queens in files, by their content: squares that are free (`.`), holes (`#`) and queens
// (`Q`) in rows; regions as letters in rows or in one line; JSON with either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/line_source.hpp"
#include "core/queens/boards/board.hpp"
#include "core/queens/regions/region_board.hpp"
#include "core/result.hpp"

namespace puzzled::queens {

using AnyBoard = std::variant<Board, RegionBoard>;

/// The longest JSON document, which is read as a whole, and the most values in it: they take some
/// 100 bytes each.
inline constexpr std::size_t kMaxBoardDocumentBytes = std::size_t{1} << 26U;
inline constexpr std::size_t kMaxBoardDocumentValues = 1'000'000;

/// A board from its squares, row by row. Boards of `.`, `#` and `Q` have holes, others regions,
/// which no torus has.
Result<AnyBoard> make_board(std::string_view squares, bool is_torus = false);

/// The one board of a text: squares, with white space, commas and the like between them or not, or
/// JSON.
Result<AnyBoard> read_board(std::string_view text, bool is_torus = false);

/// Whether a text without separators is the squares of a board of 4 rows or more with regions,
/// right or wrong: not a word or a number.
bool looks_like_regions(std::string_view squares);

class BoardReader {
 public:
  /// `lines` must outlive this, and leave out no line.
  explicit BoardReader(LineSource& lines, bool is_torus = false)
      : lines_(lines), is_torus_(is_torus) {}

  struct Read {
    std::uint64_t line = 0;  ///< where it begins
    Result<AnyBoard> board;  ///< or what is wrong with it; then the reader goes on behind it
  };

  /// The next board; nothing at the end.
  std::optional<Read> next();

 private:
  struct Line {
    std::string text;
    std::uint64_t number = 0;
  };

  const Line* peek(std::size_t ahead);
  Read read_rows(std::size_t size);
  Read refused(std::uint64_t line, std::string reason);
  bool is_one_line(std::string_view squares);
  void read_json();

  LineSource& lines_;
  const bool is_torus_;
  std::deque<Line> ahead_;       // read, but not yet used
  std::deque<Read> found_;       // the other boards of a JSON value
  std::optional<int> expected_;  // rows, by the number before a board
};

}  // namespace puzzled::queens
