// One option of a command: its row in the command's table, which says all there is to say about it.
// The parser, the environment and the configuration file read it, and daemon/base/manual makes
// help, manual pages, completions and the sample configuration of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/settings/manual_text.hpp"

namespace puzzled {

/// Options that stand together in the long help, the manual page and the sample configuration.
struct OptionGroup {
  std::string_view title;
  std::string_view intro{};  ///< what they have in common; empty: nothing
};

/// Where the value of an option goes. A list takes each value that is given; of all others the last
/// one holds.
using OptionTarget =
    std::variant<bool*, int*, std::uint64_t*, std::optional<int>*, std::optional<std::uint64_t>*,
                 std::chrono::nanoseconds*, std::string*, std::vector<std::string>*>;

/// What a row of a table names only where the option has it: a short form, bounds, …
struct OptionTraits {
  char letter = 0;                     ///< short form, 0 for none; the same option in every command
  const OptionGroup* group = nullptr;  ///< rows of a group follow each other
  std::string_view default_text{};     ///< what the default means, where the value does not say it
  std::uint64_t minimum = 0;           ///< of numbers
  std::uint64_t maximum = 0;           ///< of numbers; of lists, how many values they hold
  std::vector<std::string> choices{};  ///< of words; empty: any word
  std::vector<std::string> offered{};  ///< words that shells offer where any word may stand
  /// Former choices, each with the message that refuses it and names what to use instead.
  std::vector<std::pair<std::string_view, std::string_view>> former_choices{};
  /// Of words, after `choices`, and of each of a list: the error says what is wrong with `text`.
  Result<> (*check)(const std::string& text) = nullptr;
  bool is_size = false;        ///< a number of bytes, which may be written as 4KiB
  bool is_brief = false;       ///< the short help lists name and default only, at its end
  bool in_file = true;         ///< may be set in the configuration file
  bool reloads = false;        ///< a running daemon can take a new value
  std::string_view at_most{};  ///< name of the option whose value this one must not exceed
};

/// How an option is written, where its value goes and which values are accepted.
struct Option : OptionTraits {
  Option(std::string_view its_name, std::string_view its_value, OptionTarget its_target,
         ManualText its_help, ManualText its_details, OptionTraits traits = {})
      : OptionTraits(std::move(traits)),
        name(its_name),
        value(its_value),
        target(its_target),
        help(std::move(its_help)),
        details(std::move(its_details)) {}

  std::string_view name;  ///< without dashes: "threads"
  /// Name of its value in the help; empty for a switch. Shells complete FILE and PATH by files.
  std::string_view value;
  OptionTarget target;
  ManualText help;  ///< one line
  /// One to four sentences for the long help: what it does, units, how it works with other options.
  /// `Literal text` stands in backquotes. Default, range and choices are not said here: the long
  /// help adds them.
  ManualText details;
};

/// A term and what the manual says of it.
struct Entry {
  ManualText term;
  ManualText text;
};

struct LayeredValues;

/// A command: the table of its options, what it checks and what it does. Texts are those of the
/// long help and the manual page.
struct Command {
  std::string_view name;
  std::string_view help;       ///< one line
  std::string_view arguments;  ///< behind the options in the usage line; empty: takes none
  std::string_view keyword{};  ///< a word that may stand first, before files; else none are files
  std::string_view description{};  ///< paragraphs, with an empty line between
  std::vector<Entry> operands{};
  std::vector<Option> options{};
  std::vector<Entry> examples{};  ///< a command as it is typed, and what it does; a test runs them
  std::vector<Entry> exit_statuses{};
  std::vector<Entry> files{};
  std::vector<std::string>* positionals = nullptr;
  /// Checks the settings against each other, once all are set; empty: nothing to check.
  std::function<Result<>(const LayeredValues& values)> check{};
  /// Runs the command and returns the exit status; the command holds its settings alive.
  /// REQUIRES: SIGPIPE is ignored; no other thread runs.
  std::function<int()> run{};
};

/// Values as text, by the names of their options: of lists all, in their order, of other options
/// the one that holds.
using GivenValues = std::multimap<std::string, std::string, std::less<>>;

/// Whether the option takes several values.
inline bool is_list(const Option& option) {
  return std::holds_alternative<std::vector<std::string>*>(option.target);
}

/// The option of that name; nullptr if there is none.
const Option* find_option(std::span<const Option> options, std::string_view name);

/// The name of the option that `typed` was probably meant to be; nothing when none is near.
std::optional<std::string> suggest_option(std::span<const Option> options, std::string_view typed);

}  // namespace puzzled
