// Puzzles as text: whole texts in any form that `puzzled solve` takes, and rows as lines.
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/text/likely_cause.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "parallel/api/object_pool.hpp"
#include "parallel/api/row_blocks.hpp"
#include "parallel/api/text_blocks.hpp"
#include "parallel/api/threads.hpp"

namespace puzzled {
namespace {

constexpr BlockRows kOneByOne{.min = 1, .max = 1};
constexpr BlockRows kFormatBlock{.min = 4096, .max = 16384};
/// So much of a text tells what it is instead of puzzles.
constexpr std::size_t kBeginning = 4096;

/// The answers to a text. Nearly always each is as long as its line, so those of a block go where
/// the block stands in the text, and only if some are shorter does anything move.
class AnswersInPlace {
 public:
  explicit AnswersInPlace(std::span<char> out) : out_(out) {}

  /// Any number of threads may call this.
  void put(const BlockOfText& block, std::string_view answers) {
    Part part{.begin = block.begin, .size = answers.size(), .longer = {}};
    if (answers.size() <= block.text.size() && block.begin + answers.size() <= out_.size()) {
      std::memcpy(out_.data() + block.begin, answers.data(), answers.size());
    } else {
      part.longer = answers;
    }
    const std::lock_guard lock(mutex_);
    if (parts_.size() <= block.number) parts_.resize(block.number + 1);
    parts_[block.number] = std::move(part);
  }

  /// REQUIRES: nothing is put any more.
  TextAnswers take() {
    TextAnswers answers;
    bool is_in_place = true;
    for (const Part& part : parts_) {
      is_in_place = is_in_place && part.longer.empty();
      answers.size += part.size;
    }
    if (is_in_place) {
      char* to = out_.data();
      for (const Part& part : parts_) {
        if (to != out_.data() + part.begin) std::memmove(to, out_.data() + part.begin, part.size);
        to += part.size;
      }
      return answers;
    }
    answers.longer.reserve(answers.size);
    for (const Part& part : parts_) {
      if (part.longer.empty()) {
        answers.longer.append(out_.data() + part.begin, part.size);
      } else {
        answers.longer += part.longer;
      }
    }
    answers.size = 0;
    return answers;
  }

 private:
  struct Part {
    std::size_t begin = 0;  // in `out_`
    std::size_t size = 0;
    std::string longer;  // than its place
  };

  const std::span<char> out_;
  std::mutex mutex_;
  std::vector<Part> parts_;  // by block
};

std::string lines_of(std::string_view text) {
  const std::size_t lines = sudoku::count_lines(text) + (text.ends_with('\n') ? 0 : 1);
  return std::to_string(lines) + (lines == 1 ? " line" : " lines");
}

/// Why a text without a puzzle has none.
Error no_puzzle(std::string_view text, const TextOptions& options) {
  std::string cause = sudoku::likely_cause(text.substr(0, kBeginning));
  if (cause.empty() && !options.column.empty()) {
    cause = "there is none in a column or member '" + std::string(options.column) + "'";
  } else if (cause.empty()) {
    cause =
        "there are only blank lines, comments, titles and rulers; the option `blank` takes further "
        "characters for blanks";
  }
  return Error{"no puzzle was found in " + lines_of(text) + ": " + cause};
}

/// What a block of text holds, up to the first fault.
struct ReadBlock {
  std::vector<sudoku::Grid> grids;
  std::uint64_t line_ends = 0;
  sudoku::TextPlace fault_place;  // line counted from the block's first
  std::string fault;
};

void append_plain_lines(std::string_view lines, std::size_t line_bytes,
                        std::vector<sudoku::Grid>& grids) {
  for (; !lines.empty(); lines.remove_prefix(line_bytes)) {
    sudoku::read_cells(lines, grids.emplace_back());
  }
}

ReadBlock read_block(const BlockOfText& block) {
  using Item = sudoku::PuzzleReader::Item;
  ReadBlock read;
  const std::size_t line_bytes = plain_line_bytes(block.form.plain_form);
  read.grids.reserve(block.text.size() / line_bytes);
  sudoku::PuzzleReader reader(block.text, block.form, block.context, sudoku::plain_line_counter());
  while (const std::optional<Item> item = reader.next()) {
    if (item == Item::kPlainLines) {
      append_plain_lines(reader.plain_lines(), line_bytes, read.grids);
    } else if (item == Item::kPuzzle) {
      read.grids.push_back(reader.puzzle().grid);
    } else {
      read.fault_place = reader.place();
      read.fault = reader.puzzle().error;
      return read;
    }
  }
  read.line_ends = reader.line_ends();
  return read;
}

/// Names the first line with a fault, or says that there is no puzzle at all.
Result<> check_blocks(std::span<const ReadBlock> blocks, std::string_view text,
                      const TextOptions& options) {
  std::uint64_t line_ends = 0;
  bool has_puzzles = false;
  for (const ReadBlock& block : blocks) {
    has_puzzles = has_puzzles || !block.grids.empty();
    if (!block.fault.empty()) {
      // The first puzzle is wrong: perhaps all are.
      std::string cause;
      if (!has_puzzles) cause = sudoku::likely_cause(text.substr(0, kBeginning));
      return Error{"line " + std::to_string(line_ends + block.fault_place.line) + ", column " +
                   std::to_string(block.fault_place.column) + ": " + block.fault +
                   (cause.empty() ? "" : " (" + cause + ')')};
    }
    line_ends += block.line_ends;
  }
  if (!has_puzzles && !text.empty()) return no_puzzle(text, options);
  return {};
}

/// Writes kLineBytes: the cells of a row, `blank` for 0. (A function of its own, so that the
/// compiler knows that `blank` stays what it is, and takes vectors.)
void write_line(const std::uint8_t* cells, char blank, char* to) {
  for (std::size_t cell = 0; cell < Grid::kCells; ++cell) {
    to[cell] = cells[cell] == 0 ? blank : static_cast<char>('0' + cells[cell]);
  }
  to[Grid::kCells] = '\n';
}

/// Nothing but white space may stand behind a line `end`.
Result<> check_behind_end(std::string_view text, std::size_t end) {
  const std::size_t more = text.find_first_not_of(" \t\r\n", end);
  if (more == std::string_view::npos) return {};
  return Error{"line " + std::to_string(sudoku::count_lines(text.substr(0, more)) + 1) +
               ", column 1: text behind the line 'end'"};
}

}  // namespace

struct TextRows::Blocks {
  std::vector<ReadBlock> blocks;
  std::vector<std::size_t> begins;  // the row of each block's first grid
};

TextRows::TextRows(std::unique_ptr<const Blocks> blocks) : blocks_(std::move(blocks)) {
  if (!blocks_->blocks.empty()) {
    rows_ = blocks_->begins.back() + blocks_->blocks.back().grids.size();
  }
}
TextRows::TextRows(TextRows&&) noexcept = default;
TextRows::~TextRows() = default;

Result<> TextRows::copy_to(MutableRows cells, const RunOptions& run) const {
  if (Result<> checked = check_size(cells, rows_, "cells"); !checked) return checked;
  return for_each_block(blocks_->blocks.size(), kOneByOne, run, [&](const Block& range) {
    std::size_t row = blocks_->begins[range.begin];
    for (const sudoku::Grid& grid : blocks_->blocks[range.begin].grids) {
      write_row(grid, cells, row++);
    }
  });
}

Result<TextRows> read_text(std::string_view text, const TextOptions& options,
                           const RunOptions& run) {
  auto read = std::make_unique<TextRows::Blocks>();
  std::mutex mutex;  // of `read`
  const auto end = for_each_text_block(text, options, run, Pieces::kShort,
                                       [&](const BlockOfText& block, const StopFlag&) {
                                         ReadBlock found = read_block(block);
                                         const bool is_good = found.fault.empty();
                                         const std::lock_guard lock(mutex);
                                         if (read->blocks.size() <= block.number)
                                           read->blocks.resize(block.number + 1);
                                         read->blocks[block.number] = std::move(found);
                                         return is_good;
                                       });
  if (!end) return end.error();
  if (Result<> checked = check_blocks(read->blocks, text, options); !checked) {
    return checked.error();
  }
  if (*end) {
    if (Result<> checked = check_behind_end(text, **end); !checked) return checked.error();
  }
  std::size_t rows = 0;
  for (const ReadBlock& block : read->blocks) {
    read->begins.push_back(rows);
    rows += block.grids.size();
  }
  return TextRows(std::move(read));
}

Result<TextAnswers> solve_text(std::string_view text, std::span<char> out,
                               const TextOptions& options, const RunOptions& run) {
  AnswersInPlace result(out);
  ObjectPool<sudoku::BlockSolver> solvers;
  const auto end = for_each_text_block(
      text, options, run, Pieces::kLong, [&](const BlockOfText& block, const StopFlag& stop) {
        sudoku::AnswerOptions answer_options;
        answer_options.limits = {.solutions = 1, .time = kEndlessTime, .stop = &stop};
        const auto solver = solvers.borrow(answer_options);
        const auto answers = pool_of<sudoku::BlockAnswers>().borrow();
        answers->clear();
        solver->answer(block.text, block.form, block.context, *answers);
        result.put(block, answers->text.view());
        return true;
      });
  if (!end) return end.error();
  TextAnswers answers = result.take();
  if (answers.size == 0 && answers.longer.empty() && !text.empty()) {
    return no_puzzle(text, options);
  }
  return answers;
}

Result<> format_rows(Rows grids, std::span<char> lines, char blank, const RunOptions& run) {
  const Result<std::size_t> rows = count_of(grids);
  if (!rows) return rows.error();
  if (sudoku::cell_value(blank) != 0) return Error{"blank must be one of . 0 _ * X x ? -"};
  if (lines.size() != *rows * kLineBytes) {
    return Error{"lines must be " + std::to_string(*rows * kLineBytes) + " bytes (got " +
                 std::to_string(lines.size()) + ')'};
  }
  return for_each_block(*rows, kFormatBlock, run, [&](const Block& block) {
    if (!block.are_digits(grids)) return;
    for (std::size_t row = block.begin; row < block.end; ++row) {
      write_line(grids.data() + row * Grid::kCells, blank, lines.data() + row * kLineBytes);
    }
  });
}

}  // namespace puzzled
