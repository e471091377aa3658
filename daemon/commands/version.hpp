// The version of the program and how it was built.
#pragma once

#include <string>

namespace puzzled::commands {

/// `puzzled -V`: one line.
std::string short_version();

/// `puzzled --version`: that line, then commit, compiler, instruction sets, optional parts,
/// libraries.
std::string long_version();

}  // namespace puzzled::commands
