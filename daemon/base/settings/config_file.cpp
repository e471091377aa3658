#include "daemon/base/settings/config_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "daemon/base/files/input.hpp"

#ifdef PUZZLED_HAS_TOML
#include <toml++/toml.h>
#endif

namespace puzzled {

#ifdef PUZZLED_HAS_TOML

namespace {

using Kind = ConfigEntry::Kind;

/// Far more than anybody writes: the sample with all its comments has 13 KiB.
constexpr std::size_t kMaxConfigBytes = 1024 * 1024;

std::string decimal_text(double number) {
  std::array<char, 32> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), written.ptr};
}

Result<ConfigEntry> entry_of(const std::string& key, const toml::node& node, std::string place) {
  ConfigEntry entry;
  entry.key = key;
  entry.place = std::move(place);
  if (const auto* word = node.as_string()) {
    entry.values = {word->get()};
  } else if (const auto* array = node.as_array()) {
    entry.kind = Kind::kWords;
    for (const toml::node& element : *array) {
      const auto* const text = element.as_string();
      if (text == nullptr) return Error{entry.place + ": '" + key + "': an array lists strings"};
      entry.values.push_back(text->get());
    }
  } else if (const auto* whole = node.as_integer()) {
    entry.kind = Kind::kWhole;
    entry.values = {std::to_string(whole->get())};
  } else if (const auto* decimal = node.as_floating_point()) {
    entry.kind = Kind::kDecimal;
    entry.values = {decimal_text(decimal->get())};
  } else if (const auto* on = node.as_boolean()) {
    entry.kind = Kind::kSwitch;
    entry.values = {on->get() ? "true" : "false"};
  } else {
    return Error{entry.place + ": '" + key + "' is " +
                 (node.is_table() ? "a table" : "a date or time") +
                 ", not a setting; write one key per line, without tables"};
  }
  return entry;
}

}  // namespace

Result<std::vector<ConfigEntry>> read_config_file(const std::string& path) {
  // Settings may be read again, which standard input cannot: `-` is the name of a file.
  const Result<std::string> text = read_whole(path == "-" ? "./-" : path, kMaxConfigBytes);
  if (!text) return text.error();
  const auto place = [&](const toml::source_region& source) {
    return path + ':' + std::to_string(source.begin.line);
  };
  try {
    std::vector<ConfigEntry> entries;
    const toml::table table = toml::parse(*text, path);
    for (const auto& [key, node] : table) {
      Result<ConfigEntry> entry =
          entry_of(std::string(std::string_view(key)), node, place(node.source()));
      if (!entry) return entry.error();
      entry->line = node.source().begin.line;
      entries.push_back(std::move(*entry));
    }
    std::sort(entries.begin(), entries.end(), [](const ConfigEntry& a, const ConfigEntry& b) {
      return a.line < b.line;  // toml++ sorts by key
    });
    return entries;
  } catch (const toml::parse_error& error) {
    return Error{place(error.source()) + ": " + std::string(error.description())};
  }
}

std::string toml_version() {
  return std::to_string(TOML_LIB_MAJOR) + '.' + std::to_string(TOML_LIB_MINOR) + '.' +
         std::to_string(TOML_LIB_PATCH);
}

#else

std::string toml_version() {
  return {};
}

Result<std::vector<ConfigEntry>> read_config_file(const std::string& path) {
  return Error{path +
               ": this program was built without toml++ and cannot read configuration files; "
               "use flags or PUZZLED_… variables"};
}

#endif

std::string toml_string(std::string_view word) {
  std::string text = "\"";
  for (const char c : word) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04X", static_cast<unsigned>(c));
      text += escape.data();
      continue;
    }
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace puzzled
