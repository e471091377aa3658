// Flags, environment, help and suggestions.
#include "daemon/commands/command_line.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "daemon/base/manual/help.hpp"
#include "daemon/base/settings/former_names.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/settings/variable_name.hpp"
#include "daemon/base/text/suggest.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/variable_check.hpp"
#include "daemon/commands/version.hpp"

namespace puzzled::commands {
namespace {

/// What came of a command line.
struct Parsed {
  ParsedCommand outcome;

  bool runs() const { return std::holds_alternative<Command>(outcome); }
  /// The value of an option as text, those of a list with commas between.
  std::string operator[](std::string_view option) const {
    return option_text(*find_option(std::get<Command>(outcome).options, option));
  }
  std::vector<std::string> files() const { return *std::get<Command>(outcome).positionals; }
};

Parsed parse(std::vector<const char*> words) {
  words.insert(words.begin(), "puzzled");
  return {parse_command_line(static_cast<int>(words.size()), words.data())};
}

std::string usage_error(const std::vector<const char*>& words) {
  const Parsed parsed = parse(words);
  const auto* error = std::get_if<UsageError>(&parsed.outcome);
  return error != nullptr ? error->message : "(no error)";
}

TEST(CommandLine, ReadsEveryOptionOfSolve) {
  const Parsed solve =
      parse({"solve", "a", "-o", "out", "--limit=7", "-f", "csv", "--engine", "mrv", "--threads",
             "3", "-vqj", "--json-summary", "--answer", "line", "--time-limit", "0.25", "-", "b"});
  ASSERT_TRUE(solve.runs());
  EXPECT_EQ(std::get<Command>(solve.outcome).name, "solve");
  EXPECT_EQ(solve.files(), (std::vector<std::string>{"a", "-", "b"}));
  EXPECT_EQ(solve["output"], "out");
  EXPECT_EQ(solve["limit"], "7");
  EXPECT_EQ(solve["time-limit"], "250ms");
  EXPECT_EQ(solve["format"], "csv");
  EXPECT_EQ(solve["engine"], "mrv");
  EXPECT_EQ(solve["answer"], "line");
  EXPECT_EQ(solve["threads"], "3");
  for (const char* on : {"verbose", "quiet", "json", "json-summary"}) EXPECT_EQ(solve[on], "true");
}

TEST(CommandLine, CutsWordsAsShellsDo) {
  // A value may begin with a dash, letters of switches stand together, and digits are no letters.
  EXPECT_EQ(parse({"solve", "-o", "-x", "-qt4"})["output"], "-x");
  EXPECT_EQ(parse({"solve", "-qt4"})["threads"], "4");
  EXPECT_EQ(parse({"solve", "-4", "---x"}).files(), (std::vector<std::string>{"-4", "---x"}));
  EXPECT_EQ(usage_error({"solve", "-t=4"}).substr(0, 10), "--threads:");
  // Names are files as they stand.
  EXPECT_EQ(parse({"solve", "[a,b]", "{}"}).files(), (std::vector<std::string>{"[a,b]", "{}"}));
  EXPECT_EQ(parse({"solve", "--quiet=false"})["quiet"], "false");
  EXPECT_EQ(parse({"solve", "--limit=", "4"})["limit"], "4");
  // Help beats an unknown option, and that a value that is missing.
  EXPECT_TRUE(std::holds_alternative<PrintText>(parse({"solve", "--nope", "-qh"}).outcome));
  EXPECT_EQ(usage_error({"solve", "--help", "--nope", "-o"}).substr(0, 23),
            "unknown option '--nope'");
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
  const Parsed as_json = parse({"solve", "-j"});
  ASSERT_TRUE(as_json.runs());
  EXPECT_EQ(as_json["json"] + as_json["pretty"], "truefalse");
  ::unsetenv("PUZZLED_PRETTY");
  ::setenv("PUZZLED_JSON", "1", 1);
  const Parsed as_board = parse({"solve", "--answer", "board"});
  ASSERT_TRUE(as_board.runs());
  EXPECT_EQ(as_board["json"], "false");
  EXPECT_EQ(as_board["answer"], "board");
  ::unsetenv("PUZZLED_JSON");
}

TEST(CommandLine, ReadsEveryOptionOfGenerate) {
  const Parsed generate = parse(
      {"generate", "--count", "5", "--clues", "30", "--seed", "18446744073709551615", "--minimal"});
  ASSERT_TRUE(generate.runs());
  EXPECT_EQ(generate["count"], "5");
  EXPECT_EQ(generate["clues"], "30");
  EXPECT_EQ(generate["seed"], "18446744073709551615");
  EXPECT_EQ(generate["minimal"], "true");
}

TEST(CommandLine, PutsFlagsAboveTheEnvironmentAboveDefaults) {
  ::setenv("PUZZLED_THREADS", "5", 1);
  ::setenv("PUZZLED_QUIET", "1", 1);
  const Parsed from_environment = parse({"solve"});
  ASSERT_TRUE(from_environment.runs());
  EXPECT_EQ(from_environment["threads"], "5");
  EXPECT_EQ(from_environment["quiet"], "true");
  EXPECT_EQ(from_environment["limit"], "1");
  EXPECT_EQ(parse({"solve", "-t", "2"})["threads"], "2");
  ::unsetenv("PUZZLED_THREADS");
  ::unsetenv("PUZZLED_QUIET");
}

TEST(CommandLine, RoundsTimesUpSoThatTheShortestIsStillALimit) {
  ::setenv("PUZZLED_TIME_LIMIT", "1e-12", 1);
  EXPECT_EQ(parse({"solve"})["time-limit"], "1ns");
  EXPECT_EQ(parse({"solve", "--time-limit", "0"})["time-limit"], "0s");
  ::unsetenv("PUZZLED_TIME_LIMIT");
}

/// What a variable of one name sets must be of one kind in all commands.
bool take_the_same(const Option& a, const Option& b) {
  return a.target.index() == b.target.index() && a.choices == b.choices && a.is_size == b.is_size &&
         a.maximum == b.maximum;
}

TEST(Variables, HaveOneMeaningEach) {
  const std::vector<Command> commands = all_commands();
  std::map<std::string, const Option*> by_variable;
  std::map<std::string_view, int> names;
  for (const Command& command : commands) {
    for (const Option& option : command.options) {
      ++names[option.name];
      const auto [known, is_new] =
          by_variable.emplace(variable_name(command.name, option.name), &option);
      EXPECT_TRUE(is_new || take_the_same(*known->second, option)) << known->first;
    }
  }
  for (const std::string_view name : names_with_several_meanings()) {
    EXPECT_TRUE(names[name] > 1 || by_variable.contains(plain_variable_name(name))) << name;
  }
}

TEST(Variables, NameTheCommandWhereCommandsDiffer) {
  ::setenv("PUZZLED_QUEENS_ENGINE", "bitmask", 1);
  ::setenv("PUZZLED_SOLVE_ENGINE", "band", 1);
  EXPECT_EQ(parse({"queens", "8"})["engine"], "bitmask");
  EXPECT_EQ(parse({"solve"})["engine"], "band");
  ::unsetenv("PUZZLED_QUEENS_ENGINE");
  ::unsetenv("PUZZLED_SOLVE_ENGINE");
  // Without the command's name it could be meant for any, so none takes it that has the option.
  ::setenv("PUZZLED_ENGINE", "band", 1);
  EXPECT_EQ(usage_error({"solve"}),
            "PUZZLED_ENGINE: several commands have their own 'engine'; set PUZZLED_SOLVE_ENGINE");
  EXPECT_FALSE(parse({"queens", "8", "--engine", "bitmask"}).runs());
  EXPECT_TRUE(parse({"generate"}).runs());
  ::unsetenv("PUZZLED_ENGINE");
}

TEST(FormerNames, AreRefusedWithThePresentOnes) {
  for (const FormerName& old : former_names()) {
    const std::string command(old.command);
    const std::string dashes = old.former.size() == 1 ? "-" : "--";
    const std::string typed = dashes + std::string(old.former);
    const std::string present = "--" + std::string(old.name);
    const std::optional<Command> made = make_command(command);
    ASSERT_TRUE(made && find_option(made->options, old.name)) << command << ' ' << typed;
    EXPECT_EQ(usage_error({command.c_str(), typed.c_str()}), "unknown option '" + typed +
                                                                 "' for 'puzzled " + command +
                                                                 "'; it is now '" + present + "'");
    if (!old.frees_variable) continue;
    const std::string variable = plain_variable_name(old.former);
    ::setenv(variable.c_str(), "1", 1);
    EXPECT_EQ(usage_error({command.c_str()}),
              "unknown variable " + variable + "; it is now " + variable_name(command, old.name));
    ::unsetenv(variable.c_str());
  }
}

TEST(CommandLine, ReadsEveryOptionOfQueens) {
  const Parsed queens = parse({"queens",  "--first",    "3",
                               "--count", "-aub",       "-e",
                               "bitmask", "--isa",      "portable",
                               "--split", "2",          "-t",
                               "3",       "-m",         "4G",
                               "-k",      "c",          "--verify-sample",
                               "5%",      "--estimate", "--machines=7",
                               "--part",  "1/2",        "-o",
                               "x",       "-qj",        "--taper",
                               "17"});
  ASSERT_TRUE(queens.runs());
  EXPECT_EQ(queens.files(), (std::vector<std::string>{"17"}));
  const std::pair<const char*, const char*> values[] = {
      {"first", "3"},    {"engine", "bitmask"}, {"isa", "portable"}, {"split", "2"},
      {"threads", "3"},  {"memory", "4G"},      {"checkpoint", "c"}, {"verify-sample", "5%"},
      {"machines", "7"}, {"part", "1/2"},       {"output", "x"}};
  for (const auto& [option, value] : values) EXPECT_EQ(queens[option], value);
  for (const char* on : {"count", "all", "unique", "board", "estimate", "taper", "quiet", "json"}) {
    EXPECT_EQ(queens[on], "true") << on;
  }
}

TEST(CommandLine, TakesTheLastOfAnOptionThatIsGivenTwiceInEveryCommand) {
  for (const Command& command : all_commands()) {
    for (const Option& option : command.options) {
      const std::string name = "--" + std::string(option.name);
      std::vector<const char*> words = {command.name.data(), name.c_str(), "1", name.c_str(), "2"};
      if (option.value.empty()) words = {command.name.data(), name.c_str(), name.c_str()};
      EXPECT_EQ(usage_error(words).find("needs a value"), std::string::npos)
          << command.name << ' ' << name << ": " << usage_error(words);
    }
  }
  const Parsed solve =
      parse({"solve", "-t", "1", "--limit=3", "-q", "--threads=2", "-q", "--limit", "4", "-t3"});
  ASSERT_TRUE(solve.runs());
  EXPECT_EQ(solve["threads"], "3");
  EXPECT_EQ(solve["limit"], "4");
  EXPECT_EQ(solve["quiet"], "true");
  // Only the one that holds is looked at; without a value there is none.
  EXPECT_TRUE(parse({"serve", "--read-timeout", "soon", "--read-timeout", "2s"}).runs());
  EXPECT_EQ(usage_error({"solve", "-t", "1", "-t"}), "--threads needs a value");
}

TEST(CommandLine, AddsUpAddressesThatAreRepeated) {
  const Parsed serve = parse({"serve", "--listen", "1", "--unix=a", "--listen=[::1]:2", "--http",
                              "3", "--unix", "b,c", "--http", "4", "--ipv6-only"});
  ASSERT_TRUE(serve.runs());
  EXPECT_EQ(serve["listen"], "1, [::1]:2");
  EXPECT_EQ(serve["unix"], "a, b,c");
  EXPECT_EQ(serve["http"], "3, 4");
  EXPECT_EQ(serve["ipv6-only"], "true");
  EXPECT_EQ(parse({"serve", "--listen", "1", "--listen", "", "--listen=2"})["listen"], "2");
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
  const std::string help = manual::short_help(all_commands());
  EXPECT_EQ(usage_error({}) + '\n', "no command given\n\n" + help);
  EXPECT_EQ(usage_error({"--"}), usage_error({}));
}

TEST(Letters, MeanTheSameOptionInEveryCommand) {
  std::map<char, std::string_view> names = {{'h', "help"}, {'V', "version"}};
  for (const Command& command : all_commands()) {
    for (const Option& option : command.options) {
      if (option.letter == 0) continue;
      EXPECT_EQ(names.emplace(option.letter, option.name).first->second, option.name)
          << '-' << option.letter << " of " << command.name;
    }
  }
}

TEST(CommandLine, TakesWhatFollowsTwoDashesAsFiles) {
  const Parsed solve = parse({"--", "solve", "a", "-q", "--", "-weird", "--quiet", "--", "-"});
  ASSERT_TRUE(solve.runs());
  EXPECT_EQ(solve["quiet"], "true");
  EXPECT_EQ(solve.files(), (std::vector<std::string>{"a", "-weird", "--quiet", "--", "-"}));
  EXPECT_EQ(parse({"send", "-q", "--", "unix:x", "-file"}).files(),
            (std::vector<std::string>{"unix:x", "-file"}));
  EXPECT_EQ(parse({"queens", "merge", "--", "-1", "-2"}).files(),
            (std::vector<std::string>{"merge", "-1", "-2"}));
  EXPECT_EQ(usage_error({"generate", "--", "x"}), "unexpected argument 'x' for 'puzzled generate'");
}

TEST(CommandLine, TakesNamesOfCommandsAsFiles) {
  EXPECT_EQ(parse({"solve", "queens", "-q", "solve"}).files(),
            (std::vector<std::string>{"queens", "solve"}));
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
      warnings({"PUZZLED_THREADS=1", "PUZZLED_ISA=portable", "PUZZLED_SOLVE_PART=1/2",
                "PUZZLED_COLUMNS=a", "PUZZLED_THREAD=", "PUZZLED_THREAD", "PUZZLED_HOME=/x",
                "THREAD=1", "PUZZLED_PORT=tcp://10.0.0.1:9009", "PUZZLED_SERVICE_HOST=10.0.0.1",
                "PUZZLED_SERVICE_PORT=9009", "PUZZLED_SERVICE_PORT_LINES=9009",
                "PUZZLED_PORT_9009_TCP=tcp://10.0.0.1:9009", "PUZZLED_PORT_9009_TCP_PROTO=tcp",
                "PUZZLED_PORT_9009_TCP_PORT=9009", "PUZZLED_PORT_9009_TCP_ADDR=10.0.0.1"})
          .empty());
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
  const std::vector<Command> commands = all_commands();
  const Command& generate = commands[1];
  const auto printed = [](const std::vector<const char*>& words) {
    return std::get<PrintText>(parse(words).outcome).text;
  };
  const std::string program = manual::long_help(manual::program_document(commands));
  const std::string command = manual::long_help(manual::command_document(generate, commands));
  EXPECT_EQ(printed({"-h"}), manual::short_help(commands));
  EXPECT_EQ(printed({"--help"}), program);
  EXPECT_EQ(printed({"help"}), program);
  EXPECT_EQ(printed({"generate", "-h"}), manual::short_help(generate));
  EXPECT_EQ(printed({"generate", "--help"}), command);
  EXPECT_EQ(printed({"help", "generate"}), command);
  EXPECT_EQ(printed({"generate", "-h", "--help"}), command);
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
