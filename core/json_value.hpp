// All JSON that is read: one value as a tree, strictly by RFC 8259. Functions may be called on any
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace puzzled {

/// A tree of values. Bytes of strings above 0x7F are not checked.
struct JsonValue {
  enum class Kind : unsigned char { kNull, kFalse, kTrue, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  std::string text;                ///< of a string, or of a number as it was written
  std::vector<JsonValue> items;    ///< of an array, or the members of an object
  std::vector<std::string> names;  ///< of the members, as many as items; none twice

  bool is_null() const { return kind == Kind::kNull; }
  bool is_string() const { return kind == Kind::kString; }
  bool is_number() const { return kind == Kind::kNumber; }
  bool is_array() const { return kind == Kind::kArray; }
  bool is_object() const { return kind == Kind::kObject; }

  /// A member of an object; nullptr if there is none, or if this is no object.
  const JsonValue* find(std::string_view name) const;
};

/// Arrays and objects may lie in each other as deep as this, so that no text exhausts the stack.
inline constexpr std::size_t kMaxJsonDepth = 64;

/// The value that `text` is; blanks may surround it. The memory used is a multiple of its length,
/// and 100 bytes for each of at most `max_values` values.
Result<JsonValue> parse_json(std::string_view text, std::size_t max_values = SIZE_MAX);

}  // namespace puzzled
