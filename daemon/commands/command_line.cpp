#include "daemon/commands/command_line.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "daemon/base/manual/document.hpp"
#include "daemon/base/manual/generated_text.hpp"
#include "daemon/base/manual/help.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/settings/former_names.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/base/settings/variable_name.hpp"
#include "daemon/base/text/build_info.hpp"
#include "daemon/base/text/suggest.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/version.hpp"

namespace puzzled::commands {
namespace {

using Words = std::span<const std::string>;

std::string quoted_guess(std::string_view typed, std::span<const std::string> known) {
  const std::optional<std::string> guess = suggest(typed, known);
  return guess ? "; did you mean '" + *guess + "'?" : "";
}

UsageError unknown_command(const std::string& typed, std::span<const Command> commands) {
  std::vector<std::string> names = {"help"};
  for (const Command& command : commands) names.emplace_back(command.name);
  std::error_code ignored;
  if (!suggest(typed, names) && std::filesystem::exists(typed, ignored)) {
    return {"unknown command '" + typed + "'; did you mean 'puzzled solve " + typed + "'?"};
  }
  return {"unknown command '" + typed + "'" + quoted_guess(typed, names)};
}

UsageError unknown_argument(const std::string& typed, const Command& command) {
  const std::string where = " for 'puzzled " + std::string(command.name) + "'";
  const bool negative = typed.size() > 1 && std::isdigit(static_cast<unsigned char>(typed[1])) != 0;
  if (!typed.starts_with('-') || typed == "-" || negative)
    return {"unexpected argument '" + typed + "'" + where};
  const std::string name = typed.substr(0, typed.find('='));
  // Letters may stand together: the first one is the unknown one.
  const std::string former = name.starts_with("--") ? name.substr(2) : name.substr(1, 1);
  if (const FormerName* const old = find_former_name(command.name, former); old != nullptr) {
    return {"unknown option '" + name + "'" + where + "; it is now '--" + std::string(old->name) +
            "'"};
  }
  std::string guess = quoted_guess(name, std::vector<std::string>{"--help"});
  if (name.starts_with("--")) {
    const std::optional<std::string> option = suggest_option(command.options, name.substr(2));
    if (option) guess = "; did you mean '--" + *option + "'?";
  }
  return {"unknown option '" + name + "'" + where + guess};
}

/// A word such as `--threads=4`, `-t4` or `-qv`, cut behind the name that it begins with.
struct FlagWord {
  std::string_view name;  ///< "threads", "t", "q"
  std::string_view rest;  ///< "4", "v"
  bool is_letter;
};

/// Nothing if the word is none: `-` is a file, `-4` a value.
std::optional<FlagWord> read_flag(std::string_view word) {
  if (!word.starts_with('-')) return std::nullopt;
  const bool is_letter = !word.starts_with("--");
  word.remove_prefix(is_letter ? 1 : 2);
  constexpr std::string_view kBeginsNoName = "-! \n";
  if (word.empty() || kBeginsNoName.find(word[0]) != std::string_view::npos) return std::nullopt;
  if (is_letter && std::isdigit(static_cast<unsigned char>(word[0])) != 0) return std::nullopt;
  const std::size_t end = is_letter ? 1 : std::min(word.find('='), word.size());
  const std::size_t rest = std::min(is_letter ? end : end + 1, word.size());
  return FlagWord{word.substr(0, end), word.substr(rest), is_letter};
}

/// The option that the word names; nullptr if there is none.
const Option* find_flag(std::span<const Option> options, const FlagWord& flag) {
  if (!flag.is_letter) return find_option(options, flag.name);
  const auto found = std::find_if(options.begin(), options.end(), [&flag](const Option& option) {
    return option.letter == flag.name[0];
  });
  return found == options.end() ? nullptr : &*found;
}

const Command* find_command(std::string_view name, std::span<const Command> commands) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [name](const Command& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

/// The error for an option in the place of the command; `words` are the option and what follows.
UsageError misplaced_option(Words words, std::span<const Command> commands) {
  const std::string& typed = words[0];
  const std::optional<FlagWord> flag = read_flag(typed);
  const auto has_it = [&flag](const Command& command) {
    return flag && find_flag(command.options, *flag) != nullptr;
  };
  for (const std::string& word : words.subspan(1)) {
    const Command* const command = find_command(word, commands);
    if (command == nullptr) continue;
    if (!has_it(*command)) return unknown_argument(typed, *command);
    return {"options follow the command: 'puzzled " + word + ' ' + typed + "'"};
  }
  if (const auto any = std::find_if(commands.begin(), commands.end(), has_it);
      any != commands.end()) {
    return {"no command given; options follow it, as in 'puzzled " + std::string(any->name) + ' ' +
            typed + "'"};
  }
  return {"unknown option '" + typed + "'" +
          quoted_guess(typed, std::vector<std::string>{"--help", "--version"})};
}

/// Whether the flag --partial was given although no file is written. (A variable is a default for
/// all commands.)
bool is_idle_partial(const Command& command, const GivenValues& flags) {
  return flags.contains("partial") && option_text(*find_option(command.options, "output")) == "-";
}

/// Whether --check-config was given, to a command that has it.
bool only_checks(const Command& command) {
  const Option* const option = find_option(command.options, "check-config");
  return option != nullptr && *std::get<bool*>(option->target);
}

/// The flags of `command` whose options variables set.
UntypedFlags flags_of_variables(const Command& command, const LayeredValues& values) {
  UntypedFlags flags;
  for (const Option& option : command.options) {
    const std::string variable = variable_name(command.name, option.name);
    if (values.origins.find(option.name)->second.place != variable) continue;
    flags["--" + std::string(option.name)] = variable;
  }
  return flags;
}

/// Merges the layers and checks the settings, once the command and its flags are known.
ParsedCommand apply_flags(Command command, const GivenValues& flags) {
  const Result<LayeredValues> values = apply_layers(command, flags);
  if (!values) return UsageError{values.error().message};
  set_untyped_flags(flags_of_variables(command, *values));
  if (is_idle_partial(command, flags)) {
    return UsageError{"--partial needs -o FILE: it keeps incomplete results as FILE.partial"};
  }
  const Result<> checked = command.check ? command.check(*values) : Result<>();
  if (!checked) return UsageError{checked.error().message};
  if (only_checks(command)) return PrintText{settings_text(command, *values)};
  return command;
}

std::string long_help_on(const Command& command, std::span<const Command> commands) {
  return manual::long_help(manual::command_document(command, commands));
}

/// `puzzled --generate KIND`, which the build calls; no help names it.
ParsedCommand generated(Words words, std::span<const Command> commands) {
  if (words.size() != 1) return UsageError{"--generate needs one kind; 'kinds' lists them"};
  const Result<std::string> text = manual::generated_text(words[0], commands, kBuildDate);
  if (!text) return UsageError{text.error().message};
  return PrintText{*text};
}

/// `puzzled help [COMMAND]`.
ParsedCommand help_on(Words words, std::span<const Command> commands) {
  if (words.empty() || words[0] == "help") {
    return PrintText{manual::long_help(manual::program_document(commands))};
  }
  const Command* const command = find_command(words[0], commands);
  if (command == nullptr) return unknown_command(words[0], commands);
  if (words.size() > 1)
    return UsageError{"unexpected argument '" + words[1] + "' for 'puzzled help'"};
  return PrintText{long_help_on(*command, commands)};
}

/// The words after a command, cut into flags and files.
struct CutWords {
  GivenValues flags;
  std::vector<std::string> files;
  std::optional<std::string> unexpected;   ///< the first word that the command does not take
  std::optional<std::string> lacks_value;  ///< the option at the end
  bool short_help = false;
  bool long_help = false;
};

/// A list keeps all its values. Of other options the last one holds, so that an alias may give
/// defaults: `alias ps='puzzled solve -t 2'`.
void add_flag(GivenValues& flags, const Option& option, const std::string& name,
              std::string_view value) {
  if (!is_list(option)) flags.erase(name);
  flags.emplace(name, value);
}

CutWords cut_words(const Command& command, Words given) {
  CutWords cut;
  std::vector<std::string> words(given.begin(), given.end());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = words[i];
    const std::optional<FlagWord> flag = read_flag(word);
    if (!flag && command.positionals != nullptr) {
      cut.files.push_back(word);
      continue;
    }
    const bool is_help = flag && flag->name == (flag->is_letter ? "h" : "help");
    const Option* const option = flag ? find_flag(command.options, *flag) : nullptr;
    if (is_help) {
      (flag->is_letter ? cut.short_help : cut.long_help) = true;
    } else if (option == nullptr) {
      if (!cut.unexpected) cut.unexpected = word;
      continue;
    } else {
      const std::string name(flag->is_letter ? option->name : flag->name);
      if (!option->value.empty()) {
        if (!flag->rest.empty()) {
          add_flag(cut.flags, *option, name, flag->rest);
        } else if (i + 1 < words.size()) {
          add_flag(cut.flags, *option, name, words[++i]);
        } else {
          cut.lacks_value = name;
        }
        continue;
      }
      const bool has_value = !flag->is_letter && !flag->rest.empty();
      add_flag(cut.flags, *option, name, has_value ? flag->rest : "true");
    }
    if (flag->is_letter && !flag->rest.empty()) words[i--] = '-' + std::string(flag->rest);
  }
  return cut;
}

/// Parses the words after the command; what follows `--` are files.
ParsedCommand parse_command(Command command, Words words) {
  const auto options_end = std::find(words.begin(), words.end(), "--");
  CutWords cut = cut_words(command, Words(words.begin(), options_end));
  if (!cut.lacks_value) {
    if (cut.long_help) return PrintText{long_help_on(command, all_commands())};
    if (cut.short_help) return PrintText{manual::short_help(command)};
  }
  // Report an unknown word first: it may be why an option took the word behind it.
  if (cut.unexpected) return unknown_argument(*cut.unexpected, command);
  if (cut.lacks_value) return UsageError{"--" + *cut.lacks_value + " needs a value"};
  if (options_end != words.end()) cut.files.insert(cut.files.end(), options_end + 1, words.end());
  if (command.positionals != nullptr) {
    *command.positionals = std::move(cut.files);
  } else if (!cut.files.empty()) {
    return UsageError{"unexpected argument '" + cut.files[0] + "' for 'puzzled " +
                      std::string(command.name) + "'"};
  }
  return apply_flags(std::move(command), cut.flags);
}

}  // namespace

ParsedCommand parse_command_line(int argc, const char* const* argv) {
  const std::vector<std::string> typed(argv + std::min(argc, 1), argv + argc);
  Words words(typed);
  if (!words.empty() && words[0] == "--") words = words.subspan(1);
  if (!words.empty()) {
    if (std::optional<Command> command = make_command(words[0])) {
      return parse_command(std::move(*command), words.subspan(1));
    }
  }
  const std::vector<Command> commands = all_commands();
  if (words.empty()) {
    std::string help = manual::short_help(commands);
    help.pop_back();  // its line end: a message gets its own
    return UsageError{"no command given\n\n" + help};
  }
  const std::string& first = words[0];
  if (first == "help") return help_on(words.subspan(1), commands);
  if (first == "-h") return PrintText{manual::short_help(commands)};
  if (first == "--help") return help_on({}, commands);
  if (first == "-V") return PrintText{short_version()};
  if (first == "--version" || first == "version") return PrintText{long_version()};
  if (first == "--generate") return generated(words.subspan(1), commands);
  return first.starts_with('-') && first != "-" ? misplaced_option(words, commands)
                                                : unknown_command(first, commands);
}

}  // namespace puzzled::commands
