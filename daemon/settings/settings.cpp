#include "daemon/settings/settings.hpp"

#include "core/queens/engines.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/target_sudoku/solver.hpp"
#include "daemon/settings/common_options.hpp"
#include "daemon/settings/network_options.hpp"

namespace puzzled {
namespace {

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const sudoku::Engine& engine : sudoku::all_engines()) names.emplace_back(engine.name);
  return names;
}

std::vector<std::string> queens_engine_names() {
  std::vector<std::string> names = {"auto"};
  for (const std::string_view engine : queens::kEngineNames) names.emplace_back(engine);
  return names;
}

std::vector<std::string> form_names() {
  return {std::begin(sudoku::kFormNames), std::end(sudoku::kFormNames)};
}

Command solve_command(SolveSettings& s) {
  Command command{.name = "solve",
                  .help = "solve or count the Sudoku puzzles of files, in input order",
                  .arguments = "[FILE…|-]",
                  .options = {},
                  .positionals = &s.inputs};
  command.options = {
      output_option(s.output),
      partial_option(s.partial),
      {.name = "limit",
       .letter = 'l',
       .value = "K",
       .help = "unless 1: count to K, 0: all; COUNT<tab>FIRST (default: 1)",
       .target = &s.limit,
       .minimum = 0,
       .maximum = kAnyNumber},
      {.name = "time-limit",
       .value = "S",
       .help = "after S seconds a puzzle answer `timeout` (0: never)",
       .target = &s.time_limit},
      {.name = "format",
       .letter = 'f',
       .value = "F",
       .help = listed(form_names()) + " (default: auto)",
       .target = &s.format,
       .choices = form_names()},
      {.name = "answer",
       .letter = 'a',
       .value = "A",
       .help = "auto|line|board; auto: as bare boards came (default: auto)",
       .target = &s.answer,
       .choices = {"auto", "line", "board"}},
      {.name = "engine",
       .letter = 'e',
       .value = "E",
       .help = listed(engine_names()) + " (default: " + s.engine + ")",
       .target = &s.engine,
       .choices = engine_names()},
      {.name = "isa",
       .value = "I",
       .help = "SIMD level: " + listed(isa_names()),
       .target = &s.isa,
       .choices = isa_names()},
      threads_option(s.threads),
      {.name = "pretty",
       .letter = 'p',
       .value = "",
       .help = "draw the grids, clues apart from answers",
       .target = &s.pretty},
      {.name = "verbose",
       .letter = 'v',
       .value = "",
       .help = "say on stderr where each invalid puzzle stands",
       .target = &s.verbose},
      quiet_option(s.quiet),
      {.name = "json",
       .letter = 'j',
       .value = "",
       .help = "summary as one JSON object",
       .target = &s.json},
  };
  return command;
}

Command generate_command(GenerateSettings& s) {
  Command command{.name = "generate",
                  .help = "make Sudoku puzzles that have exactly one solution",
                  .arguments = "",
                  .options = {},
                  .positionals = nullptr};
  command.options = {
      {.name = "count",
       .letter = 'n',
       .value = "N",
       .help = "how many (default: 1)",
       .target = &s.count,
       .minimum = 0,
       .maximum = kAnyNumber},
      {.name = "clues",
       .letter = 'c',
       .value = "K",
       .help = "exactly K clues, " + std::to_string(sudoku::kMinGeneratedClues) +
               " to 81 (default: a mix of 24 to 36)",
       .target = &s.clues,
       .minimum = sudoku::kMinGeneratedClues,
       .maximum = sudoku::kCells},
      {.name = "minimal",
       .letter = 'm',
       .value = "",
       .help = "no clue can be left out",
       .target = &s.minimal},
      {.name = "seed",
       .letter = 's',
       .value = "S",
       .help = "the same seed gives the same puzzles (default: 1)",
       .target = &s.seed,
       .minimum = 0,
       .maximum = kAnyNumber},
      output_option(s.output),
      partial_option(s.partial),
      threads_option(s.threads),
      quiet_option(s.quiet),
  };
  return command;
}

Command queens_command(QueensSettings& s) {
  Command command{.name = "queens",
                  .help = "count the ways to put N queens on an N×N board, or list them",
                  .arguments = "N | merge PART…",
                  .options = {},
                  .positionals = &s.arguments};
  command.options = {
      {.name = "first",
       .letter = 'f',
       .value = "K",
       .help = "list the first K solutions instead",
       .target = &s.first,
       .minimum = 1,
       .maximum = kAnyNumber},
      {.name = "all", .letter = 'a', .value = "", .help = "list all", .target = &s.all},
      {.name = "board",
       .letter = 'b',
       .value = "",
       .help = "draw what is listed (alone: the first)",
       .target = &s.board},
      {.name = "count",
       .letter = 'c',
       .value = "",
       .help = "behind a list, the number of all solutions, too",
       .target = &s.count},
      {.name = "unique",
       .letter = 'u',
       .value = "",
       .help = "count also without turns and reflections",
       .target = &s.unique},
      {.name = "engine",
       .letter = 'e',
       .value = "E",
       .help = listed(queens_engine_names()),
       .target = &s.engine,
       .choices = queens_engine_names()},
      {.name = "isa",
       .value = "I",
       .help = "SIMD level: " + listed(isa_names()),
       .target = &s.isa,
       .choices = isa_names()},
      {.name = "split",
       .value = "S",
       .help = "cut finer: more units, less memory for each",
       .target = &s.split,
       .minimum = 1,
       .maximum = 64},
      threads_option(s.threads),
      {.name = "memory",
       .letter = 'm',
       .value = "SIZE",
       .help = "at most that, as 4G (default: half of what is free)",
       .target = &s.memory},
      {.name = "checkpoint",
       .letter = 'k',
       .value = "FILE",
       .help = "keep finished units there, and go on from it",
       .target = &s.checkpoint},
      {.name = "verify-sample",
       .value = "P",
       .help = "count P % of the units a second time",
       .target = &s.verify_sample},
      {.name = "estimate",
       .value = "",
       .help = "from a sample: how long would it take?",
       .target = &s.estimate},
      {.name = "machines",
       .value = "K",
       .help = "an estimate for K machines like this one",
       .target = &s.machines,
       .minimum = 1,
       .maximum = 1'000'000'000},
      {.name = "part",
       .letter = 'p',
       .value = "I/K",
       .help = "count the I-th of K equal parts into --out, for merge",
       .target = &s.part},
      {.name = "out",
       .letter = 'o',
       .value = "FILE",
       .help = "write there, under that name only when complete",
       .target = &s.out},
      partial_option(s.partial),
      quiet_option(s.quiet),
      {.name = "json", .letter = 'j', .value = "", .help = "JSON objects", .target = &s.json},
  };
  return command;
}

std::vector<std::string> target_engine_names() {
  return {std::begin(target::kEngineNames), std::end(target::kEngineNames)};
}

Command target_command(TargetSettings& s) {
  Command command{.name = "target",
                  .help = "prove the best score of boards whose cells have weights (P1074)",
                  .arguments = "[FILE…|-]",
                  .options = {},
                  .positionals = &s.inputs};
  command.options = {
      output_option(s.output),
      partial_option(s.partial),
      {.name = "score-only",
       .letter = 's',
       .value = "",
       .help = "the score alone, without a grid that attains it",
       .target = &s.score_only},
      {.name = "minimize",
       .letter = 'm',
       .value = "",
       .help = "the lowest score",
       .target = &s.minimize},
      {.name = "weights",
       .letter = 'w',
       .value = "FILE",
       .help = "81 integers, row by row (default: rings, 6 to 10)",
       .target = &s.weights},
      {.name = "optimal-count",
       .letter = 'k',
       .value = "K",
       .help = "list up to K grids of the best score, smallest first",
       .target = &s.optimal_count,
       .minimum = 1,
       .maximum = kAnyNumber},
      {.name = "certificate",
       .letter = 'c',
       .value = "",
       .help = "write a proof of the score that anyone can check",
       .target = &s.certificate},
      {.name = "check",
       .value = "",
       .help = "check proofs; says of which board and weights",
       .target = &s.check},
      {.name = "time-limit",
       .letter = 'l',
       .value = "S",
       .help = "seconds a board; then best, bound and gap (0: none)",
       .target = &s.time_limit},
      {.name = "format",
       .letter = 'f',
       .value = "F",
       .help = listed(form_names()),
       .target = &s.format,
       .choices = form_names()},
      {.name = "engine",
       .letter = 'e',
       .value = "E",
       .help = listed(target_engine_names()) + " (default: " + s.engine + ")",
       .target = &s.engine,
       .choices = target_engine_names(),
       .former_choices = {{"split",
                           "the engine 'split' is gone; 'bound', the default, proves the same "
                           "scores, and 'exhaustive' checks it"}}},
      {.name = "isa",
       .value = "I",
       .help = "SIMD level: " + listed(isa_names()),
       .target = &s.isa,
       .choices = isa_names()},
      threads_option(s.threads),
      {.name = "pretty",
       .letter = 'p',
       .value = "",
       .help = "draw the grids, each digit with its weight",
       .target = &s.pretty},
      quiet_option(s.quiet),
      {.name = "json",
       .letter = 'j',
       .value = "",
       .help = "one JSON object a board",
       .target = &s.json},
  };
  return command;
}

}  // namespace

std::vector<Command> all_commands(Settings& settings) {
  return {solve_command(settings.solve),   generate_command(settings.generate),
          queens_command(settings.queens), target_command(settings.target),
          serve_command(settings.serve),   send_command(settings.send)};
}

}  // namespace puzzled
