// Options that several commands have, so that they read alike everywhere. Each function makes the
// row of a table; `target` must outlive it.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/base/files/output.hpp"
#include "daemon/base/settings/automatic.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled {

inline constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();

// Groups of the tables.
inline constexpr OptionGroup kAnswers{"What is answered"};
inline constexpr OptionGroup kInput{"Input"};
inline constexpr OptionGroup kOutput{"Output"};
inline constexpr OptionGroup kWork{"How it works"};
inline constexpr OptionGroup kLog{"Log"};
inline constexpr OptionGroup kConfiguration{"Configuration"};

/// Of each option that takes addresses: more than any machine has networks to tell apart.
inline constexpr std::uint64_t kMaxAddresses = 16;

/// Of commands that have a configuration file.
struct ConfigSettings {
  std::string config;  ///< a TOML file; empty: none
  bool check_config = false;
};

/// `first`, then the names of `things`, which have a member `name` or are names: for choices.
template <class Things>
std::vector<std::string> names_of(const Things& things, std::vector<std::string> first = {}) {
  for (const auto& thing : things) {
    if constexpr (requires { thing.name; }) {
      first.emplace_back(thing.name);
    } else {
      first.emplace_back(thing);
    }
  }
  return first;
}

/// `a|b|c`, for a help text.
std::string listed(const std::vector<std::string>& words);

/// Appends the rows to the table of `command`, as a group.
void add_options(Command& command, const OptionGroup& group, std::vector<Option> options);

Option output_option(std::string& target);
Option partial_option(bool& target);
Option threads_option(ThreadsSetting& target);
Option quiet_option(bool& target);
Option json_summary_option(bool& target);

/// Output, partial and quiet; `json_summary`, too, unless it is null.
std::vector<Option> output_options(OutputSettings& target, bool* json_summary = nullptr);

/// `details` says whose time it is.
Option time_limit_option(std::chrono::nanoseconds& target, ManualText help, ManualText details);

/// Names of rules of whole boards; `details` says of which boards.
Option rules_option(std::string& target, ManualText details);

/// The forms of Sudoku texts, the column of a table, and further signs for blanks.
std::vector<Option> form_options(InputForm& target);

/// Further signs for blanks alone.
Option blank_option(std::string& target);

/// Sets the columns of pairs from `PUZZLE,GRID`, names or numbers; both stay unknown if the text is
/// empty. An error unless they are two.
Result<> set_pair_columns(const std::string& columns, InputForm& form);

/// One of `engines`, which `details` explains; the target holds the default.
Option engine_option(std::string& target, const std::vector<std::string>& engines,
                     ManualText details);

/// `auto`, or an instruction set; refuses what this processor does not support.
Option isa_option(IsaSetting& target);

Option json_option(bool& target, ManualText help, ManualText details);
Option pretty_option(bool& target, ManualText help, ManualText details);

/// Two arrays instead of text; `details` says what more there is to know.
Option npy_option(bool& target, const ManualText& details);
/// One picture instead of text; `details` says of what.
Option svg_option(bool& target, const ManualText& details);

// Those of programs that run on and on:

/// `details` are those of `--config`.
std::vector<Option> config_options(ConfigSettings& target, ManualText help, ManualText details);

/// Threads of one kind, one per CPU unless a number is given. `threads` has a letter.
Option threads_option(std::string_view name, ThreadsSetting& target, ManualText help,
                      ManualText details);

/// Where metrics are shown; `more` ends the list of pages in its details.
Option http_option(std::vector<std::string>& target, ManualText help, const ManualText& more);

/// Of an address to listen on, or an empty one.
Result<> check_listen_address(const std::string& text);

/// Level and format of the log on stderr.
std::vector<Option> log_options(std::string& level, std::string& format);

/// `help` and `details` say what the memory is for.
Option memory_option(std::string& target, ManualText help, ManualText details);

/// What the exit statuses 0, 1, 2 and 130 mean; 1 is left out if `some_unanswered` is empty.
std::vector<Entry> exit_statuses(ManualText some_unanswered);

}  // namespace puzzled
