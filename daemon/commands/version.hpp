// The version of the program and how it was built.
#pragma once

#include <string>
#include <string_view>

namespace puzzled::commands {

/// Of the commit that the program was built from; cmake/build_info.cmake writes them.
extern const std::string_view kBuildCommit;  ///< "unknown" outside a checkout
extern const std::string_view kBuildDate;    ///< YYYY-MM-DD: of the commit, or else of the build

/// `puzzled -V`: one line.
std::string short_version();

/// `puzzled --version`: that line, then commit, compiler, instruction sets, optional parts,
/// libraries.
std::string long_version();

}  // namespace puzzled::commands
