// Addresses as users write them.
#include "daemon/base/text/host_port.hpp"

#include <gtest/gtest.h>

namespace puzzled {
namespace {

std::string read(std::string_view text) {
  Result<HostPort> place = parse_host_port(text);
  return place ? place->host + ' ' + std::to_string(place->port) : place.error().message;
}

TEST(HostPort, HasAHostOrIsOfThisMachine) {
  EXPECT_EQ(read("9009"), "127.0.0.1 9009");
  EXPECT_EQ(read(":9009"), "127.0.0.1 9009");
  EXPECT_EQ(read("localhost:80"), "localhost 80");
  EXPECT_EQ(read("*:80"), "* 80");
  EXPECT_EQ(read("[::1]:80"), "::1 80");
  EXPECT_EQ(read("10.0.0.1:0"), "10.0.0.1 0");
  EXPECT_EQ(read("1:65535"), "1 65535");
  EXPECT_EQ(read("1:000080"), "1 80");
}

TEST(HostPort, APortIsDecimalAndNothingElse) {
  for (const std::string_view address :
       {"",       ":",      "here",  "1:",      "1:+80",  "1: 80",   "1:80 ",   " 80",
        "+80",    "-1",     "1:-1",  "1:0x50",  "1:80\n", "1:8.0",   "1:80,81", "::1",
        "::1:80", "1:2:80", "[::1]", "[::1]80", "[::1]:", "[::1:80", "[]:80"}) {
    EXPECT_EQ(read(address), "must be ADDR:PORT such as 127.0.0.1:9009 or [::1]:9009") << address;
  }
  // 84545 is 19009 in 16 bits, 4294967376 is 80 in 32, and 18446744073709551696 in 64.
  for (const std::string_view port :
       {"65536", "70000", "84545", "4294967376", "18446744073709551696"}) {
    EXPECT_EQ(read(port), "must have a port from 0 to 65535");
    EXPECT_EQ(read("[::1]:" + std::string(port)), "must have a port from 0 to 65535");
  }
}

}  // namespace
}  // namespace puzzled
