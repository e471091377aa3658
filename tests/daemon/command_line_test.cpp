// Flags, environment, help and suggestions.
#include "daemon/commands/command_line.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "daemon/base/manual/help.hpp"
#include "daemon/base/text/suggest.hpp"
#include "daemon/commands/variable_check.hpp"
#include "daemon/commands/version.hpp"

namespace puzzled::commands {
namespace {

ParsedCommand parse(std::vector<const char*> words, Settings& settings) {
  words.insert(words.begin(), "puzzled");
  return parse_command_line(static_cast<int>(words.size()), words.data(), settings);
}

std::string usage_error(const std::vector<const char*>& words) {
  Settings settings;
  const ParsedCommand parsed = parse(words, settings);
  const auto* error = std::get_if<UsageError>(&parsed);
  return error != nullptr ? error->message : "(no error)";
}

TEST(CommandLine, ReadsEveryOptionOfSolve) {
  Settings settings;
  const ParsedCommand parsed =
      parse({"solve", "a", "-o", "out", "--limit=7", "-f", "csv", "--engine", "mrv", "--threads",
             "3", "-vqj", "--json-summary", "--answer", "line", "--time-limit", "0.25", "-", "b"},
            settings);
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parsed));
  EXPECT_EQ(std::get<RunCommand>(parsed).name, "solve");
  const SolveSettings& solve = settings.solve;
  EXPECT_EQ(solve.inputs, (std::vector<std::string>{"a", "-", "b"}));
  EXPECT_EQ(solve.output, "out");
  EXPECT_EQ(solve.limit, 7u);
  EXPECT_EQ(solve.time_limit, std::chrono::milliseconds(250));
  EXPECT_EQ(solve.form.format, "csv");
  EXPECT_EQ(solve.engine, "mrv");
  EXPECT_EQ(solve.answer, "line");
  EXPECT_EQ(solve.threads, 3);
  EXPECT_TRUE(solve.verbose && solve.quiet && solve.json && solve.json_summary);
}

TEST(CommandLine, RefusesTwoFormsOfAnAnswer) {
  EXPECT_EQ(usage_error({"solve", "-jp"}), "--json and --pretty cannot be combined");
  EXPECT_EQ(usage_error({"solve", "-j", "--answer", "board"}),
            "--json and --answer board cannot be combined");
  EXPECT_EQ(usage_error({"target", "-jp"}), "--json and --pretty cannot be combined");
  EXPECT_EQ(usage_error({"target", "--certificate", "-j"}),
            "--json cannot be combined with --certificate: a certificate is a text");
  // A flag beats what a variable says, whichever of them is JSON.
  ::setenv("PUZZLED_PRETTY", "1", 1);
  Settings as_json;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parse({"solve", "-j"}, as_json)));
  EXPECT_TRUE(as_json.solve.json && !as_json.solve.pretty);
  ::unsetenv("PUZZLED_PRETTY");
  ::setenv("PUZZLED_JSON", "1", 1);
  Settings as_board;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parse({"solve", "--answer", "board"}, as_board)));
  EXPECT_TRUE(!as_board.solve.json);
  EXPECT_EQ(as_board.solve.answer, "board");
  ::unsetenv("PUZZLED_JSON");
}

TEST(CommandLine, ReadsEveryOptionOfGenerate) {
  Settings settings;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parse(
      {"generate", "--count", "5", "--clues", "30", "--seed", "18446744073709551615", "--minimal"},
      settings)));
  EXPECT_EQ(settings.generate.count, 5u);
  EXPECT_EQ(settings.generate.clues, 30);
  EXPECT_EQ(settings.generate.seed, 18446744073709551615u);
  EXPECT_TRUE(settings.generate.minimal);
}

TEST(CommandLine, PutsFlagsAboveTheEnvironmentAboveDefaults) {
  ::setenv("PUZZLED_THREADS", "5", 1);
  ::setenv("PUZZLED_QUIET", "1", 1);
  Settings from_environment;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parse({"solve"}, from_environment)));
  EXPECT_EQ(from_environment.solve.threads, 5);
  EXPECT_TRUE(from_environment.solve.quiet);
  EXPECT_EQ(from_environment.solve.limit, 1u);
  Settings from_flag;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parse({"solve", "-t", "2"}, from_flag)));
  EXPECT_EQ(from_flag.solve.threads, 2);
  ::unsetenv("PUZZLED_THREADS");
  ::unsetenv("PUZZLED_QUIET");
}

TEST(CommandLine, RoundsTimesUpSoThatTheShortestIsStillALimit) {
  ::setenv("PUZZLED_TIME_LIMIT", "1e-12", 1);
  Settings from_environment;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parse({"solve"}, from_environment)));
  EXPECT_EQ(from_environment.solve.time_limit, std::chrono::nanoseconds(1));
  Settings from_flag;
  parse({"solve", "--time-limit", "0"}, from_flag);
  EXPECT_EQ(from_flag.solve.time_limit, std::chrono::nanoseconds(0));
  ::unsetenv("PUZZLED_TIME_LIMIT");
}

TEST(CommandLine, ReadsTheVariablesOfTheCommandThatWasNamedOnly) {
  for (const char* engine : {"band", "bitmask"}) {
    ::setenv("PUZZLED_ENGINE", engine, 1);
    Settings settings;
    const bool for_solve = engine == std::string("band");
    const ParsedCommand solve = parse({"solve"}, settings);
    EXPECT_EQ(std::holds_alternative<RunCommand>(solve), for_solve);
    const ParsedCommand queens = parse({"queens", "8"}, settings);
    EXPECT_EQ(std::holds_alternative<RunCommand>(queens), !for_solve);
    EXPECT_TRUE(std::holds_alternative<RunCommand>(parse({"generate"}, settings)));
  }
  ::unsetenv("PUZZLED_ENGINE");
}

TEST(CommandLine, ReadsEveryOptionOfQueens) {
  Settings settings;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parse({"queens",  "--first",    "3",
                                                        "--count", "-aub",       "-e",
                                                        "bitmask", "--isa",      "portable",
                                                        "--split", "2",          "-t",
                                                        "3",       "-m",         "4G",
                                                        "-k",      "c",          "--verify-sample",
                                                        "5%",      "--estimate", "--machines=7",
                                                        "--part",  "1/2",        "-o",
                                                        "x",       "-qj",        "--taper",
                                                        "17"},
                                                       settings)));
  const QueensSettings& queens = settings.queens;
  EXPECT_EQ(queens.arguments, (std::vector<std::string>{"17"}));
  EXPECT_EQ(queens.first, 3u);
  EXPECT_TRUE(queens.count && queens.all && queens.unique && queens.board && queens.estimate);
  EXPECT_EQ(queens.engine, "bitmask");
  EXPECT_EQ(queens.isa, "portable");
  EXPECT_EQ(queens.split, 2u);
  EXPECT_EQ(queens.threads, 3);
  EXPECT_EQ(queens.memory, "4G");
  EXPECT_EQ(queens.checkpoint, "c");
  EXPECT_EQ(queens.verify_sample, "5%");
  EXPECT_EQ(queens.machines, 7u);
  EXPECT_EQ(queens.part, "1/2");
  EXPECT_TRUE(queens.taper);
  EXPECT_EQ(queens.output, "x");
  EXPECT_TRUE(queens.quiet && queens.json);
}

TEST(CommandLine, TakesTheLastOfAnOptionThatIsGivenTwiceInEveryCommand) {
  Settings settings;
  for (const Command& command : all_commands(settings)) {
    for (const Option& option : command.options) {
      const std::string name = "--" + std::string(option.name);
      std::vector<const char*> words = {command.name.data(), name.c_str(), "1", name.c_str(), "2"};
      if (option.value.empty()) words = {command.name.data(), name.c_str(), name.c_str()};
      EXPECT_EQ(usage_error(words).find("needs a value"), std::string::npos)
          << command.name << ' ' << name << ": " << usage_error(words);
    }
  }
  ASSERT_TRUE(std::holds_alternative<RunCommand>(
      parse({"solve", "-t", "1", "--limit=3", "-q", "--threads=2", "-q", "--limit", "4", "-t3"},
            settings)));
  EXPECT_EQ(settings.solve.threads, 3);
  EXPECT_EQ(settings.solve.limit, 4u);
  EXPECT_TRUE(settings.solve.quiet);
  // Only the one that holds is looked at; without a value there is none.
  ASSERT_TRUE(std::holds_alternative<RunCommand>(
      parse({"serve", "--read-timeout", "soon", "--read-timeout", "2s"}, settings)));
  EXPECT_EQ(usage_error({"solve", "-t", "1", "-t"}), "--threads needs a value");
}

TEST(CommandLine, AddsUpAddressesThatAreRepeated) {
  Settings settings;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(
      parse({"serve", "--listen", "1", "--unix=a", "--listen=[::1]:2", "--http", "3", "--unix",
             "b,c", "--http", "4", "--ipv6-only"},
            settings)));
  const ServeSettings& serve = settings.serve.server;
  EXPECT_EQ(serve.listen, (std::vector<std::string>{"1", "[::1]:2"}));
  EXPECT_EQ(serve.unix_paths, (std::vector<std::string>{"a", "b,c"}));
  EXPECT_EQ(serve.http, (std::vector<std::string>{"3", "4"}));
  EXPECT_TRUE(serve.ipv6_only);
  // A reload reads all of them again.
  EXPECT_EQ(settings.serve.flags.count("listen"), 2u);
  ASSERT_TRUE(std::holds_alternative<RunCommand>(
      parse({"serve", "--listen", "1", "--listen", "", "--listen=2"}, settings)));
  EXPECT_EQ(serve.listen, std::vector<std::string>{"2"});
  EXPECT_EQ(usage_error({"serve", "--listen", "here", "--listen", "1"}),
            "--listen: must be ADDR:PORT such as 127.0.0.1:9009 or [::1]:9009 (got 'here')");
  EXPECT_EQ(usage_error({"serve", "--listen", "1", "--listen"}), "--listen needs a value");
  EXPECT_EQ(usage_error({"serve", "--listen", "1", "2"}),
            "unexpected argument '2' for 'puzzled serve'");
  EXPECT_EQ(usage_error({"serve", "--http", "[::]:1", "--http", "0.0.0.0:1"}),
            "--http: [::]:1 serves IPv4, too, and so takes 0.0.0.0:1; set ipv6-only, or leave one "
            "of them out");
}

TEST(CommandLine, SuggestsWhatWasMeant) {
  EXPECT_EQ(usage_error({"slove"}), "unknown command 'slove'; did you mean 'solve'?");
  EXPECT_EQ(usage_error({"gen"}), "unknown command 'gen'; did you mean 'generate'?");
  EXPECT_EQ(usage_error({"frobnicate"}), "unknown command 'frobnicate'");
  EXPECT_EQ(usage_error({"--verison"}), "unknown option '--verison'; did you mean '--version'?");
  EXPECT_EQ(usage_error({"/dev/null"}),
            "unknown command '/dev/null'; did you mean 'puzzled solve /dev/null'?");
  EXPECT_EQ(usage_error({"solve", "--thread", "4"}),
            "unknown option '--thread' for 'puzzled solve'; did you mean '--threads'?");
  EXPECT_EQ(usage_error({"solve", "--limti=4"}),
            "unknown option '--limti' for 'puzzled solve'; did you mean '--limit'?");
  EXPECT_EQ(usage_error({"solve", "-z"}), "unknown option '-z' for 'puzzled solve'");
  EXPECT_EQ(usage_error({"generate", "extra"}),
            "unexpected argument 'extra' for 'puzzled generate'");
  EXPECT_EQ(usage_error({"help", "slove"}), "unknown command 'slove'; did you mean 'solve'?");
}

TEST(CommandLine, ShowsTheCommandsWhenNoneIsGiven) {
  Settings settings;
  const std::string help = manual::short_help(all_commands(settings));
  EXPECT_EQ(usage_error({}) + '\n', "no command given\n\n" + help);
  EXPECT_EQ(usage_error({"--"}), usage_error({}));
}

TEST(Letters, MeanTheSameOptionInEveryCommand) {
  Settings settings;
  std::map<char, std::string_view> names = {{'h', "help"}, {'V', "version"}};
  for (const Command& command : all_commands(settings)) {
    for (const Option& option : command.options) {
      if (option.letter == 0) continue;
      EXPECT_EQ(names.emplace(option.letter, option.name).first->second, option.name)
          << '-' << option.letter << " of " << command.name;
    }
  }
}

TEST(Letters, OfZeroOneNameTheirOptions) {
  EXPECT_EQ(usage_error({"send", "-l", "unix:x"}), "'-l' for 'puzzled send' is now '--latency'");
  EXPECT_EQ(usage_error({"send", "-j", "unix:x"}),
            "'-j' for 'puzzled send' is now '--json-summary'");
  EXPECT_EQ(usage_error({"generate", "-c30"}), "'-c' for 'puzzled generate' is now '--clues'");
  EXPECT_EQ(usage_error({"queens", "-ac", "8"}), "'-c' for 'puzzled queens' is now '--count'");
  EXPECT_EQ(usage_error({"generate", "-"}), "unexpected argument '-' for 'puzzled generate'");
}

TEST(CommandLine, TakesWhatFollowsTwoDashesAsFiles) {
  Settings settings;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(
      parse({"--", "solve", "a", "-q", "--", "-weird", "--quiet", "--", "-"}, settings)));
  EXPECT_TRUE(settings.solve.quiet);
  EXPECT_EQ(settings.solve.inputs, (std::vector<std::string>{"a", "-weird", "--quiet", "--", "-"}));
  ASSERT_TRUE(
      std::holds_alternative<RunCommand>(parse({"send", "-q", "--", "unix:x", "-file"}, settings)));
  EXPECT_EQ(settings.send.arguments, (std::vector<std::string>{"unix:x", "-file"}));
  ASSERT_TRUE(
      std::holds_alternative<RunCommand>(parse({"queens", "merge", "--", "-1", "-2"}, settings)));
  EXPECT_EQ(settings.queens.arguments, (std::vector<std::string>{"merge", "-1", "-2"}));
  EXPECT_EQ(usage_error({"generate", "--", "x"}), "unexpected argument 'x' for 'puzzled generate'");
}

TEST(CommandLine, TakesNamesOfCommandsAsFiles) {
  Settings settings;
  ASSERT_TRUE(
      std::holds_alternative<RunCommand>(parse({"solve", "queens", "-q", "solve"}, settings)));
  EXPECT_EQ(settings.solve.inputs, (std::vector<std::string>{"queens", "solve"}));
}

TEST(CommandLine, SaysWhereOptionsStand) {
  EXPECT_EQ(usage_error({"--quiet", "solve", "f"}),
            "options follow the command: 'puzzled solve --quiet'");
  EXPECT_EQ(usage_error({"-t", "4", "queens", "8"}),
            "options follow the command: 'puzzled queens -t'");
  EXPECT_EQ(usage_error({"--first=3", "queens"}),
            "options follow the command: 'puzzled queens --first=3'");
  EXPECT_EQ(usage_error({"--first=3", "solve"}), "unknown option '--first' for 'puzzled solve'");
  EXPECT_EQ(usage_error({"--seed", "3"}),
            "no command given; options follow it, as in 'puzzled generate --seed'");
}

TEST(VariableWarnings, NameWhatIsNearlyASetting) {
  const auto warnings = [](std::vector<const char*> environment) {
    environment.push_back(nullptr);
    return variable_warnings(environment.data());
  };
  EXPECT_EQ(warnings({"PATH=/bin", "PUZZLED_THREDS=2", "PUZZLED_THREAD=1"}),
            (std::vector<std::string>{
                "variable PUZZLED_THREAD is unknown; did you mean PUZZLED_THREADS?",
                "variable PUZZLED_THREDS is unknown; did you mean PUZZLED_THREADS?"}));
  EXPECT_EQ(warnings({"PUZLED_QUIET=1", "PUZZLED_IOTHREADS=1"}).size(), 2u);
  EXPECT_EQ(warnings({"UZZLED_QUIET=1", "PZZLED_QUIET=1", "_PUZZLED_QUIET=1"}).size(), 3u);
  // Settings of some command, other people's variables, and what Kubernetes sets for a service.
  EXPECT_TRUE(
      warnings({"PUZZLED_THREADS=1", "PUZZLED_ISA=portable", "PUZZLED_PART=1/2",
                "PUZZLED_THREAD=", "PUZZLED_THREAD", "PUZZLED_HOME=/x", "THREAD=1",
                "PUZZLED_PORT=tcp://10.0.0.1:9009", "PUZZLED_SERVICE_HOST=10.0.0.1",
                "PUZZLED_SERVICE_PORT=9009", "PUZZLED_SERVICE_PORT_LINES=9009",
                "PUZZLED_PORT_9009_TCP=tcp://10.0.0.1:9009", "PUZZLED_PORT_9009_TCP_PROTO=tcp",
                "PUZZLED_PORT_9009_TCP_PORT=9009", "PUZZLED_PORT_9009_TCP_ADDR=10.0.0.1"})
          .empty());
}

// The names of 0.1. They go with 0.3.

TEST(FormerNames, WorkAsFlagsWithAWarning) {
  Settings settings;
  ASSERT_TRUE(std::holds_alternative<RunCommand>(parse(
      {"serve", "--stall-limit", "7s", "--search-timeout=1", "--unsent-pause=8KiB"}, settings)));
  EXPECT_EQ(settings.serve.server.write_timeout, std::chrono::seconds(7));
  EXPECT_EQ(settings.serve.server.output_soft_limit, 8192u);
  EXPECT_EQ(settings.warnings,
            (std::vector<std::string>{
                "--unsent-pause is now --output-soft-limit; the old name works until 0.3",
                "--stall-limit is now --write-timeout; the old name works until 0.3"}));
  EXPECT_EQ(settings.serve.warnings, settings.warnings);
}

TEST(FormerNames, AreRefusedBesideTheNewOne) {
  EXPECT_EQ(usage_error({"serve", "--stall-limit", "7s", "--write-timeout", "7s"}),
            "--stall-limit is the old name of --write-timeout, which is set too; "
            "remove the old one");
  EXPECT_EQ(usage_error({"serve", "--stall-limit"}), "--stall-limit needs a value");
  EXPECT_EQ(usage_error({"serve", "--stall-limit", "soon"}),
            "--stall-limit: must be a time such as 10 (seconds), 250ms or 5min (got 'soon')");
}

TEST(FormerNames, LeadToTheNewOneInSuggestionsAndAreInNoHelp) {
  EXPECT_EQ(usage_error({"serve", "--stal-limit", "7s"}),
            "unknown option '--stal-limit' for 'puzzled serve'; did you mean '--write-timeout'?");
  EXPECT_EQ(usage_error({"solve", "--stall-limit", "7s"}),
            "unknown option '--stall-limit' for 'puzzled solve'");
  Settings settings;
  for (const Command& command : all_commands(settings)) {
    const std::string help = manual::short_help(command);
    for (const Option& option : command.options) {
      if (option.former_name.empty()) continue;
      for (const char end : {' ', '='}) {
        const std::string former = "--" + std::string(option.former_name) + end;
        EXPECT_EQ(help.find(former), std::string::npos) << help;
      }
    }
  }
}

TEST(FormerNames, AreNoMisspeltVariables) {
  const auto warnings = [](std::vector<const char*> environment) {
    environment.push_back(nullptr);
    return variable_warnings(environment.data());
  };
  EXPECT_TRUE(warnings({"PUZZLED_STALL_LIMIT=1s", "PUZZLED_UNSENT_DROP=1MiB"}).empty());
  EXPECT_EQ(warnings({"PUZZLED_STAL_LIMIT=1s"}),
            (std::vector<std::string>{"variable PUZZLED_STAL_LIMIT is unknown; did you mean "
                                      "PUZZLED_WRITE_TIMEOUT?"}));
}

TEST(CommandLine, RefusesValuesOutOfRange) {
  EXPECT_NE(usage_error({"solve", "--threads", "0"}).find("--threads"), std::string::npos);
  EXPECT_NE(usage_error({"solve", "--threads", "many"}).find("--threads"), std::string::npos);
  for (const char* seconds : {"-1", "1x", "nan", "inf", "1e10", "0x1p3", ""}) {
    EXPECT_NE(usage_error({"solve", "--time-limit", seconds}).find("--time-limit"),
              std::string::npos)
        << seconds;
  }
  EXPECT_NE(usage_error({"solve", "--limit", "-3"}).find("--limit"), std::string::npos);
  EXPECT_NE(usage_error({"solve", "--engine", "magic"}).find("--engine"), std::string::npos);
  EXPECT_NE(usage_error({"generate", "--clues", "82"}).find("--clues"), std::string::npos);
  EXPECT_EQ(usage_error({"generate", "--count"}), "--count needs a value");
}

TEST(CommandLine, PrintsHelpOfTheCommandThatWasNamed) {
  Settings settings;
  const std::vector<Command> commands = all_commands(settings);
  const Command& generate = commands[1];
  const auto printed = [&settings](const std::vector<const char*>& words) {
    return std::get<PrintText>(parse(words, settings)).text;
  };
  const std::string program = manual::long_help(manual::program_document(commands));
  const std::string command = manual::long_help(manual::command_document(generate, commands));
  EXPECT_EQ(printed({"-h"}), manual::short_help(commands));
  EXPECT_EQ(printed({"--help"}), program);
  EXPECT_EQ(printed({"help"}), program);
  EXPECT_EQ(printed({"generate", "-h"}), manual::short_help(generate));
  EXPECT_EQ(printed({"generate", "--help"}), command);
  EXPECT_EQ(printed({"help", "generate"}), command);
  EXPECT_EQ(printed({"-V"}), short_version());
  EXPECT_EQ(printed({"--version"}), long_version());
  EXPECT_EQ(printed({"version"}), long_version());
}

TEST(EditDistance, CountsSingleEdits) {
  EXPECT_EQ(edit_distance("solve", "solve"), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("sovle", "solve"), 1);
  EXPECT_EQ(edit_distance("slv", "solve"), 2);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

}  // namespace
}  // namespace puzzled::commands
