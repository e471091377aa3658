// Strings and objects as JSON.
#include "core/json_text.hpp"

#include <gtest/gtest.h>

namespace puzzled {
namespace {

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

TEST(JsonString, EscapesAndMendsUtf8) {
  EXPECT_EQ(json_string("a\"\\\n\r\t\x01\x1f\x7f/"),
            "\"a\\\"\\\\\\n\\r\\t\\u0001\\u001f\\u007f/\"");
  EXPECT_EQ(json_string("\u00e9 \u20ac \U0001F600"), "\"\u00e9 \u20ac \U0001F600\"");
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(json_string("\x80"), '"' + mark + '"');                                   // stray
  EXPECT_EQ(json_string("\xC0\xAF"), '"' + mark + mark + '"');                        // overlong
  EXPECT_EQ(json_string("\xED\xA0\x80"), '"' + mark + mark + mark + '"');             // surrogate
  EXPECT_EQ(json_string("\xF4\x90\x80\x80"), '"' + mark + mark + mark + mark + '"');  // too large
  EXPECT_EQ(json_string("\xE2\x82"), '"' + mark + mark + '"');                        // cut off
  EXPECT_EQ(json_string("\xE2\x82x"), '"' + mark + mark + "x\"");
}

TEST(JsonObject, IsWrittenMemberByMember) {
  std::string text = "before ";
  JsonObject object(text);
  object.text("name", "a \"b\"");
  object.number("score", -2847);
  object.count("count", UINT64_MAX);
  object.member("list") += "[1,2]";
  object.end();
  EXPECT_EQ(text,
            "before {\"name\":\"a \\\"b\\\"\",\"score\":-2847,"
            "\"count\":\"18446744073709551615\",\"list\":[1,2]}");
}

TEST(JsonObject, MayBeEmpty) {
  std::string text;
  JsonObject(text).end();
  EXPECT_EQ(text, "{}");
}

}  // namespace
}  // namespace puzzled
