// Which addresses of the daemon can stand side by side.
#include "daemon/commands/serve/serve_command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daemon/base/text/host_port.hpp"

namespace puzzled::commands {
namespace {

/// What is wrong with addresses to listen at; empty if nothing is.
std::string clash_of(const std::vector<std::string>& addresses, bool ipv6_only = false) {
  const LayeredValues values{.flags = {},
                             .origins = {{"listen", {"--listen", "--listen: "}},
                                         {"http", {"a.toml:7", "a.toml:7: http: "}},
                                         {"unix", {"PUZZLED_UNIX", "PUZZLED_UNIX: "}}}};
  ServeSettings settings;
  settings.listen = addresses;
  settings.ipv6_only = ipv6_only;
  const Result<> checked = check_addresses(settings, values);
  settings.listen.clear();
  settings.http = addresses;
  const Result<> as_http = check_addresses(settings, values);
  EXPECT_EQ(checked.has_value(), as_http.has_value());
  if (checked) return "";
  const std::string label = "--listen: ";
  EXPECT_EQ(as_http.error().message,
            "a.toml:7: http: " + checked.error().message.substr(label.size()));
  return checked.error().message.substr(label.size());
}

TEST(ServeAddresses, StandSideBySideUnlessTheyOverlap) {
  EXPECT_EQ(clash_of({}), "");
  EXPECT_EQ(clash_of({"9009"}), "");
  EXPECT_EQ(clash_of({"127.0.0.1:9009", "127.0.0.1:9010", "[::1]:9009", "127.0.0.2:9009"}), "");
  EXPECT_EQ(clash_of({"[::]:9009", "0.0.0.0:9010"}), "");
  // Each takes a free port of its own.
  EXPECT_EQ(clash_of({"127.0.0.1:0", "127.0.0.1:0", "0.0.0.0:0", "[::]:0", "*:0", "0"}), "");
}

TEST(ServeAddresses, NoneIsGivenTwice) {
  EXPECT_EQ(clash_of({"127.0.0.1:9009", "[::1]:9009", "127.0.0.1:9009"}),
            "127.0.0.1:9009 is given twice");
  EXPECT_EQ(clash_of({"9009", "127.0.0.1:9009"}), "9009 and 127.0.0.1:9009 are the same address");
  EXPECT_EQ(clash_of({"[::1]:9009", "[0:0::1]:9009"}),
            "[::1]:9009 and [0:0::1]:9009 are the same address");
  EXPECT_EQ(clash_of({"example.org:9009", "example.org:9009"}), "example.org:9009 is given twice");
  EXPECT_EQ(clash_of({"*:9009", "*:9009"}), "*:9009 is given twice");
}

TEST(ServeAddresses, AllAddressesTakeEachOfThem) {
  EXPECT_EQ(clash_of({"127.0.0.1:9009", "0.0.0.0:9009"}),
            "127.0.0.1:9009 and 0.0.0.0:9009 overlap; leave one of them out");
  EXPECT_EQ(clash_of({"*:9009", "10.0.0.1:9009"}),
            "*:9009 and 10.0.0.1:9009 overlap; leave one of them out");
  for (const bool ipv6_only : {false, true}) {
    EXPECT_EQ(clash_of({"[::]:9009", "[::1]:9009"}, ipv6_only),
              "[::]:9009 and [::1]:9009 overlap; leave one of them out");
    EXPECT_EQ(clash_of({"[::]:9009", "*:9009"}, ipv6_only),
              "[::]:9009 and *:9009 overlap; leave one of them out");
  }
}

TEST(ServeAddresses, BothFamiliesNeedIpv6OnlyToStandApart) {
  for (const std::string ipv4 : {"0.0.0.0:9009", "127.0.0.1:9009"}) {
    const std::string reason = "[::]:9009 serves IPv4, too, and so takes " + ipv4 +
                               "; set ipv6-only, or leave one of them out";
    EXPECT_EQ(clash_of({"[::]:9009", ipv4}), reason);
    EXPECT_EQ(clash_of({ipv4, "[::]:9009"}), reason);
    EXPECT_EQ(clash_of({"[::]:9009", ipv4}, true), "");
    EXPECT_EQ(clash_of({"[::1]:9009", ipv4}), "");
  }
}

TEST(ServeAddresses, NoPathIsGivenTwice) {
  const LayeredValues values{.flags = {},
                             .origins = {{"unix", {"PUZZLED_UNIX", "PUZZLED_UNIX: "}}}};
  ServeSettings settings;
  settings.listen.clear();
  const auto reason = [&](const std::vector<std::string>& paths) {
    settings.unix_paths = paths;
    const Result<> checked = check_addresses(settings, values);
    return checked ? "" : checked.error().message;
  };
  EXPECT_EQ(reason({"a", "b", "c/a", "/a"}), "");
  EXPECT_EQ(reason({"a", "b", "a"}), "PUZZLED_UNIX: a is given twice");
  EXPECT_EQ(reason({"a", "b/../a"}), "PUZZLED_UNIX: a and b/../a are the same path");
  EXPECT_EQ(reason({"/run//a", "/run/./a"}),
            "PUZZLED_UNIX: /run//a and /run/./a are the same path");
}

TEST(ServeAddresses, AreCheckedAtTheStartWhichNotesHowTheyWereGiven) {
  ServeCommandSettings settings;
  const Result<LayeredValues> values =
      apply_layers(serve_command(settings), {{"listen", "1"}, {"listen", "2"}});
  ASSERT_TRUE(values);
  ASSERT_TRUE(check_serve(settings, *values));
  EXPECT_EQ(settings.given.flags.count("listen"), 2u);  // a reload reads all of them again
}

}  // namespace
}  // namespace puzzled::commands
