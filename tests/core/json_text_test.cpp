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

TEST(JsonNumber, IsShortAndKeepsItsKind) {
  const auto number = [](auto value) {
    std::string json;
    append_json_number(json, value);
    return json;
  };
  EXPECT_EQ(number(UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(number(INT64_MIN), "-9223372036854775808");
  EXPECT_EQ(number(0.0) + ' ' + number(-0.0), "0.0 -0.0");
  EXPECT_EQ(number(0.1) + ' ' + number(1e14) + ' ' + number(-2.5), "0.1 100000000000000.0 -2.5");
  EXPECT_EQ(number(0.0001) + ' ' + number(0.00012345), "0.0001 0.00012345");
  EXPECT_EQ(number(0.00001) + ' ' + number(1.5e-7) + ' ' + number(1e15), "1e-05 1.5e-07 1e+15");
  EXPECT_EQ(number(1.0 / 0.0) + number(0.0 / 0.0), "nullnull");
}

TEST(JsonObject, NestsInObjectsAndArrays) {
  std::string text;
  JsonObject outer(text);
  JsonObject inner = outer.object("inner");
  inner.flag("on", true);
  inner.end();
  outer.object("empty").end();
  JsonArray list(outer.member("list"));
  append_json_number(list.next(), std::uint64_t{1});
  append_json_string(list.next(), "b");
  list.end();
  JsonArray(outer.member("none")).end();
  outer.end();
  EXPECT_EQ(text, R"({"inner":{"on":true},"empty":{},"list":[1,"b"],"none":[]})");
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
