// Manual pages for man(1), in the macros of man(7).
#pragma once

#include <string>
#include <string_view>

#include "daemon/base/manual/document.hpp"

namespace puzzled::manual {

/// The page. `date` is `YYYY-MM-DD`, `version` the version of the program.
std::string man_page(const Document& document, std::string_view date, std::string_view version);

}  // namespace puzzled::manual
