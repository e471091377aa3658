#include "core/json_value.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/utf8.hpp"

namespace puzzled {
namespace {

constexpr bool is_json_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
constexpr bool is_json_digit(char c) {
  return c >= '0' && c <= '9';
}

/// By recursive descent. Functions that return false have set error_.
class JsonParser {
 public:
  JsonParser(std::string_view text, std::size_t max_values)
      : text_(text), max_values_(max_values), values_left_(max_values) {}

  Result<JsonValue> parse() {
    JsonValue value;
    if (!parse_value(value, 0)) return Error{std::move(error_)};
    skip_blanks();
    if (at_ < text_.size()) {
      fail("something follows the value");
      return Error{std::move(error_)};
    }
    return value;
  }

 private:
  bool fail(std::string_view what) {
    error_ = "JSON: " + std::string(what) + " (at character " + std::to_string(at_ + 1) + ')';
    return false;
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_json_blank(text_[at_])) ++at_;
  }
  /// The next character, 0 at the end.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  bool parse_value(JsonValue& value, std::size_t depth) {
    skip_blanks();
    if (depth > kMaxJsonDepth) return fail("values lie too deep in each other");
    if (values_left_-- == 0) return fail("more than " + std::to_string(max_values_) + " values");
    switch (peek()) {
      case '{':
        return parse_object(value, depth);
      case '[':
        return parse_array(value, depth);
      case '"':
        value.kind = JsonValue::Kind::kString;
        return parse_string(value.text);
      case 't':
        return parse_word("true", JsonValue::Kind::kTrue, value);
      case 'f':
        return parse_word("false", JsonValue::Kind::kFalse, value);
      case 'n':
        return parse_word("null", JsonValue::Kind::kNull, value);
      default:
        return parse_number(value);
    }
  }

  bool parse_word(std::string_view word, JsonValue::Kind kind, JsonValue& value) {
    if (!text_.substr(at_).starts_with(word)) return fail("a value was expected");
    at_ += word.size();
    value.kind = kind;
    return true;
  }

  bool skip_digits() {
    const std::size_t begin = at_;
    while (is_json_digit(peek())) ++at_;
    return at_ > begin || fail("a digit was expected");
  }

  bool parse_number(JsonValue& value) {
    const std::size_t begin = at_;
    take('-');
    if (at_ == begin && !is_json_digit(peek())) return fail("a value was expected");
    if (!take('0') && !skip_digits()) return false;
    if (take('.') && !skip_digits()) return false;
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!skip_digits()) return false;
    }
    value.kind = JsonValue::Kind::kNumber;
    value.text = text_.substr(begin, at_ - begin);
    return true;
  }

  std::optional<char32_t> take_hex4() {
    char32_t code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = peek();
      const char letter = static_cast<char>(c | 0x20);
      if (is_json_digit(c)) {
        code = code * 16 + static_cast<char32_t>(c - '0');
      } else if (letter >= 'a' && letter <= 'f') {
        code = code * 16 + static_cast<char32_t>(letter - 'a' + 10);
      } else {
        return std::nullopt;
      }
      ++at_;
    }
    return code;
  }

  /// What follows `\u`; half a pair becomes U+FFFD, as JavaScript has such strings.
  bool parse_code(std::string& to) {
    constexpr char32_t kReplacement = 0xFFFD;
    std::optional<char32_t> code = take_hex4();
    if (!code) return fail("four hexadecimal digits were expected");
    if (*code >= 0xDC00 && *code < 0xE000) code = kReplacement;
    if (*code >= 0xD800 && *code < 0xDC00) {
      const std::size_t behind = at_;
      const bool is_followed = take('\\') && take('u');
      const std::optional<char32_t> low = is_followed ? take_hex4() : std::nullopt;
      if (low && *low >= 0xDC00 && *low < 0xE000) {
        code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
      } else {
        at_ = behind;
        code = kReplacement;
      }
    }
    append_utf8(to, *code);
    return true;
  }

  bool parse_string(std::string& to) {
    if (!take('"')) return fail("a string was expected");
    for (;;) {
      const std::size_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
             static_cast<unsigned char>(text_[at_]) >= 0x20) {
        ++at_;
      }
      to.append(text_, begin, at_ - begin);
      if (take('"')) return true;
      if (!take('\\')) return fail("a string does not end");
      constexpr std::string_view kEscapes = "\"\\/bfnrt";
      constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
      const char c = peek();
      if (const std::size_t escape = kEscapes.find(c); escape != std::string_view::npos) {
        to += kMeanings[escape];
        ++at_;
      } else if (!take('u')) {
        return fail("a backslash is followed by none of \"\\/bfnrtu");
      } else if (!parse_code(to)) {
        return false;
      }
    }
  }

  bool parse_array(JsonValue& value, std::size_t depth) {
    value.kind = JsonValue::Kind::kArray;
    ++at_;
    skip_blanks();
    if (take(']')) return true;
    do {
      if (!parse_value(value.items.emplace_back(), depth + 1)) return false;
      skip_blanks();
    } while (take(','));
    return take(']') || fail("a comma or the end of an array was expected");
  }

  bool parse_object(JsonValue& value, std::size_t depth) {
    value.kind = JsonValue::Kind::kObject;
    ++at_;
    skip_blanks();
    if (take('}')) return true;
    do {
      skip_blanks();
      if (!parse_string(value.names.emplace_back())) return false;
      skip_blanks();
      if (!take(':')) return fail("a colon was expected");
      if (!parse_value(value.items.emplace_back(), depth + 1)) return false;
      skip_blanks();
    } while (take(','));
    if (!take('}')) return fail("a comma or the end of an object was expected");
    std::vector<std::string_view> names(value.names.begin(), value.names.end());
    std::ranges::sort(names);
    if (const auto twice = std::ranges::adjacent_find(names); twice != names.end()) {
      return fail("member '" + std::string(*twice) + "' is there twice");
    }
    return true;
  }

  std::string_view text_;
  std::size_t max_values_;
  std::size_t values_left_;
  std::size_t at_ = 0;
  std::string error_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto at = std::ranges::find(names, name);
  return at == names.end() ? nullptr : &items[static_cast<std::size_t>(at - names.begin())];
}

Result<JsonValue> parse_json(std::string_view text, std::size_t max_values) {
  return JsonParser(text, max_values).parse();
}

}  // namespace puzzled
