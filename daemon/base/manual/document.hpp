// What the manual says, before it is laid out: long help and manual pages are two layouts of the
// same documents, which are made from the tables of options.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "daemon/base/settings/option.hpp"

namespace puzzled::manual {

/// Texts are paragraphs with an empty line between; `literal text` stands in backquotes.
struct Section {
  std::string title;
  std::string text;
  std::vector<Entry> entries{};
  bool is_part = false;       ///< of the section before it
  bool are_examples = false;  ///< entries are commands as they are typed, each below its text
};

struct Document {
  std::string name;                ///< "puzzled-solve"
  int chapter = 1;                 ///< of the manual
  std::string summary;             ///< one line
  std::vector<std::string> usage;  ///< lines
  std::vector<Section> sections;   ///< the first is the description
};

/// All pages of the manual, for SEE ALSO: `puzzled(1)`, ….
std::vector<std::string> page_names(std::span<const Command> commands);

/// puzzled(1), and what `puzzled --help` prints.
Document program_document(std::span<const Command> commands);

/// puzzled-COMMAND(1), and what `puzzled COMMAND --help` prints.
Document command_document(const Command& command, std::span<const Command> commands);

/// puzzled.toml(5), from the table of `puzzled serve`.
Document settings_document(const Command& serve, std::span<const Command> commands);

/// How the configuration file is written, as paragraphs.
std::string settings_rules();

/// `-o, --output FILE`; `    --time-limit S` with `align`.
std::string option_head(const Option& option, bool align);

/// Default, range, choices and unit of an option, as sentences.
std::string value_facts(const Option& option);

/// How it is given in the configuration file, and whether a reload takes it, as sentences.
std::string key_facts(const Option& option);

}  // namespace puzzled::manual
