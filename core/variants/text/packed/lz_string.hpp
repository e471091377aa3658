// The compression of puzzles in links: lz-string's LZ78 over UTF-16 code units, written as base64
// (six bits to a character, RFC 4648, section 4).
//
// Codes grow from two bits on. Three of them are no words: 0 and 1 announce a unit of 8 or 16 bits
// that has not been there before, 2 ends the text. The bits of a code come lowest first, into
// characters highest first.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled::variants {

/// What a text may unpack to, in bytes of which each is a character, in UTF-16 units of others: it
/// can grow by the square of its length. Boards have some KB, with drawings some hundred.
inline constexpr std::size_t kMaxUnpackedUnits = std::size_t{1} << 20U;

/// `packed` as UTF-8. Padding with `=` may be missing; what follows the end of the text is ignored.
Result<std::string> unpack_lz(std::string_view packed);

/// Of UTF-8, padded. Bytes that are not UTF-8 become U+FFFD.
std::string pack_lz(std::string_view text);

}  // namespace puzzled::variants
