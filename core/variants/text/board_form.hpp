// The form of a text of boards of other sizes than 9x9: what is known from its beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/variants/text/notation.hpp"

namespace puzzled::variants {

enum class BoardLayout : std::uint8_t {
  kLines,  ///< a board on each line
  kRows,   ///< a row on each line
};

struct BoardForm {
  BoardLayout layout = BoardLayout::kLines;
  int size = 0;                        ///< 0: each line has its own
  int notation_size = 0;               ///< whose notation is `notation`
  std::optional<Notation> notation{};  ///< nothing: each board tells, or is refused
  std::optional<char> line_dash{};     ///< of kLines: a line of other dashes is a ruler; 0: of any
  bool answers_each_line = false;      ///< blank ones, too; a line is a board or a fault
  bool is_document = false;            ///< all of the text is one object of JSON, a board
};

/// What the user states.
struct BoardRequest {
  int size = 0;                        ///< 0: to be found out
  std::optional<Notation> notation{};  ///< of that size
  bool answers_each_line = false;
  bool takes_all = false;  ///< boards of 9x9, too, and whatever else there is, to be refused
};

/// Reads `6`, or a size with the name of its notation: `16:1-G`.
Result<BoardRequest> parse_board_size(std::string_view text);

/// Longer lines are refused, so that memory is bounded.
inline constexpr std::size_t kMaxBoardLineBytes = 60 * 1024;

/// As much is read of a text to know its form.
inline constexpr std::size_t kMaxBoardFormBytes = 64 * 1024;

struct BoardDetection {
  bool is_decided = false;          ///< else more text is needed
  std::optional<BoardForm> form{};  ///< nothing: these are no such boards
};

/// Looks at the beginning of a text. `complete` says that `head` is all there is. Decides when
/// complete, and when `head` has kMaxBoardFormBytes.
BoardDetection detect_boards(std::string_view head, bool complete, const BoardRequest& request);

/// A text that is one object of JSON as a line.
std::string joined_document(std::string_view text);

/// Whether a line alone is a board of another size than 9x9, or one with its rules.
bool is_board_line(std::string_view line);

}  // namespace puzzled::variants
