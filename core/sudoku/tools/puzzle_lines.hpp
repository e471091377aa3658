// The puzzles of a block of text, each with the line that it came on: what the tools read that
// answer a puzzle by a line (canon, shuffle, rate, minimal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/faults.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// Holds the puzzles of one block at a time, and keeps its memory from block to block.
class PuzzleLines {
 public:
  /// Who reads plain lines as text needs no grids of them: to make and keep them takes a tenth of
  /// the time that shuffling takes.
  enum class PlainGrids { kMade, kLeftOut };

  explicit PuzzleLines(PlainGrids plain_grids = PlainGrids::kMade) : plain_grids_(plain_grids) {}

  /// REQUIRES: cut_block() cut `block` with this form and context; it stays in place while its
  /// lines are used. A counter makes the usual lines quicker to read, as for PuzzleReader.
  void read(std::string_view block, const TextForm& form, const BlockContext& context,
            PlainLineCounter count_plain_lines);

  /// Those whose clues do not contradict each other directly, in order.
  /// REQUIRES: grids of plain lines are made.
  std::span<const Grid> puzzles() const { return grids_; }
  /// How many these are.
  std::size_t size() const { return lines_.size(); }
  /// One of them. REQUIRES: it is no plain line, or grids of those are made.
  const Grid& puzzle(std::size_t number) const { return grids_[number]; }
  const Faults& faults() const { return faults_; }

  /// The original text of a puzzle, as PuzzleReader::line(), without its line end; empty if its
  /// cells are not adjacent.
  std::string_view line(std::size_t puzzle) const { return lines_[puzzle]; }

  /// The number of the line in the block that its first cell stands on, from 1.
  std::uint32_t line_number(std::size_t puzzle) const { return line_numbers_[puzzle]; }

  /// The header of a table, if the block begins with one.
  std::string_view header() const { return header_; }
  /// Line feeds in the block.
  std::uint64_t line_ends() const { return line_ends_; }
  const Account& account() const { return account_; }
  /// Of the block.
  const TextForm& form() const { return form_; }

 private:
  void clear();
  void add(const Grid& grid, std::string_view line, TextPlace place, const PuzzleReader* scattered);
  void append(const Grid& grid, std::string_view line, TextPlace place);
  void append(std::string_view line, TextPlace place);
  void add_plain_lines(std::string_view lines, PlainForm form, TextPlace first);

  const PlainGrids plain_grids_;
  std::vector<Grid> grids_;  // as far as any is made
  std::vector<std::string_view> lines_;
  std::vector<std::uint32_t> line_numbers_;
  Faults faults_;
  std::string_view header_;
  std::uint64_t line_ends_ = 0;
  Account account_;
  TextForm form_;
};

/// How many items a block has that are answered: puzzles, and what should have been some.
std::uint64_t count_puzzle_lines(std::string_view block, const TextForm& form,
                                 const BlockContext& context, PlainLineCounter count_plain_lines);

}  // namespace puzzled::sudoku
