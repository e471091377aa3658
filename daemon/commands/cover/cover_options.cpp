// The table of the options of `puzzled cover`, and its manual.
#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/text/problem_text.hpp"
#include "daemon/commands/cover/cover_command.hpp"
#include "daemon/commands/cover/examples/examples.hpp"
#include "daemon/commands/units/unit_options.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kExamples{"Classic problems"};

/// The options that stand at the end of the short help.
constexpr std::string_view kBriefOptions[] = {
    "options", "count", "cost",    "first-line", "max-line", "max-problem", "words", "checkpoint",
    "part",    "taper", "partial", "engine",     "isa",      "no-symmetry", "memory"};

std::vector<Option> answer_options(CoverSettings& s) {
  return {
      Option("options", "", &s.options, "list the texts of options, not their numbers",
             "List options as they were written, separated by tabs, instead of their numbers."),
      pretty_option(s.pretty, "draw listed tilings (alone: the first)",
                    "Draw the listed solutions, alone the first one, as boards with lines between "
                    "the pieces. Cells are the items named ROW.COLUMN, such as `3.5`, or "
                    "ROW.COLUMN.LAYER; a problem without them is refused. On a terminal pieces "
                    "are coloured, unless `NO_COLOR` is set or `TERM` is `dumb`."),
      svg_option(s.svg,
                 "Draw the first solution of a tiling, or with `--minimize` or `--maximize` "
                 "the best one, each piece in a colour. Cells are named as for `--pretty`. "
                 "Of several problems none is drawn."),
      count_option(s.count),
      Option("limit", "K", &s.limit, "count up to K, then stop",
             "Stop the count at K solutions and print K: there are at least so many.",
             {.letter = 'l', .default_text = "count all", .minimum = 1, .maximum = kAnyNumber}),
      Option("has-solution", "", &s.has_solution, "print yes or no",
             "Print `yes` if there is a solution, `no` if there is none (exit status 1)."),
      Option("minimize", "", &s.minimize, "find the lowest cost of a solution",
             "Find the solution whose options cost least in sum, and prove it. The line is the "
             "cost, a tab, and the solution: of several the one whose option numbers come first."),
      Option("maximize", "", &s.maximize, "find the highest cost of a solution",
             "Find the solution whose options cost most in sum, likewise."),
      Option("cost", "C", &s.cost, "cost of an option: input, or options: 1 each (default: input)",
             "What the options cost for `--minimize` and `--maximize`: `input`, what the input "
             "says; or `options`, 1 each, so that a solution costs as many options as it has. A "
             "problem that states no cost is refused with `input`.",
             {.choices = {"input", "options"}}),
      time_limit_option(s.time_limit, "give up on a problem after S seconds: `timeout`",
                        "Give up on a problem after S seconds. The answer is then `timeout:` and "
                        "what is known, such as `at least 17`; the exit status is 1."),
  };
}

Option estimate_option(bool& target) {
  return Option(
      "estimate", "", &target, "estimate the time of a count by random probes",
      "Print about how many nodes the search has and how long the count takes, with the error of "
      "the estimate. What a cache saves is left out, so a count is often faster.");
}

std::vector<Option> work_options(CoverSettings& s) {
  return {
      engine_option(s.engine, names_of(cover::kEngines),
                    "How solutions are found. `links` takes every problem (dancing links); "
                    "`search` works on bit sets of options; `cache` is the same with the counts of "
                    "what comes back; `frontier` counts what has a narrow frontier, such as "
                    "tilings. `auto` chooses. What an engine cannot take is refused."),
      isa_option(s.isa),
      Option("no-symmetry", "", &s.no_symmetry, "do not look for symmetry",
             "Do not exploit symmetry. The count is the same."),
      threads_option(s.threads),
      memory_option(
          s.memory, "use at most SIZE of memory (default: half the free)",
          "Use at most SIZE bytes of memory, such as `500M` or `4G`, for a problem and for what "
          "its search needs: a cache that is full forgets, and a frontier gives up, and the search "
          "goes on. A problem that does not fit is answered `overflow` and the reason."),
  };
}

/// `pentominoes-RxC, …`.
std::string example_names() {
  return '`' + boost::algorithm::join(names_of(examples::families()), "`, `") + '`';
}

/// One of each family.
std::vector<std::string> offered_examples() {
  std::vector<std::string> names;
  for (const examples::Family& family : examples::families()) names.emplace_back(family.offered);
  return names;
}

Option limit_option(std::string_view name, std::string& target, std::string help,
                    std::string details) {
  return Option(name, "SIZE", &target, std::move(help), std::move(details));
}

Option cover_format_option(std::string& target) {
  const std::vector<std::string> forms = names_of(cover::kCoverForms);
  return Option("format", "F", &target, listed(forms) + " (default: " + target + ")",
                "Form of the input. `dlx` is Knuth's: a line of items, then a line for each "
                "option; `matrix` has a row of 0 and 1 for each option; `sparse` has the column "
                "numbers of the ones, and `counted` the same behind their number. `auto` takes "
                "Knuth's form, or rows of 0 and 1, counted rows and lists such as `[[1,0],[0,1]]` "
                "where the text cannot be Knuth's; what may be both is refused.",
                {.letter = 'f', .choices = forms});
}

Option first_line_option(std::string& target) {
  return Option(
      "first-line", "L", &target, "what the first line of columns is (default: " + target + ")",
      "What the first line of a problem is, for `matrix`, `sparse` and `counted`: an `option`; the "
      "`names` of the columns; or sizes. `auto` recognises sizes that fit the rows, and refuses a "
      "line that may be an option as well. `secondary` is the number of secondary columns, which "
      "come last: behind `columns` it is part of their number, behind `primary` it is not. Given, "
      "rows of `sparse` are not led by their count.",
      {.choices = names_of(cover::kFirstLines)});
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
      .operands =
          {{"FILE",
            "A file of problems; `-` is standard input, which is read if no file is named."},
           merge_operand()},
      .examples = {{"puzzled cover --example pentominoes-6x10 | puzzled cover",
                    "How many ways are there to fill a rectangle with the twelve pentominoes?"},
                   {"puzzled cover --example langford-8 | puzzled cover --first 2 --options",
                    "Two solutions of a problem, as they were written:"},
                   {"puzzled cover --example pentominoes-6x10 | puzzled cover --svg -o tiling.svg",
                    "A picture of one of them:"},
                   {"printf 'a b c\\na b |3\\nc |1\\na |1\\nb c |2\\n' | puzzled cover --minimize",
                    "The cheapest solution:"}},
      .exit_statuses = exit_statuses(
          "A problem was invalid, too large or not solved to the end; or a list, `--has-solution` "
          "or a best cost was asked for and there is no solution. (A count of 0 is a success.)"),
      .positionals = &s.arguments};
  add_options(command, kAnswers,
              list_options(s,
                           "List the first K solutions, one a line: the numbers of their options, "
                           "counted from 1. The order is that of the search, whatever the engine "
                           "and the threads.",
                           "List all solutions, in the same order. Memory does not grow with their "
                           "number."));
  add_options(command, kAnswers, answer_options(s));
  add_options(command, kInput,
              {cover_format_option(s.format), first_line_option(s.first_line),
               limit_option("max-line", s.max_line, "longest line of a problem (default: 16M)",
                            "Refuse a problem with a line of more bytes. Comments may be longer: "
                            "they are not kept."),
               limit_option("max-problem", s.max_problem, "longest problem (default: 64M)",
                            "Refuse a problem of more bytes, comments aside, at most `2G`. The "
                            "next problem is read all the same.")});
  add_options(
      command, kExamples,
      {Option("example", "NAME", &s.example, "print a classic problem, such as pentominoes-6x10",
              "Print a classic problem: " + example_names() + ".",
              {.default_text = "none", .offered = offered_examples(), .in_file = false}),
       Option("words", "FILE", &s.words, "words for the example words-RxC, one a line",
              "Make word rectangles of the words of FILE, one a line. Needs `--example words-RxC`.",
              {.default_text = "none", .in_file = false})});
  add_options(command, kLongCounts, {estimate_option(s.estimate)});
  add_options(command, kLongCounts, part_options(s, "puzzled cover merge"));
  add_options(command, kOutput, unit_output_options(s));
  add_options(command, kWork, work_options(s));
  for (Option& option : command.options) {
    option.is_brief = std::ranges::count(kBriefOptions, option.name) > 0;
  }
  return command;
}

}  // namespace puzzled::commands
