#include "daemon/base/settings/variable_name.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

#include "daemon/base/os/message.hpp"
#include "daemon/base/settings/former_names.hpp"

namespace puzzled {
namespace {

/// Names that commands use for different things. A test holds all others to one kind of value.
constexpr auto kSeveralMeanings = std::to_array<std::string_view>({
    "all",          // solutions, or minimal puzzles within a puzzle
    "columns",      // that a table gets, or in which a pair stands
    "connections",  // that a daemon accepts, or a client opens
    "copies",
    "count",
    "distinct",
    "engine",
    "estimate",
    "example",
    "first",
    "format",
    "limit",  // 0 is no limit, or not allowed
    "max",
    "minimize",      // turns a count into a search, or a highest score into a lowest
    "part",          // of the bytes of files, or of a count's units
    "queens-limit",  // of serve; the plain variable is that of `queens --limit`
    "split",
    "unique",
});

bool has_several_meanings(std::string_view option) {
  return std::find(kSeveralMeanings.begin(), kSeveralMeanings.end(), option) !=
         kSeveralMeanings.end();
}

bool is_set(const std::string& variable) {
  const char* const value = std::getenv(variable.c_str());
  return value != nullptr && *value != '\0';
}

}  // namespace

std::string plain_variable_name(std::string_view option) {
  std::string name = "PUZZLED_";
  for (const char c : option) {
    name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

std::string variable_name(std::string_view command, std::string_view option) {
  if (!has_several_meanings(option)) return plain_variable_name(option);
  return plain_variable_name(std::string(command) + '-' + std::string(option));
}

std::span<const std::string_view> names_with_several_meanings() {
  return kSeveralMeanings;
}

Result<> check_variables(const Command& command) {
  for (const FormerName& old : former_names()) {
    if (old.command != command.name || !old.frees_variable) continue;
    const std::string variable = plain_variable_name(old.former);
    if (!is_set(variable)) continue;
    return Error{"unknown variable " + variable + "; it is now " +
                 variable_name(command.name, old.name)};
  }
  for (const Option& option : command.options) {
    const std::string variable = plain_variable_name(option.name);
    if (!has_several_meanings(option.name) || !is_set(variable)) continue;
    return Error{variable + ": several commands have their own " + single_quoted(option.name) +
                 "; set " + variable_name(command.name, option.name)};
  }
  return {};
}

}  // namespace puzzled
