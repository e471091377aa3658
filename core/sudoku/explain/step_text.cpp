#include "core/sudoku/explain/step_text.hpp"

#include <bit>
#include <cstddef>

#include "core/sudoku/cell_name.hpp"
#include "core/sudoku/text/answer_text.hpp"

namespace puzzled::sudoku::explain {
namespace {

constexpr std::string_view kFish[] = {"x-wing", "swordfish", "jellyfish"};
constexpr std::string_view kNakedSubsets[] = {"naked pair", "naked triple", "naked quad"};
constexpr std::string_view kHiddenSubsets[] = {"hidden pair", "hidden triple", "hidden quad"};
constexpr std::string_view kUnitKinds[] = {"row ", "column ", "box "};

template <class F>
void for_each_one(unsigned bits, F f) {
  for (; bits != 0; bits &= bits - 1) f(std::countr_zero(bits));
}

void append_digit(std::string& to, int digit) {
  to += static_cast<char>('0' + digit);
}

void append_unit(std::string& to, int unit) {
  to += kUnitKinds[unit / kSide];
  append_digit(to, unit % kSide + 1);
}

std::string unit_name(int unit) {
  std::string name;
  append_unit(name, unit);
  return name;
}

/// "1, 2 and 5".
template <class F>
void append_series(std::string& to, unsigned bits, F append_one) {
  for (bool is_first = true; bits != 0; bits &= bits - 1, is_first = false) {
    if (!is_first) to += (bits & (bits - 1)) == 0 ? " and " : ", ";
    append_one(std::countr_zero(bits));
  }
}

void append_digits(std::string& to, DigitMask digits) {
  append_series(to, digits, [&](int bit) { append_digit(to, bit + 1); });
}

/// "r1c1 r1c2".
void append_cells(std::string& to, const CellList& cells) {
  for (const int cell : cells.view()) {
    if (cell != cells.view().front()) to += ' ';
    to += cell_name(cell);
  }
}

/// Calls f(cell, digits) for each cell that lost some, in the order of its first loss.
template <class F>
void for_each_loss(std::span<const Candidate> removed, F f) {
  for (std::size_t i = 0; i < removed.size();) {
    const int cell = removed[i].cell;
    DigitMask digits = 0;
    for (; i < removed.size() && removed[i].cell == cell; ++i)
      digits |= 1U << (removed[i].digit - 1);
    f(cell, digits);
  }
}

/// "rows 1 and 5 have it only in columns 2 and 7".
void append_fish(std::string& to, const Step& step) {
  const bool has_rows = step.rule == StepRule::kRowFish;
  const auto append_number = [&](int bit) { append_digit(to, bit + 1); };
  to += has_rows ? "rows " : "columns ";
  append_series(to, step.lines, append_number);
  to += " have it only in ";
  to += has_rows ? "columns " : "rows ";
  append_series(to, step.covers, append_number);
}

/// Why the rule applies.
void append_reason(std::string& to, const Step& step) {
  switch (step.rule) {
    case StepRule::kHiddenSingle:
      append_digits(to, step.digits);
      to += " has no other place in ";
      append_unit(to, step.unit);
      break;
    case StepRule::kNakedSingle:
      append_cells(to, step.cells);
      to += " has no other candidate";
      break;
    case StepRule::kPointing:
    case StepRule::kClaiming:
      append_digits(to, step.digits);
      to += " of ";
      append_unit(to, step.unit);
      to += " is in ";
      append_unit(to, step.target);
      break;
    case StepRule::kNakedSubset:
      append_cells(to, step.cells);
      to += " of ";
      append_unit(to, step.unit);
      to += " have only ";
      append_digits(to, step.digits);
      break;
    case StepRule::kHiddenSubset:
      append_digits(to, step.digits);
      to += " of ";
      append_unit(to, step.unit);
      to += " have only ";
      append_cells(to, step.cells);
      break;
    case StepRule::kRowFish:
    case StepRule::kColumnFish:
      append_digits(to, step.digits);
      to += ": ";
      append_fish(to, step);
      break;
    case StepRule::kProbing:
      append_digits(to, step.digits);
      to += " there leads ";
      to +=
          step.rounds == 1 ? "at once" : "in " + std::to_string(step.rounds) + " rounds of singles";
      to += " to a contradiction: ";
      to += contradiction_text(step.contradiction);
      break;
  }
}

void add_units(JsonObject& object, const Step& step) {
  switch (step.rule) {
    case StepRule::kNakedSingle:
    case StepRule::kProbing:
      return;
    case StepRule::kRowFish:
    case StepRule::kColumnFish: {
      const int first = step.rule == StepRule::kRowFish ? 0 : kFirstColumn;
      JsonArray units(object.member("units"));
      for_each_one(step.lines,
                   [&](int line) { append_json_string(units.next(), unit_name(first + line)); });
      units.end();
      JsonArray targets(object.member("targets"));
      for_each_one(step.covers, [&](int line) {
        append_json_string(targets.next(), unit_name(kFirstColumn - first + line));
      });
      targets.end();
      return;
    }
    case StepRule::kPointing:
    case StepRule::kClaiming:
      object.text("unit", unit_name(step.unit));
      object.text("target", unit_name(step.target));
      return;
    default:
      object.text("unit", unit_name(step.unit));
  }
}

/// `"wrong":[{"cell":"r1c4","digit":3,"clue":5}]`: clues that are changed have one.
void add_wrong(JsonObject& object, const std::vector<WrongEntry>& wrong) {
  JsonArray entries(object.member("wrong"));
  for (const WrongEntry& entry : wrong) {
    JsonObject of_entry(entries.next());
    of_entry.text("cell", cell_name(entry.cell));
    of_entry.number("digit", int{entry.digit});
    if (entry.clue != 0) of_entry.number("clue", int{entry.clue});
    of_entry.end();
  }
  entries.end();
}

void add_digit_array(std::string& to, DigitMask digits) {
  JsonArray array(to);
  for_each_one(digits, [&](int bit) { append_digit(array.next(), bit + 1); });
  array.end();
}

}  // namespace

std::string_view name_of(const Step& step) {
  const std::size_t size = step.size - std::size_t{2};
  switch (step.rule) {
    case StepRule::kHiddenSingle:
      return "hidden single";
    case StepRule::kNakedSingle:
      return "naked single";
    case StepRule::kPointing:
      return "pointing";
    case StepRule::kClaiming:
      return "claiming";
    case StepRule::kNakedSubset:
      return kNakedSubsets[size];
    case StepRule::kHiddenSubset:
      return kHiddenSubsets[size];
    case StepRule::kRowFish:
    case StepRule::kColumnFish:
      return kFish[size];
    case StepRule::kProbing:
      break;
  }
  return "probing";
}

void append_step_text(std::string& to, const Explanation& explanation, const Step& step) {
  if (step.placed.digit != 0) {
    to += cell_name(step.placed.cell);
    to += " = ";
    append_digit(to, step.placed.digit);
  } else {
    bool is_first = true;
    for_each_loss(explanation.removed_by(step), [&](int cell, DigitMask digits) {
      if (!is_first) to += ", ";
      is_first = false;
      to += cell_name(cell);
      to += " <> ";
      for_each_one(digits, [&](int bit) { append_digit(to, bit + 1); });
    });
  }
  to += "  (";
  to += name_of(step);
  to += ": ";
  append_reason(to, step);
  to += ")\n";
}

void add_step_members(JsonObject& object, const Explanation& explanation, const Step& step) {
  object.text("rule", name_of(step));
  object.number("level", int{step.level});
  add_units(object, step);
  add_digit_array(object.member("digits"), step.digits);
  JsonArray cells(object.member("cells"));
  for (const int cell : step.cells.view()) append_json_string(cells.next(), cell_name(cell));
  cells.end();
  if (step.placed.digit != 0) {
    JsonObject placed = object.object("placed");
    placed.number(cell_name(step.placed.cell), int{step.placed.digit});
    placed.end();
  } else {
    JsonObject removed = object.object("removed");
    for_each_loss(explanation.removed_by(step), [&](int cell, DigitMask digits) {
      add_digit_array(removed.member(cell_name(cell)), digits);
    });
    removed.end();
  }
  if (step.rule != StepRule::kProbing) return;
  object.number("phase", int{step.phase});
  object.number("rounds", int{step.rounds});
  object.text("contradiction", contradiction_text(step.contradiction));
}

void add_grid(JsonObject& object, std::string_view name, const Grid& grid) {
  std::string& to = object.member(name);
  to += '"';
  append_cells(to, grid);
  to += '"';
}

void add_ending_members(JsonObject& object, const Explanation& explanation) {
  object.text("status", name_of(explanation.end));
  const bool has_rating = explanation.end != End::kPaused && explanation.end != End::kWrong;
  if (has_rating) object.text("rating", to_string(explanation.rating));
  if (explanation.end == End::kWrong) add_wrong(object, explanation.wrong);
  if (explanation.end != End::kUnsolvable) return;
  JsonArray suspects(object.member("suspects"));
  for (const std::uint8_t cell : explanation.suspects) {
    append_json_string(suspects.next(), cell_name(cell));
  }
  suspects.end();
}

void append_explanation(std::string& to, const Explanation& explanation) {
  JsonObject object(to);
  add_ending_members(object, explanation);
  JsonArray steps(object.member("steps"));
  for (const Step& step : explanation.steps) {
    JsonObject of_step(steps.next());
    add_step_members(of_step, explanation, step);
    of_step.end();
  }
  steps.end();
  add_grid(object, "grid", explanation.grid);
  object.end();
}

std::string contradiction_text(const Contradiction& contradiction) {
  std::string text;
  switch (contradiction.kind) {
    case Contradiction::Kind::kNoCandidate:
      text += cell_name(contradiction.cell);
      text += " has no candidate";
      break;
    case Contradiction::Kind::kTwoCandidates:
      text += cell_name(contradiction.cell);
      text += " must be ";
      append_digit(text, contradiction.digit);
      text += " and ";
      append_digit(text, contradiction.other);
      break;
    case Contradiction::Kind::kNoPlace:
      append_digit(text, contradiction.digit);
      text += " has no place in ";
      append_unit(text, contradiction.unit);
      break;
    case Contradiction::Kind::kTwoPlaces:
      append_digit(text, contradiction.digit);
      text += " must stand twice in ";
      append_unit(text, contradiction.unit);
      break;
  }
  return text;
}

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
        text += cell == explanation.suspects.front() ? " " : ", or without ";
        text += cell_name(cell);
      }
      return text + ", there is one\n";
    }
    case End::kWrong: {
      std::string text;
      for (const WrongEntry& entry : explanation.wrong) {
        text += "wrong: ";
        text += cell_name(entry.cell);
        text += " = ";
        append_digit(text, entry.digit);
        if (entry.clue != 0) {
          text += "  (the clue is ";
          append_digit(text, entry.clue);
          text += ')';
        }
        text += '\n';
      }
      return text;
    }
  }
  return "";
}

std::string_view name_of(End end) {
  switch (end) {
    case End::kSolved:
      return "solved";
    case End::kStuck:
      return "stuck";
    case End::kMultiple:
      return "multiple";
    case End::kUnsolvable:
      return "unsolvable";
    case End::kWrong:
      return "wrong";
    case End::kPaused:
      break;
  }
  return "paused";
}

}  // namespace puzzled::sudoku::explain
