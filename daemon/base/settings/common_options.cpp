#include "daemon/base/settings/common_options.hpp"

#include <boost/algorithm/string/join.hpp>
#include <utility>

#include "core/simd/levels.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/rule_names.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/text/host_port.hpp"
#include "parallel/workers.hpp"

namespace puzzled {
namespace {

Result<> check_isa(const std::string& name) {
  if (name == "auto" || simd::has_isa(name)) return {};
  return Error{"this processor does not support " + name};
}

Result<> check_blank(const std::string& signs) {
  if (sudoku::BlankSigns::are_valid(signs)) return {};
  return Error{"at most " + std::to_string(sudoku::BlankSigns::kMaxBytes) +
               " bytes, and neither digits from 1 to 9 nor white space"};
}

Result<> check_rules(const std::string& names) {
  const auto rules = variants::parse_rules(names);
  return rules ? Result<>() : rules.error();
}

}  // namespace

Option rules_option(std::string& target, ManualText details) {
  return Option("rules", "R,…", &target, "further rules, such as diagonal,anti-knight",
                std::move(details), {.default_text = "none", .check = check_rules});
}

std::string listed(const std::vector<std::string>& words) {
  return boost::algorithm::join(words, "|");
}

void add_options(Command& command, const OptionGroup& group, std::vector<Option> options) {
  for (Option& option : options) {
    option.group = &group;
    command.options.push_back(std::move(option));
  }
}

Option output_option(std::string& target) {
  return Option("output", "FILE", &target, "write to FILE, which appears only when complete",
                "Write the results to FILE instead of standard output. FILE appears, or is "
                "replaced, only when all input was read and answered; otherwise an older FILE "
                "stays as it was. Devices, pipes and `/dev/stdout` are written as results come.",
                {.letter = 'o', .default_text = "-, which is standard output"});
}

Option partial_option(bool& target) {
  return Option("partial", "", &target, "keep incomplete results as FILE.partial",
                "If the run does not complete, keep what was written so far as FILE.partial. Needs "
                "`--output FILE`.");
}

Option threads_option(ThreadsSetting& target) {
  return Option("threads", "T", &target.given, "worker threads (default: one per CPU)",
                "Number of threads that work on puzzles. The results do not depend on it.",
                {.letter = 't',
                 .default_text = "one per CPU that the process may use",
                 .minimum = 1,
                 .maximum = parallel::Workers::kMaxThreads});
}

Option quiet_option(bool& target) {
  return Option("quiet", "", &target, "no summary and no progress line",
                "Print neither the summary nor the progress line. Errors and warnings are printed "
                "all the same.",
                {.letter = 'q'});
}

std::vector<Option> form_options(InputForm& target) {
  const std::vector<std::string> forms = names_of(sudoku::kFormNames);
  return {
      Option(
          "format", "F", &target.format, listed(forms),
          "Format of the input. `auto` detects the form of each file and takes whatever it holds. "
          "`line` and `sdm` have 81 cells a line, and every other line is invalid; `csv` is a "
          "table, with a header or without; `board`, `integers`, `sdk` and `ss` are boards of nine "
          "rows.",
          {.letter = 'f', .choices = forms}),
      Option("column", "C", &target.column, "column of the puzzles: name or number",
             "Column of a table, or member of JSON objects, that holds the puzzles: its name, or "
             "for tables its number, from 1. Without it, the column with 81 cells and blanks among "
             "them is found.",
             {.default_text = "found by content"}),
      blank_option(target.blank),
  };
}

Option blank_option(std::string& target) {
  return Option("blank", "CHARS", &target, "further characters that stand for a blank",
                "Characters that stand for a blank, beside `.` `0` `_` `*` `X` `x` `?` `-`.",
                {.default_text = "none", .check = check_blank});
}

Result<> set_pair_columns(const std::string& columns, InputForm& form) {
  if (columns.empty()) return {};
  const std::size_t comma = columns.find(',');
  const bool are_two = comma != std::string::npos && comma > 0 && comma + 1 < columns.size() &&
                       columns.find(',', comma + 1) == std::string::npos;
  if (!are_two) {
    return Error{"--columns takes two names or numbers with a comma between (got '" + columns +
                 "')"};
  }
  form.column = columns.substr(0, comma);
  form.grid_column = columns.substr(comma + 1);
  return {};
}

Result<> check_listen_address(const std::string& text) {
  if (text.empty()) return {};
  if (const Result<HostPort> address = parse_listen_address(text); !address) {
    return wrong_value(address.error().message, text);
  }
  return {};
}

std::vector<Option> config_options(ConfigSettings& target, ManualText help, ManualText details) {
  return {
      Option("config", "FILE", &target.config, std::move(help), std::move(details),
             {.letter = 'c', .default_text = "no file", .in_file = false}),
      Option("check-config", "", &target.check_config, "check the settings and print them",
             "Check the settings, print each with the place that it comes from, and exit.",
             {.in_file = false}),
  };
}

Option threads_option(std::string_view name, ThreadsSetting& target, ManualText help,
                      ManualText details) {
  return Option(name, "T", &target.given, std::move(help), std::move(details),
                {.letter = name == "threads" ? 't' : '\0',
                 .default_text = "0, which is one per CPU that the process may use",
                 .maximum = parallel::Workers::kMaxThreads});
}

Option http_option(std::vector<std::string>& target, ManualText help, const ManualText& more) {
  return Option("http", "ADDR:PORT", &target, std::move(help),
                "Address and port of the HTTP listener: `/metrics` for Prometheus, `/healthz`, "
                "`/readyz`" +
                    more,
                {.default_text = "off", .maximum = kMaxAddresses, .check = check_listen_address});
}

std::vector<Option> log_options(std::string& level, std::string& format) {
  return {
      Option("log-level", "L", &level, "trace|debug|info|warning|error|off (default: info)",
             "Log messages of this level and above. No level logs anything for each puzzle, and "
             "repeated messages are limited, so no client can fill the disk.",
             {.choices = {"trace", "debug", "info", "warning", "error", "off"}}),
      Option("log-format", "F", &format, "format of the log on stderr: text|json (default: text)",
             "`text` is for people, `json` for programs: one object per line. The log goes to "
             "standard error, which systemd passes to the journal. Where that is a file, SIGUSR1 "
             "reopens it after it was renamed (logrotate).",
             {.choices = {"text", "json"}}),
  };
}

Option engine_option(std::string& target, const std::vector<std::string>& engines,
                     ManualText details) {
  return Option("engine", "E", &target, listed(engines) + " (default: " + target + ")",
                std::move(details), {.letter = 'e', .choices = engines});
}

Option isa_option(IsaSetting& target) {
  const std::vector<std::string> names = names_of(simd::kIsaNames, {"auto"});
  return Option("isa", "I", &target.given, "SIMD level: " + listed(names),
                "Instruction set of the solvers; it changes the speed, never the answers. `auto` "
                "takes the best that this processor has. `avx512` stands for the better of "
                "`icelake` and `skylakex`; `portable` runs everywhere.",
                {.choices = names, .check = check_isa});
}

Option memory_option(std::string& target, ManualText help, ManualText details) {
  return Option(
      "memory", "SIZE", &target, std::move(help), std::move(details),
      {.letter = 'm',
       .default_text = "half of the free memory, within the limits of the control group"});
}

Option json_option(bool& target, ManualText help, ManualText details) {
  return Option("json", "", &target, std::move(help), std::move(details), {.letter = 'j'});
}

Option json_summary_option(bool& target) {
  return Option("json-summary", "", &target, "print the summary on stderr as a JSON object",
                "Print the summary on stderr as one JSON object instead of a sentence.");
}

std::vector<Option> output_options(OutputSettings& target, bool* json_summary) {
  std::vector<Option> options = {output_option(target.output), partial_option(target.partial),
                                 quiet_option(target.quiet)};
  if (json_summary != nullptr) options.push_back(json_summary_option(*json_summary));
  return options;
}

Option time_limit_option(std::chrono::nanoseconds& target, ManualText help, ManualText details) {
  return Option("time-limit", "S", &target, std::move(help), std::move(details),
                {.default_text = "0, which is no limit"});
}

Option pretty_option(bool& target, ManualText help, ManualText details) {
  return Option("pretty", "", &target, std::move(help), std::move(details), {.letter = 'p'});
}

Option npy_option(bool& target, const ManualText& details) {
  return Option(
      "npy", "", &target, "NumPy arrays: NAME-puzzles.npy, NAME-solutions.npy",
      "With `-o NAME.npy`, write two NumPy arrays, NAME-puzzles.npy and "
      "NAME-solutions.npy: uint8, a row of 81 cells for each puzzle, 0 for a blank. "
      "`numpy.load(…, mmap_mode=\"r\")` maps them. An output whose name ends in `.npy` is "
      "one of arrays, too. " +
          details);
}

Option svg_option(bool& target, const ManualText& details) {
  return Option(
      "svg", "", &target, "draw one answer as an SVG picture",
      details + " The output is one SVG document, which needs no fonts and no other files.");
}

std::vector<Entry> exit_statuses(ManualText some_unanswered) {
  std::vector<Entry> statuses = {{"0", "Success."}};
  if (!some_unanswered.empty()) statuses.push_back({"1", std::move(some_unanswered)});
  statuses.push_back({"2",
                      "Wrong usage, or a file could not be read or written, or memory, threads or "
                      "open files ran out. No file of `--output` was replaced."});
  statuses.push_back(
      {"130", "Interrupted by Ctrl-C (143: by SIGTERM). No file of `--output` was replaced."});
  return statuses;
}

}  // namespace puzzled
