// The list of clients: what it says, and that it stays small.
#include "daemon/net/metrics/client_list.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

ListedClient client(std::uint16_t port, std::uint64_t held) {
  return {.peer = ClientAddress(*parse_ip_address("127.0.0.1"), port), .bytes_held = held};
}

TEST(ClientList, SaysWhatEachTakes) {
  ClientList list{.connected = 2, .threads = 1, .clients = {}};
  list.clients.push_back({.peer = ClientAddress::unix_peer(), .age = 61007ms});
  list.clients.push_back({.peer = ClientAddress(*parse_ip_address("::1"), 9),
                          .age = 999us,
                          .in_flight = 3,
                          .bytes_held = 4096,
                          .requests = 17,
                          .bytes_in = 1400,
                          .bytes_out = 1148});
  EXPECT_EQ(clients_json(list, 1),
            "{\"connected\":2,\"listed\":2,\"complete\":true,\"clients\":["
            "{\"peer\":\"[::1]:9\",\"age_seconds\":0.0,\"in_flight\":3,\"bytes_held\":4096,"
            "\"requests\":17,\"bytes_in\":1400,\"bytes_out\":1148},"
            "{\"peer\":\"unix\",\"age_seconds\":61.007,\"in_flight\":0,\"bytes_held\":0,"
            "\"requests\":0,\"bytes_in\":0,\"bytes_out\":0}]}\n");
}

TEST(ClientList, MayBeEmptyOrIncomplete) {
  EXPECT_EQ(clients_json({.connected = 0, .threads = 2, .clients = {}}, 2),
            "{\"connected\":0,\"listed\":0,\"complete\":true,\"clients\":[]}\n");
  EXPECT_EQ(clients_json({}, 2),
            "{\"connected\":0,\"listed\":0,\"complete\":false,\"clients\":[]}\n");
}

TEST(ClientList, ListsThoseThatHoldMost) {
  ClientList list;
  for (int thread = 0; thread < 4; ++thread) {
    ClientList part{.connected = 2500, .threads = 1, .clients = {}};
    for (std::uint16_t i = 0; i < 2500; ++i) {
      part.clients.push_back(client(i, std::uint64_t{i} * 4 + static_cast<std::uint64_t>(thread)));
    }
    part.fit();
    list.append(std::move(part));
  }
  EXPECT_EQ(list.clients.size(), 4 * ClientList::kMaxListed);
  list.fit();
  ASSERT_EQ(list.clients.size(), ClientList::kMaxListed);
  for (std::size_t i = 0; i < list.clients.size(); ++i) {
    EXPECT_EQ(list.clients[i].bytes_held, 9999 - i);
  }
  EXPECT_EQ(list.connected, 10'000u);
  EXPECT_EQ(list.threads, 4u);
}

TEST(ClientList, IsBounded) {
  ClientList list;
  for (std::size_t i = 0; i < 2 * ClientList::kMaxListed; ++i) {
    IpAddress longest;
    longest.fill(0xff);
    list.clients.push_back({.peer = ClientAddress(longest, 65535),
                            .age = std::chrono::hours(100'000),
                            .in_flight = UINT64_MAX,
                            .bytes_held = UINT64_MAX,
                            .requests = UINT64_MAX,
                            .bytes_in = UINT64_MAX,
                            .bytes_out = UINT64_MAX});
  }
  EXPECT_LT(clients_json(std::move(list), 1).size(), 300'000u);
}

}  // namespace
}  // namespace puzzled::net
