// The table of the options of `puzzled cover`, and its manual.
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/text/problem_text.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/commands/cover/cover_command.hpp"
#include "daemon/commands/cover/examples/examples.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kLongCovers{"Long counts"};
constexpr OptionGroup kExamples{"Classic problems"};

std::vector<std::string> cover_engine_names() {
  std::vector<std::string> names;
  for (const cover::Abilities& engine : cover::kEngines) names.emplace_back(engine.name);
  return names;
}

/// The same option, at the end of the short help.
Option briefly(Option option) {
  option.is_brief = true;
  return option;
}

std::vector<Option> answer_options(CoverSettings& s) {
  return {
      {.name = "first",
       .value = "K",
       .help = "list the first K solutions",
       .details = "List the first K solutions, one a line: the numbers of their options, counted "
                  "from 1. The order is that of the search, whatever the engine and the threads.",
       .target = &s.first,
       .default_text = "no list",
       .minimum = 1,
       .maximum = kAnyNumber},
      {.name = "all",
       .letter = 'a',
       .help = "list all solutions",
       .details = "List all solutions, in the same order. Memory does not grow with their number.",
       .target = &s.all},
      {.name = "options",
       .help = "list the texts of options, not their numbers",
       .details = "List options as they were written, separated by tabs, instead of their numbers.",
       .target = &s.options,
       .is_brief = true},
      {.name = "count",
       .help = "also print the number of all solutions after a list",
       .details = "Print the number of all solutions, too, after a list. Without a list it is "
                  "printed anyway.",
       .target = &s.count,
       .is_brief = true},
      {.name = "limit",
       .letter = 'l',
       .value = "K",
       .help = "count up to K, then stop",
       .details = "Stop the count at K solutions and print K: there are at least so many.",
       .target = &s.limit,
       .default_text = "count all",
       .minimum = 1,
       .maximum = kAnyNumber},
      {.name = "has-solution",
       .help = "print yes or no",
       .details = "Print `yes` if there is a solution, `no` if there is none (exit status 1).",
       .target = &s.has_solution},
      {.name = "minimize",
       .help = "find the lowest cost of a solution",
       .details = "Find the solution whose options cost least in sum, and prove it. The line is "
                  "the cost, a tab, and the solution: of several the one whose option numbers come "
                  "first.",
       .target = &s.minimize},
      {.name = "maximize",
       .help = "find the highest cost of a solution",
       .details = "Find the solution whose options cost most in sum, likewise.",
       .target = &s.maximize},
      {.name = "cost",
       .value = "C",
       .help = "cost of an option: input, or options: 1 each (default: input)",
       .details =
           "What the options cost for `--minimize` and `--maximize`: `input`, what the input "
           "says; or `options`, 1 each, so that a solution costs as many options as it has. "
           "A problem that states no cost is refused with `input`.",
       .target = &s.cost,
       .choices = {"input", "options"},
       .is_brief = true},
      {.name = "time-limit",
       .value = "S",
       .help = "give up on a problem after S seconds: `timeout`",
       .details = "Give up on a problem after S seconds. The answer is then `timeout:` and what is "
                  "known, such as `at least 17`; the exit status is 1.",
       .target = &s.time_limit,
       .default_text = "0, which is no limit"},
  };
}

std::vector<Option> long_count_options(CoverSettings& s) {
  return {
      {.name = "estimate",
       .help = "estimate the time of a count by random probes",
       .details = "Print about how many nodes the search has and how long the count takes, with "
                  "the error of the estimate. What a cache saves is left out, so a count is often "
                  "faster.",
       .target = &s.estimate},
      checkpoint_option(s.checkpoint),
      briefly(part_option(s.part, "puzzled cover merge")),
      briefly(taper_option(s.taper)),
  };
}

std::vector<Option> work_options(CoverSettings& s) {
  return {
      engine_option(
          s.engine, cover_engine_names(),
          "How solutions are found. `links` takes every problem (dancing links); `search` works on "
          "bit sets of options; `cache` is the same with the counts of what comes back; "
          "`frontier` counts what has a narrow frontier, such as tilings. `auto` chooses. What an "
          "engine cannot take is refused."),
      briefly(isa_option(s.isa)),
      {.name = "no-symmetry",
       .help = "do not look for symmetry",
       .details = "Count what is alike as often as it is there, instead of once. The count is the "
                  "same.",
       .target = &s.no_symmetry,
       .is_brief = true},
      threads_option(s.threads),
      briefly(memory_option(
          s.memory, "use at most SIZE of memory (default: half the free)",
          "Use at most SIZE bytes of memory, such as `500M` or `4G`, for a problem and for what "
          "its search needs: a cache that is full forgets, and a frontier gives up, and the search "
          "goes on. A problem that does not fit is answered `overflow` and the reason.")),
  };
}

/// `pentominoes-RxC, …`.
std::string example_names() {
  std::string names;
  for (const examples::Family& family : examples::families()) {
    if (!names.empty()) names += ", ";
    names += '`' + std::string(family.name) + '`';
  }
  return names;
}

Option limit_option(std::string_view name, std::string& target, std::string help,
                    std::string details) {
  return {.name = name,
          .value = "SIZE",
          .help = std::move(help),
          .details = std::move(details),
          .target = &target,
          .is_brief = true};
}

std::vector<std::string> listed_names(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

Option cover_format_option(std::string& target) {
  const std::vector<std::string> forms = listed_names(cover::kCoverForms);
  return {.name = "format",
          .letter = 'f',
          .value = "F",
          .help = listed(forms) + " (default: " + target + ")",
          .details =
              "Form of the input. `dlx` is Knuth's: a line of items, then a line for each "
              "option; `matrix` has a row of 0 and 1 for each option; `sparse` has the "
              "column numbers of the ones, and `counted` the same behind their number. `auto` "
              "takes Knuth's form, or rows of 0 and 1, counted rows and lists such as "
              "`[[1,0],[0,1]]` where the text cannot be Knuth's; what may be both is refused.",
          .target = &target,
          .choices = forms};
}

Option first_line_option(std::string& target) {
  return {
      .name = "first-line",
      .value = "L",
      .help = "what the first line of columns is (default: " + target + ")",
      .details =
          "What the first line of a problem is, for `matrix`, `sparse` and `counted`: an "
          "`option`; the `names` of the columns; or sizes. `auto` recognises sizes that fit the "
          "rows, and refuses a line that may be an option as well. `secondary` is the number of "
          "secondary columns, which come last: behind `columns` it is part of their number, "
          "behind `primary` it is not. Given, rows of `sparse` are not led by their count.",
      .target = &target,
      .choices = listed_names(cover::kFirstLines),
      .is_brief = true};
}

}  // namespace

Command cover_command(CoverSettings& s) {
  Command command{
      .name = "cover",
      .help = "count, list or optimise the solutions of exact cover problems",
      .arguments = "[FILE…|-] | merge PART…",
      .keyword = "merge",
      .description =
          "In an exact cover problem there are items and options; a solution is a set of options "
          "that covers each item exactly once. Tilings, designs, colourings and schedules are such "
          "problems. `cover` counts the solutions of each problem, exactly, whatever their number; "
          "or lists them; or finds the one of the best cost.\n\n"
          "A problem is a line of item names, then a line of item names for each option (Knuth's "
          "form). Items behind a bar are secondary: they are covered at most once, or several "
          "times with one colour (`x:red`). `2:3|item` is covered two to three times. A line `---` "
          "begins a further problem.\n\n"
          "A count is split into units of work, which any thread, process or machine can do.",
      .operands = {{"FILE",
                    "A file of problems; `-` is standard input, which is read if no file is "
                    "named."},
                   {"merge PART…",
                    "Check that the files hold all parts of one count, and print "
                    "their total."}},
      .examples = {{"puzzled cover --example pentominoes-6x10 | puzzled cover",
                    "How many ways are there to fill a rectangle with the twelve pentominoes?"},
                   {"puzzled cover --example langford-8 | puzzled cover --first 2 --options",
                    "Two solutions of a problem, as they were written:"},
                   {"printf 'a b c\\na b |3\\nc |1\\na |1\\nb c |2\\n' | puzzled cover --minimize",
                    "The cheapest solution:"}},
      .exit_statuses = exit_statuses(
          "A problem was invalid, too large or not solved to the end; or a list, `--has-solution` "
          "or a best "
          "cost was asked for and there is no solution. (A count of 0 is a success.)"),
      .positionals = &s.arguments};
  add_options(command, kAnswers, answer_options(s));
  add_options(command, kInput,
              {cover_format_option(s.format), first_line_option(s.first_line),
               limit_option("max-line", s.max_line, "longest line of a problem (default: 16M)",
                            "Refuse a problem with a line of more bytes. Comments may be longer: "
                            "they are not kept."),
               limit_option("max-problem", s.max_problem, "longest problem (default: 64M)",
                            "Refuse a problem of more bytes, comments aside, at most `2G`. The "
                            "next problem is read all the same.")});
  add_options(command, kExamples,
              {{.name = "example",
                .value = "NAME",
                .help = "print a classic problem, such as pentominoes-6x10",
                .details = "Print a classic problem: " + example_names() + ".",
                .target = &s.example,
                .default_text = "none",
                .in_file = false},
               {.name = "words",
                .value = "FILE",
                .help = "words for the example words-RxC, one a line",
                .details = "Make word rectangles of the words of FILE, one a line. Needs "
                           "`--example words-RxC`.",
                .target = &s.words,
                .default_text = "none",
                .is_brief = true,
                .in_file = false}});
  add_options(command, kLongCovers, long_count_options(s));
  add_options(command, kOutput,
              {output_option(s.output), briefly(partial_option(s.partial)),
               json_option(s.json, "print JSON objects",
                           "Write JSON objects instead of text: one for each listed solution, one "
                           "for the total, one for an estimate."),
               quiet_option(s.quiet)});
  add_options(command, kWork, work_options(s));
  return command;
}

}  // namespace puzzled::commands
