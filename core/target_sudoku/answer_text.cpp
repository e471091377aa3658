#include "core/target_sudoku/answer_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/json_text.hpp"
#include "core/sudoku/text/answer_text.hpp"

namespace puzzled::target {
namespace {

bool has_score(const Answer& answer) {
  return answer.status == Status::kProven || answer.status == Status::kUnproven;
}

std::string remark_of(const Answer& answer) {
  switch (answer.status) {
    case Status::kUnproven: {
      const std::int64_t gap = answer.bound - answer.score;
      return "not proven: bound " + std::to_string(answer.bound) + ", gap " +
             std::to_string(gap < 0 ? -gap : gap);
    }
    case Status::kUnknown:
      return "not proven: no solution found yet";
    case Status::kProven:
      return answer.grids_complete ? "" : "score proven, grids not all searched";
    case Status::kUnsolvable:
      break;
  }
  return "";
}

void append_line(std::string& text, const Answer& answer, const AnswerFormat& format) {
  text += has_score(answer) ? std::to_string(answer.score) : "-1";
  if (format.count) text += '\t' + std::to_string(answer.grids.size());
  if (!format.score_only) {
    for (const Grid& grid : answer.grids) {
      text += '\t';
      sudoku::append_cells(text, grid);
    }
    if (answer.grids.empty()) text += "\t-";
  }
  if (const std::string remark = remark_of(answer); !remark.empty()) text += '\t' + remark;
  text += '\n';
}

std::string_view name_of(Status status) {
  switch (status) {
    case Status::kProven:
      return "proven";
    case Status::kUnproven:
      return "unproven";
    case Status::kUnknown:
      return "unknown";
    case Status::kUnsolvable:
      break;
  }
  return "unsolvable";
}

void append_json(std::string& text, const Answer& answer, const AnswerFormat& format) {
  JsonObject object(text);
  object.text("status", name_of(answer.status));
  if (has_score(answer)) {
    object.number("score", answer.score);
    object.number("bound", answer.bound);
  }
  if (format.count) object.count("count", answer.grids.size());
  if (!format.score_only) {
    object.member("grids") += '[';
    for (const Grid& grid : answer.grids) {
      text += &grid == answer.grids.data() ? "\"" : ",\"";
      sudoku::append_cells(text, grid);
      text += '"';
    }
    text += ']';
    if (!answer.grids_complete) object.member("grids_complete") += "false";
  }
  object.end();
  text += '\n';
}

// Each cell as digit × weight, clues in brackets; on a terminal with colour also shaded by weight,
// so that rings show.
class Drawing {
 public:
  Drawing(const Weights& weights, const Grid& clues, bool colour)
      : weights_(weights), clues_(clues), colour_(colour) {
    std::array<std::int32_t, kCells> sorted = weights.cells;
    std::sort(sorted.begin(), sorted.end());
    ranks_.assign(sorted.begin(), std::unique(sorted.begin(), sorted.end()));
    std::size_t width = 1;
    for (const std::int32_t weight : sorted) {
      width = std::max(width, std::to_string(weight).size());
    }
    width_ = width;
  }

  void append(std::string& text, const Grid& grid) const {
    const std::string bar = repeated("─", 3 * cell_width() + 1);
    rule(text, "┌", "┬", "┐", bar);
    for (int row = 0; row < sudoku::kSide; ++row) {
      if (row == 3 || row == 6) rule(text, "├", "┼", "┤", bar);
      for (int column = 0; column < sudoku::kSide; ++column) {
        if (column % 3 == 0) text += column == 0 ? "│" : " │";
        append_cell(text, 9 * row + column, grid);
      }
      text += " │\n";
    }
    rule(text, "└", "┴", "┘", bar);
  }

 private:
  // " [d]*www": a blank, the digit, a times sign, the weight.
  std::size_t cell_width() const { return 5 + width_; }

  static std::string repeated(std::string_view piece, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += piece;
    return text;
  }

  static void rule(std::string& text, std::string_view left, std::string_view middle,
                   std::string_view right, const std::string& bar) {
    text += left;
    text += bar;
    text += middle;
    text += bar;
    text += middle;
    text += bar;
    text += right;
    text += '\n';
  }

  void append_cell(std::string& text, int cell, const Grid& grid) const {
    const bool clue = clues_[cell] != 0;
    const char digit = grid[cell] == 0 ? '.' : static_cast<char>('0' + grid[cell]);
    const std::string weight = std::to_string(weights_[cell]);
    text += ' ';
    if (colour_) {
      text += (clue ? "\x1b[1;38;5;" : "\x1b[38;5;") + std::to_string(kLight) + ";48;5;" +
              std::to_string(shade(cell)) + 'm';
    }
    text += clue ? '[' : ' ';
    text += digit;
    text += clue ? ']' : ' ';
    text += "\u00d7";
    text += weight + std::string(width_ - weight.size(), ' ');
    if (colour_) text += "\x1b[0m";
  }

  // Greys of the 256-colour terminal, the lightest for the largest weight. The colour of the text
  // is set, too, because that of the terminal may be dark; on the lightest of these greys its
  // contrast is 5.3.
  static constexpr std::size_t kLight = 255;

  std::size_t shade(int cell) const {
    constexpr std::size_t kDarkest = 233;
    constexpr std::size_t kShades = 9;
    const auto rank = static_cast<std::size_t>(
        std::lower_bound(ranks_.begin(), ranks_.end(), weights_[cell]) - ranks_.begin());
    return kDarkest + (ranks_.size() < 2 ? 0 : rank * (kShades - 1) / (ranks_.size() - 1));
  }

  const Weights& weights_;
  const Grid& clues_;
  const bool colour_;
  std::vector<std::int32_t> ranks_;  // the different weights, ascending
  std::size_t width_ = 1;
};

void append_pretty(std::string& text, const Grid& puzzle, const Weights& weights,
                   const Answer& answer, const AnswerFormat& format) {
  const Drawing drawing(weights, puzzle, format.form == AnswerForm::kPrettyColour);
  if (!format.score_only) {
    for (const Grid& grid : answer.grids) drawing.append(text, grid);
    if (answer.grids.empty()) drawing.append(text, puzzle);
  }
  text += has_score(answer) ? "score " + std::to_string(answer.score)
                            : std::string(name_of(answer.status));
  if (answer.status == Status::kProven) text += ", proven";
  if (format.count) text += ", " + std::to_string(answer.grids.size()) + " optimal grids";
  if (const std::string remark = remark_of(answer); !remark.empty()) text += ", " + remark;
  text += '\n';
}

}  // namespace

void append_answer(std::string& text, const Grid& puzzle, const Weights& weights,
                   const Answer& answer, const AnswerFormat& format) {
  switch (format.form) {
    case AnswerForm::kLine:
      return append_line(text, answer, format);
    case AnswerForm::kJson:
      return append_json(text, answer, format);
    case AnswerForm::kPretty:
    case AnswerForm::kPrettyColour:
      return append_pretty(text, puzzle, weights, answer, format);
  }
}

void append_invalid(std::string& text, const std::string& reason, const AnswerFormat& format) {
  if (format.form != AnswerForm::kJson) {
    text += "invalid " + reason + '\n';
  } else {
    sudoku::append_invalid_json(text, reason);
  }
}

}  // namespace puzzled::target
