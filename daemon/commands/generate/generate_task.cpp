#include "daemon/commands/generate/generate_task.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/sudoku/generator.hpp"
#include "daemon/commands/generate/board_run.hpp"

namespace puzzled::commands {
namespace {

struct ColumnName {
  std::string_view name;
  Column column;
};
constexpr std::array<ColumnName, 4> kColumns{{{"puzzle", Column::kPuzzle},
                                              {"solution", Column::kSolution},
                                              {"clues", Column::kClues},
                                              {"rating", Column::kRating}}};

sudoku::Symmetry symmetry_of(std::string_view name) {
  const auto known = std::ranges::find(sudoku::kSymmetryNames, name, &sudoku::SymmetryName::name);
  return known == sudoku::kSymmetryNames.end() ? sudoku::Symmetry::kNone : known->symmetry;
}

bool writes_csv(const GenerateSettings& s) {
  return s.csv || !s.columns.empty() || s.output.ends_with(".csv");
}

/// An option that only puzzles of 9x9 have, or only other boards.
struct SizedOption {
  std::string_view name;
  bool on = false;
  void (*reset)(GenerateSettings&);
};

std::array<SizedOption, 3> board_options(const GenerateSettings& s) {
  return {
      {{"rules", !s.rules.empty(), [](GenerateSettings& to) { to.rules.clear(); }},
       {"jigsaw", s.jigsaw, [](GenerateSettings& to) { to.jigsaw = false; }},
       {"size", !s.size.empty() && s.size != "9", [](GenerateSettings& to) { to.size.clear(); }}}};
}

std::array<SizedOption, 8> classic_options(const GenerateSettings& s) {
  return {
      {{"like", !s.like.empty(), [](GenerateSettings& to) { to.like.clear(); }},
       {"difficulty", !s.difficulty.empty(), [](GenerateSettings& to) { to.difficulty.clear(); }},
       {"symmetry", s.symmetry != "none", [](GenerateSettings& to) { to.symmetry = "none"; }},
       {"distinct", s.distinct, [](GenerateSettings& to) { to.distinct = false; }},
       {"solutions", s.solutions, [](GenerateSettings& to) { to.solutions = false; }},
       {"csv", s.csv, [](GenerateSettings& to) { to.csv = false; }},
       {"npy", s.npy, [](GenerateSettings& to) { to.npy = false; }},
       {"columns", !s.columns.empty(), [](GenerateSettings& to) { to.columns.clear(); }}}};
}

/// Settles which of the two kinds of boards is asked for: a flag beats a variable.
Result<> choose_kind(GenerateSettings& s, const GivenValues& flags) {
  for (const SizedOption& board : board_options(s)) {
    for (const SizedOption& classic : classic_options(s)) {
      bool makes_board = board.on;
      bool is_classic = classic.on;
      if (!resolve_exclusive(flags, {board.name, makes_board}, {classic.name, is_classic})) {
        return Error{"--" + std::string(board.name) + " cannot be combined with --" +
                     std::string(classic.name) + ", which is for 9x9 alone"};
      }
      if (makes_board != board.on) board.reset(s);
      if (is_classic != classic.on) classic.reset(s);
      if (makes_board != board.on) break;
    }
  }
  return {};
}

Result<> check_like(GenerateSettings& s, const GivenValues& flags) {
  bool has_patterns = !s.like.empty();
  bool has_clues = s.clues.has_value();
  bool has_symmetry = s.symmetry != "none";
  if (!resolve_exclusive(flags, {"like", has_patterns}, {"clues", has_clues}) ||
      !resolve_exclusive(flags, {"like", has_patterns}, {"minimal", s.minimal})) {
    return Error{
        "--like cannot be combined with --clues or --minimal: the patterns say how many "
        "clues there are"};
  }
  if (!resolve_exclusive(flags, {"like", has_patterns}, {"symmetry", has_symmetry})) {
    return Error{
        "--like cannot be combined with --symmetry: the patterns say where the clues stand"};
  }
  if (!has_patterns) s.like.clear();
  if (!has_clues) s.clues.reset();
  if (!has_symmetry) s.symmetry = "none";
  return {};
}

Result<> check_arrays(GenerateSettings& s, const GivenValues& flags) {
  bool has_columns = !s.columns.empty();
  s.npy |= s.output.ends_with(".npy") && !s.csv && !has_columns && !makes_boards(s);
  if (!resolve_exclusive(flags, {"npy", s.npy}, {"csv", s.csv}) ||
      !resolve_exclusive(flags, {"npy", s.npy}, {"columns", has_columns})) {
    return Error{
        "--npy cannot be combined with --csv or --columns: the arrays are puzzle and "
        "solution"};
  }
  if (!has_columns) s.columns.clear();
  return {};
}

}  // namespace

Result<std::vector<Column>> parse_columns(std::string_view text) {
  std::vector<Column> columns;
  for (;;) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    const auto known = std::ranges::find(kColumns, name, &ColumnName::name);
    if (known == kColumns.end()) {
      return Error{
          "columns are puzzle, solution, clues and rating, with commas between them (got '" +
          std::string(name) + "')"};
    }
    columns.push_back(known->column);
    if (comma == text.size()) return columns;
    text.remove_prefix(comma + 1);
  }
}

Result<> check_generate(GenerateSettings& settings, const LayeredValues& values) {
  if (Result<> checked = check_like(settings, values.flags); !checked) return checked;
  if (Result<> checked = choose_kind(settings, values.flags); !checked) return checked;
  bool has_columns = !settings.columns.empty();
  if (Result<> checked = resolve_exclusive(values.flags, {"solutions", settings.solutions},
                                           {"columns", has_columns});
      !checked) {
    return checked;
  }
  if (!has_columns) settings.columns.clear();
  if (Result<> checked = check_arrays(settings, values.flags); !checked) return checked;
  if (makes_boards(settings)) return check_boards(settings);
  if (settings.clues &&
      (*settings.clues < sudoku::kMinGeneratedClues || *settings.clues > sudoku::kCells)) {
    return Error{"--clues: must be a number from " + std::to_string(sudoku::kMinGeneratedClues) +
                 " to " + std::to_string(sudoku::kCells) + " (got '" +
                 std::to_string(*settings.clues) + "')"};
  }
  return {};
}

GenerateTask task_of(const GenerateSettings& settings) {
  GenerateTask task{
      .generator = {.seed = settings.seed, .clues = settings.clues, .minimal = settings.minimal},
      .rates = !settings.difficulty.empty(),
      .distinct = settings.distinct,
      .symmetry = symmetry_of(settings.symmetry),
      .count = settings.count,
      .threads = settings.threads};
  if (task.rates) {
    task.difficulty = *sudoku::parse_difficulty(settings.difficulty);
    // Random puzzles with other patterns, and with more clues than minimal ones have, are not
    // found by walks.
    task.walks = task.difficulty.min >= sudoku::kMinWalkedRating && settings.like.empty() &&
                 task.symmetry == sudoku::Symmetry::kNone &&
                 settings.clues.value_or(0) <= sudoku::kMaxMinimalClues;
    task.distinct |= task.walks;
  }
  if (settings.npy) {
    task.columns = {Column::kPuzzle, Column::kSolution};
    task.writes_arrays = true;
  } else if (writes_csv(settings)) {
    task.separator = ',';
    task.columns = *parse_columns(settings.columns.empty() ? "puzzle,solution,clues,rating"
                                                           : settings.columns);
  } else if (settings.solutions) {
    task.columns = {Column::kPuzzle, Column::kSolution};
  }
  return task;
}

}  // namespace puzzled::commands
