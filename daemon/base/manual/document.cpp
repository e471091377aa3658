#include "daemon/base/manual/document.hpp"

#include <boost/algorithm/string/join.hpp>
#include <limits>

#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/settings/variable_name.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::manual {
namespace {

constexpr char kGeneral[] =
    "Options follow the command; `--` ends them. Every option can also be set by a variable: "
    "`PUZZLED_THREADS=4` is `--threads 4`, for every command that has it. Where a name means "
    "different things in different commands, the variable names the command, too: "
    "`PUZZLED_QUEENS_COUNT` for `queens --count`. A flag overrides a variable. A letter means the "
    "same "
    "option in every command. Of an option that is given twice the last one holds; only those that "
    "may be repeated, such as `serve --listen`, add up.\n\n"
    "Results go to standard output; summaries, warnings and errors go to stderr. With `--output "
    "FILE` the file appears, or is replaced, only when all input was read and answered. Otherwise, "
    "and always with exit status 2 or 130, an older file stays as it was, and `--partial` keeps "
    "the incomplete results as FILE.partial.";

using boost::algorithm::join;

bool is_number(const Option& option) {
  return !std::holds_alternative<bool*>(option.target) && !is_list(option) &&
         !std::holds_alternative<std::string*>(option.target) &&
         !std::holds_alternative<std::chrono::nanoseconds*>(option.target);
}

std::string range_text(const Option& option) {
  const auto bound = [&option](std::uint64_t number) {
    return option.is_size ? size_text(number) : std::to_string(number);
  };
  const bool is_open = option.maximum == std::numeric_limits<std::uint64_t>::max();
  if (!is_open) return "Range: " + bound(option.minimum) + " to " + bound(option.maximum) + ". ";
  return option.minimum > 0 ? "At least " + bound(option.minimum) + ". " : "";
}

/// Where else the option may be set.
std::string place_facts(const Command& command, const Option& option) {
  std::string text = "Variable: `" + variable_name(command.name, option.name) + "`" +
                     (is_list(option) ? ", with commas between several." : ".");
  const bool has_file = find_option(command.options, "config") != nullptr;
  if (!has_file || !option.in_file) return text;
  return text + " Key: `" + std::string(option.name) + "`, " +
         (option.reloads ? "which a reload takes." : "which needs a restart.");
}

/// How several are given on the command line, of options that take several.
std::string flag_facts(const Option& option) {
  if (!is_list(option)) return {};
  return "May be repeated up to " + std::to_string(option.maximum) +
         " times; an empty one clears those before it. ";
}

/// The options in sections, one for each group. `entry` makes the entry of an option.
template <class MakeEntry>
void add_options(const Command& command, std::vector<Section>& sections, const MakeEntry& entry) {
  const OptionGroup* group = nullptr;
  for (const Option& option : command.options) {
    const std::optional<Entry> made = entry(option);
    if (!made) continue;
    if (option.group != group) {
      group = option.group;
      sections.push_back({std::string(group->title), std::string(group->intro), {}, true});
    }
    sections.back().entries.push_back(*made);
  }
}

Section see_also(std::span<const Command> commands, const std::string& own_page) {
  std::vector<std::string> pages = page_names(commands);
  std::erase(pages, own_page);
  return {
      "See also",
      join(pages, ", ") +
          ".\n\nThe pages of the documentation are in `share/doc/puzzled` below the folder that "
          "puzzled was installed to, such as `/usr`, and in `deploy/docs` of its sources.",
      {}};
}

/// The names that mean different things in different commands.
std::string several_meanings() {
  std::vector<std::string> names;
  for (const std::string_view name : names_with_several_meanings()) {
    names.push_back('`' + std::string(name) + '`');
  }
  return join(names, ", ");
}

}  // namespace

std::vector<std::string> page_names(std::span<const Command> commands) {
  std::vector<std::string> names = {"puzzled(1)"};
  for (const Command& command : commands) {
    names.push_back("puzzled-" + std::string(command.name) + "(1)");
  }
  names.emplace_back("puzzled.toml(5)");
  names.emplace_back("puzzled-protocol(7)");
  return names;
}

std::string option_head(const Option& option, bool align) {
  std::string head = align ? "    " : "";
  if (option.letter != 0) head = std::string("-") + option.letter + ", ";
  head += "--" + std::string(option.name);
  if (!option.value.empty()) head += ' ' + std::string(option.value);
  return head;
}

std::string value_facts(const Option& option) {
  std::string text;
  if (std::holds_alternative<bool*>(option.target)) return text;
  const std::string value = option_text(option);
  if (!option.default_text.empty()) {
    text = "Default: " + std::string(option.default_text) + ". ";
  } else if (!value.empty()) {
    text = "Default: " + value + ". ";
  }
  if (!option.choices.empty()) text += "Choices: " + join(option.choices, ", ") + ". ";
  if (is_number(option)) text += range_text(option);
  if (option.is_size) text += "A size in bytes, such as 4096, 4KiB or 1MiB. ";
  if (std::holds_alternative<std::chrono::nanoseconds*>(option.target)) {
    text += "A time such as 10 (seconds), 250ms or 5min. ";
  }
  if (!option.at_most.empty()) text += "Not above `" + std::string(option.at_most) + "`. ";
  return text;
}

std::string key_facts(const Option& option) {
  return (is_list(option) ? "Several, up to " + std::to_string(option.maximum) + ", are an array. "
                          : std::string()) +
         (option.reloads ? "A reload takes a new value." : "Needs a restart.");
}

Document program_document(std::span<const Command> commands) {
  Document document{.name = "puzzled",
                    .summary = "solve Sudoku, N queens and exact covers in bulk, on all cores",
                    .usage = {"puzzled COMMAND [OPTION…] …", "puzzled help [COMMAND]"},
                    .sections = {}};
  document.sections.push_back(
      {"Description",
       "Solves Sudoku puzzles from files and pipes (`solve`) and over sockets (`serve`, `send`), "
       "and in blocks from a stream of a Redis server (`work`, `feed`); makes new ones "
       "(`generate`), tells "
       "how hard they are and which are equivalent (`rate`, "
       "`canon`), explains step by step how a person solves them (`explain`), shuffles them, lists "
       "redundant clues (`shuffle`, `minimal`), and judges grids "
       "that are proposed as solutions (`verify`). Counts the "
       "ways to put N queens on a board (`queens`); counts, lists and optimises the solutions of "
       "exact cover problems (`cover`); and finds, with proof, the best-scoring solution of a "
       "weighted Sudoku (`target`).\n\n" +
           std::string(kGeneral)});
  Section& list = document.sections.emplace_back(Section{"Commands", "", {}});
  for (const Command& command : commands) {
    std::string text(command.help);
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    list.entries.push_back({std::string(command.name), text + "."});
  }
  document.sections.push_back(
      {"Options",
       "",
       {{"-h, --help",
         "`-h` prints a short help, `--help` this text. Behind a command they "
         "explain the command; `puzzled help COMMAND` is `puzzled COMMAND --help`."},
        {"-V, --version",
         "`-V` prints the version. `--version` adds how the program was built: commit, compiler, "
         "instruction sets, optional parts and libraries."}}});
  Section& examples = document.sections.emplace_back(Section{"Examples", "", {}});
  examples.are_examples = true;
  for (const Command& command : commands) {
    if (!command.examples.empty()) examples.entries.push_back(command.examples.front());
  }
  document.sections.push_back(
      {"Exit status",
       "",
       {{"0", "Success."},
        {"1", "Some puzzle was unsolvable, invalid or timed out, or (`send`) has no answer."},
        {"2", "Wrong usage, or a file, an address, memory, threads or open files failed."},
        {"130", "Interrupted by Ctrl-C (143: by SIGTERM)."}}});
  document.sections.push_back(
      {"Environment",
       "",
       {{"PUZZLED_OPTION",
         "Sets the option of that name for every command that has it: `PUZZLED_TIME_LIMIT` is "
         "`--time-limit`. An empty value counts as unset."},
        {"PUZZLED_COMMAND_OPTION",
         "Sets an option whose name means something else in other commands: " + several_meanings() +
             ". `PUZZLED_COVER_LIMIT` is `cover --limit`."},
        {"NO_COLOR", "If set and not empty, drawings have no colours."},
        {"TERM",
         "If unset, empty or `dumb`, terminals get neither colours nor a progress line."}}});
  document.sections.push_back(
      {"Files",
       "",
       {{"/etc/puzzled/puzzled.toml", "Settings of the daemon that systemd starts."}}});
  document.sections.push_back(see_also(commands, "puzzled(1)"));
  return document;
}

Document command_document(const Command& command, std::span<const Command> commands) {
  const std::string name(command.name);
  Document document{
      .name = "puzzled-" + name,
      .summary = std::string(command.help),
      .usage = {"puzzled " + name + " [OPTION…]" + (command.arguments.empty() ? "" : " ") +
                std::string(command.arguments)},
      .sections = {}};
  std::vector<Section>& sections = document.sections;
  sections.push_back({"Description", std::string(command.description)});
  if (!command.operands.empty()) sections.push_back({"Arguments", "", command.operands});
  sections.push_back({"Options", ""});
  add_options(command, sections, [&command](const Option& option) {
    return std::optional(
        Entry{option_head(option, false), option.details.str() + "\n" + value_facts(option) +
                                              flag_facts(option) + place_facts(command, option)});
  });
  sections.push_back(
      {"Help", "", {{"-h, --help", "`-h` prints a short help, `--help` this text."}}, true});
  sections.push_back({"Examples", "", command.examples, false, true});
  sections.push_back({"Exit status", "", command.exit_statuses});
  if (!command.files.empty()) sections.push_back({"Files", "", command.files});
  sections.push_back(see_also(commands, document.name + "(1)"));
  return document;
}

std::string settings_rules() {
  return "A key is the long option without its dashes. A flag overrides the environment "
         "(`PUZZLED_LINE_LIMIT` for `line-limit`), which overrides this file, which overrides the "
         "default. An unknown key, a wrong type or a value out of range is an error: the daemon "
         "reports the line and does not start.\n\n"
         "Sizes are bytes, 4096, or strings, \"4KiB\" \"1MiB\" \"2GiB\" (powers of 1024). Times "
         "are "
         "seconds, 10 or 0.5, or strings, \"250ms\" \"10s\" \"5min\" \"1h\". 0 turns a time limit "
         "off.\n\n"
         "A reload (SIGHUP, `systemctl reload puzzled`) takes new values of the keys that say so. "
         "Other keys need a restart: after a reload the daemon keeps their old values and logs "
         "which of them have changed. If the file has an error, it keeps all old values and logs "
         "the error.";
}

Document settings_document(const Command& serve, std::span<const Command> commands) {
  Document document{.name = "puzzled.toml",
                    .chapter = 5,
                    .summary = "settings of the daemon of puzzled",
                    .usage = {"/etc/puzzled/puzzled.toml", "puzzled serve --config FILE"},
                    .sections = {}};
  document.sections.push_back(
      {"Description",
       "The settings of `puzzled serve`, in TOML: one `key = value` a line, without tables. Words "
       "stand in quotes. `puzzled serve --config FILE --check-config` checks a file and prints the "
       "settings and where each value comes from.\n\n" +
           settings_rules()});
  document.sections.push_back({"Keys", ""});
  add_options(serve, document.sections, [](const Option& option) -> std::optional<Entry> {
    if (!option.in_file) return std::nullopt;
    return Entry{std::string(option.name) + " = " +
                     (option.value.empty() ? "true" : std::string(option.value)),
                 option.details.str() + "\n" + value_facts(option) + key_facts(option)};
  });
  document.sections.push_back(see_also(commands, "puzzled.toml(5)"));
  return document;
}

}  // namespace puzzled::manual
