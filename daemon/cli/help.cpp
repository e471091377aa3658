#include "daemon/cli/help.hpp"

#include <algorithm>

#include "daemon/settings/option_value.hpp"

namespace puzzled {
namespace {

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string option_head(const Option& option) {
  std::string head = option.letter != 0 ? std::string("-") + option.letter + ", " : "    ";
  head += "--" + std::string(option.name);
  if (!option.value.empty()) head += ' ' + std::string(option.value);
  return head;
}

/// The options that are listed in short, with their defaults, as a paragraph.
std::string brief_paragraph(const Command& command) {
  std::string text;
  std::string line = "\nMore, explained in puzzled.toml:";
  for (const Option& option : command.options) {
    if (!option.is_brief) continue;
    const std::string value = option_text(option);
    const std::string word =
        " --" + std::string(option.name) + '=' + (value.empty() ? "\"\"" : value);
    if (line.size() + word.size() > 80) {
      text += line + '\n';
      line = ' ';
    }
    line += word;
  }
  return text + line + '\n';
}

}  // namespace

std::string version_text() {
  return "puzzled " PUZZLED_VERSION "\n";
}

std::string general_help(std::span<const Command> commands) {
  std::string text =
      "puzzled solves puzzles in bulk, on all cores.\n\nusage: puzzled COMMAND …\n\n";
  for (const Command& command : commands) {
    text += "  " + padded(std::string(command.name), 10) + std::string(command.help) + '\n';
  }
  text +=
      "\n"
      "  puzzled help COMMAND     the options of a command, as puzzled COMMAND --help\n"
      "  puzzled --version        the version\n"
      "\n"
      "Options follow the command; `--` ends them. A variable sets an option, too:\n"
      "PUZZLED_THREADS=4 is --threads 4. Results go to standard output, summaries and\n"
      "errors to stderr.\n"
      "-o FILE writes or replaces FILE only when all input was read and answered.\n"
      "Otherwise, and always with exit status 2 or 130, an old file is kept, and\n"
      "--partial keeps the incomplete results as FILE.partial.\n"
      "Exit status: 0 all well, 1 some puzzle unsolvable, invalid, timed out or (send)\n"
      "without an answer, 2 usage or file error, 130 interrupted.\n";
  return text;
}

std::string command_help(const Command& command) {
  std::string text = "usage: puzzled " + std::string(command.name) + " [OPTION…]";
  if (!command.arguments.empty()) text += ' ' + std::string(command.arguments);
  text += "\n  " + std::string(command.help) + "\n\n";
  std::size_t width = 0;
  bool any_brief = false;
  for (const Option& option : command.options) {
    any_brief |= option.is_brief;
    if (!option.is_brief) width = std::max(width, option_head(option).size());
  }
  for (const Option& option : command.options) {
    if (option.is_brief) continue;
    text += "  " + padded(option_head(option), width) + "  " + option.help + '\n';
  }
  text += "  " + padded("-h, --help", width) + "  this text\n";
  if (any_brief) text += brief_paragraph(command);
  return text;
}

}  // namespace puzzled
