// Addresses in one form for both families, and lists of networks.
#include "daemon/base/text/ip_address.hpp"

#include <gtest/gtest.h>

#include <string>

namespace puzzled {
namespace {

std::string read_address(std::string_view text) {
  const std::optional<IpAddress> address = parse_ip_address(text);
  return address ? ip_address_text(*address) : "none";
}

TEST(IpAddress, IsReadAndWrittenInItsShortestForm) {
  EXPECT_EQ(read_address("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(read_address("0.0.0.0"), "0.0.0.0");
  EXPECT_EQ(read_address("255.255.255.255"), "255.255.255.255");
  EXPECT_EQ(read_address("::1"), "::1");
  EXPECT_EQ(read_address("::"), "::");
  EXPECT_EQ(read_address("2001:0DB8:0:0:0:0:0:1"), "2001:db8::1");
  EXPECT_EQ(read_address("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
  EXPECT_EQ(read_address("64:ff9b::192.0.2.1"), "64:ff9b::c000:201");
}

TEST(IpAddress, AMappedAddressIsTheIpv4Address) {
  EXPECT_EQ(read_address("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(parse_ip_address("::ffff:c000:0201"), parse_ip_address("192.0.2.1"));
  EXPECT_TRUE(is_ipv4(*parse_ip_address("::ffff:1.2.3.4")));
  EXPECT_FALSE(is_ipv4(*parse_ip_address("::1.2.3.4")));
}

TEST(IpAddress, NothingElseIsOne) {
  for (const std::string_view text : {"",
                                      " ",
                                      "1",
                                      "1.2.3",
                                      "1.2.3.4.5",
                                      "1.2.3.256",
                                      "1.2.3.04",
                                      "01.2.3.4",
                                      "1.2.3.4 ",
                                      " 1.2.3.4",
                                      "1.2.3.-4",
                                      "0x1.2.3.4",
                                      "1..2.3",
                                      "1.2.3.",
                                      "1.2.3.4/8",
                                      "localhost",
                                      ":",
                                      ":::",
                                      "1::2::3",
                                      "::12345",
                                      "g::",
                                      "1:2:3:4:5:6:7",
                                      "1:2:3:4:5:6:7:8:9",
                                      "[::1]",
                                      "fe80::1%lo",
                                      "::1 ",
                                      "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255:1234:5678"}) {
    EXPECT_EQ(read_address(text), "none") << text;
  }
  EXPECT_EQ(read_address(std::string_view("1.2.3.4\0", 8)), "none");
  EXPECT_EQ(read_address(std::string_view("::1\0junk", 8)), "none");
}

std::string error_of(std::string_view text) {
  const Result<NetworkList> list = NetworkList::parse(text);
  return list ? "" : list.error().message;
}

bool has(std::string_view list, std::string_view address) {
  const Result<NetworkList> parsed = NetworkList::parse(list);
  return parsed && parsed->contains(*parse_ip_address(address));
}

TEST(NetworkList, HasAddressesAndNetworks) {
  const std::string_view list = "10.0.0.0/8, ::1\t192.0.2.7 ,2001:db8::/32,";
  for (const std::string_view address :
       {"10.0.0.0", "10.255.255.255", "::1", "192.0.2.7", "::ffff:10.1.2.3",
        "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"}) {
    EXPECT_TRUE(has(list, address)) << address;
  }
  for (const std::string_view address : {"9.255.255.255", "11.0.0.0", "::2", "::", "192.0.2.6",
                                         "192.0.2.8", "2001:db7::1", "2001:db9::", "::a00:1"}) {
    EXPECT_FALSE(has(list, address)) << address;
  }
}

TEST(NetworkList, APrefixMayEndAtEveryBit) {
  for (int bits = 0; bits <= 32; ++bits) {
    const std::uint32_t first = bits == 0 ? 0 : 0xffffffffU << (32 - bits);
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8) {
      text += std::to_string(first >> shift & 0xffU) + (shift > 0 ? "." : "");
    }
    text += '/' + std::to_string(bits);
    EXPECT_EQ(error_of(text), "");
    EXPECT_TRUE(has(text, "255.255.255.255")) << text;
    EXPECT_EQ(has(text, "0.0.0.0"), bits == 0) << text;
    // All bits of the prefix but its first.
    EXPECT_EQ(has(text, "127.255.255.255"), bits == 0) << text;
  }
}

TEST(NetworkList, AllOfOneFamilyIsNothingOfTheOther) {
  EXPECT_TRUE(has("0.0.0.0/0", "1.2.3.4"));
  EXPECT_FALSE(has("0.0.0.0/0", "::1"));
  EXPECT_TRUE(has("::/0", "::1"));
  EXPECT_FALSE(has("::/0", "1.2.3.4"));
  EXPECT_TRUE(has("::ffff:10.0.0.0/104", "10.1.2.3"));
}

TEST(NetworkList, NamesUnixSockets) {
  EXPECT_TRUE(NetworkList::parse("unix")->contains_unix());
  EXPECT_TRUE(NetworkList::parse("::1, unix")->contains_unix());
  EXPECT_FALSE(NetworkList::parse("::1")->contains_unix());
  EXPECT_FALSE(NetworkList::parse("unix")->is_empty());
  EXPECT_FALSE(NetworkList::parse("unix")->contains(*parse_ip_address("127.0.0.1")));
}

TEST(NetworkList, AnEmptyOneIsNobody) {
  for (const std::string_view text : {"", " ", ",", " , ,"}) {
    EXPECT_EQ(error_of(text), "") << text;
    EXPECT_TRUE(NetworkList::parse(text)->is_empty()) << text;
  }
  EXPECT_FALSE(has("", "127.0.0.1"));
  EXPECT_TRUE(NetworkList().is_empty());
}

TEST(NetworkList, SaysWhatIsWrong) {
  for (const std::string entry : {"localhost", "10.0.0", "127.0.0.1:9009", "[::1]", "Unix",
                                  "unix:/tmp/s", "*", "/8", "10.0.0.0-10.0.0.9"}) {
    EXPECT_EQ(error_of("::1, " + entry),
              "must list addresses such as 127.0.0.1, networks such as 10.0.0.0/8, or unix (got '" +
                  entry + "')");
  }
  for (const std::string bits : {"", "33", "-1", "+8", "8.", "a", "0x8", "999999999999"}) {
    EXPECT_EQ(error_of("0.0.0.0/" + bits),
              "must have a prefix of 0 to 32 bits (got '0.0.0.0/" + bits + "')");
  }
  EXPECT_EQ(error_of("::/129"), "must have a prefix of 0 to 128 bits (got '::/129')");
  EXPECT_EQ(error_of("10.1.2.3/8"),
            "must name a network by its first address, 10.0.0.0/8 (got '10.1.2.3/8')");
  EXPECT_EQ(error_of("2001:db8::1/32"),
            "must name a network by its first address, 2001:db8::/32 (got '2001:db8::1/32')");
}

}  // namespace
}  // namespace puzzled
