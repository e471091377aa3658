// JSON as SudokuPad shortens it before it packs it: single quotes, names without quotes and of a
// letter or two, nothing for `{}`, `t` and `f` for true and false, colours without quotes.
#pragma once

#include <string>
#include <string_view>

namespace puzzled::variants {

/// The same as JSON, as far as it is any. Names stay short.
std::string unzip_json(std::string_view zipped);

/// The name that a short one stands for; the name itself if it stands for none.
std::string_view long_name(std::string_view name);

}  // namespace puzzled::variants
