// «Did you mean …?» for misspelt items.
#pragma once

#include <string>
#include <string_view>

#include "core/cover/text/name_table.hpp"

namespace puzzled::cover::text {

/// `: did you mean 'x'?` if an item is called nearly so: but for upper and lower case, or for one
/// letter that is replaced, left out, added, or swapped with its neighbour. Else nothing.
std::string did_you_mean(std::string_view name, const NameTable& items);

}  // namespace puzzled::cover::text
