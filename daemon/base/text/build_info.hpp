// The commit that the program was built from. cmake/build_info.cmake writes the values.
#pragma once

#include <string_view>

namespace puzzled {

extern const std::string_view kBuildCommit;  ///< "unknown" outside a checkout
extern const std::string_view kBuildDate;    ///< YYYY-MM-DD: of the commit, or else of the build

}  // namespace puzzled
