#include "core/json_text.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>

namespace puzzled {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// Whether the character stands for itself.
bool is_plain(unsigned char c) {
  return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

/// The length of the character of more than one byte that begins at `i`; 0 if none does, as in
/// overlong forms, surrogates, what lies above U+10FFFF and what is cut off (RFC 3629, section 4).
std::size_t wide_character(std::string_view text, std::size_t i) {
  const unsigned char first = byte_at(text, i);
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() - i < size) return 0;
  const unsigned char second = byte_at(text, i + 1);
  const unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (second < least || second > most) return 0;
  for (std::size_t k = 2; k < size; ++k) {
    if ((byte_at(text, i + k) & 0xC0) != 0x80) return 0;
  }
  return size;
}

template <class... Format>
void append_digits(std::string& to, auto number, Format... format) {
  char digits[32];
  to.append(digits, std::to_chars(digits, digits + sizeof digits, number, format...).ptr);
}

}  // namespace

void append_json_string(std::string& to, std::string_view text) {
  to += '"';
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char c = byte_at(text, i);
    if (c >= 0x80) {
      const std::size_t size = wide_character(text, i);
      if (size == 0) {
        to += "\xEF\xBF\xBD";
        ++i;
      } else {
        to.append(text, i, size);
        i += size;
      }
      continue;
    }
    if (is_plain(c)) {
      const std::size_t begin = i;
      do ++i;
      while (i < text.size() && is_plain(byte_at(text, i)));
      to.append(text, begin, i - begin);
      continue;
    }
    ++i;
    switch (c) {
      case '"':
        to += "\\\"";
        break;
      case '\\':
        to += "\\\\";
        break;
      case '\n':
        to += "\\n";
        break;
      case '\r':
        to += "\\r";
        break;
      case '\t':
        to += "\\t";
        break;
      default:
        to += "\\u00";
        to += kHexDigits[c >> 4];
        to += kHexDigits[c & 15];
    }
  }
  to += '"';
}

void append_json_number(std::string& to, std::int64_t value) {
  append_digits(to, value);
}

void append_json_number(std::string& to, std::uint64_t value) {
  append_digits(to, value);
}

void append_json_number(std::string& to, double value) {
  if (!std::isfinite(value)) {
    to += "null";
    return;
  }
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e15)) {
    return append_digits(to, value, std::chars_format::scientific);
  }
  const std::size_t at = to.size();
  append_digits(to, value, std::chars_format::fixed);
  if (to.find('.', at) == std::string::npos) to += ".0";
}

void JsonObject::text(std::string_view name, std::string_view value) {
  append_json_string(member(name), value);
}

void JsonObject::count(std::string_view name, std::uint64_t value) {
  std::string& to = member(name);
  to += '"';
  append_digits(to, value);
  to += '"';
}

std::string& JsonObject::member(std::string_view name) {
  to_ += is_empty_ ? "{\"" : ",\"";
  is_empty_ = false;
  to_ += name;
  return to_ += "\":";
}

void JsonObject::end() {
  to_ += is_empty_ ? "{}" : "}";
}

std::string& JsonArray::next() {
  to_ += is_empty_ ? '[' : ',';
  is_empty_ = false;
  return to_;
}

void JsonArray::end() {
  to_ += is_empty_ ? "[]" : "]";
}

}  // namespace puzzled
