// Puzzles in links: percent signs of URLs, and the packed text itself.
#pragma once

#include <string>
#include <string_view>

#include "core/json_value.hpp"
#include "core/result.hpp"

namespace puzzled::variants {

/// `text` up to `&` or `#`, with `%2B` as `+`; blanks, which servers make of `+`, as `+`.
std::string decode_url(std::string_view text);

/// `+`, `/` and `=` as percent signs and numbers.
std::string encode_url(std::string_view packed);

/// Of the JSON of a board: 10 MB. A 25x25 board has some 5 000 for its cells.
inline constexpr std::size_t kMaxBoardValues = 100'000;

/// JSON that is given as such or packed.
Result<JsonValue> parse_packed_json(std::string_view text);

}  // namespace puzzled::variants
