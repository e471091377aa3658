// Puzzles as text: whole texts in any form that `puzzled solve` takes, and lists of strings.
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

/// What `puzzled solve` prints for such a text.
py::bytes solve_text(const py::buffer& text, int threads) {
  threads = thread_count(threads);
  const py::buffer_info held = text.request();
  TextAnswers result(view_of(held).size());
  ObjectPool<sudoku::BlockSolver> solvers;
  for_each_text_block(view_of(held), threads, [&](const TextBlock& block, const StopFlag& stop) {
    sudoku::AnswerOptions options;
    options.limits = {.solutions = 1, .time = kEndlessTime, .stop = &stop};
    const auto solver = solvers.borrow(options);
    const auto answers = pool_of<sudoku::BlockAnswers>().borrow();
    answers->clear();
    solver->answer(block.text, block.form, block.context, *answers);
    result.put(block, answers->text.view());
    return true;
  });
  return result.take();
}

/// What a block of text holds, up to the first fault.
struct ReadBlock {
  std::vector<Grid> grids;
  std::uint64_t line_ends = 0;
  sudoku::TextPlace fault_place;  // line counted from the block's first
  std::string fault;
};

void append_plain_lines(std::string_view lines, std::vector<Grid>& grids) {
  for (; !lines.empty(); lines.remove_prefix(kLineBytes)) {
    Grid& grid = grids.emplace_back();
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      const auto c = static_cast<std::uint8_t>(lines[cell]);
      grid.digits[cell] = static_cast<std::uint8_t>(c < '0' ? 0 : c - '0');
    }
  }
}

ReadBlock read_block(const TextBlock& block) {
  using Item = sudoku::PuzzleReader::Item;
  ReadBlock read;
  read.grids.reserve(block.text.size() / kLineBytes);
  sudoku::PuzzleReader reader(block.text, block.form, block.context, sudoku::plain_line_counter());
  while (const std::optional<Item> item = reader.next()) {
    if (item == Item::kPlainLines) {
      append_plain_lines(reader.plain_lines(), read.grids);
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

  /// Throws a ValueError that names the first line with a fault. REQUIRES: the GIL.
  void check() const {
    std::uint64_t line_ends = 0;
    for (const ReadBlock& block : blocks_) {
      if (!block.fault.empty()) {
        throw py::value_error("line " + std::to_string(line_ends + block.fault_place.line) +
                              ", column " + std::to_string(block.fault_place.column) + ": " +
                              block.fault);
      }
      line_ends += block.line_ends;
    }
  }

  const std::vector<ReadBlock>& blocks() const { return blocks_; }

 private:
  std::mutex mutex_;
  std::vector<ReadBlock> blocks_;
};

/// Puzzles of a text in any form; a ValueError names the line that is none.
CellArray parse_text(const py::buffer& text, int threads) {
  threads = thread_count(threads);
  const py::buffer_info held = text.request();
  ReadText read;
  for_each_text_block(view_of(held), threads, [&](const TextBlock& block, const StopFlag&) {
    return read.put(block.number, read_block(block));
  });
  read.check();
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

std::string_view view_of(py::handle text, std::size_t row) {
  if (PyUnicode_Check(text.ptr())) {
    Py_ssize_t size = 0;
    const char* const data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) throw py::error_already_set();
    return {data, static_cast<std::size_t>(size)};
  }
  if (PyBytes_Check(text.ptr())) {
    return {PyBytes_AS_STRING(text.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(text.ptr()))};
  }
  throw py::type_error("row " + std::to_string(row) + ": expected a string of 81 cells, not " +
                       std::string(Py_TYPE(text.ptr())->tp_name));
}

/// Puzzles of a list of strings, one each; a ValueError names the row that is none.
CellArray parse_strings(const py::list& strings) {
  CellArray puzzles = make_cell_array(strings.size());
  std::uint8_t* const to = puzzles.mutable_data();
  sudoku::PuzzleText puzzle;
  for (std::size_t row = 0; row < strings.size(); ++row) {
    const std::string_view text = view_of(strings[row], row);
    if (text.size() != kCells || sudoku::read_cells(text, puzzle.grid) != kCells) {
      sudoku::read_puzzle_line(text, 1, puzzle);
      if (!puzzle.error.empty()) {
        throw py::value_error("row " + std::to_string(row) + ": " + puzzle.error);
      }
    }
    write_row(puzzle.grid, to, row);
  }
  return puzzles;
}

/// A row as characters, `blank` for 0.
void write_characters(const std::uint8_t* cells, char blank, char* to) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    to[cell] = cells[cell] == 0 ? blank : static_cast<char>('0' + cells[cell]);
  }
}

char character_of(const std::string& blank) {
  if (blank.size() != 1 || sudoku::cell_value(blank[0]) != 0) {
    throw py::value_error("blank must be one of . 0 _ * X x");
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

/// The rows as strings of 81 characters; `none_for_blank`: None for rows of zeros.
py::list strings(const CellArray& puzzles, bool none_for_blank) {
  const CellRows rows(puzzles);
  FirstFault fault;
  if (!rows.are_digits({0, rows.size()}, fault)) fault.raise();
  py::list strings(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::uint8_t* const cells = rows.cells(row);
    if (none_for_blank && std::all_of(cells, cells + kCells, [](auto d) { return d == 0; })) {
      strings[row] = py::none();
      continue;
    }
    auto text = py::reinterpret_steal<py::str>(PyUnicode_New(kCells, 127));
    if (!text) throw py::error_already_set();
    write_characters(cells, '.', reinterpret_cast<char*>(PyUnicode_1BYTE_DATA(text.ptr())));
    strings[row] = std::move(text);
  }
  return strings;
}

}  // namespace

void bind_text(py::module_& module) {
  module.def("solve_text", &solve_text, py::arg("text"), py::arg("threads"));
  module.def("parse_text", &parse_text, py::arg("text"), py::arg("threads"));
  module.def("parse_strings", &parse_strings, py::arg("strings"));
  module.def("format", &format, py::arg("puzzles").noconvert(), py::arg("blank"),
             py::arg("threads"));
  module.def("strings", &strings, py::arg("puzzles").noconvert(), py::arg("none_for_blank"));
}

}  // namespace puzzled::python
