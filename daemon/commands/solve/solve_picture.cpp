#include "daemon/commands/solve/solve_picture.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/sudoku/engines.hpp"
#include "core/variants/shape_solver.hpp"
#include "core/variants/text/board_answer.hpp"
#include "core/variants/text/rule_names.hpp"
#include "daemon/base/drawing/sudoku_drawing.hpp"
#include "daemon/commands/bulk/first_picture.hpp"

namespace puzzled::commands {
namespace {

/// What there is to say when nothing was drawn.
std::optional<Picture> failed_picture(bool timed_out, std::uint64_t count) {
  if (timed_out) {
    return Picture{.remark = "timeout: nothing was drawn", .tally = {.timed_out = 1}};
  }
  if (count == 0) {
    return Picture{.remark = "the puzzle is unsolvable: nothing was drawn",
                   .tally = {.unsolvable = 1}};
  }
  return std::nullopt;
}

Picture draw_classic(const SolveSettings& settings, const sudoku::Grid& puzzle,
                     const StopFlag& stop) {
  const sudoku::Solutions found = sudoku::find_engine(settings.engine)
                                      ->solve(puzzle, {.time = settings.time_limit, .stop = &stop});
  if (const auto failed = failed_picture(found.timed_out, found.count)) return *failed;
  return {.svg = sudoku_svg(puzzle, found.first, "A Sudoku with its solution"),
          .tally = {.solved = 1}};
}

/// A board of another size or with rules: its regions and values; rules are not drawn.
Picture draw_board(const SolveSettings& settings, variants::Puzzle puzzle, const StopFlag& stop) {
  const std::vector<variants::Rule> rules = *variants::parse_rules(settings.rules);
  puzzle.rules.insert(puzzle.rules.end(), rules.begin(), rules.end());
  const auto invalid = [](const std::string& reason) {
    return Picture{.remark = "invalid: " + reason, .tally = {.invalid = 1}};
  };
  variants::ShapeSolver solver;
  variants::TimeLeft time({.time = settings.time_limit, .stop = &stop});
  const Result<bool> prepared = solver.prepare(puzzle, time);
  if (!prepared) return invalid(prepared.error().message);
  if (!*prepared) return *failed_picture(true, 0);
  const std::vector<std::uint8_t> clues = variants::clues_of(puzzle.allowed);
  const variants::Notation notation(
      variants::Alphabet(puzzle.size, variants::FirstCharacter::kOne));
  const variants::AnsweredBoard board{
      .size = puzzle.size, .clues = clues, .regions = puzzle.regions, .notation = &notation};
  if (const auto conflict = solver.find_conflict(puzzle.allowed)) {
    return invalid(variants::conflict_text(board, conflict->first, conflict->second));
  }
  const variants::Found found = solver.solve(puzzle.allowed, time.limits(1));
  if (const auto failed = failed_picture(found.timed_out, found.count)) return *failed;
  std::string description = "puzzle ";
  variants::append_values(description, board, clues);
  description += ", solution ";
  variants::append_values(description, board, solver.first());
  return {.svg = board_svg({.size = puzzle.size,
                            .clues = clues,
                            .values = solver.first(),
                            .regions = puzzle.regions},
                           "A Sudoku with its solution", description),
          .tally = {.solved = 1}};
}

}  // namespace

int draw_solution(const SolveSettings& settings, Interrupt& interrupt) {
  return draw_first(
      settings, settings.json_summary, interrupt,
      [&](const sudoku::Grid& puzzle, const StopFlag& stop) {
        return draw_classic(settings, puzzle, stop);
      },
      [&](const variants::Puzzle& puzzle, const StopFlag& stop) {
        return draw_board(settings, puzzle, stop);
      });
}

}  // namespace puzzled::commands
