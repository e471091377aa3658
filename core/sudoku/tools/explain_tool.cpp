#include "core/sudoku/tools/explain_tool.hpp"

#include <bit>
#include <optional>

#include "core/json_text.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/explain/candidate_board.hpp"
#include "core/sudoku/explain/step_text.hpp"
#include "core/sudoku/text/answer_text.hpp"

namespace puzzled::sudoku {
namespace {

using explain::End;
using explain::Explanation;
using explain::Step;

/// The board after each step, as members of its object.
class StateMembers {
 public:
  explicit StateMembers(const Grid& puzzle) : board_(puzzle) {}

  /// The digits, and of each open cell its candidates: `"cells":"53..","candidates":["","",...]`.
  void add(const Explanation& explanation, const Step& step, JsonObject& object) {
    if (step.placed.digit != 0) board_.place(step.placed.cell, step.placed.digit);
    for (const explain::Candidate& lost : explanation.removed_by(step)) {
      board_.remove(lost.cell, lost.digit);
    }
    explain::add_grid(object, "grid", board_.grid());
    JsonArray candidates(object.member("candidates"));
    for (int cell = 0; cell < kCells; ++cell) {
      std::string& to = candidates.next();
      to += '"';
      for (DigitMask digits = board_.digits(cell); digits != 0; digits &= digits - 1) {
        to += static_cast<char>('1' + std::countr_zero(digits));
      }
      to += '"';
    }
    candidates.end();
  }

 private:
  explain::CandidateBoard board_;
};

/// How the steps end, for people; nothing if all cells have their digits.
std::string ending_text(const Explanation& explanation) {
  switch (explanation.end) {
    case End::kSolved:
    case End::kPaused:
      break;
    case End::kStuck:
      return "stuck: no rule removes any of " + std::to_string(explanation.rating.depth) +
             " candidates\n";
    case End::kMultiple:
      return "several solutions\n";
    case End::kUnsolvable: {
      if (explanation.suspects.empty()) return "no solution\n";
      std::string text = "no solution; without";
      for (const std::uint8_t cell : explanation.suspects) {
        text += (cell == explanation.suspects.front() ? " " : ", or without ") + name_of_cell(cell);
      }
      return text + ", there is one\n";
    }
  }
  return "";
}

}  // namespace

void ExplainTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  in_order(lines, answers, [&](std::size_t puzzle) {
    const Grid& grid = lines.puzzles()[puzzle];
    const Explanation& found = explainer_.explain(grid, options_.max_steps);
    ++answers.levels[found.rating.level];
    text_.clear();
    if (options_.json) {
      append_json(grid, found, answers.text);
    } else {
      append_text(lines, puzzle, found, answers.text);
    }
  });
}

void ExplainTool::append_text(const PuzzleLines& lines, std::size_t puzzle,
                              const Explanation& explanation, TextBuffer& to) {
  if (options_.max_steps == 0) {
    to.append(to_string(explanation.rating));
    to.append("\t");
  }
  append_original(lines, puzzle, to);
  for (const Step& step : explanation.steps) append_step_text(text_, explanation, step);
  text_ += ending_text(explanation);
  text_ += '\n';
  to.append(text_);
}

void ExplainTool::append_json(const Grid& puzzle, const Explanation& explanation, TextBuffer& to) {
  std::optional<StateMembers> states;
  if (options_.states) states.emplace(puzzle);
  for (const Step& step : explanation.steps) {
    JsonObject object(text_);
    add_step_members(object, explanation, step);
    if (states) states->add(explanation, step, object);
    object.end();
    text_ += '\n';
  }
  JsonObject object(text_);
  add_ending_members(object, explanation);
  object.number("steps", explanation.steps.size());
  explain::add_grid(object, "puzzle", puzzle);
  explain::add_grid(object, "grid", explanation.grid);
  object.end();
  text_ += '\n';
  to.append(text_);
}

void ExplainTool::append_invalid(std::string_view reason, std::string_view line,
                                 ToolAnswers& answers) const {
  if (!options_.json) {
    LineTool::append_invalid(reason, line, answers);
    return answers.text.append("\n");
  }
  std::string text;
  append_invalid_json(text, reason);
  answers.text.append(text);
}

}  // namespace puzzled::sudoku
