#include "daemon/net/metrics/search_list.hpp"

#include <gtest/gtest.h>

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

TEST(SearchList, SaysWhatIsSearched) {
  sudoku::Grid grid{};
  const std::string empty(81, '.');
  EXPECT_EQ(argument_of({.verb = &verb_named("queens"), .queens = 18}), "18");
  EXPECT_EQ(argument_of({.verb = &verb_named("first"), .queens = 8, .boards = {.listed = 10}}),
            "10 8");
  EXPECT_EQ(argument_of({.verb = &verb_named("count"), .most = 100, .grid = grid}), "100 " + empty);
  EXPECT_EQ(argument_of({.verb = &verb_named("target"), .grid = grid}), empty);
  EXPECT_EQ(argument_of({.verb = &verb_named("cover"), .problem = "soma"}), "soma");
  EXPECT_EQ(argument_of({.verb = &verb_named("solve"), .most = 3}), "3");
  EXPECT_LE(argument_of({.verb = &verb_named("count"), .most = UINT64_MAX}).size(),
            kMaxArgumentBytes);
}

TEST(SearchList, IsAnObjectALine) {
  SearchList list{.running = 2, .waiting = 7, .searches = {}};
  const std::string counts = "{\"running\":2,\"waiting\":7";
  EXPECT_EQ(searches_json(list, false), counts + "}\n");
  EXPECT_EQ(searches_json(list, true), counts + ",\"searches\":[]}\n");
  const ClientAddress client(*parse_ip_address("192.0.2.1"), 4000);
  list.searches.push_back({.id = 42,
                           .subject = std::make_shared<const SearchSubject>(
                               SearchSubject{{.verb = &verb_named("solve"), .most = 3}, client}),
                           .age = 12345678us});
  EXPECT_EQ(searches_json(list, true),
            counts +
                ",\"searches\":[{\"id\":42,\"kind\":\"solve\",\"argument\":\"3\","
                "\"client\":\"192.0.2.1:4000\",\"running_seconds\":12.345}]}\n");
  EXPECT_EQ(searches_json(list, false), counts + "}\n");
}

}  // namespace
}  // namespace puzzled::net
