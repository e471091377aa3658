#include "tests/core/step_checker.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "core/sudoku/explain/step_text.hpp"

namespace puzzled::sudoku {

using explain::Candidate;
using explain::Step;
using explain::StepRule;

StepChecker::Cells StepChecker::cells_of_unit(int unit) {
  Cells cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (units_of(cell).contains(unit)) cells.insert(cell);
  }
  return cells;
}

/// Made once, for every check asks for them.
const std::set<int>& StepChecker::units_of(int cell) {
  static const std::array<std::set<int>, kCells> kUnitsOf = [] {
    std::array<std::set<int>, kCells> units;
    for (int i = 0; i < kCells; ++i) units[i] = {i / 9, 9 + i % 9, 18 + i / 27 * 3 + i % 9 / 3};
    return units;
  }();
  return kUnitsOf[cell];
}

bool StepChecker::see_each_other(int a, int b) {
  const std::set<int>& of_a = units_of(a);
  return a != b && std::ranges::any_of(units_of(b), [&](int u) { return of_a.contains(u); });
}

StepChecker::Cells StepChecker::places(const Board& board, int digit, int unit) {
  Cells cells;
  for (const auto& [cell, digits] : board) {
    if (digits.contains(digit) && units_of(cell).contains(unit)) cells.insert(cell);
  }
  return cells;
}

void StepChecker::place(Board& board, int cell, int digit) {
  board.erase(cell);
  for (auto& [other, digits] : board) {
    if (see_each_other(cell, other)) digits.erase(digit);
  }
}

StepChecker::StepChecker(const Grid& puzzle, const Grid& solution) : solution_(solution) {
  for (int cell = 0; cell < kCells; ++cell) open_[cell] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] != 0) place(open_, cell, puzzle[cell]);
  }
}

std::size_t StepChecker::candidates() const {
  std::size_t count = 0;
  for (const auto& [cell, digits] : open_) count += digits.size();
  return count;
}

std::string StepChecker::take(const explain::Explanation& explanation, const Step& step) {
  const Cells cells(step.cells.view().begin(), step.cells.view().end());
  Digits digits;
  for (int digit = 1; digit <= 9; ++digit) {
    if ((step.digits >> (digit - 1) & 1) != 0) digits.insert(digit);
  }
  const std::span<const Candidate> of_step = explanation.removed_by(step);
  const std::vector<Candidate> removed(of_step.begin(), of_step.end());
  if ((step.placed.digit != 0) == !removed.empty()) return "it must place or remove";
  std::string wrong = step.rule == StepRule::kProbing ? check_probe(step, cells, digits)
                                                      : check_rule(step, cells, digits);
  if (wrong.empty()) wrong = check_losses(step, cells, digits, removed);
  if (!wrong.empty()) return wrong;
  if (step.placed.digit != 0) {
    if (solution_[step.placed.cell] != step.placed.digit) return "this is not the solution";
    if (cells != Cells{step.placed.cell} || digits != Digits{step.placed.digit}) {
      return "it names other cells or digits than it places";
    }
    place(open_, step.placed.cell, step.placed.digit);
  }
  for (const Candidate& lost : removed) {
    if (solution_[lost.cell] == lost.digit) return "this removes the solution";
    if (open_.at(lost.cell).erase(lost.digit) == 0) return "this is no candidate";
  }
  return "";
}

std::string StepChecker::check_rule(const Step& step, const Cells& cells,
                                    const Digits& digits) const {
  if (step.level != lowest_level()) {
    return "there is a step of level " + std::to_string(lowest_level());
  }
  const auto has_only = [&](const Cells& some) {
    Digits found;
    for (const int cell : some) found.insert(open_.at(cell).begin(), open_.at(cell).end());
    return found;
  };
  const auto is_within = [](const Cells& some, int unit) {
    return std::ranges::all_of(some, [&](int cell) { return units_of(cell).contains(unit); });
  };
  const bool is_subset =
      cells.size() == step.size && digits.size() == step.size && is_within(cells, step.unit);
  switch (step.rule) {
    case StepRule::kHiddenSingle:
      return step.level == (step.unit >= 18 ? 1 : 2) &&
                     places(open_, *digits.begin(), step.unit) == cells
                 ? ""
                 : "this is no hidden single";
    case StepRule::kNakedSingle:
      return step.level == 3 && has_only(cells) == digits ? "" : "this is no naked single";
    case StepRule::kPointing:
    case StepRule::kClaiming: {
      const bool is_pointing = step.unit >= 18 && step.target < 18;
      const bool is_claiming = step.unit < 18 && step.target >= 18;
      return (step.rule == StepRule::kPointing ? is_pointing : is_claiming) && digits.size() == 1 &&
                     places(open_, *digits.begin(), step.unit) == cells &&
                     is_within(cells, step.target)
                 ? ""
                 : "these are no locked candidates";
    }
    case StepRule::kNakedSubset:
      return is_subset && has_only(cells) == digits ? "" : "this is no naked subset";
    case StepRule::kHiddenSubset: {
      Cells found;
      for (const int digit : digits) found.merge(places(open_, digit, step.unit));
      return is_subset && found == cells ? "" : "this is no hidden subset";
    }
    case StepRule::kRowFish:
    case StepRule::kColumnFish: {
      const int first = step.rule == StepRule::kRowFish ? 0 : 9;
      Cells found;
      std::size_t lines = 0;
      std::size_t covers = 0;
      for (int i = 0; i < 9; ++i) {
        lines += step.lines >> i & 1U;
        covers += step.covers >> i & 1U;
        if ((step.lines >> i & 1) != 0) found.merge(places(open_, *digits.begin(), first + i));
      }
      const bool are_covered = std::ranges::all_of(cells, [&](int cell) {
        return (step.covers >> (first == 0 ? cell % 9 : cell / 9) & 1) != 0;
      });
      return digits.size() == 1 && lines == step.size && covers == step.size && found == cells &&
                     are_covered
                 ? ""
                 : "this is no fish";
    }
    case StepRule::kProbing:
      break;
  }
  return "";
}

/// What is removed must follow from the rule.
std::string StepChecker::check_losses(const Step& step, const Cells& cells, const Digits& digits,
                                      const std::vector<Candidate>& removed) const {
  for (const Candidate& lost : removed) {
    const std::set<int> units = units_of(lost.cell);
    const bool is_named = cells.contains(lost.cell);
    bool follows = false;
    switch (step.rule) {
      case StepRule::kHiddenSingle:
      case StepRule::kNakedSingle:
        break;
      case StepRule::kPointing:
      case StepRule::kClaiming:
        follows = !is_named && digits.contains(lost.digit) && units.contains(step.target);
        break;
      case StepRule::kNakedSubset:
        follows = !is_named && digits.contains(lost.digit) && units.contains(step.unit);
        break;
      case StepRule::kHiddenSubset:
        follows = is_named && !digits.contains(lost.digit);
        break;
      case StepRule::kRowFish:
        follows =
            !is_named && digits.contains(lost.digit) && (step.covers >> (lost.cell % 9) & 1) != 0;
        break;
      case StepRule::kColumnFish:
        follows =
            !is_named && digits.contains(lost.digit) && (step.covers >> (lost.cell / 9) & 1) != 0;
        break;
      case StepRule::kProbing:
        follows = is_named && digits.contains(lost.digit);
        break;
    }
    if (!follows) return "what is removed does not follow";
  }
  return "";
}

std::string StepChecker::check_probe(const Step& step, const Cells& cells, const Digits& digits) {
  if (cells.size() != 1 || digits.size() != 1) return "a probe is of one candidate";
  if (step.phase != phase_) {
    if (!to_exclude_.empty()) return "the phase before is not done";
    if (step.phase != phase_ + 1) return "phases are counted";
    if (const int level = lowest_level(); level < 8) {
      return "there is a step of level " + std::to_string(level);
    }
    begin_phase();
  }
  if (step.level != 8 || step.rounds != phase_rounds_) return "these are no so many rounds";
  const int cell = *cells.begin();
  const int digit = *digits.begin();
  if (to_exclude_.erase({cell, digit}) == 0) return "this candidate is not excluded in this phase";
  std::set<std::string> found;
  const Board now = std::exchange(open_, phase_start_);
  rounds_to_contradiction(cell, digit, step.rounds, &found);
  open_ = now;
  const std::string said = explain::contradiction_text(step.contradiction);
  return found.contains(said) ? "" : "this is no contradiction: " + said;
}

void StepChecker::begin_phase() {
  ++phase_;
  phase_start_ = open_;
  phase_rounds_ = 0;
  int most = 9 * kCells;
  for (const auto& [cell, digits] : open_) {
    for (const int digit : digits) {
      const int rounds = rounds_to_contradiction(cell, digit, most);
      if (rounds == 0) continue;
      if (rounds != phase_rounds_) to_exclude_.clear();
      most = phase_rounds_ = rounds;
      to_exclude_.emplace(cell, digit);
    }
  }
}

int StepChecker::rounds_to_contradiction(int cell, int digit, int most,
                                         std::set<std::string>* found) const {
  const auto name = [](int of) {
    return 'r' + std::to_string(of / 9 + 1) + 'c' + std::to_string(of % 9 + 1);
  };
  const auto unit_name = [](int unit) {
    return (unit < 9 ? "row " : unit < 18 ? "column " : "box ") + std::to_string(unit % 9 + 1);
  };
  Board board = open_;
  const auto keep = [&](int at, int value) {
    for (auto& [other, digits] : board) {
      if (see_each_other(at, other)) digits.erase(value);
    }
    board.at(at) = {value};
  };
  keep(cell, digit);
  for (int round = 1;; ++round) {
    std::set<std::string> wrong;
    std::set<std::pair<int, int>> singles;
    for (const auto& [at, digits] : board) {
      if (digits.empty()) wrong.insert(name(at) + " has no candidate");
      if (digits.size() == 1) singles.emplace(at, *digits.begin());
    }
    for (int unit = 0; unit < 27; ++unit) {
      for (int value = 1; value <= 9; ++value) {
        const Cells now = places(board, value, unit);
        if (now.empty() && !places(open_, value, unit).empty()) {
          wrong.insert(std::to_string(value) + " has no place in " + unit_name(unit));
        }
        if (now.size() == 1) singles.emplace(*now.begin(), value);
      }
    }
    for (const auto& [a, of_a] : singles) {
      for (const auto& [b, of_b] : singles) {
        if (a == b && of_a < of_b) {
          wrong.insert(name(a) + " must be " + std::to_string(of_a) + " and " +
                       std::to_string(of_b));
        }
        if (of_a != of_b || !see_each_other(a, b)) continue;
        for (const int unit : units_of(a)) {
          if (units_of(b).contains(unit)) {
            wrong.insert(std::to_string(of_a) + " must stand twice in " + unit_name(unit));
          }
        }
      }
    }
    if (!wrong.empty()) {
      if (found != nullptr) *found = wrong;
      return round;
    }
    const Board before = board;
    for (const auto& [at, value] : singles) keep(at, value);
    if (board == before || round == most) return 0;
  }
}

bool StepChecker::has_locked() const {
  for (int digit = 1; digit <= 9; ++digit) {
    std::vector<Cells> in_units;
    for (int unit = 0; unit < 27; ++unit) in_units.push_back(places(open_, digit, unit));
    for (const Cells& in_unit : in_units) {
      for (const Cells& in_target : in_units) {
        const bool is_locked = std::ranges::includes(in_target, in_unit);
        if (!in_unit.empty() && is_locked && in_unit.size() < in_target.size()) return true;
      }
    }
  }
  return false;
}

/// Of `size` things with places some other thing has one.
bool StepChecker::has_subset(int size) const {
  const auto has_some = [&](const std::vector<std::set<int>>& things) {
    std::vector<int> chosen(things.size());
    std::fill(chosen.end() - size, chosen.end(), 1);
    do {
      std::set<int> together;
      bool are_real = true;
      for (std::size_t i = 0; i < things.size(); ++i) {
        if (chosen[i] == 0) continue;
        are_real = are_real && !things[i].empty();
        together.insert(things[i].begin(), things[i].end());
      }
      if (!are_real || together.size() > static_cast<std::size_t>(size)) continue;
      for (std::size_t i = 0; i < things.size(); ++i) {
        if (chosen[i] != 0) continue;
        if (std::ranges::any_of(things[i], [&](int p) { return together.contains(p); }))
          return true;
      }
    } while (std::next_permutation(chosen.begin(), chosen.end()));
    return false;
  };
  for (int unit = 0; unit < 27; ++unit) {
    std::vector<std::set<int>> cells;
    for (const int cell : cells_of_unit(unit)) {
      if (open_.contains(cell)) cells.push_back(open_.at(cell));
    }
    if (cells.size() > static_cast<std::size_t>(size) && has_some(cells)) return true;
    // Hidden subsets of digits are those, too: of the other cells.
    std::vector<std::set<int>> digits;
    for (int digit = 1; digit <= 9; ++digit) {
      if (Cells found = places(open_, digit, unit); !found.empty()) digits.push_back(found);
    }
    if (digits.size() > static_cast<std::size_t>(size) && has_some(digits)) return true;
  }
  for (int digit = 1; digit <= 9; ++digit) {
    for (const int first : {0, 9}) {
      std::vector<std::set<int>> lines;
      for (int i = 0; i < 9; ++i) {
        std::set<int> covers;
        for (const int cell : places(open_, digit, first + i)) {
          covers.insert(first == 0 ? cell % 9 : cell / 9);
        }
        if (!covers.empty()) lines.push_back(covers);
      }
      if (lines.size() > static_cast<std::size_t>(size) && has_some(lines)) return true;
    }
  }
  return false;
}

/// Of a rule that applies now; 8 if none below does.
int StepChecker::lowest_level() const {
  bool has_hidden = false;
  for (int unit = 0; unit < 27; ++unit) {
    for (int digit = 1; digit <= 9; ++digit) {
      if (places(open_, digit, unit).size() != 1) continue;
      if (unit >= 18) return 1;
      has_hidden = true;
    }
  }
  if (has_hidden) return 2;
  if (std::ranges::any_of(open_, [](const auto& cell) { return cell.second.size() == 1; })) {
    return 3;
  }
  if (has_locked()) return 4;
  // After probing ratings use no subsets any more.
  if (phase_ > 0) return 8;
  for (const int size : {2, 3, 4}) {
    if (has_subset(size)) return 3 + size;
  }
  return 8;
}

}  // namespace puzzled::sudoku
