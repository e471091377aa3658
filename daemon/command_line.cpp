#include "daemon/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "daemon/help.hpp"
#include "daemon/settings_layers.hpp"
#include "daemon/suggest.hpp"

namespace puzzled {
namespace {

std::string quoted_guess(std::string_view typed, std::span<const std::string> known) {
  const std::optional<std::string> guess = suggest(typed, known);
  return guess ? "; did you mean '" + *guess + "'?" : "";
}

/// CLI11 finds the words that belong together; what they mean is settings_layers' business.
CLI::App* add_command(CLI::App& app, const Command& command) {
  CLI::App* added = app.add_subcommand(std::string(command.name));
  added->set_help_flag("-h,--help");
  added->allow_extras();  // so that we can name what is unknown, with a suggestion
  for (const Option& option : command.options) {
    std::string names = "--" + std::string(option.name);
    if (option.letter != 0) names += std::string(",-") + option.letter;
    if (option.value.empty()) {
      added->add_flag(names);
    } else {
      added->add_option(names);
    }
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

GivenValues given_flags(const CLI::App& app, const Command& command) {
  GivenValues flags;
  for (const Option& option : command.options) {
    const CLI::Option* const known = app.get_option("--" + std::string(option.name));
    if (known->count() > 0) flags.emplace(option.name, known->results().back());
  }
  return flags;
}

/// All that is left once the command and its flags are known.
ParsedCommand apply_flags(const Command& command, GivenValues flags, Settings& settings) {
  const Result<LayeredValues> values = apply_layers(command, flags);
  if (!values) return UsageError{values.error().message};
  if (command.name == "target") {
    if (const Result<> checked = check_target_flags(settings.target, flags); !checked) {
      return UsageError{checked.error().message};
    }
  }
  if (command.name != "serve") return RunCommand{command.name};
  if (const Result<> checked = check_serve_settings(settings.serve, *values); !checked) {
    return UsageError{checked.error().message};
  }
  if (settings.serve.check_config) return PrintText{settings_text(command, *values)};
  settings.serve.flags = std::move(flags);
  return RunCommand{command.name};
}

}  // namespace

ParsedCommand parse_command_line(int argc, const char* const* argv, Settings& settings) {
  const std::vector<Command> commands = all_commands(settings);
  CLI::App app;
  app.set_help_flag("-h,--help");
  app.set_version_flag("-V,--version", version_text());
  app.allow_extras();
  // CLI11 takes longer to set up all options than many a search takes.
  for (const Command& command : commands) {
    if (std::find(argv, argv + argc, command.name) != argv + argc) add_command(app, command);
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
    return apply_flags(command, given_flags(*chosen[0], command), settings);
  }
  return UsageError{failure};
}

}  // namespace puzzled
