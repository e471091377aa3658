#include "core/sudoku/tools/explanation_writer.hpp"

#include <bit>
#include <optional>

#include "core/json_text.hpp"
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

void append_json(std::string& to, const Grid& puzzle, const Explanation& explanation,
                 bool has_states) {
  std::optional<StateMembers> states;
  if (has_states) states.emplace(explanation.start);
  for (const Step& step : explanation.steps) {
    JsonObject object(to);
    add_step_members(object, explanation, step);
    if (states) states->add(explanation, step, object);
    object.end();
    to += '\n';
  }
  JsonObject object(to);
  add_ending_members(object, explanation);
  object.number("steps", explanation.steps.size());
  explain::add_grid(object, "puzzle", puzzle);
  explain::add_grid(object, "grid", explanation.grid);
  object.end();
  to += '\n';
}

}  // namespace

std::string explanation_heading(const Explanation& explanation, const ExplainOptions& options) {
  if (options.max_steps != 0) return {};
  return (explanation.end == End::kWrong ? "-" : to_string(explanation.rating)) + '\t';
}

void append_explanation(std::string& to, const Grid& puzzle, const Explanation& explanation,
                        const ExplainOptions& options) {
  if (options.json) return append_json(to, puzzle, explanation, options.states);
  for (const Step& step : explanation.steps) append_step_text(to, explanation, step);
  to += ending_text(explanation);
  to += '\n';
}

void append_unexplained(std::string& to, std::string_view reason, const ExplainOptions& options) {
  if (options.json) return append_invalid_json(to, reason);
  to += "invalid ";
  to += reason;
  to += "\n\n";
}

}  // namespace puzzled::sudoku
