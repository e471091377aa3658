#include "daemon/base/manual/generated_text.hpp"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/replace.hpp>

#include "daemon/base/settings/common_options.hpp"

namespace puzzled::manual {
namespace {

/// `text` in single quotes, for any shell.
std::string in_quotes(std::string_view text) {
  return "'" + boost::algorithm::replace_all_copy(std::string(text), "'", "'\\''") + "'";
}

std::string words(const std::vector<std::string>& list) {
  return boost::algorithm::join(list, " ");
}

std::string command_names(std::span<const Command> commands) {
  return boost::algorithm::join(names_of(commands, {}), " ") + " help";
}

/// `-o|--output`, `-o --output`, …
std::string flags(const Option& option, std::string_view between) {
  std::string text = "--" + std::string(option.name);
  if (option.letter == 0) return text;
  return std::string("-") + option.letter + std::string(between) + text;
}

/// The words that shells offer for the value of the option.
const std::vector<std::string>& offered(const Option& option) {
  return option.choices.empty() ? option.offered : option.choices;
}

/// Whether the value of the option is the name of a file.
bool takes_file(const Option& option) {
  return option.value == "FILE" || option.value == "PATH";
}

/// Whether the command has operands that are names of files (behind its keyword, if it has one).
bool takes_files(const Command& command) {
  return command.positionals != nullptr;
}

// ---- bash ----

/// The lines of a `case` on the word before the cursor, for options that take a value.
std::string bash_values(const Command& command) {
  std::string text;
  for (const Option& option : command.options) {
    if (option.value.empty()) continue;
    text += "        " + flags(option, "|") + ") ";
    if (!offered(option).empty()) {
      text += "_puzzled_words '" + words(offered(option)) + "'";
    } else {
      text += takes_file(option) ? "_puzzled_files" : ":";
    }
    text += "; return ;;\n";
  }
  return text;
}

std::string bash_operands(const Command& command) {
  if (!takes_files(command)) return ":";
  if (command.keyword.empty()) return "_puzzled_files";
  const std::string keyword(command.keyword);
  return "case $operand in " + keyword + ") _puzzled_files ;; '') _puzzled_words " + keyword +
         " ;; esac";
}

// ---- zsh ----

/// For an argument of _arguments: a colon or bracket would end it.
std::string for_arguments(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_option(const Option& option) {
  const std::string help = '[' + for_arguments(option.help.str()) + ']';
  std::string value;
  if (!option.value.empty()) {
    value = ':' + for_arguments(option.value) + ':';
    if (!offered(option).empty()) value += '(' + words(offered(option)) + ')';
    if (takes_file(option)) value += "_files";
  }
  const std::string name = "--" + std::string(option.name) + (option.value.empty() ? "" : "=");
  if (option.letter == 0) return in_quotes((is_list(option) ? "*" : "") + name + help + value);
  const std::string letter = std::string("-") + option.letter;
  return "'(" + letter + " --" + std::string(option.name) + ")'{" + letter +
         (option.value.empty() ? "" : "+") + ',' + name + '}' + in_quotes(help + value);
}

std::string zsh_operands(const Command& command) {
  if (!takes_files(command)) return "";
  if (command.keyword.empty()) return " '*:file:_files'";
  return " '1:operand:(" + std::string(command.keyword) + ")' '*:file:_files'";
}

// ---- fish ----

/// The start of a line that holds behind one of the commands.
std::string fish_line(const std::string& commands) {
  return "complete -c puzzled -n '__fish_seen_subcommand_from " + commands + "'";
}

/// The end of the line of an option.
std::string fish_option(const Option& option) {
  std::string text = option.letter != 0 ? std::string(" -s ") + option.letter : "";
  text += " -l " + std::string(option.name);
  if (!option.value.empty()) text += takes_file(option) ? " -r -F" : " -x";
  if (!offered(option).empty()) text += " -a '" + words(offered(option)) + "'";
  return text + " -d " + in_quotes(option.help.str()) + '\n';
}

}  // namespace

std::string bash_completions(std::span<const Command> commands) {
  std::string text =
      "# Completions of puzzled for bash. Made by `puzzled --generate complete-bash`.\n"
      "\n"
      "_puzzled_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$current\"); }\n"
      "\n"
      "_puzzled_files() {\n"
      "  compopt -o filenames 2>/dev/null\n"
      "  mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
      "}\n"
      "\n"
      "_puzzled() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
      "  local command='' operand='' word i\n"
      "  COMPREPLY=()\n"
      "  # --option=value is three words: --option, =, value.\n"
      "  if [[ $current == = ]]; then\n"
      "    current=''\n"
      "  elif [[ $before == = && $COMP_CWORD -ge 2 ]]; then\n"
      "    before=${COMP_WORDS[COMP_CWORD - 2]}\n"
      "  fi\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    word=${COMP_WORDS[i]}\n"
      "    [[ $word == -* ]] && continue\n"
      "    if [[ -z $command ]]; then command=$word; elif [[ -z $operand ]]; then operand=$word; "
      "fi\n"
      "  done\n"
      "  case $command in\n"
      "    '') _puzzled_words '" +
      command_names(commands) + " -h --help -V --version' ;;\n    help) _puzzled_words '" +
      command_names(commands) + "' ;;\n";
  for (const Command& command : commands) {
    std::string options;
    for (const Option& option : command.options) options += flags(option, " ") + ' ';
    text += "    " + std::string(command.name) + ")\n      case $before in\n" +
            bash_values(command) +
            "      esac\n"
            "      if [[ $current == -* ]]; then\n"
            "        _puzzled_words '" +
            options +
            "-h --help'\n"
            "      else\n"
            "        " +
            bash_operands(command) +
            "\n"
            "      fi\n"
            "      ;;\n";
  }
  return text + "  esac\n}\n\ncomplete -F _puzzled puzzled\n";
}

std::string zsh_completions(std::span<const Command> commands) {
  std::string list;
  for (const Command& command : commands) {
    list += "    " + in_quotes(std::string(command.name) + ':' + std::string(command.help)) + '\n';
  }
  std::string text =
      "#compdef puzzled\n"
      "# Completions of puzzled for zsh. Made by `puzzled --generate complete-zsh`.\n"
      "\n"
      "_puzzled_commands() {\n"
      "  local -a commands=(\n" +
      list +
      "    'help:explain a command'\n"
      "  )\n"
      "  _describe command commands\n"
      "}\n"
      "\n"
      "_puzzled() {\n"
      "  local curcontext=$curcontext state line\n"
      "  typeset -A opt_args\n"
      "  _arguments -C '(- *)'{-h,--help}'[explain the program]' \\\n"
      "    '(- *)'{-V,--version}'[print the version]' \\\n"
      "    '1: :_puzzled_commands' '*:: :->words' && return\n"
      "  [[ $state == words ]] || return\n"
      "  case $line[1] in\n"
      "    help) _arguments '1: :_puzzled_commands' ;;\n";
  for (const Command& command : commands) {
    text += "    " + std::string(command.name) + ")\n      _arguments -s -S \\\n";
    for (const Option& option : command.options) {
      text += "        " + zsh_option(option) + " \\\n";
    }
    text += "        '(- *)'{-h,--help}'[explain the command]'" + zsh_operands(command) +
            "\n      ;;\n";
  }
  return text + "  esac\n}\n\n_puzzled \"$@\"\n";
}

std::string fish_completions(std::span<const Command> commands) {
  std::string text =
      "# Completions of puzzled for fish. Made by `puzzled --generate complete-fish`.\n"
      "\n"
      "complete -c puzzled -f\n"
      "complete -c puzzled -n __fish_use_subcommand -s h -l help -d 'explain the program'\n"
      "complete -c puzzled -n __fish_use_subcommand -s V -l version -d 'print the version'\n"
      "complete -c puzzled -n __fish_use_subcommand -a help -d 'explain a command'\n" +
      fish_line("help") + " -a '" + command_names(commands) + "'\n" +
      fish_line(boost::algorithm::join(names_of(commands, {}), " ")) +
      " -s h -l help -d 'explain the command'\n\n";
  // Commands share most of their options: each stands once, with all that have it.
  struct Shared {
    std::string what;
    std::string commands;
  };
  std::vector<Shared> options;
  for (const Command& command : commands) {
    const std::string name(command.name);
    text += "complete -c puzzled -n __fish_use_subcommand -a " + name + " -d " +
            in_quotes(command.help) + '\n';
    if (takes_files(command) && command.keyword.empty()) text += fish_line(name) + " -F\n";
    if (!command.keyword.empty()) {
      const std::string keyword(command.keyword);
      text += fish_line(name) + " -a " + keyword + '\n' +
              fish_line(name + "; and __fish_seen_subcommand_from " + keyword) + " -F\n";
    }
    for (const Option& option : command.options) {
      const std::string what = fish_option(option);
      const auto same = std::ranges::find(options, what, &Shared::what);
      if (same == options.end()) {
        options.push_back({what, name});
      } else {
        same->commands += ' ' + name;
      }
    }
  }
  text += '\n';
  for (const Shared& option : options) text += fish_line(option.commands) + option.what;
  return text;
}

}  // namespace puzzled::manual
