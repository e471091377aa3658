// The manual: help, manual pages, completions and the sample configuration.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "daemon/base/manual/generated_text.hpp"
#include "daemon/base/manual/help.hpp"
#include "daemon/base/manual/layout.hpp"
#include "daemon/base/settings/variable_name.hpp"
#include "daemon/commands/commands.hpp"
#include "daemon/commands/version.hpp"

namespace puzzled::manual {
namespace {

class Manual : public ::testing::Test {
 protected:
  std::string generated(const std::string& kind) const {
    const Result<std::string> text = generated_text(kind, commands_, "2000-01-01");
    return text ? *text : text.error().message;
  }

  const std::vector<Command> commands_ = commands::all_commands();
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The most characters of a line.
std::size_t columns_of(const std::string& text) {
  std::size_t most = 0;
  for (const std::string& line : lines_of(text)) {
    most =
        std::max(most, static_cast<std::size_t>(std::count_if(
                           line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; })));
  }
  return most;
}

TEST_F(Manual, FitsShortHelpOnAScreenWithEveryOption) {
  std::vector<std::string> texts = {short_help(commands_)};
  for (const Command& command : commands_) {
    texts.push_back(short_help(command));
    for (const Option& option : command.options) {
      EXPECT_NE(texts.back().find("--" + std::string(option.name)), std::string::npos);
    }
    EXPECT_NE(texts.front().find(command.name), std::string::npos);
  }
  for (const std::string& text : texts) {
    EXPECT_LE(columns_of(text), 80u) << text;
    EXPECT_LE(lines_of(text).size(), 24u) << text;
    EXPECT_NE(lines_of(text).back().find("--help"), std::string::npos) << text;
  }
}

TEST_F(Manual, DescribesWhatEveryCommandIsForWhereTheProgramIsDescribed) {
  const Document document = program_document(commands_);
  const std::string& description = document.sections.front().text;
  for (const Command& command : commands_) {
    EXPECT_NE(description.find('`' + std::string(command.name) + '`'), std::string::npos)
        << command.name;
  }
}

TEST_F(Manual, ExplainsEveryOptionInLongHelp) {
  EXPECT_LE(columns_of(long_help(program_document(commands_))), 80u);
  for (const Command& command : commands_) {
    const std::string text = long_help(command_document(command, commands_));
    EXPECT_LE(columns_of(text), 80u) << text;
    EXPECT_FALSE(command.description.empty() || command.examples.empty() ||
                 command.exit_statuses.empty())
        << command.name;
    EXPECT_EQ(command.operands.empty(), command.positionals == nullptr) << command.name;
    for (const Option& option : command.options) {
      EXPECT_TRUE(option.details.str().ends_with('.')) << option.name;
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_NE(option.group, nullptr) << option.name;
      EXPECT_NE(text.find("--" + std::string(option.name)), std::string::npos) << option.name;
      EXPECT_NE(text.find(variable_name(command.name, option.name)), std::string::npos)
          << option.name;
    }
    for (const Entry& example : command.examples) {
      EXPECT_NE(text.find("\n    " + lines_of(example.term.str()).front() + '\n'),
                std::string::npos)
          << "too long for a line: " << example.term.str();
    }
  }
}

TEST_F(Manual, MakesAPageOfEachCommandAndTheConfiguration) {
  const std::vector<std::string> kinds = lines_of(generated("kinds"));
  EXPECT_EQ(std::count_if(kinds.begin(), kinds.end(),
                          [](const std::string& kind) { return kind.starts_with("man:"); }),
            std::ssize(commands_) + 2);
  for (const std::string& kind : kinds) {
    if (!kind.starts_with("man:")) continue;
    const std::string page = generated(kind);
    EXPECT_TRUE(page.starts_with(".TH PUZZLED")) << page;
    EXPECT_NE(page.find(".SH SEE ALSO\n"), std::string::npos);
    EXPECT_TRUE(std::all_of(page.begin(), page.end(), [](char c) { return (c & 0x80) == 0; }))
        << kind << " has a character that man_page.cpp must write in troff's way";
  }
  const std::string keys = generated("man:puzzled.toml");
  const auto serve = std::find_if(commands_.begin(), commands_.end(),
                                  [](const Command& command) { return command.name == "serve"; });
  for (const Option& option : serve->options) {
    std::string key(option.name);
    for (std::size_t at = 0; (at = key.find('-', at)) != std::string::npos; at += 2) {
      key.insert(at, "\\");
    }
    EXPECT_EQ(keys.find("\\fB" + key + "\\fR =") != std::string::npos, option.in_file) << key;
  }
  EXPECT_EQ(generated("nonsense"), "--generate: unknown kind 'nonsense'; 'kinds' lists them");
}

TEST_F(Manual, MakesTheSampleConfiguration) {
  std::ifstream file(PUZZLED_SAMPLE_CONFIG);
  const std::string sample{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(sample, generated("puzzled.toml"))
      << "puzzled --generate puzzled.toml >deploy/puzzled.toml";
}

TEST(Layout, BreaksLinesAtSpaces) {
  EXPECT_EQ(wrapped("one two three", "  ", 9), "  one two\n  three\n");
  EXPECT_EQ(wrapped("a\n\nb", "# ", 80), "# a\n#\n# b\n");
  EXPECT_EQ(wrapped("longer-than-a-line x", "", 5), "longer-than-a-line\nx\n");
  EXPECT_EQ(wrapped("×××× ×", "", 6), "×××× ×\n");
  EXPECT_EQ(padded("×", 3), "×  ");
}

}  // namespace
}  // namespace puzzled::manual
