// What answers in JSON must be, said without the code that writes them: for tests and fuzzers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace puzzled::sudoku {

/// The object, with its line feed, for an answer line without its own. An empty line stays one.
inline std::string object_of(std::string_view line, std::uint64_t limit) {
  constexpr std::string_view kInvalid = "invalid ";
  if (line.empty()) return "\n";
  if (line == "timeout") return "{\"status\":\"timeout\"}\n";
  if (line == "unsolvable") return "{\"status\":\"unsolvable\"}\n";
  if (line == "0\t-") return "{\"status\":\"unsolvable\",\"count\":\"0\"}\n";
  if (line.substr(0, kInvalid.size()) == kInvalid) {
    std::string object = "{\"status\":\"invalid\",\"reason\":\"";
    for (const char c : line.substr(kInvalid.size())) {
      if (c == '"' || c == '\\') object += '\\';
      object += c;
    }
    return object + "\"}\n";
  }
  const std::size_t tab = line.find('\t');
  std::string object = "{\"status\":\"solved\",";
  if (limit != 1) object.append("\"count\":\"").append(line.substr(0, tab)).append("\",");
  return object.append("\"solution\":\"").append(line.substr(tab + 1)).append("\"}\n");
}

/// The objects for answer lines.
inline std::string objects_of(std::string_view lines, std::uint64_t limit) {
  std::string objects;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    objects += object_of(lines.substr(0, end), limit);
    lines.remove_prefix(end + 1);
  }
  return objects;
}

}  // namespace puzzled::sudoku
