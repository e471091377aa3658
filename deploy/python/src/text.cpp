// Puzzles as text: whole texts in any form that `puzzled solve` takes.
#include <pybind11/numpy.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cell_rows.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/text/likely_cause.hpp"
#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "endless_time.hpp"
#include "huge_pages.hpp"
#include "module.hpp"
#include "object_pool.hpp"
#include "row_blocks.hpp"
#include "text_blocks.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using sudoku::Grid;
using sudoku::kCells;
using sudoku::kLineBytes;

constexpr BlockRows kOneByOne{.min = 1, .max = 1};
/// So much of a text tells what it is instead of puzzles.
constexpr std::size_t kBeginning = 4096;
constexpr BlockRows kFormatBlock{.min = 4096, .max = 16384};

std::string_view view_of(const py::buffer_info& text) {
  return {static_cast<const char*>(text.ptr), static_cast<std::size_t>(text.size * text.itemsize)};
}

/// New bytes of which nothing is written yet.
py::bytes make_bytes(std::size_t size) {
  auto bytes = py::reinterpret_steal<py::bytes>(
      PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
  if (!bytes) throw py::error_already_set();
  prefer_huge_pages(PyBytes_AS_STRING(bytes.ptr()), size);
  return bytes;
}

/// The answers to a text. Nearly always each is as long as its line, so those of a block go where
/// the block stands in the text, and only if some are shorter does anything move.
class TextAnswers {
 public:
  explicit TextAnswers(std::size_t text_size)
      : bytes_(make_bytes(text_size)), to_(PyBytes_AS_STRING(bytes_.ptr())) {}

  /// Any number of threads may call this.
  void put(const TextBlock& block, std::string_view answers) {
    Part part{.begin = block.begin, .size = answers.size(), .longer = {}};
    if (answers.size() <= block.text.size()) {
      std::memcpy(to_ + block.begin, answers.data(), answers.size());
    } else {
      part.longer = answers;
    }
    const std::lock_guard lock(mutex_);
    if (parts_.size() <= block.number) parts_.resize(block.number + 1);
    parts_[block.number] = std::move(part);
  }

  /// REQUIRES: the GIL; nothing is put any more.
  py::bytes take() {
    std::size_t size = 0;
    bool is_in_place = true;
    for (const Part& part : parts_) {
      is_in_place = is_in_place && part.longer.empty() && part.begin == size;
      size += part.size;
    }
    if (is_in_place && size == static_cast<std::size_t>(PyBytes_GET_SIZE(bytes_.ptr()))) {
      return std::move(bytes_);
    }
    py::bytes joined = make_bytes(size);
    char* to = PyBytes_AS_STRING(joined.ptr());
    for (const Part& part : parts_) {
      to = std::copy_n(part.longer.empty() ? to_ + part.begin : part.longer.data(), part.size, to);
    }
    return joined;
  }

 private:
  struct Part {
    std::size_t begin = 0;  // in the bytes
    std::size_t size = 0;
    std::string longer;  // than its block
  };

  py::bytes bytes_;
  char* const to_;
  std::mutex mutex_;
  std::vector<Part> parts_;  // by block
};

std::string lines_of(std::string_view text) {
  const std::size_t lines = sudoku::count_lines(text) + (text.ends_with('\n') ? 0 : 1);
  return std::to_string(lines) + (lines == 1 ? " line" : " lines");
}

/// Why a text without a puzzle has none.
[[noreturn]] void raise_no_puzzle(std::string_view text, const TextOptions& options) {
  std::string cause = sudoku::likely_cause(text.substr(0, kBeginning));
  if (cause.empty() && !options.column.empty()) {
    cause = "there is none in a column or member '" + options.column + "'";
  } else if (cause.empty()) {
    cause =
        "there are only blank lines, comments, titles and rulers; puzzled.parse(text, blank='...') "
        "takes further characters for blanks";
  }
  throw py::value_error("no puzzle was found in " + lines_of(text) + ": " + cause);
}

/// What `puzzled solve` prints for such a text.
py::bytes solve_text(const py::buffer& text, int threads, std::string column, std::string blank) {
  threads = thread_count(threads);
  const TextOptions text_options{std::move(column), std::move(blank)};
  const py::buffer_info held = text.request();
  TextAnswers result(view_of(held).size());
  ObjectPool<sudoku::BlockSolver> solvers;
  for_each_text_block(view_of(held), text_options, threads,
                      [&](const TextBlock& block, const StopFlag& stop) {
                        sudoku::AnswerOptions options;
                        options.limits = {.solutions = 1, .time = kEndlessTime, .stop = &stop};
                        const auto solver = solvers.borrow(options);
                        const auto answers = pool_of<sudoku::BlockAnswers>().borrow();
                        answers->clear();
                        solver->answer(block.text, block.form, block.context, *answers);
                        result.put(block, answers->text.view());
                        return true;
                      });
  py::bytes answers = result.take();
  if (PyBytes_GET_SIZE(answers.ptr()) == 0 && held.size > 0)
    raise_no_puzzle(view_of(held), text_options);
  return answers;
}

/// What a block of text holds, up to the first fault.
struct ReadBlock {
  std::vector<Grid> grids;
  std::uint64_t line_ends = 0;
  sudoku::TextPlace fault_place;  // line counted from the block's first
  std::string fault;
};

void append_plain_lines(std::string_view lines, std::size_t line_bytes, std::vector<Grid>& grids) {
  for (; !lines.empty(); lines.remove_prefix(line_bytes)) {
    sudoku::read_cells(lines, grids.emplace_back());
  }
}

ReadBlock read_block(const TextBlock& block) {
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

/// The blocks of a text, by number.
class ReadText {
 public:
  /// Any number of threads may call this. False: nothing that comes behind the block is wanted.
  bool put(std::size_t number, ReadBlock block) {
    const bool is_good = block.fault.empty();
    const std::lock_guard lock(mutex_);
    if (blocks_.size() <= number) blocks_.resize(number + 1);
    blocks_[number] = std::move(block);
    return is_good;
  }

  /// Throws a ValueError that names the first line with a fault, or says that there is no puzzle
  /// at all in `text`. REQUIRES: the GIL.
  void check(std::string_view text, const TextOptions& options) const {
    std::uint64_t line_ends = 0;
    bool has_puzzles = false;
    for (const ReadBlock& block : blocks_) {
      has_puzzles = has_puzzles || !block.grids.empty();
      if (!block.fault.empty()) {
        // The first puzzle is wrong: perhaps all are.
        std::string cause;
        if (!has_puzzles) cause = sudoku::likely_cause(text.substr(0, kBeginning));
        throw py::value_error("line " + std::to_string(line_ends + block.fault_place.line) +
                              ", column " + std::to_string(block.fault_place.column) + ": " +
                              block.fault + (cause.empty() ? "" : " (" + cause + ')'));
      }
      line_ends += block.line_ends;
    }
    if (!has_puzzles && !text.empty()) raise_no_puzzle(text, options);
  }

  const std::vector<ReadBlock>& blocks() const { return blocks_; }

 private:
  std::mutex mutex_;
  std::vector<ReadBlock> blocks_;
};

/// Nothing but white space may stand behind a line `end`.
void check_behind_end(std::string_view text, std::size_t end) {
  const std::size_t more = text.find_first_not_of(" \t\r\n", end);
  if (more == std::string_view::npos) return;
  throw py::value_error("line " + std::to_string(sudoku::count_lines(text.substr(0, more)) + 1) +
                        ", column 1: text behind the line 'end'");
}

/// Puzzles of a text in any form; a ValueError names the line that is none.
CellArray parse_text(const py::buffer& text, int threads, std::string column, std::string blank) {
  threads = thread_count(threads);
  const TextOptions options{std::move(column), std::move(blank)};
  const py::buffer_info held = text.request();
  ReadText read;
  const std::optional<std::size_t> end = for_each_text_block(
      view_of(held), options, threads, [&](const TextBlock& block, const StopFlag&) {
        return read.put(block.number, read_block(block));
      });
  read.check(view_of(held), options);
  if (end) check_behind_end(view_of(held), *end);
  std::vector<std::size_t> begins;
  std::size_t rows = 0;
  for (const ReadBlock& block : read.blocks()) {
    begins.push_back(rows);
    rows += block.grids.size();
  }
  CellArray puzzles = make_cell_array(rows);
  std::uint8_t* const to = puzzles.mutable_data();
  for_each_block(begins.size(), kOneByOne, threads,
                 [&](RowRange range, const StopFlag&, FirstFault&) {
                   for (std::size_t i = range.begin; i < range.end; ++i) {
                     std::size_t row = begins[i];
                     for (const Grid& grid : read.blocks()[i].grids) write_row(grid, to, row++);
                   }
                 });
  return puzzles;
}

char character_of(const std::string& blank) {
  if (blank.size() != 1 || sudoku::cell_value(blank[0]) != 0) {
    throw py::value_error("blank must be one of . 0 _ * X x ? -");
  }
  return blank[0];
}

/// Lines of 81 characters.
py::bytes format(const CellArray& puzzles, const std::string& blank, int threads) {
  threads = thread_count(threads);
  const char blank_character = character_of(blank);
  const CellRows rows(puzzles);
  py::bytes bytes = make_bytes(rows.size() * kLineBytes);
  char* const to = PyBytes_AS_STRING(bytes.ptr());
  for_each_block(rows.size(), kFormatBlock, threads,
                 [&](RowRange block, const StopFlag&, FirstFault& fault) {
                   if (!rows.are_digits(block, fault)) return;
                   for (std::size_t row = block.begin; row < block.end; ++row) {
                     char* const line = to + row * kLineBytes;
                     write_characters(rows.cells(row), blank_character, line);
                     line[kCells] = '\n';
                   }
                 });
  return bytes;
}

}  // namespace

void bind_text(py::module_& module) {
  module.def("solve_text", &solve_text, py::arg("text"), py::arg("threads") = 0,
             py::arg("column") = "", py::arg("blank") = "");
  module.def("parse_text", &parse_text, py::arg("text"), py::arg("threads") = 0,
             py::arg("column") = "", py::arg("blank") = "");
  module.def("format", &format, py::arg("puzzles").noconvert(), py::arg("blank"),
             py::arg("threads"));
}

}  // namespace puzzled::python
