#include "core/variants/text/candidates_answer.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/json_text.hpp"
#include "core/variants/text/board_drawing.hpp"
#include "core/variants/text/cell_names.hpp"

namespace puzzled::variants {
namespace {

/// Of one answer: its board, what was found, and how it is written.
struct Candidates {
  const AnsweredBoard& board;
  const TrueCandidates& found;
  std::uint32_t cap;

  std::size_t cells() const { return board.clues.size(); }
  bool is_unsolvable() const { return found.values(0) == 0; }
  std::string_view status() const {
    return found.timed_out ? "timeout" : is_unsolvable() ? "unsolvable" : "solved";
  }

  /// Calls `f(value, count)` for each candidate of a cell.
  template <class F>
  void for_each(std::size_t cell, F f) const {
    for (int value = 1; value <= board.size; ++value) {
      const std::uint32_t count = found.count(static_cast<Cell>(cell), value);
      if (count > 0) f(value, count);
    }
  }

  /// `139`, or `1,12`.
  std::string values_text(std::size_t cell) const {
    std::string text;
    for_each(cell, [&](int value, std::uint32_t) {
      if (!text.empty() && board.notation->has_numbers()) text += ',';
      board.notation->append(text, value, board.is_lower_case);
    });
    return text;
  }

  /// `1:5,3:2`.
  std::string counts_text(std::size_t cell, std::string_view between,
                          std::string_view at_cap) const {
    std::string text;
    for_each(cell, [&](int value, std::uint32_t count) {
      if (!text.empty()) text += between;
      board.notation->append(text, value, board.is_lower_case);
      text += ':' + std::to_string(count);
      if (count == cap) text += at_cap;
    });
    return text;
  }
};

void append_line(std::string& text, const Candidates& of) {
  for (std::size_t cell = 0; cell < of.cells(); ++cell) {
    if (cell > 0) text += ' ';
    text += of.cap == 1 ? of.values_text(cell) : of.counts_text(cell, ",", "");
  }
  text += '\n';
}

/// A drawing, and below it the counts of cells that are open.
void append_for_people(std::string& text, const Candidates& of, bool colour) {
  std::vector<std::string> cells(of.cells());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) cells[cell] = of.values_text(cell);
  append_drawing(text, of.board, std::span<const std::string>(cells), colour);
  if (of.cap == 1) return;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (std::has_single_bit(of.found.values(static_cast<Cell>(cell)))) continue;
    text += name_of_cell(static_cast<Cell>(cell), of.board.size) + "  " +
            of.counts_text(cell, "  ", "+") + '\n';
  }
}

void append_json(std::string& text, const Candidates& of) {
  JsonObject object(text);
  object.text("status", of.status());
  if (!of.is_unsolvable()) {
    object.number("max", of.cap);
    // Of each cell its values, and as many counts.
    JsonArray values(object.member("candidates"));
    for (std::size_t cell = 0; cell < of.cells(); ++cell) {
      JsonArray of_cell(values.next());
      of.for_each(cell, [&](int value, std::uint32_t) {
        append_json_number(of_cell.next(), std::int64_t{value});
      });
      of_cell.end();
    }
    values.end();
    JsonArray counts(object.member("counts"));
    for (std::size_t cell = 0; cell < of.cells(); ++cell) {
      JsonArray of_cell(counts.next());
      of.for_each(cell, [&](int, std::uint32_t count) {
        append_json_number(of_cell.next(), std::uint64_t{count});
      });
      of_cell.end();
    }
    counts.end();
  }
  object.end();
  text += '\n';
}

}  // namespace

void append_candidates(std::string& text, const AnsweredBoard& board, const TrueCandidates& found,
                       std::uint32_t cap, BoardStyle style) {
  const Candidates of{board, found, cap};
  if (style == BoardStyle::kJson) {
    append_json(text, of);
  } else if (of.status() != "solved") {
    text.append(of.status()) += '\n';
  } else if (style == BoardStyle::kLine) {
    append_line(text, of);
  } else {
    append_for_people(text, of, style == BoardStyle::kPrettyColour);
  }
}

}  // namespace puzzled::variants
