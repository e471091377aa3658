#include "core/variants/text/board_answer.hpp"

#include <algorithm>
#include <array>

#include "core/json_text.hpp"

namespace puzzled::variants {
namespace {

using Values = std::span<const std::uint8_t>;

/// The values, with spaces where they are numbers.
void append_values(std::string& text, const AnsweredBoard& board, Values values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0 && board.notation->has_numbers()) text += ' ';
    board.notation->append(text, values[i], board.is_lower_case);
  }
}

void append_rows(std::string& text, const AnsweredBoard& board, Values values, bool as_integers) {
  const auto size = static_cast<std::size_t>(board.size);
  for (; !values.empty(); values = values.subspan(size)) {
    if (as_integers) {
      for (std::size_t i = 0; i < size; ++i) {
        if (i > 0) text += ' ';
        text += std::to_string(values[i]);
      }
    } else {
      append_values(text, board, values.first(size));
    }
    text += '\n';
  }
}

/// Draws a board. Lines run only where some two neighbours are of different regions.
class BoardDrawing {
 public:
  BoardDrawing(std::string& text, const AnsweredBoard& board, Values values, bool colour)
      : text_(text), board_(board), values_(values), colour_(colour), size_(board.size) {
    if (board.notation->has_numbers()) width_ = 2;
  }

  void draw() {
    for (int row = 0; row <= size_; ++row) {
      if (has_border_above(row)) draw_border(row);
      if (row == size_) break;
      for (int column = 0; column <= size_; ++column) {
        if (has_border_left(column)) text_ += is_apart_left(row, column) ? "│" : " ";
        if (column < size_) draw_cell(static_cast<std::size_t>(row * size_ + column));
      }
      text_ += '\n';
    }
  }

 private:
  int region(int row, int column) const {
    if (row < 0 || column < 0 || row >= size_ || column >= size_) return -1;
    return board_.regions.empty() ? 0
                                  : board_.regions[static_cast<std::size_t>(row * size_ + column)];
  }
  bool is_apart_left(int row, int column) const {
    return region(row, column - 1) != region(row, column);
  }
  bool is_apart_above(int row, int column) const {
    return region(row - 1, column) != region(row, column);
  }
  bool has_border_left(int column) const {
    for (int row = 0; row < size_; ++row) {
      if (is_apart_left(row, column)) return true;
    }
    return false;
  }
  bool has_border_above(int row) const {
    for (int column = 0; column < size_; ++column) {
      if (is_apart_above(row, column)) return true;
    }
    return false;
  }

  void draw_border(int row) {
    for (int column = 0; column <= size_; ++column) {
      if (has_border_left(column)) {
        const bool up = row > 0 && is_apart_left(row - 1, column);
        const bool down = row < size_ && is_apart_left(row, column);
        const bool left = column > 0 && is_apart_above(row, column - 1);
        const bool right = column < size_ && is_apart_above(row, column);
        // Bits: up, down, left, right.
        constexpr std::array<std::string_view, 16> kJoints{" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                                           "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
        text_ += kJoints[(up ? 1U : 0U) + (down ? 2U : 0U) + (left ? 4U : 0U) + (right ? 8U : 0U)];
      }
      if (column == size_) break;
      for (int i = 0; i < width_ + 2; ++i) text_ += is_apart_above(row, column) ? "─" : " ";
    }
    text_ += '\n';
  }

  void draw_cell(std::size_t cell) {
    const bool is_clue = board_.clues[cell] != 0;
    std::string shown;
    board_.notation->append(shown, values_[cell], board_.is_lower_case);
    shown.insert(0, static_cast<std::size_t>(width_) - shown.size(), ' ');
    if (colour_) {
      text_ += ' ';
      text_ += is_clue ? "\x1b[1m" : "\x1b[36m";
      text_ += shown;
      text_ += "\x1b[0m ";
    } else {
      text_ += is_clue ? '[' : ' ';
      text_ += shown;
      text_ += is_clue ? ']' : ' ';
    }
  }

  std::string& text_;
  const AnsweredBoard& board_;
  const Values values_;
  const bool colour_;
  const int size_;
  int width_ = 1;
};

void append_pretty(std::string& text, const AnsweredBoard& board, const BoardAnswer& answer,
                   std::uint64_t limit, bool colour) {
  const bool is_answered = answer.count > 0 && !answer.timed_out;
  BoardDrawing(text, board, is_answered ? answer.first : board.clues, colour).draw();
  if (answer.timed_out) {
    text += "timeout\n";
  } else if (answer.count == 0) {
    text += "unsolvable\n";
  } else if (limit != 1) {
    text += std::to_string(answer.count) + (answer.count == 1 ? " solution" : " solutions");
    if (answer.count == limit) text += " (the limit)";
    text += '\n';
  }
}

void append_json(std::string& text, const AnsweredBoard& board, const BoardAnswer& answer,
                 std::uint64_t limit) {
  const bool is_answered = answer.count > 0 && !answer.timed_out;
  JsonObject object(text);
  object.text("status", answer.timed_out ? "timeout" : is_answered ? "solved" : "unsolvable");
  if (!answer.timed_out && limit != 1) object.count("count", answer.count);
  if (is_answered) {
    std::string solution;
    append_values(solution, board, answer.first);
    object.text("solution", solution);
  }
  object.end();
  text += '\n';
}

}  // namespace

void append_answer(std::string& text, const AnsweredBoard& board, const BoardAnswer& answer,
                   std::uint64_t limit, BoardStyle style) {
  const bool is_answered = answer.count > 0 && !answer.timed_out;
  if (style == BoardStyle::kAuto) style = board.is_in_rows ? BoardStyle::kBoard : BoardStyle::kLine;
  if (style == BoardStyle::kPretty || style == BoardStyle::kPrettyColour) {
    append_pretty(text, board, answer, limit, style == BoardStyle::kPrettyColour);
  } else if (style == BoardStyle::kJson) {
    append_json(text, board, answer, limit);
  } else if (answer.timed_out) {
    text += "timeout\n";
  } else if (style != BoardStyle::kLine && limit == 1 && is_answered) {
    append_rows(text, board, answer.first, style == BoardStyle::kIntegers);
  } else if (limit == 1 && !is_answered) {
    text += "unsolvable\n";
  } else {
    if (limit != 1) text += std::to_string(answer.count) + '\t';
    if (is_answered) {
      append_values(text, board, answer.first);
    } else {
      text += '-';
    }
    text += '\n';
  }
}

void append_invalid(std::string& text, std::string_view reason, BoardStyle style) {
  if (style == BoardStyle::kJson) {
    JsonObject object(text);
    object.text("status", "invalid");
    object.text("reason", reason);
    object.end();
    text += '\n';
  } else {
    text.append("invalid ").append(reason) += '\n';
  }
}

}  // namespace puzzled::variants
