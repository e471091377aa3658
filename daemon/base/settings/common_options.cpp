#include "daemon/base/settings/common_options.hpp"

#include <utility>

#include "core/simd/levels.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/text/host_port.hpp"
#include "parallel/workers.hpp"

namespace puzzled {
namespace {

std::vector<std::string> isa_names() {
  std::vector<std::string> names = {"auto"};
  for (const std::string_view isa : simd::kIsaNames) names.emplace_back(isa);
  return names;
}

Result<> check_isa(const std::string& name) {
  if (name == "auto" || simd::has_isa(name)) return {};
  return Error{"this processor does not support " + name};
}

Result<> check_blank(const std::string& signs) {
  if (sudoku::BlankSigns::are_valid(signs)) return {};
  return Error{"at most " + std::to_string(sudoku::BlankSigns::kMaxBytes) +
               " bytes, and neither digits from 1 to 9 nor white space"};
}

}  // namespace

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "|") + word;
  return text;
}

void add_options(Command& command, const OptionGroup& group, std::vector<Option> options) {
  for (Option& option : options) {
    option.group = &group;
    command.options.push_back(std::move(option));
  }
}

Option output_option(std::string& target) {
  return {.name = "output",
          .letter = 'o',
          .value = "FILE",
          .help = "write to FILE, which appears only when complete",
          .details =
              "Write the results to FILE instead of standard output. FILE appears, or is "
              "replaced, only when all input was read and answered; otherwise an older "
              "FILE stays as it was. Devices, pipes and `/dev/stdout` are written as "
              "results come.",
          .target = &target,
          .default_text = "-, which is standard output"};
}

Option partial_option(bool& target) {
  return {.name = "partial",
          .help = "keep incomplete results as FILE.partial",
          .details =
              "If the run does not complete, keep what was written so far as "
              "FILE.partial. Needs `--output FILE`.",
          .target = &target};
}

Option threads_option(ThreadsSetting& target) {
  return {.name = "threads",
          .letter = 't',
          .value = "T",
          .help = "worker threads (default: one per CPU)",
          .details = "Number of threads that work on puzzles. The results do not depend on it.",
          .target = &target.given,
          .default_text = "one per CPU that the process may use",
          .minimum = 1,
          .maximum = parallel::Workers::kMaxThreads};
}

Option quiet_option(bool& target) {
  return {.name = "quiet",
          .letter = 'q',
          .help = "no summary and no progress line",
          .details =
              "Print neither the summary nor the progress line. Errors and warnings are "
              "printed all the same.",
          .target = &target};
}

std::vector<Option> form_options(InputForm& target) {
  const std::vector<std::string> forms = {std::begin(sudoku::kFormNames),
                                          std::end(sudoku::kFormNames)};
  return {
      {.name = "format",
       .letter = 'f',
       .value = "F",
       .help = listed(forms),
       .details =
           "Format of the input. `auto` detects the form of each file and takes whatever it "
           "holds. `line` and `sdm` have 81 cells a line, and every other line is invalid; `csv` "
           "is a table with a header; `board`, `integers`, `sdk` and `ss` are boards of nine "
           "rows.",
       .target = &target.format,
       .choices = forms},
      {.name = "column",
       .value = "C",
       .help = "column of the puzzles: name or number",
       .details = "Column of a table, or member of JSON objects, that holds the puzzles: its name, "
                  "or for tables its number, from 1. Without it, the column with 81 cells and "
                  "blanks among them is found.",
       .target = &target.column,
       .default_text = "found by content"},
      blank_option(target.blank),
  };
}

Option blank_option(std::string& target) {
  return {.name = "blank",
          .value = "CHARS",
          .help = "further characters that stand for a blank",
          .details = "Characters that stand for a blank, beside `.` `0` `_` `*` `X` `x` `?` `-`.",
          .target = &target,
          .default_text = "none",
          .check = check_blank};
}

Result<> check_listen_address(const std::string& text) {
  if (text.empty()) return {};
  if (const Result<HostPort> address = parse_listen_address(text); !address) {
    return wrong_value(address.error().message, text);
  }
  return {};
}

std::vector<Option> log_options(std::string& level, std::string& format) {
  return {
      {.name = "log-level",
       .value = "L",
       .help = "trace|debug|info|warning|error|off (default: info)",
       .details = "Log messages of this level and above. No level logs anything for each puzzle, "
                  "and repeated messages are limited, so no client can fill the disk.",
       .target = &level,
       .choices = {"trace", "debug", "info", "warning", "error", "off"}},
      {.name = "log-format",
       .value = "F",
       .help = "format of the log on stderr: text|json (default: text)",
       .details = "`text` is for people, `json` for programs: one object per line. The log goes to "
                  "standard error, which systemd passes to the journal. Where that is a file, "
                  "SIGUSR1 reopens it after it was renamed (logrotate).",
       .target = &format,
       .choices = {"text", "json"}},
  };
}

Option engine_option(std::string& target, const std::vector<std::string>& engines,
                     std::string details) {
  return {.name = "engine",
          .letter = 'e',
          .value = "E",
          .help = listed(engines) + " (default: " + target + ")",
          .details = std::move(details),
          .target = &target,
          .choices = engines};
}

Option isa_option(IsaSetting& target) {
  return {.name = "isa",
          .value = "I",
          .help = "SIMD level: " + listed(isa_names()),
          .details =
              "Instruction set of the solvers; it changes the speed, never the answers. "
              "`auto` takes the best that this processor has. `avx512` stands for the "
              "better of `icelake` and `skylakex`; `portable` runs everywhere.",
          .target = &target.given,
          .choices = isa_names(),
          .check = check_isa};
}

Option checkpoint_option(std::string& target) {
  return {.name = "checkpoint",
          .letter = 'k',
          .value = "FILE",
          .help = "save finished units to FILE, and resume from it",
          .details =
              "Save each finished unit to FILE, and resume from FILE if it exists. Whatever "
              "ends the program, only the units in progress are lost. FILE is one process's "
              "at a time.",
          .target = &target,
          .default_text = "none"};
}

Option part_option(std::string& target, const std::string& merge) {
  return {.name = "part",
          .value = "I/K",
          .help = "count part I of K into --output, for merge",
          .details =
              "Count part I of K only, such as 3/8, and write it to the file of `--output`, "
              "which `" +
              merge +
              "` reads. A part that is there already is not counted again. All parts must "
              "come from one version of the program.",
          .target = &target,
          .default_text = "the whole"};
}

Option taper_option(bool& target) {
  return {.name = "taper",
          .help = "make later parts smaller: for K = 8 × workers",
          .details =
              "Cut the count into parts of unequal work: from 1.9 times the mean for the first "
              "part down to 0.1 for the last. Tasks that start in the order of their parts then "
              "keep all workers busy to the end; take 8 parts a worker, at least 64. Give "
              "it with every part of a count, or with none.",
          .target = &target};
}

Option memory_option(std::string& target, std::string help, std::string details) {
  return {.name = "memory",
          .letter = 'm',
          .value = "SIZE",
          .help = std::move(help),
          .details = std::move(details),
          .target = &target,
          .default_text = "half of the free memory, within the limits of the control group"};
}

Option json_option(bool& target, std::string help, std::string details) {
  return {.name = "json",
          .letter = 'j',
          .help = std::move(help),
          .details = std::move(details),
          .target = &target};
}

Option json_summary_option(bool& target) {
  return {.name = "json-summary",
          .help = "print the summary on stderr as a JSON object",
          .details = "Print the summary on stderr as one JSON object instead of a sentence.",
          .target = &target};
}

Option pretty_option(bool& target, std::string help, std::string details) {
  return {.name = "pretty",
          .letter = 'p',
          .help = std::move(help),
          .details = std::move(details),
          .target = &target};
}

std::vector<Entry> exit_statuses(std::string some_unanswered) {
  std::vector<Entry> statuses = {{"0", "Success."}};
  if (!some_unanswered.empty()) statuses.push_back({"1", std::move(some_unanswered)});
  statuses.push_back({"2",
                      "Wrong usage, or a file could not be read or written, or memory, threads or "
                      "open files ran out. No file of `--output` was replaced."});
  statuses.push_back({"130",
                      "Interrupted by Ctrl-C (143: by SIGTERM). No file of `--output` was "
                      "replaced."});
  return statuses;
}

}  // namespace puzzled
