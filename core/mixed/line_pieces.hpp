// Cuts a text of 9x9 puzzles where lines stand among them that state a board with its rules: the
// reader of puzzles knows these not, and takes them for titles or for puzzles that are damaged.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/faults.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::mixed {

/// Lines of one kind, as long as the text has them.
struct LinePiece {
  std::string_view text;
  bool are_rules = false;
  sudoku::BlockContext context;  ///< of a piece of puzzles
};

/// Whether a block may hold lines with rules, as far as reading it as puzzles says: all lines were
/// read, or none is a board of its own, because they are within a list or records of a table.
bool may_hold_rules(bool has_faults, const sudoku::Account& account, const sudoku::TextForm& form,
                    const sudoku::BlockContext& context);

/// The text of the block must stay in place.
class LinePieces {
 public:
  LinePieces(std::string_view block, const sudoku::TextForm& form,
             const sudoku::BlockContext& context);

  /// Whether some line has rules.
  bool hold_rules() const;

  /// Line feeds before the first piece.
  std::uint64_t line_ends() const { return start_.line_ends; }

  /// Of every piece of puzzles.
  const sudoku::TextForm& form() const { return form_; }

  /// None at the end.
  std::optional<LinePiece> next();

 private:
  sudoku::BlockStart start_;
  sudoku::TextForm form_;
  sudoku::BlockContext context_;
  std::string_view rest_;
  bool are_rules_ = false;  // of the next piece, which may be empty
};

}  // namespace puzzled::mixed
