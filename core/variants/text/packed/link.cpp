#include "core/variants/text/packed/link.hpp"

#include <charconv>
#include <cstddef>

#include "core/variants/text/packed/lz_string.hpp"

namespace puzzled::variants {

std::string decode_url(std::string_view text) {
  text = text.substr(0, text.find_first_of("&#"));
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(&text[i + 1], &text[i + 1] + 2, byte, 16).ptr == &text[i + 1] + 2) {
      decoded += static_cast<char>(byte);
      i += 2;
    } else {
      decoded += text[i] == ' ' ? '+' : text[i];
    }
  }
  return decoded;
}

std::string encode_url(std::string_view packed) {
  std::string encoded;
  encoded.reserve(packed.size() + 16);
  for (const char c : packed) {
    if (c == '+') {
      encoded += "%2B";
    } else if (c == '/') {
      encoded += "%2F";
    } else if (c == '=') {
      encoded += "%3D";
    } else {
      encoded += c;
    }
  }
  return encoded;
}

Result<JsonValue> parse_packed_json(std::string_view text) {
  if (text.find('{') != std::string_view::npos) return parse_json(text, kMaxBoardValues);
  const Result<std::string> json = unpack_lz(text);
  if (!json) return json.error();
  return parse_json(*json, kMaxBoardValues);
}

}  // namespace puzzled::variants
