#include "core/variants/text/board_answer.hpp"

#include "core/json_text.hpp"
#include "core/variants/model.hpp"
#include "core/variants/text/board_drawing.hpp"
#include "core/variants/text/cell_names.hpp"

namespace puzzled::variants {
namespace {

using Values = std::span<const std::uint8_t>;

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

void append_pretty(std::string& text, const AnsweredBoard& board, const BoardAnswer& answer,
                   std::uint64_t limit, bool colour) {
  const bool is_answered = answer.count > 0 && !answer.timed_out;
  append_drawing(text, board, is_answered ? answer.first : board.clues, colour);
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

void append_values(std::string& text, const AnsweredBoard& board, Values values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0 && board.notation->has_numbers()) text += ' ';
    board.notation->append(text, values[i], board.is_lower_case);
  }
}

void append_answer(std::string& text, const AnsweredBoard& board, const BoardAnswer& answer,
                   std::uint64_t limit, BoardStyle style) {
  const bool is_answered = answer.count > 0 && !answer.timed_out;
  if (style == BoardStyle::kAuto) style = board.auto_style;
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

std::vector<std::uint8_t> clues_of(std::span<const ValueSet> allowed) {
  std::vector<std::uint8_t> clues;
  clues.reserve(allowed.size());
  for (const ValueSet values : allowed) {
    clues.push_back(static_cast<std::uint8_t>(is_single(values) ? value_of(values) : 0));
  }
  return clues;
}

std::string conflict_text(const AnsweredBoard& board, Cell first, Cell second) {
  std::string text = "clues " + name_of_cell(first, board.size) + " and " +
                     name_of_cell(second, board.size) + " are both ";
  board.notation->append(text, board.clues[first], board.is_lower_case);
  return text;
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
