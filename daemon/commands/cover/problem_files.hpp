// The exact cover problems of the daemon: names and files in its settings.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/cover/problem.hpp"
#include "core/result.hpp"

namespace puzzled::commands {

/// `NAME = FILE, NAME = FILE`: names are printable ASCII without blanks, commas and `=`, each once.
Result<std::vector<std::pair<std::string, std::string>>> parse_problem_files(
    const std::string& text);

/// Reads the files, each of which holds one problem in Knuth's form. The error names the file and,
/// if its text is at fault, line and column. REQUIRES: no other thread needs SIGINT or SIGTERM.
Result<std::map<std::string, cover::Problem, std::less<>>> read_problem_files(
    const std::string& text);

}  // namespace puzzled::commands
