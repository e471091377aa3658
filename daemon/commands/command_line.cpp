#include "daemon/commands/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "daemon/base/manual/document.hpp"
#include "daemon/base/manual/generated_text.hpp"
#include "daemon/base/manual/help.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/base/text/suggest.hpp"
#include "daemon/commands/serve/serve_addresses.hpp"
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

/// The option that `typed`, such as `-s` or `-c4`, was the letter of in 0.1.
const Option* find_former_letter(std::string_view typed, std::span<const Option> options) {
  const auto found = std::find_if(options.begin(), options.end(), [typed](const Option& option) {
    return option.former_letter != 0 &&
           typed.substr(1, 1) == std::string_view(&option.former_letter, 1);
  });
  return found == options.end() ? nullptr : &*found;
}

UsageError unknown_argument(const std::string& typed, const Command& command) {
  const std::string where = " for 'puzzled " + std::string(command.name) + "'";
  const bool negative = typed.size() > 1 && std::isdigit(static_cast<unsigned char>(typed[1])) != 0;
  if (!typed.starts_with('-') || typed == "-" || negative)
    return {"unexpected argument '" + typed + "'" + where};
  if (const Option* const option = find_former_letter(typed, command.options)) {
    return {std::string("'-") + option->former_letter + "'" + where + " is now '--" +
            std::string(option->name) + "'"};
  }
  const std::string name = typed.substr(0, typed.find('='));
  std::string guess = quoted_guess(name, std::vector<std::string>{"--help"});
  if (name.starts_with("--")) {
    const std::optional<std::string> option = suggest_option(command.options, name.substr(2));
    if (option) guess = "; did you mean '--" + *option + "'?";
  }
  return {"unknown option '" + name + "'" + where + guess};
}

/// Whether a word such as `--threads=4` or `-t4` names one of these options.
bool names_option(std::string_view typed, std::span<const Option> options) {
  if (typed.starts_with("--")) {
    return find_option(options, typed.substr(2, typed.find('=') - 2)) != nullptr;
  }
  return std::any_of(options.begin(), options.end(), [typed](const Option& option) {
    return option.letter != 0 && typed[1] == option.letter;
  });
}

const Command* find_command(std::string_view name, std::span<const Command> commands) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [name](const Command& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

/// The error for an option in the place of the command; `words` are the option and what follows.
UsageError misplaced_option(Words words, std::span<const Command> commands) {
  const std::string& typed = words[0];
  const auto has_it = [&typed](const Command& command) {
    return names_option(typed, command.options);
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

/// Merges the layers and checks the settings, once the command and its flags are known.
ParsedCommand apply_flags(const Command& command, GivenValues flags, Settings& settings) {
  const Result<LayeredValues> values = apply_layers(command, flags);
  if (!values) return UsageError{values.error().message};
  settings.warnings = values->warnings;
  if (is_idle_partial(command, flags)) {
    return UsageError{"--partial needs -o FILE: it keeps incomplete results as FILE.partial"};
  }
  if (command.name == "solve") {
    if (const Result<> checked = check_solve_flags(settings.solve, flags); !checked) {
      return UsageError{checked.error().message};
    }
  }
  if (command.name == "generate") {
    if (const Result<> checked = check_generate_flags(settings.generate); !checked) {
      return UsageError{checked.error().message};
    }
  }
  if (command.name == "canon") {
    if (const Result<> checked = check_canon_flags(settings.canon); !checked) {
      return UsageError{checked.error().message};
    }
  }
  if (command.name == "rate") {
    if (const Result<> checked = check_rate_flags(settings.rate); !checked) {
      return UsageError{checked.error().message};
    }
  }
  if (command.name == "target") {
    if (const Result<> checked = check_target_flags(settings.target, flags); !checked) {
      return UsageError{checked.error().message};
    }
  }
  if (command.name == "serve") {
    if (const Result<> checked = check_addresses(settings.serve.server, *values); !checked) {
      return UsageError{checked.error().message};
    }
    if (settings.serve.check_config) return PrintText{settings_text(command, *values)};
    settings.serve.flags = std::move(flags);
    settings.serve.warnings = values->warnings;
  }
  if (command.name == "work" && settings.work.check_config) {
    return PrintText{settings_text(command, *values)};
  }
  return RunCommand{command.name};
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

/// An option under one of its names.
struct KnownOption {
  std::string name;
  const CLI::Option* parsed;
  bool is_list;
};

/// Its values that count.
std::span<const std::string> values_of(const KnownOption& option) {
  const std::span<const std::string> all = option.parsed->results();
  return option.is_list || all.empty() ? all : all.last(1);
}

/// Parses the words after the command. CLI11 finds options and their values; settings_layers sets
/// them.
ParsedCommand parse_command(const Command& command, Words words, Settings& settings) {
  CLI::App app;
  app.set_help_flag("-h");
  app.set_help_all_flag("--help");
  app.allow_extras();  // so that we can report unknown words with a suggestion
  std::vector<KnownOption> known;
  const auto add = [&](const Option& option, std::string_view name, const std::string& letter) {
    const std::string names = "--" + std::string(name) + letter;
    CLI::Option* const added = option.value.empty() ? app.add_flag(names) : app.add_option(names);
    // The last one holds, so that an alias may give defaults: `alias ps='puzzled solve -t 2'`.
    // settings_layers takes a list as a whole.
    added->multi_option_policy(is_list(option) ? CLI::MultiOptionPolicy::TakeAll
                                               : CLI::MultiOptionPolicy::TakeLast);
    known.push_back({std::string(name), added, is_list(option)});
  };
  for (const Option& option : command.options) {
    add(option, option.name, option.letter != 0 ? std::string(",-") + option.letter : "");
    if (!option.former_name.empty()) add(option, option.former_name, "");
  }
  if (command.positionals != nullptr) app.add_option("FILE", *command.positionals);

  const auto options_end = std::find(words.begin(), words.end(), "--");
  std::string failure;
  try {
    std::vector<std::string> reversed(words.begin(),
                                      options_end);  // CLI11 takes them from the back
    std::reverse(reversed.begin(), reversed.end());
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    return PrintText{manual::short_help(command)};
  } catch (const CLI::CallForAllHelp&) {
    return PrintText{long_help_on(command, all_commands(settings))};
  } catch (const CLI::ArgumentMismatch& error) {
    // CLI11 lists the type and the range; the option's name stands before the colon.
    const std::string text = error.what();
    failure = text.substr(0, text.find(':')) + " needs a value";
  } catch (const CLI::ParseError& error) {
    failure = error.what();
  }

  // Report an unknown word first: it may be why the rest does not parse.
  if (!app.remaining().empty()) return unknown_argument(app.remaining().front(), command);
  if (!failure.empty()) return UsageError{failure};
  if (options_end != words.end()) {
    const Words files(options_end + 1, words.end());
    if (command.positionals != nullptr) {
      command.positionals->insert(command.positionals->end(), files.begin(), files.end());
    } else if (!files.empty()) {
      return UsageError{"unexpected argument '" + files[0] + "' for 'puzzled " +
                        std::string(command.name) + "'"};
    }
  }
  GivenValues flags;
  for (const KnownOption& option : known) {
    for (const std::string& value : values_of(option)) flags.emplace(option.name, value);
  }
  return apply_flags(command, std::move(flags), settings);
}

}  // namespace

ParsedCommand parse_command_line(int argc, const char* const* argv, Settings& settings) {
  const std::vector<std::string> typed(argv + std::min(argc, 1), argv + argc);
  Words words(typed);
  if (!words.empty() && words[0] == "--") words = words.subspan(1);
  if (!words.empty()) {
    if (const std::optional<Command> command = make_command(words[0], settings)) {
      return parse_command(*command, words.subspan(1), settings);
    }
  }
  const std::vector<Command> commands = all_commands(settings);
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
