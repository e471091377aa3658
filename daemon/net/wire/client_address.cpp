#include "daemon/net/wire/client_address.hpp"

#include <netinet/in.h>

#include <cstring>

namespace puzzled::net {

ClientAddress::ClientAddress(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    sockaddr_in ipv4{};
    std::memcpy(&ipv4, &address, sizeof ipv4);
    *this = ClientAddress(ipv4_address(reinterpret_cast<const std::uint8_t*>(&ipv4.sin_addr)),
                          ntohs(ipv4.sin_port));
  } else if (address.ss_family == AF_INET6) {
    sockaddr_in6 ipv6{};
    std::memcpy(&ipv6, &address, sizeof ipv6);
    IpAddress ip;
    std::memcpy(ip.data(), &ipv6.sin6_addr, ip.size());
    *this = ClientAddress(ip, ntohs(ipv6.sin6_port));
  } else if (address.ss_family == AF_UNIX) {
    *this = unix_peer();
  }
}

ClientAddress::ClientAddress(const IpAddress& address, std::uint16_t port)
    : ip_(address), port_(port), family_(is_ipv4(address) ? Family::kIpv4 : Family::kIpv6) {}

ClientAddress ClientAddress::unix_peer() {
  ClientAddress client;
  client.family_ = Family::kUnix;
  return client;
}

AddressKey ClientAddress::key() const {
  AddressKey key;
  std::memcpy(&key.high, ip_.data(), sizeof key.high);
  // An IPv4 address is all in the second half; no IPv6 network has one there.
  if (family_ == Family::kIpv4) {
    std::memcpy(&key.low, ip_.data() + sizeof key.high, sizeof key.low);
  }
  return key;
}

std::string ClientAddress::text() const {
  switch (family_) {
    case Family::kIpv4:
      return ip_address_text(ip_) + ':' + std::to_string(port_);
    case Family::kIpv6:
      return '[' + ip_address_text(ip_) + "]:" + std::to_string(port_);
    case Family::kUnix:
      return "unix";
    case Family::kUnknown:
      break;
  }
  return "unknown";
}

bool contains(const NetworkList& list, const ClientAddress& client) {
  if (client.family() == ClientAddress::Family::kUnix) return list.contains_unix();
  return client.is_ip() && list.contains(client.ip());
}

}  // namespace puzzled::net
