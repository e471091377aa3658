#include "daemon/base/manual/help.hpp"

#include <algorithm>

#include "daemon/base/manual/layout.hpp"
#include "daemon/base/settings/option_value.hpp"

namespace puzzled::manual {
namespace {

/// The options that are listed in short, with their defaults, as a paragraph.
std::string brief_paragraph(const Command& command) {
  std::string text = "More:";
  for (const Option& option : command.options) {
    if (!option.is_brief) continue;
    text += " --" + std::string(option.name);
    if (option.value.empty()) continue;  // a switch
    const std::string value = option_text(option);
    text += '=' + (value.empty() ? "\"\"" : value);
  }
  return wrapped(text, "", kHelpColumns);
}

std::string entries_text(const Section& section) {
  std::string text;
  for (const Entry& entry : section.entries) {
    if (section.are_examples) {
      text += wrapped(entry.text.str(), "  ", kHelpColumns) +
              wrapped(entry.term.str(), "    ", kHelpColumns);
    } else {
      text += "  " + entry.term.str() + '\n' + wrapped(entry.text.str(), "      ", kHelpColumns);
    }
  }
  return text;
}

}  // namespace

std::string short_help(std::span<const Command> commands) {
  std::string text =
      "puzzled solves Sudoku, N queens and exact covers in bulk, on all cores.\n\nusage: puzzled "
      "COMMAND [OPTION…] …\n\n";
  for (const Command& command : commands) {
    text += "  " + padded(std::string(command.name), 10) + std::string(command.help) + '\n';
  }
  return text +
         "\n"
         "`puzzled COMMAND -h` lists the options of a command, `--help` explains them;\n"
         "`puzzled --version` says version, commit, compiler, libraries.\n"
         "Results go to stdout, all else to stderr. Exit status: 0 success, 1 some puzzle\n"
         "has no answer, 2 usage or I/O error, 130 interrupted. More: `puzzled --help`.\n";
}

std::string short_help(const Command& command) {
  std::string text = "usage: puzzled " + std::string(command.name) + " [OPTION…]";
  if (!command.arguments.empty()) text += ' ' + std::string(command.arguments);
  text += "\n  " + std::string(command.help) + "\n\n";
  std::size_t width = 0;
  bool any_brief = false;
  for (const Option& option : command.options) {
    any_brief |= option.is_brief;
    if (!option.is_brief) width = std::max(width, option_head(option, true).size());
  }
  for (const Option& option : command.options) {
    if (option.is_brief) continue;
    text += "  " + padded(option_head(option, true), width) + "  " + option.help.str() + '\n';
  }
  if (any_brief) text += '\n' + brief_paragraph(command);
  return text + "  " + padded("-h, --help", width) +
         "  this text; --help has details and examples\n";
}

std::string long_help(const Document& document) {
  std::string text = document.name + " - " + document.summary + "\n\n";
  text.replace(
      0, document.name.size(),
      document.name.starts_with("puzzled-") ? "puzzled " + document.name.substr(8) : document.name);
  std::string head = "Usage: ";
  for (const std::string& line : document.usage) {
    text += head + line + '\n';
    head.assign(head.size(), ' ');
  }
  for (const Section& section : document.sections) {
    if (section.text.empty() && section.entries.empty()) continue;
    const bool is_first = &section == document.sections.data();
    text += '\n';
    if (!is_first) text += section.title + ":\n";
    if (!section.text.empty()) text += wrapped(section.text, is_first ? "" : "  ", kHelpColumns);
    text += entries_text(section);
  }
  return text;
}

}  // namespace puzzled::manual
