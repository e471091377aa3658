// Strict JSON: what is a value, what is none, and that no text makes it go too deep.
#include "core/json_value.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace puzzled {
namespace {

std::string json_error(std::string_view text) {
  const Result<JsonValue> value = parse_json(text);
  return value ? "(none)" : value.error().message;
}

TEST(JsonValue, ReadsATree) {
  const JsonValue value =
      parse_json(
          " {\"a\": [1, -2.5e+3, \"x\\n\\u00e9\\ud83d\\ude00\", null], \"b\":{\"c\":true}}\n")
          .value();
  const JsonValue* const list = value.find("a");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->items.size(), 4U);
  EXPECT_EQ(list->items[0].text, "1");
  EXPECT_EQ(list->items[1].text, "-2.5e+3");
  EXPECT_EQ(list->items[2].text, "x\n\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_TRUE(list->items[3].is_null());
  EXPECT_EQ(value.find("b")->find("c")->kind, JsonValue::Kind::kTrue);
  EXPECT_EQ(value.find("d"), nullptr);
  EXPECT_EQ(list->find("a"), nullptr);
}

TEST(JsonValue, HalvesOfPairsAreReplaced) {
  EXPECT_EQ(parse_json("\"\\ud83dx\"").value().text, "\xEF\xBF\xBDx");
  EXPECT_EQ(parse_json("\"\\ude00\"").value().text, "\xEF\xBF\xBD");
  EXPECT_EQ(parse_json("\"\\ud83d\\n\"").value().text, "\xEF\xBF\xBD\n");
}

TEST(JsonValue, RefusesWhatIsNone) {
  for (const std::string_view text :
       {"",      "[",   "[1,]",  "{\"a\":1,}", "{a:1}",       "{\"a\" 1}",
        "01",    "1.",  ".5",    "+1",         "-",           "1e",
        "tru",   "'a'", "\"a",   "\"\\x\"",    "\"\\u12g4\"", "\"a\nb\"",
        "[1] 2", "nul", "[1 2]", "{\"a\":1 2}"}) {
    EXPECT_FALSE(parse_json(text)) << text;
  }
  EXPECT_EQ(json_error("[1,]"), "JSON: a value was expected (at character 4)");
  EXPECT_EQ(json_error("{\"a\":1,\"a\":2}"), "JSON: member 'a' is there twice (at character 14)");
}

TEST(JsonValue, DepthIsBounded) {
  const std::string open(kMaxJsonDepth, '[');
  const std::string close(kMaxJsonDepth, ']');
  EXPECT_TRUE(parse_json(open + close));
  EXPECT_EQ(json_error('[' + open + "1" + close + ']'),
            "JSON: values lie too deep in each other (at character 66)");
  EXPECT_FALSE(parse_json(std::string(1'000'000, '[')));
}

}  // namespace
}  // namespace puzzled
