// Whom a Host header, an Origin or a target names: read whole, or refused.
#include "daemon/net/http/http_authority.hpp"

#include <gtest/gtest.h>

#include <string>

namespace puzzled::net {
namespace {

TEST(HttpAuthority, IsANameOrAnAddressAndPerhapsAPort) {
  const auto name = parse_http_authority("LocalHost:9010");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->name, "localhost");
  EXPECT_FALSE(name->address);
  EXPECT_EQ(name->port, 9010);
  EXPECT_EQ(parse_http_authority("a-b.example_1"), parse_http_authority("A-B.Example_1:80"));
  EXPECT_EQ(parse_http_authority("localhost:"), parse_http_authority("localhost"));
  EXPECT_EQ(parse_http_authority("127.0.0.1:8")->address, parse_ip_address("127.0.0.1"));
  EXPECT_EQ(parse_http_authority("[::1]:8")->address, parse_ip_address("::1"));
  EXPECT_EQ(parse_http_authority("[::1]:8")->port, 8);
  EXPECT_EQ(parse_http_authority("1.2.3.4.example")->name, "1.2.3.4.example");
}

TEST(HttpAuthority, IsReadWhole) {
  for (const std::string text : {"",
                                 ":80",
                                 "127.0.0.1:80@evil",
                                 "user@localhost",
                                 "[evil]",
                                 "[::1",
                                 "::1",
                                 "[::1]x",
                                 "[::1]:80x",
                                 "[127.0.0.1]",
                                 "[fe80::1%1]",
                                 "localhost:evil.com",
                                 "localhost:80:80",
                                 "localhost:65536",
                                 "localhost:-1",
                                 "localhost:+1",
                                 "localhost: 80",
                                 "local host",
                                 "localhost/",
                                 "localhost,evil",
                                 "999.1.1.1",
                                 "127.1",
                                 "127.0.0.1.",
                                 "127.0.0.01",
                                 "2130706433",
                                 "0x7f.1",
                                 "0x7f000001",
                                 "evil.0x",
                                 "127.0.0.1%00",
                                 "loc\xC3\xA4l"}) {
    EXPECT_FALSE(parse_http_authority(text)) << text;
  }
  EXPECT_FALSE(parse_http_authority(std::string("localhost\0", 10)));
  EXPECT_FALSE(parse_http_authority(std::string(300, 'a')));
}

TEST(HttpAuthority, AnOriginIsOneWithItsScheme) {
  EXPECT_EQ(parse_http_origin("http://localhost:9010"), parse_http_authority("localhost:9010"));
  for (const std::string text : {"https://localhost:9010", "localhost:9010", "null", "http://",
                                 "http:localhost", "http://localhost/", "http://a@localhost"}) {
    EXPECT_FALSE(parse_http_origin(text)) << text;
  }
}

TEST(HttpAuthority, TargetsHaveParts) {
  const HttpTarget path = split_http_target("/history.json?from=7?");
  EXPECT_FALSE(path.authority);
  EXPECT_EQ(path.path, "/history.json");
  EXPECT_EQ(path.query, "from=7?");
  const HttpTarget absolute = split_http_target("HTTP://evil.example:1/solve");
  EXPECT_EQ(absolute.authority, "evil.example:1");
  EXPECT_EQ(absolute.path, "/solve");
  const HttpTarget bare = split_http_target("http://localhost?from=/");
  EXPECT_EQ(bare.authority, "localhost");
  EXPECT_EQ(bare.path, "/");
  EXPECT_EQ(bare.query, "from=/");
}

}  // namespace
}  // namespace puzzled::net
