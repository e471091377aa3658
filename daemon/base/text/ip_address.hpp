// IP addresses without sockets: one form of 16 bytes for both families, and lists of networks as a
// setting names them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace puzzled {

/// In network order. An IPv4 address stands in its IPv4-mapped form, ::ffff:a.b.c.d, so that a
/// client counts as the same one whichever way its address was written.
using IpAddress = std::array<std::uint8_t, 16>;

bool is_ipv4(const IpAddress& address);

/// Made of the four bytes at `bytes`, in network order.
IpAddress ipv4_address(const std::uint8_t* bytes);

/// `192.0.2.1`, `2001:db8::1`: digits and dots, or the forms of RFC 4291; no port, no brackets, no
/// scope, no leading zeros in IPv4 (which some read as octal).
std::optional<IpAddress> parse_ip_address(std::string_view text);

/// The shortest form; IPv4 with dots, IPv6 without brackets.
std::string ip_address_text(const IpAddress& address);

/// Addresses and networks such as `10.0.0.0/8, ::1, unix`. Immutable, so safe for any thread.
class NetworkList {
 public:
  NetworkList() = default;  ///< nobody

  /// Reads addresses (`::1`) and networks (`10.0.0.0/8`), and the word `unix` for peers on a Unix
  /// socket, separated by commas or spaces; an empty text means nobody. A network with bits behind
  /// its prefix is refused: it is more often a slip than meant. The error says what the list must
  /// be, and names the entry that is not.
  static Result<NetworkList> parse(std::string_view text);

  bool contains(const IpAddress& address) const;
  bool contains_unix() const { return contains_unix_; }
  bool is_empty() const { return networks_.empty() && !contains_unix_; }

 private:
  struct Network {
    IpAddress first{};
    int prefix_bits = 128;  // of the form of 16 bytes, also for IPv4
  };

  static Result<Network> parse_network(std::string_view entry);

  std::vector<Network> networks_;
  bool contains_unix_ = false;
};

}  // namespace puzzled
