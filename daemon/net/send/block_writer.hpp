// Writes a block of requests: puzzles of 9x9 as lines of 81 cells, other boards as requests
// `board`; faults of the input get an answer without the daemon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/faults.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/board_form.hpp"
#include "daemon/net/send/block.hpp"

namespace puzzled::net::send {

/// A fault of the input, at a line.
struct InputFault {
  std::uint64_t line = 0;
  std::string reason;
};

class BlockWriter {
 public:
  static constexpr std::size_t kMaxFaults = 100;

  /// The result of reading a text.
  struct Read {
    sudoku::Account account;
    sudoku::BlockContext context;  ///< for the text behind it
    std::uint64_t line_ends = 0;
  };

  explicit BlockWriter(sudoku::PlainLineCounter count_plain_lines)
      : count_plain_lines_(count_plain_lines) {}

  /// Makes `block` of the puzzles of `text`, which was cut with this form and context and begins at
  /// line `first_line` of the input; its bytes are left to the caller, who finds them in lines().
  Read write(std::string_view text, const sudoku::TextForm& form,
             const sudoku::BlockContext& context, std::uint64_t first_line, Block& block);

  /// The same of boards of other sizes and rules.
  Read write_boards(std::string_view text, const variants::BoardForm& form,
                    const sudoku::BlockContext& context, std::uint64_t first_line, Block& block);

  /// The requests of the last block.
  std::string_view lines() const { return lines_; }

  /// The first kMaxFaults that were found.
  const std::vector<InputFault>& faults() const { return faults_; }

 private:
  Read add_puzzles(std::string_view text, const sudoku::TextForm& form,
                   const sudoku::BlockContext& context, std::uint64_t first_line, Block& block);
  Read add_boards(std::string_view text, const variants::BoardForm& form, std::uint64_t first_line,
                  Block& block);
  void add_request(std::string_view board, std::uint64_t line, Block& block);
  void add_invalid(std::string_view reason, std::uint64_t line, Block& block);
  void add_plain_lines(std::string_view lines, sudoku::PlainForm form, std::uint64_t line,
                       Block& block);
  void add_puzzle(const sudoku::Grid& grid, std::uint64_t line, Block& block);

  const sudoku::PlainLineCounter count_plain_lines_;
  std::string lines_;
  std::vector<InputFault> faults_;
};

// Blocks of requests that are sent unchanged:

/// A line that ends the requests.
struct EndLine {
  std::string_view word;    ///< `end` or `quit`
  std::string_view behind;  ///< what follows it, as long as the block keeps its bytes
};

/// Keeps the lines that get an answer, and notes their line numbers and kinds.
std::optional<EndLine> drop_unanswered(Block& block);

}  // namespace puzzled::net::send
