#include "daemon/base/text/ip_address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>

#include "daemon/base/text/quantity.hpp"

namespace puzzled {
namespace {

constexpr std::size_t kIpv4Bytes = 4;
constexpr int kIpv4PrefixBits = 96;  // of ::ffff:0:0/96
constexpr IpAddress kIpv4Mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0};
constexpr std::size_t kIpv4At = sizeof(IpAddress) - kIpv4Bytes;

/// `address` with all bits behind the first `bits` cleared.
IpAddress first_of_network(IpAddress address, int bits) {
  for (int i = 0; i < 16; ++i) {
    const int kept = std::clamp(bits - 8 * i, 0, 8);
    auto& byte = address[static_cast<std::size_t>(i)];
    byte = static_cast<std::uint8_t>(byte & (0xff00U >> static_cast<unsigned>(kept)));
  }
  return address;
}

}  // namespace

bool is_ipv4(const IpAddress& address) {
  return std::equal(address.begin(), address.begin() + kIpv4At, kIpv4Mapped.begin());
}

IpAddress ipv4_address(const std::uint8_t* bytes) {
  IpAddress address = kIpv4Mapped;
  std::memcpy(address.data() + kIpv4At, bytes, kIpv4Bytes);
  return address;
}

std::optional<IpAddress> parse_ip_address(std::string_view text) {
  // inet_pton() reads up to the first NUL, and so would take "::1\0" and whatever follows.
  if (text.size() >= INET6_ADDRSTRLEN || text.find('\0') != std::string_view::npos) return {};
  char terminated[INET6_ADDRSTRLEN] = {};
  std::copy(text.begin(), text.end(), terminated);
  IpAddress address{};
  if (::inet_pton(AF_INET6, terminated, address.data()) == 1) return address;
  std::array<std::uint8_t, kIpv4Bytes> ipv4{};
  if (::inet_pton(AF_INET, terminated, ipv4.data()) == 1) return ipv4_address(ipv4.data());
  return {};
}

std::string ip_address_text(const IpAddress& address) {
  char text[INET6_ADDRSTRLEN] = {};
  if (is_ipv4(address)) {
    ::inet_ntop(AF_INET, address.data() + kIpv4At, text, sizeof text);
  } else {
    ::inet_ntop(AF_INET6, address.data(), text, sizeof text);
  }
  return text;
}

Result<NetworkList> NetworkList::parse(std::string_view text) {
  constexpr std::string_view kSeparators = ", \t";
  NetworkList list;
  for (std::size_t begin = text.find_first_not_of(kSeparators); begin != std::string_view::npos;
       begin = text.find_first_not_of(kSeparators)) {
    text.remove_prefix(begin);
    const std::string_view entry = text.substr(0, text.find_first_of(kSeparators));
    text.remove_prefix(entry.size());
    if (entry == "unix") {
      list.contains_unix_ = true;
      continue;
    }
    const Result<Network> network = parse_network(entry);
    if (!network) return network.error();
    list.networks_.push_back(*network);
  }
  return list;
}

Result<NetworkList::Network> NetworkList::parse_network(std::string_view entry) {
  const auto wrong = [entry](const std::string& what) {
    return Error{what + " (got '" + std::string(entry) + "')"};
  };
  const std::size_t slash = entry.find('/');
  const std::optional<IpAddress> address = parse_ip_address(entry.substr(0, slash));
  if (!address) {
    return wrong("must list addresses such as 127.0.0.1, networks such as 10.0.0.0/8, or unix");
  }
  Network network{.first = *address};
  if (slash == std::string_view::npos) return network;

  // `::ffff:10.0.0.0/104` is written as IPv6, and counts its bits so.
  const bool has_dots_only = entry.find(':') == std::string_view::npos;
  const int most = has_dots_only ? 32 : 128;
  const std::string_view bits = entry.substr(slash + 1);
  const int prefix = parse_whole<int>(bits).value_or(-1);
  if (prefix < 0 || prefix > most) {
    return wrong("must have a prefix of 0 to " + std::to_string(most) + " bits");
  }
  network.prefix_bits = has_dots_only ? kIpv4PrefixBits + prefix : prefix;
  network.first = first_of_network(*address, network.prefix_bits);
  if (network.first != *address) {
    return wrong("must name a network by its first address, " + ip_address_text(network.first) +
                 '/' + std::string(bits));
  }
  return network;
}

bool NetworkList::contains(const IpAddress& address) const {
  return std::any_of(networks_.begin(), networks_.end(), [&](const Network& network) {
    // ::/0 means every IPv6 address, and not the IPv4 addresses that we write in their form.
    return is_ipv4(network.first) == is_ipv4(address) &&
           first_of_network(address, network.prefix_bits) == network.first;
  });
}

}  // namespace puzzled
