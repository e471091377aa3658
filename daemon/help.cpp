#include "daemon/help.hpp"

#include <algorithm>

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
      "  puzzled COMMAND --help   the options of a command\n"
      "  puzzled --version        the version\n"
      "\n"
      "Results go to standard output, summaries and errors to stderr. Each option can\n"
      "also be set by a variable: PUZZLED_THREADS=4 stands for --threads 4.\n"
      "Exit status: 0 all well, 1 some puzzle unsolvable, invalid or timed out,\n"
      "2 usage or file error, 130 interrupted.\n";
  return text;
}

std::string command_help(const Command& command) {
  std::string text = "usage: puzzled " + std::string(command.name) + " [OPTION…]";
  if (!command.arguments.empty()) text += ' ' + std::string(command.arguments);
  text += "\n  " + std::string(command.help) + "\n\n";
  std::size_t width = 0;
  for (const Option& option : command.options) width = std::max(width, option_head(option).size());
  for (const Option& option : command.options) {
    text += "  " + padded(option_head(option), width) + "  " + option.help + '\n';
  }
  text += "  " + padded("-h, --help", width) + "  this text\n";
  return text;
}

}  // namespace puzzled
