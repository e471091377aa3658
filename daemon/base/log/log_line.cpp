#include "daemon/base/log/log_line.hpp"

#include <cstdio>

#include "core/json_text.hpp"

namespace puzzled {
namespace {

std::string_view bounded(std::string_view text) {
  return text.substr(0, kLogTextLimit);
}

/// Without quotes where nobody could misread it.
void append_text(std::string& to, std::string_view text) {
  bool plain = !text.empty();
  for (const char c : text) {
    plain = plain && c > ' ' && c <= '~' && c != '"' && c != '=' && c != '\\';
  }
  if (plain) {
    to += text;
  } else {
    append_json_string(to, text);
  }
}

void append_value(std::string& to, const LogField::Value& value, bool json) {
  if (const auto* flag = std::get_if<bool>(&value)) {
    to += *flag ? "true" : "false";
  } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    append_json_number(to, *integer);
  } else if (const auto* natural = std::get_if<std::uint64_t>(&value)) {
    append_json_number(to, *natural);
  } else if (const auto* real = std::get_if<double>(&value)) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", *real);
    const bool finite = *real - *real == 0;  // JSON has neither infinity nor NaN
    to += json && !finite ? "null" : text;
  } else if (json) {
    append_json_string(to, bounded(std::get<std::string_view>(value)));
  } else {
    append_text(to, bounded(std::get<std::string_view>(value)));
  }
}

std::string json_message(std::string_view event, LogFields fields, std::uint64_t more) {
  std::string object_text;
  JsonObject object(object_text);
  object.text("event", bounded(event));
  for (const LogField& field : fields) append_value(object.member(field.key), field.value, true);
  if (more > 0) object.number("more_like_this", more);
  object.end();
  return object_text.substr(1);
}

}  // namespace

std::string log_message(LogFormat format, std::string_view event, LogFields fields,
                        std::uint64_t more) {
  if (format == LogFormat::kJson) return json_message(event, fields, more);
  std::string text;
  for (const char c : bounded(event)) text += c >= ' ' && c <= '~' ? c : '?';
  for (const LogField& field : fields) {
    text += ' ';
    text += field.key;
    text += '=';
    append_value(text, field.value, false);
  }
  if (more > 0) text += ": " + std::to_string(more) + " more like this";
  return text;
}

}  // namespace puzzled
