#include "core/variants/text/scl/zipped_json.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace puzzled::variants {
namespace {

constexpr std::pair<std::string_view, std::string_view> kNames[] = {
    {"a", "arrows"},      {"c", "color"},  {"c1", "borderColor"}, {"c2", "backgroundColor"},
    {"ca", "cages"},      {"ce", "cells"}, {"cs", "cellSize"},    {"ct", "center"},
    {"d", "duration"},    {"d2", "d"},     {"fs", "fontSize"},    {"h", "height"},
    {"hl", "headLength"}, {"l", "lines"},  {"o", "overlays"},     {"r", "rounded"},
    {"re", "regions"},    {"t", "title"},  {"te", "text"},        {"th", "thickness"},
    {"u", "underlays"},   {"v", "value"},  {"vd", "videos"},      {"w", "width"},
    {"wp", "wayPoints"},
};

constexpr std::size_t kColourDigits = 6;

bool is_word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_end_of_value(char c) {
  return c == ',' || c == '}' || c == ']';
}

class Unzipper {
 public:
  explicit Unzipper(std::string_view zipped)
      : zipped_(zipped), quote_(zipped.find('"') == std::string_view::npos ? '\'' : '"') {}

  std::string unzip() {
    json_.reserve(zipped_.size() + zipped_.size() / 4);
    char before = '\0';  // the character outside of strings
    while (at_ < zipped_.size()) {
      const char c = zipped_[at_];
      if ((before == '[' || before == '{' || before == ',') && is_end_of_value(c) &&
          !(before == '{' && c == '}')) {
        json_ += "{}";
      }
      if (c == quote_) {
        copy_string();
      } else if (before == ':' ? !copy_shortened_value() : !copy_name(before)) {
        json_ += c;
        ++at_;
      }
      before = c;
    }
    return std::move(json_);
  }

 private:
  std::string_view word() const {
    std::size_t end = at_;
    while (end < zipped_.size() && is_word_character(zipped_[end])) ++end;
    return zipped_.substr(at_, end - at_);
  }
  char character_behind(std::size_t length) const {
    return at_ + length < zipped_.size() ? zipped_[at_ + length] : '\0';
  }
  bool replace(std::size_t length, std::string_view by) {
    at_ += length;
    json_ += by;
    return true;
  }

  /// A single quote within a string stands behind a backslash, which JSON does not know.
  void copy_string() {
    json_ += '"';
    for (++at_; at_ < zipped_.size() && zipped_[at_] != quote_; ++at_) {
      if (zipped_[at_] == '\\' && at_ + 1 < zipped_.size()) {
        if (zipped_[++at_] != '\'') json_ += '\\';
      }
      json_ += zipped_[at_];
    }
    json_ += '"';
    ++at_;
  }

  bool copy_name(char before) {
    if (before != '{' && before != ',') return false;
    const std::string_view name = word();
    if (name.empty() || character_behind(name.size()) != ':') return false;
    return replace(name.size(), '"' + std::string(name) + '"');
  }

  bool copy_shortened_value() {
    if (zipped_[at_] == '#' && is_end_of_value(character_behind(2))) {
      if (character_behind(1) == '0') return replace(2, "\"#000000\"");
      if (character_behind(1) == 'F') return replace(2, "\"#FFFFFF\"");
      return false;
    }
    const std::string_view value = word();
    if (value.empty() || !is_end_of_value(character_behind(value.size()))) return false;
    if (value == "t") return replace(1, "true");
    if (value == "f") return replace(1, "false");
    if (value.size() != kColourDigits ||
        value.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) {
      return false;
    }
    return replace(value.size(), "\"#" + std::string(value) + '"');
  }

  std::string_view zipped_;
  char quote_;
  std::size_t at_ = 0;
  std::string json_;
};

}  // namespace

std::string unzip_json(std::string_view zipped) {
  return Unzipper(zipped).unzip();
}

std::string_view long_name(std::string_view name) {
  const auto* const known =
      std::ranges::find(kNames, name, &std::pair<std::string_view, std::string_view>::first);
  return known == std::end(kNames) ? name : known->second;
}

}  // namespace puzzled::variants
