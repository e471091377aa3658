// Where one problem of a text ends and the next begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace puzzled::cover {

/// Gives the problems of a text one after another. A line `---` separates two of them. Trailing
/// blank lines and comments, behind the last such line, are not a problem.
class ProblemCut {
 public:
  struct Piece {
    std::string_view text;
    std::uint64_t first_line = 1;  ///< of the piece in the whole text
  };

  /// `text` must outlive the pieces.
  explicit ProblemCut(std::string_view text) : rest_(text) {}

  /// The next problem's text; nothing behind the last one. There is at least one, which may be
  /// empty.
  std::optional<Piece> next();

 private:
  std::string_view rest_;
  std::uint64_t line_ = 1;
  bool is_done_ = false;
};

}  // namespace puzzled::cover
