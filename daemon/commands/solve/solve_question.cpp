#include "daemon/commands/solve/solve_question.hpp"

#include <string>
#include <vector>

#include "daemon/base/settings/settings_layers.hpp"

namespace puzzled::commands {
namespace {

using variants::BoardQuestion;

/// An option that does not go with a question.
struct Barred {
  std::string_view name;
  std::string given;
  bool on;
  void (*reset)(SolveSettings&);
  std::string_view way_out;
};

std::vector<Barred> barred_by(BoardQuestion question, const SolveSettings& s) {
  const bool lists = question == BoardQuestion::kList;
  const auto reset_answer = [](SolveSettings& to) { to.answer = "auto"; };
  const auto reset_pretty = [](SolveSettings& to) { to.pretty = false; };
  std::vector<Barred> barred{
      {"svg", "--svg", s.svg, [](SolveSettings& to) { to.svg = false; },
       "a picture shows one solution; --pretty draws as text"},
      {"limit", "--limit", s.limit != 1, [](SolveSettings& to) { to.limit = 1; },
       lists                                    ? "--max K ends a list"
       : question == BoardQuestion::kCandidates ? "--max K counts up to K solutions of a candidate"
                                                : "an estimate is of all solutions"},
      {"pipe", "--pipe", s.pipe, [](SolveSettings& to) { to.pipe = false; },
       lists ? "a list has any number of lines; --numbers says which puzzle each belongs to"
       : s.answer == "line" || s.json
           ? "leave --pipe out, for each puzzle has one line then as well"
           : "answers take several lines; --answer line and --json write one for each puzzle"},
      {"engine", "--engine", s.engine != "batch", [](SolveSettings& to) { to.engine = "batch"; },
       "an engine of its own answers this; leave --engine out"},
      {"answer", "--answer table", s.answer == "table", reset_answer,
       lists ? "a record has one answer; --numbers says which puzzle a solution belongs to"
             : "use --answer line"}};
  const bool has_rows = s.answer == "board" || s.answer == "integers";
  if (!lists) {
    barred.push_back({"answer", "--answer " + s.answer, has_rows, reset_answer,
                      "known are --answer line, --json, and what is written without them"});
  }
  if (question == BoardQuestion::kEstimate) {
    barred.push_back({"pretty", "--pretty", s.pretty, reset_pretty, "there is no board to draw"});
  }
  return barred;
}

Result<> check_barred(SolveSettings& s, std::string_view asked, bool& asks,
                      const GivenValues& flags) {
  for (const Barred& barred : barred_by(question_of(s), s)) {
    bool on = barred.on;
    if (!resolve_exclusive(flags, {asked, asks}, {barred.name, on})) {
      return Error{"--" + std::string(asked) + " and " + barred.given +
                   " cannot be combined: " + std::string(barred.way_out)};
    }
    if (barred.on && !on) barred.reset(s);
    if (!asks) return {};
  }
  return {};
}

Result<> check_numbers(SolveSettings& s, const GivenValues& flags) {
  if (!s.all) {
    if (s.numbers && flags.contains("numbers")) return Error{"--numbers needs --all"};
    s.numbers = false;
    return {};
  }
  if (!s.numbers) return {};
  const bool has_rows = s.answer == "board" || s.answer == "integers";
  if (s.pretty || has_rows) {
    return Error{"--numbers stand in front of lines: use --answer line or --json instead of " +
                 (s.pretty ? std::string("--pretty") : "--answer " + s.answer)};
  }
  if (!s.part.empty()) {
    return Error{
        "--numbers and --part cannot be combined: a part does not know the puzzles before "
        "it; `cat -n` numbers the lines of all parts"};
  }
  if (s.answer == "auto") s.answer = "line";
  return {};
}

}  // namespace

BoardQuestion question_of(const SolveSettings& settings) {
  if (settings.all) return BoardQuestion::kList;
  if (settings.true_candidates) return BoardQuestion::kCandidates;
  return settings.estimate ? BoardQuestion::kEstimate : BoardQuestion::kSolve;
}

Result<> check_question(SolveSettings& s, const GivenValues& flags) {
  struct Question {
    std::string_view name;
    bool& asks;
  };
  const Question questions[] = {
      {"all", s.all}, {"true-candidates", s.true_candidates}, {"estimate", s.estimate}};
  for (const Question& a : questions) {
    for (const Question& b : questions) {
      if (a.name == b.name) continue;
      Result<> checked = resolve_exclusive(flags, {a.name, a.asks}, {b.name, b.asks});
      if (!checked) return checked;
    }
  }
  for (const Question& question : questions) {
    if (!question.asks) continue;
    Result<> checked = check_barred(s, question.name, question.asks, flags);
    if (!checked) return checked;
  }
  if (s.max != 0 && flags.contains("max") && !s.all && !s.true_candidates) {
    return Error{"--max needs --all or --true-candidates; --limit K counts solutions up to K"};
  }
  return check_numbers(s, flags);
}

}  // namespace puzzled::commands
