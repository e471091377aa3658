#include "daemon/base/log/log_line.hpp"

#include <charconv>
#include <cstdio>
#include <ctime>

#include "core/json_text.hpp"

namespace puzzled {
namespace {

struct LevelNames {
  std::string_view name;
  char priority;  ///< of syslog(3)
};

constexpr LevelNames kLevels[] = {{"trace", '7'},   {"debug", '7'}, {"info", '6'},
                                  {"warning", '4'}, {"error", '3'}, {"off", '3'}};

const LevelNames& names_of(LogLevel level) {
  return kLevels[static_cast<std::size_t>(level)];
}

/// RFC 3339, UTC, milliseconds.
std::string time_text(std::chrono::system_clock::time_point time) {
  using std::chrono::milliseconds;
  const std::int64_t ms = std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count();
  const auto seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900,
                parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                static_cast<int>(ms % 1000));
  return text;
}

template <class Number>
void append_number(std::string& to, Number number) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number).ptr;
  to.append(text, end);
}

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
    append_number(to, *integer);
  } else if (const auto* natural = std::get_if<std::uint64_t>(&value)) {
    append_number(to, *natural);
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

std::string json_line(LogLevel level, std::chrono::system_clock::time_point time,
                      std::string_view event, LogFields fields, std::uint64_t more) {
  std::string line;
  JsonObject object(line);
  object.text("time", time_text(time));
  object.text("level", names_of(level).name);
  object.text("event", bounded(event));
  for (const LogField& field : fields) append_value(object.member(field.key), field.value, true);
  if (more > 0) append_number(object.member("more_like_this"), more);
  object.end();
  line += '\n';
  return line;
}

}  // namespace

std::string log_line(LogFormat format, LogLevel level, std::chrono::system_clock::time_point time,
                     std::string_view event, LogFields fields, std::uint64_t more) {
  if (format == LogFormat::kJson) return json_line(level, time, event, fields, more);
  std::string line;
  if (format == LogFormat::kJournal) {
    line = {'<', names_of(level).priority, '>'};
  } else {
    line = time_text(time) + ' ';
    line += names_of(level).name;
    line += ' ';
  }
  for (const char c : bounded(event)) line += c >= ' ' && c <= '~' ? c : '?';
  for (const LogField& field : fields) {
    line += ' ';
    line += field.key;
    line += '=';
    append_value(line, field.value, false);
  }
  if (more > 0) {
    line += ": ";
    append_number(line, more);
    line += " more like this";
  }
  line += '\n';
  return line;
}

}  // namespace puzzled
