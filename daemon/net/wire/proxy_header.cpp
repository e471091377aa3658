#include "daemon/net/wire/proxy_header.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "daemon/base/text/quantity.hpp"

namespace puzzled::net {
namespace {

using State = ProxyHeader::State;

ProxyHeader malformed(std::string_view reason) {
  return {.state = State::kMalformed, .reason = reason};
}

// Version 1: `PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n`.

constexpr std::string_view kTextSignature = "PROXY ";
constexpr std::size_t kMaxTextBytes = 107;  // with the end of the line

/// Decimal, without leading zeros.
std::optional<std::uint16_t> parse_port(std::string_view text) {
  if (text.empty() || (text.size() > 1 && text.front() == '0')) return {};
  return parse_whole<std::uint16_t>(text);
}

/// An address of that family.
std::optional<IpAddress> parse_address(std::string_view text, bool wants_ipv4) {
  const bool has_colon = text.find(':') != std::string_view::npos;
  if (has_colon == wants_ipv4) return {};
  return parse_ip_address(text);
}

/// `line` without its end.
ProxyHeader parse_text_line(std::string_view line) {
  ProxyHeader header{.state = State::kComplete, .size = line.size() + 2};
  line.remove_prefix(kTextSignature.size());
  const std::string_view protocol = line.substr(0, line.find(' '));
  if (protocol == "UNKNOWN") return header;  // whatever follows it
  if (protocol != "TCP4" && protocol != "TCP6") {
    return malformed("the PROXY line names an unknown protocol");
  }
  // Source and destination address, source and destination port.
  std::array<std::string_view, 4> fields;
  line.remove_prefix(protocol.size());
  for (std::string_view& field : fields) {
    if (line.empty()) return malformed("the PROXY line is too short");
    line.remove_prefix(1);  // a space
    field = line.substr(0, line.find(' '));
    line.remove_prefix(field.size());
  }
  if (!line.empty()) return malformed("the PROXY line is too long");
  const bool is_tcp4 = protocol == "TCP4";
  const std::optional<IpAddress> source = parse_address(fields[0], is_tcp4);
  if (!source || !parse_address(fields[1], is_tcp4)) {
    return malformed("the PROXY line has a bad address");
  }
  const std::optional<std::uint16_t> port = parse_port(fields[2]);
  if (!port || !parse_port(fields[3])) return malformed("the PROXY line has a bad port");
  header.client = ClientAddress(*source, *port);
  return header;
}

ProxyHeader parse_text(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, kMaxTextBytes);
  const std::size_t end = line.find_first_of("\r\n");
  if (end == std::string_view::npos) {
    return line.size() < kMaxTextBytes ? ProxyHeader{} : malformed("the PROXY line is incomplete");
  }
  if (line[end] == '\r' && end + 1 == line.size() && line.size() < kMaxTextBytes) return {};
  if (line.substr(end, 2) != "\r\n") return malformed("the PROXY line ends without CR LF");
  return parse_text_line(line.substr(0, end));
}

// Version 2: the signature, version and command, family and protocol, the length of what follows
// in two bytes, then addresses, ports, and whatever else the proxy has to say (TLVs).

constexpr std::string_view kBinarySignature("\r\n\r\n\0\r\nQUIT\n", 12);
constexpr std::size_t kFixedBytes = 16;

constexpr unsigned kVersion2 = 2;
constexpr unsigned kLocal = 0;
constexpr unsigned kProxy = 1;
constexpr unsigned kMaxFamily = 3;    // unspecified, IPv4, IPv6, Unix
constexpr unsigned kMaxProtocol = 2;  // unspecified, stream, datagram

constexpr unsigned kTcpOverIpv4 = 0x11;
constexpr unsigned kTcpOverIpv6 = 0x21;
constexpr unsigned kUnixStream = 0x31;
constexpr std::size_t kIpv4Bytes = 4;
constexpr std::size_t kIpv6Bytes = 16;
constexpr std::size_t kPortBytes = 2;
constexpr std::size_t kUnixPathBytes = 108;

/// What stands there of source and destination, by family and protocol; 0: nothing that we read.
std::size_t address_bytes(unsigned kind) {
  switch (kind) {
    case kTcpOverIpv4:
      return 2 * (kIpv4Bytes + kPortBytes);
    case kTcpOverIpv6:
      return 2 * (kIpv6Bytes + kPortBytes);
    case kUnixStream:
      return 2 * kUnixPathBytes;
    default:
      return 0;
  }
}

ClientAddress read_client(unsigned kind, const std::uint8_t* addresses) {
  if (kind == kUnixStream) return ClientAddress::unix_peer();
  const bool has_ipv4 = kind == kTcpOverIpv4;
  const std::uint8_t* const port = addresses + 2 * (has_ipv4 ? kIpv4Bytes : kIpv6Bytes);
  IpAddress ip;
  if (has_ipv4) {
    ip = ipv4_address(addresses);
  } else {
    std::memcpy(ip.data(), addresses, kIpv6Bytes);
  }
  return {ip, static_cast<std::uint16_t>(port[0] << 8U | port[1])};
}

ProxyHeader parse_binary(std::string_view bytes) {
  const auto* const at = reinterpret_cast<const std::uint8_t*>(bytes.data());
  constexpr std::size_t kCommandAt = 12;
  constexpr std::size_t kKindAt = 13;
  constexpr std::size_t kLengthAt = 14;
  if (bytes.size() <= kCommandAt) return {};
  const unsigned version = at[kCommandAt] >> 4U;
  const unsigned command = at[kCommandAt] & 0xfU;
  if (version != kVersion2) return malformed("the PROXY header has an unknown version");
  if (command != kLocal && command != kProxy) {
    return malformed("the PROXY header has an unknown command");
  }
  if (bytes.size() <= kKindAt) return {};
  const unsigned kind = at[kKindAt];
  const bool has_client = command == kProxy;  // LOCAL: all of this is to be passed over
  if (has_client && (kind >> 4U > kMaxFamily || (kind & 0xfU) > kMaxProtocol)) {
    return malformed("the PROXY header has an unknown family or protocol");
  }
  if (bytes.size() < kFixedBytes) return {};
  const std::size_t size = kFixedBytes + (std::size_t{at[kLengthAt]} << 8U | at[kLengthAt + 1]);
  if (size > ProxyHeader::kMaxBytes) return malformed("the PROXY header is too long");
  const std::size_t addresses = has_client ? address_bytes(kind) : 0;
  if (size < kFixedBytes + addresses) {
    return malformed("the PROXY header is too short for its addresses");
  }
  if (bytes.size() < size) return {};
  ProxyHeader header{.state = State::kComplete, .size = size};
  // Of datagrams and unspecified protocols, which a stream cannot be, the specification lets us
  // take the peer's own address.
  if (addresses > 0) header.client = read_client(kind, at + kFixedBytes);
  return header;
}

bool begins_like(std::string_view bytes, std::string_view signature) {
  const std::size_t size = std::min(bytes.size(), signature.size());
  return bytes.substr(0, size) == signature.substr(0, size);
}

}  // namespace

ProxyHeader parse_proxy_header(std::string_view bytes) {
  if (bytes.empty()) return {};
  if (begins_like(bytes, kBinarySignature)) return parse_binary(bytes);
  if (begins_like(bytes, kTextSignature)) return parse_text(bytes);
  return malformed("no PROXY header");
}

}  // namespace puzzled::net
