// Packed texts in links.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/split_mix.hpp"
#include "core/variants/text/packed/link.hpp"
#include "core/variants/text/packed/lz_string.hpp"

namespace puzzled::variants {
namespace {

// By hand from the definition: codes of two bits at first, a new unit as 0 and its eight bits, the
// end as 2, all lowest bit first.
TEST(Packed, KnownTexts) {
  EXPECT_EQ(pack_lz(""), "Q===");
  // `a`: 00, 10000110, then 010 (three bits by then).
  EXPECT_EQ(pack_lz("a"), "IZA=");
  EXPECT_EQ(unpack_lz("IZA=").value(), "a");
  EXPECT_EQ(unpack_lz("IZA").value(), "a");
  // `aaa`: the second code is the word that it completes.
  EXPECT_EQ(unpack_lz(pack_lz("aaa")).value(), "aaa");
}

TEST(Packed, RandomTextsComeBack) {
  SplitMix64 random(3);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t letters = 1 + random.below(40);
    std::string text;
    for (std::uint64_t k = random.below(2000); k > 0; --k) {
      constexpr std::string_view kWide[] = {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
      if (random.below(20) == 0) text += kWide[random.below(3)];
      text += static_cast<char>(' ' + random.below(letters));
    }
    const std::string packed = pack_lz(text);
    ASSERT_EQ(unpack_lz(packed).value(), text);
    ASSERT_EQ(packed.size() % 4, 0U);
    ASSERT_EQ(decode_url(encode_url(packed)), packed);
  }
}

TEST(Packed, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(unpack_lz(pack_lz("a\xFFz")).value(), "a\xEF\xBF\xBDz");
  EXPECT_EQ(unpack_lz(pack_lz("\xED\xA0\x80")).value(), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(unpack_lz(pack_lz("\xC3")).value(), "\xEF\xBF\xBD");
}

TEST(Packed, DamageIsSaid) {
  EXPECT_EQ(unpack_lz("").error().message, "the packed text is damaged or cut off");
  EXPECT_FALSE(unpack_lz("I"));
  EXPECT_FALSE(unpack_lz("IZ!A"));
  EXPECT_FALSE(unpack_lz("////"));
}

TEST(Packed, SizeIsBounded) {
  const std::string packed = pack_lz(std::string(5'000'000, 'a'));
  EXPECT_LT(packed.size(), 20'000U);
  EXPECT_TRUE(unpack_lz(pack_lz(std::string(1'000'000, 'a'))));
  EXPECT_EQ(unpack_lz(packed).error().message,
            "the packed text has more than 1048576 characters when it is unpacked");
}

TEST(Packed, Urls) {
  EXPECT_EQ(decode_url("a%2Bb c%2f%3D&x=1"), "a+b+c/=");
  EXPECT_EQ(decode_url("a%2"), "a%2");
  EXPECT_EQ(decode_url("%zz#b"), "%zz");
  EXPECT_EQ(parse_packed_json(pack_lz("[1]")).value().items.size(), 1U);
  EXPECT_TRUE(parse_packed_json("{\"a\":1}"));
}

}  // namespace
}  // namespace puzzled::variants
