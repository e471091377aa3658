// UTF-8 that is written (RFC 3629).
#pragma once

#include <string>

namespace puzzled {

/// REQUIRES: `code` is no surrogate and at most U+10FFFF.
inline void append_utf8(std::string& to, char32_t code) {
  const auto append = [&to](char32_t byte) { to += static_cast<char>(byte); };
  if (code < 0x80) {
    append(code);
    return;
  }
  if (code < 0x800) {
    append(0xC0 | code >> 6U);
  } else {
    if (code < 0x10000) {
      append(0xE0 | code >> 12U);
    } else {
      append(0xF0 | code >> 18U);
      append(0x80 | (code >> 12U & 0x3FU));
    }
    append(0x80 | (code >> 6U & 0x3FU));
  }
  append(0x80 | (code & 0x3FU));
}

}  // namespace puzzled
