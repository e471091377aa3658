// What is kept of a client's address, and what it counts as.
#include "daemon/net/wire/client_address.hpp"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <cstring>

namespace puzzled::net {
namespace {

template <typename Address>
ClientAddress of_socket(const Address& address) {
  sockaddr_storage storage{};
  std::memcpy(&storage, &address, sizeof address);
  return ClientAddress(storage);
}

sockaddr_in6 ipv6_socket(std::string_view text, std::uint16_t port) {
  sockaddr_in6 socket{};
  socket.sin6_family = AF_INET6;
  socket.sin6_port = htons(port);
  const IpAddress address = *parse_ip_address(text);
  std::memcpy(&socket.sin6_addr, address.data(), address.size());
  return socket;
}

ClientAddress client(std::string_view address, std::uint16_t port = 1) {
  return {*parse_ip_address(address), port};
}

TEST(ClientAddress, ComesFromASocket) {
  sockaddr_in ipv4{};
  ipv4.sin_family = AF_INET;
  ipv4.sin_port = htons(40312);
  ipv4.sin_addr.s_addr = htonl(0x7f000001);
  EXPECT_EQ(of_socket(ipv4).text(), "127.0.0.1:40312");
  EXPECT_EQ(of_socket(ipv4).family(), ClientAddress::Family::kIpv4);
  EXPECT_EQ(of_socket(ipv4), client("127.0.0.1", 40312));

  EXPECT_EQ(of_socket(ipv6_socket("::1", 9)).text(), "[::1]:9");
  EXPECT_EQ(of_socket(ipv6_socket("::1", 9)).family(), ClientAddress::Family::kIpv6);
  EXPECT_EQ(of_socket(ipv6_socket("fe80::1", 65535)).text(), "[fe80::1]:65535");

  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  EXPECT_EQ(of_socket(local).text(), "unix");
  EXPECT_EQ(of_socket(local), ClientAddress::unix_peer());
  EXPECT_FALSE(of_socket(local).is_ip());

  EXPECT_EQ(of_socket(sockaddr_storage{}).text(), "unknown");
  EXPECT_FALSE(of_socket(sockaddr_storage{}).is_ip());
}

TEST(ClientAddress, AMappedAddressIsTheIpv4Address) {
  const ClientAddress mapped = of_socket(ipv6_socket("::ffff:192.0.2.1", 80));
  EXPECT_EQ(mapped.text(), "192.0.2.1:80");
  EXPECT_EQ(mapped, client("192.0.2.1", 80));
}

TEST(ClientAddress, CountsWithoutItsPort) {
  EXPECT_EQ(client("192.0.2.1", 1).key(), client("192.0.2.1", 2).key());
  EXPECT_FALSE(client("192.0.2.1", 1) == client("192.0.2.1", 2));
  EXPECT_FALSE(client("192.0.2.1").key() == client("192.0.2.2").key());
  EXPECT_EQ(client("2001:db8::1", 1).key(), client("2001:db8::1", 2).key());
}

TEST(ClientAddress, ANetworkOfIpv6CountsAsOneClient) {
  EXPECT_EQ(client("2001:db8:1:2::1").key(), client("2001:db8:1:2:ffff:ffff:ffff:ffff").key());
  EXPECT_FALSE(client("2001:db8:1:2::1").key() == client("2001:db8:1:3::1").key());
  // One whose network is all zeros is no IPv4 client.
  EXPECT_FALSE(client("::1").key() == client("0.0.0.1").key());
  EXPECT_FALSE(client("::ffff:0:0:1").key() == client("0.0.0.1").key());
}

TEST(ClientAddress, MayBeInAList) {
  const NetworkList list = *NetworkList::parse("127.0.0.0/8, ::1, unix");
  EXPECT_TRUE(contains(list, client("127.0.0.1")));
  EXPECT_TRUE(contains(list, client("::1")));
  EXPECT_TRUE(contains(list, ClientAddress::unix_peer()));
  EXPECT_FALSE(contains(list, client("192.0.2.1")));
  EXPECT_FALSE(contains(list, ClientAddress()));
  EXPECT_FALSE(contains(*NetworkList::parse("0.0.0.0/0, ::/0"), ClientAddress::unix_peer()));
  EXPECT_FALSE(contains(*NetworkList::parse("0.0.0.0/0, ::/0"), ClientAddress()));
  EXPECT_FALSE(contains(NetworkList(), ClientAddress::unix_peer()));
}

}  // namespace
}  // namespace puzzled::net
