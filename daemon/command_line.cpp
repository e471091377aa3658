#include "daemon/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "daemon/help.hpp"
#include "daemon/suggest.hpp"

namespace puzzled {
namespace {

std::string variable_name(std::string_view option) {
  std::string name = "PUZZLED_";
  for (const char c : option) {
    name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

/// CLI11 2.1 reads a negative number into an unsigned one without a word; so the range is ours.
CLI::Validator range_of(const Option& option) {
  const auto check = [minimum = option.minimum, maximum = option.maximum](const std::string& text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool good = error == std::errc{} && stop == end && number >= minimum && number <= maximum;
    return good ? std::string()
                : "'" + text + "' is no number from " + std::to_string(minimum) + " to " +
                      std::to_string(maximum);
  };
  return {check, ""};
}

/// Seconds in decimals, or nothing. Rounded up: what is not 0 must not become "no limit".
std::optional<std::chrono::nanoseconds> read_seconds(const std::string& text) {
  constexpr double kMostSeconds = 1e9;
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seconds);
  const bool good = error == std::errc{} && stop == end && seconds >= 0 && seconds <= kMostSeconds;
  if (!good) return std::nullopt;
  return std::chrono::nanoseconds(static_cast<std::int64_t>(std::ceil(seconds * 1e9)));
}

CLI::Validator seconds_of() {
  const auto check = [](const std::string& text) {
    return read_seconds(text) ? std::string() : "'" + text + "' is no number of seconds";
  };
  return {check, ""};
}

std::string quoted_guess(std::string_view typed, std::span<const std::string> known) {
  const std::optional<std::string> guess = suggest(typed, known);
  return guess ? "; did you mean '" + *guess + "'?" : "";
}

CLI::Validator choice_of(const Option& option) {
  const auto check = [choices = option.choices](const std::string& text) {
    if (std::find(choices.begin(), choices.end(), text) != choices.end()) return std::string();
    std::string all;
    for (const std::string& choice : choices) all += (all.empty() ? "" : ", ") + choice;
    return "'" + text + "' is none of " + all + quoted_guess(text, choices);
  };
  return {check, ""};
}

CLI::Option* add_target(CLI::App& app, const std::string& names, const Option& option) {
  struct Adder {
    CLI::App& app;
    const std::string& names;
    const Option& option;

    CLI::Option* operator()(bool* target) const { return app.add_flag(names, *target); }
    CLI::Option* operator()(int* target) const {
      return app.add_option(names, *target)->check(range_of(option));
    }
    CLI::Option* operator()(std::uint64_t* target) const {
      return app.add_option(names, *target)->check(range_of(option));
    }
    CLI::Option* operator()(std::optional<int>* target) const {
      return app.add_option(names, *target)->check(range_of(option));
    }
    CLI::Option* operator()(std::chrono::nanoseconds* target) const {
      const auto take = [target](const std::string& text) { *target = *read_seconds(text); };
      return app.add_option_function<std::string>(names, take)->check(seconds_of());
    }
    CLI::Option* operator()(std::optional<std::uint64_t>* target) const {
      return app.add_option(names, *target)->check(range_of(option));
    }
    CLI::Option* operator()(std::string* target) const {
      CLI::Option* added = app.add_option(names, *target);
      return option.choices.empty() ? added : added->check(choice_of(option));
    }
  };
  return std::visit(Adder{app, names, option}, option.target);
}

/// The command that `argv` names, by its first word that is no option; empty if there is none.
std::string_view named_command(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '-') return argv[i];
  }
  return {};
}

CLI::App* add_command(CLI::App& app, const Command& command, bool chosen) {
  CLI::App* added = app.add_subcommand(std::string(command.name));
  added->set_help_flag("-h,--help");
  added->allow_extras();  // so that we can name what is unknown, with a suggestion
  for (const Option& option : command.options) {
    std::string names = "--" + std::string(option.name);
    if (option.letter != 0) names += std::string(",-") + option.letter;
    CLI::Option* const known = add_target(*added, names, option);
    // CLI11 reads the variables of all commands, and PUZZLED_ENGINE=band is an error for queens.
    if (chosen) known->envname(variable_name(option.name));
  }
  if (command.positionals != nullptr) added->add_option("FILE", *command.positionals);
  return added;
}

UsageError unknown_command(const std::string& typed, std::span<const Command> commands) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  if (typed.starts_with('-')) {
    return {"unknown option '" + typed + "'" +
            quoted_guess(typed, std::vector<std::string>{"--help", "--version"})};
  }
  std::error_code ignored;
  if (!suggest(typed, names) && std::filesystem::exists(typed, ignored)) {
    return {"unknown command '" + typed + "'; did you mean 'puzzled solve " + typed + "'?"};
  }
  return {"unknown command '" + typed + "'" + quoted_guess(typed, names)};
}

UsageError unknown_argument(const std::string& typed, const Command& command) {
  const std::string where = " for 'puzzled " + std::string(command.name) + "'";
  const bool negative = typed.size() > 1 && std::isdigit(static_cast<unsigned char>(typed[1])) != 0;
  if (!typed.starts_with('-') || negative) return {"unexpected argument '" + typed + "'" + where};
  std::vector<std::string> names = {"--help"};
  for (const Option& option : command.options) names.push_back("--" + std::string(option.name));
  const std::string name = typed.substr(0, typed.find('='));
  return {"unknown option '" + name + "'" + where + quoted_guess(name, names)};
}

}  // namespace

ParsedCommand parse_command_line(int argc, const char* const* argv, Settings& settings) {
  const std::vector<Command> commands = all_commands(settings);
  CLI::App app;
  app.set_help_flag("-h,--help");
  app.set_version_flag("-V,--version", version_text());
  app.allow_extras();
  const std::string_view chosen_name = named_command(argc, argv);
  for (const Command& command : commands) {
    add_command(app, command, command.name == chosen_name);
  }

  std::string failure;
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    return PrintText{version_text()};
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    if (chosen.empty()) return PrintText{general_help(commands)};
    const auto named = [&](const Command& command) {
      return command.name == chosen[0]->get_name();
    };
    return PrintText{command_help(*std::find_if(commands.begin(), commands.end(), named))};
  } catch (const CLI::ArgumentMismatch& error) {
    // CLI11 lists the type and the range; the option's name stands before the colon.
    const std::string text = error.what();
    failure = text.substr(0, text.find(':')) + " needs a value";
  } catch (const CLI::ParseError& error) {
    failure = error.what();
  }

  // An unknown word first: it may well be why the rest does not parse.
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (chosen.empty()) {
    if (!app.remaining().empty()) return unknown_command(app.remaining().front(), commands);
    if (!failure.empty()) return UsageError{failure};
    return UsageError{"no command given; 'puzzled --help' lists them"};
  }
  for (const Command& command : commands) {
    if (command.name != chosen[0]->get_name()) continue;
    for (CLI::App* place : {chosen[0], &app}) {
      if (!place->remaining().empty()) {
        return unknown_argument(place->remaining().front(), command);
      }
    }
    if (!failure.empty()) return UsageError{failure};
    return RunCommand{command.name};
  }
  return UsageError{failure};
}

}  // namespace puzzled
