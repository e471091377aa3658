// Both versions of the PROXY protocol: what is read, what is passed over, and what is refused.
#include "daemon/net/wire/proxy_header.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/wire/proxy_headers.hpp"

namespace puzzled::net {
namespace {

using State = ProxyHeader::State;

/// `client SIZE ADDRESS`, `own SIZE`, `incomplete`, or the reason; the same for any packets.
std::string read(std::string_view bytes) {
  const ProxyHeader header = parse_proxy_header(bytes);
  EXPECT_TRUE(are_same(header, parse_byte_by_byte(bytes))) << bytes;
  switch (header.state) {
    case State::kIncomplete:
      return "incomplete";
    case State::kMalformed:
      return std::string(header.reason);
    case State::kComplete:
      break;
  }
  const std::string size = std::to_string(header.size);
  return header.client ? "client " + size + ' ' + header.client->text() : "own " + size;
}

/// All beginnings of a whole header are incomplete, and what follows it changes nothing.
void expect_whole(const std::string& header, const std::string& outcome) {
  for (std::size_t size = 0; size < header.size(); ++size) {
    ASSERT_EQ(read(header.substr(0, size)), "incomplete") << size << " bytes of " << header;
  }
  EXPECT_EQ(read(header), outcome);
  for (const char* const more : {"ping\n", "\r\n", "PROXY UNKNOWN\r\n"}) {
    EXPECT_EQ(read(header + more), outcome);
  }
  EXPECT_EQ(read(header + std::string(10'000, 'x')), outcome);
}

TEST(ProxyHeader, OfTextHasTheClient) {
  expect_whole("PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n", "client 45 192.0.2.1:56324");
  expect_whole("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n",
               "client 56 255.255.255.255:65535");
  expect_whole("PROXY TCP4 0.0.0.0 0.0.0.0 0 0\r\n", "client 32 0.0.0.0:0");
  expect_whole("PROXY TCP6 2001:db8::1 ::1 1 2\r\n", "client 32 [2001:db8::1]:1");
  expect_whole("PROXY TCP6 ::ffff:192.0.2.1 ::1 80 2\r\n", "client 38 192.0.2.1:80");
  expect_whole(
      "PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:FFFF "
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n",
      "client 104 [ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]:65535");
}

TEST(ProxyHeader, OfTextMayNotKnowTheClient) {
  expect_whole("PROXY UNKNOWN\r\n", "own 15");
  expect_whole("PROXY UNKNOWN 192.0.2.1 198.51.100.1 1 2\r\n", "own 42");
  expect_whole("PROXY UNKNOWN  what ever\t\r\n", "own 27");
  expect_whole("PROXY UNKNOWN " + std::string(91, 'f') + "\r\n", "own 107");
}

TEST(ProxyHeader, OfTextEndsInTime) {
  EXPECT_EQ(read("PROXY UNKNOWN " + std::string(92, 'f')), "incomplete");
  EXPECT_EQ(read("PROXY UNKNOWN " + std::string(92, 'f') + "\r\n"),
            "the PROXY line ends without CR LF");
  EXPECT_EQ(read("PROXY UNKNOWN " + std::string(93, 'f')), "the PROXY line is incomplete");
  EXPECT_EQ(read("PROXY UNKNOWN " + std::string(9000, 'f')), "the PROXY line is incomplete");
}

TEST(ProxyHeader, OfTextEndsWithBothCharacters) {
  const std::string line = "PROXY TCP4 192.0.2.1 198.51.100.1 56324 443";
  for (const char* const end : {"\n", "\rx", "\r\r\n", "\n\r\n"}) {
    EXPECT_EQ(read(line + end), "the PROXY line ends without CR LF");
  }
  EXPECT_EQ(read("PROXY \r"), "incomplete");
  EXPECT_EQ(read("PROXY \n"), "the PROXY line ends without CR LF");
}

TEST(ProxyHeader, OfTextIsExact) {
  const auto line = [](const std::string& rest) { return read("PROXY " + rest + "\r\n"); };
  for (const std::string rest : {"", "TCP", "TCP5 1.2.3.4 1.2.3.4 1 2", "tcp4 1.2.3.4 1.2.3.4 1 2",
                                 "UDP4 1.2.3.4 1.2.3.4 1 2", "UNKNOWNS", "unknown",
                                 " TCP4 1.2.3.4 1.2.3.4 1 2", "TCP4\t1.2.3.4 1.2.3.4 1 2"}) {
    EXPECT_EQ(line(rest), "the PROXY line names an unknown protocol") << rest;
  }
  for (const std::string rest :
       {"TCP4", "TCP4 1.2.3.4", "TCP4 1.2.3.4 1.2.3.4 1", "TCP6 ::1 ::1"}) {
    EXPECT_EQ(line(rest), "the PROXY line is too short") << rest;
  }
  for (const std::string rest : {"TCP4 1.2.3.4 1.2.3.4 1 2 ", "TCP4 1.2.3.4 1.2.3.4 1 2 3"}) {
    EXPECT_EQ(line(rest), "the PROXY line is too long") << rest;
  }
  for (const std::string rest :
       {"TCP4 1.2.3.256 1.2.3.4 1 2", "TCP4 1.2.3.4 1.2.3 1 2", "TCP4 01.2.3.4 1.2.3.4 1 2",
        "TCP4 ::1 ::1 1 2", "TCP6 1.2.3.4 1.2.3.4 1 2", "TCP6 ::1 1.2.3.4 1 2", "TCP6 ::g ::1 1 2",
        "TCP6 1::2::3 ::1 1 2", "TCP4  1.2.3.4 1.2.3.4 1", "TCP6 [::1] ::1 1 2",
        "TCP6 fe80::1%lo ::1 1 2", "TCP4 localhost 1.2.3.4 1 2"}) {
    EXPECT_EQ(line(rest), "the PROXY line has a bad address") << rest;
  }
  EXPECT_EQ(line(std::string("TCP4 1.2.3.4\0 1.2.3.4 1 2", 25)),
            "the PROXY line has a bad address");
  for (const std::string ports : {"65536 2", "1 65536", "01 2", "1 02", "00 2", "+1 2", "-1 2",
                                  "a 2", "1 2a", "0x1 2", "99999999999999999999 2", " 2", "1 "}) {
    EXPECT_EQ(line("TCP4 1.2.3.4 1.2.3.4 " + ports), "the PROXY line has a bad port") << ports;
  }
}

TEST(ProxyHeader, AnythingElseIsNone) {
  for (const char* const text :
       {"ping\n", "PROX\r\n", "PROXY\r\n", "proxy ", "P ", "GET / HTTP/1.1\r\n", "\r\n\r\n\r", "\n",
        "\r\r", "53..7....", " PROXY "}) {
    EXPECT_EQ(read(text), "no PROXY header") << text;
  }
  EXPECT_EQ(read(std::string(1, '\0')), "no PROXY header");
  EXPECT_EQ(read(""), "incomplete");
}

// Version 2.

constexpr unsigned kLocal = 0x20;
constexpr unsigned kProxy = 0x21;

const std::string kIpv4Block("\xc0\x00\x02\x01\xc6\x33\x64\x01\xdc\x04\x01\xbb", 12);
const std::string kIpv6Block = [] {
  std::string block(32, '\0');
  block[0] = 0x20;
  block[1] = 0x01;
  block[2] = 0x0d;
  block[3] = static_cast<char>(0xb8);
  block[15] = 0x01;
  block[31] = 0x01;
  return block + std::string("\x00\x09\xff\xff", 4);
}();

TEST(ProxyHeader, OfBytesHasTheClient) {
  expect_whole(binary_header(kProxy, 0x11, kIpv4Block), "client 28 192.0.2.1:56324");
  expect_whole(binary_header(kProxy, 0x21, kIpv6Block), "client 52 [2001:db8::1]:9");
  expect_whole(binary_header(kProxy, 0x31, std::string(216, 'p')), "client 232 unix");
  std::string mapped(36, '\0');
  mapped.replace(10, 6, "\xff\xff\x0a\x01\x02\x03", 6);
  expect_whole(binary_header(kProxy, 0x21, mapped), "client 52 10.1.2.3:0");
}

TEST(ProxyHeader, OfBytesMayHoldMore) {
  const std::string extra = "\x20\x01\x04" + std::string(260, 'x');  // whatever it means
  expect_whole(binary_header(kProxy, 0x11, kIpv4Block + extra), "client 291 192.0.2.1:56324");
  expect_whole(binary_header(kProxy, 0x11, kIpv4Block + "?"), "client 29 192.0.2.1:56324");
  expect_whole(binary_header(kProxy, 0x11, kIpv4Block + std::string(508, 'x')),
               "client 536 192.0.2.1:56324");
  expect_whole(binary_header(kProxy, 0x31, std::string(520, 'x')), "client 536 unix");
}

TEST(ProxyHeader, OfBytesMayNotKnowTheClient) {
  expect_whole(binary_header(kLocal, 0x00, ""), "own 16");
  expect_whole(binary_header(kLocal, 0x11, kIpv4Block), "own 28");
  expect_whole(binary_header(kLocal, 0x11, "short"), "own 21");
  expect_whole(binary_header(kLocal, 0xff, std::string(520, 'x')), "own 536");
  // Unspecified, and datagrams, which no stream is.
  for (const unsigned kind : {0x00U, 0x01U, 0x02U, 0x10U, 0x12U, 0x20U, 0x22U, 0x30U, 0x32U}) {
    expect_whole(binary_header(kProxy, kind, ""), "own 16");
    expect_whole(binary_header(kProxy, kind, kIpv4Block), "own 28");
  }
}

TEST(ProxyHeader, OfBytesIsRefusedAtTheByteThatIsWrong) {
  const std::string signature(kBinarySignature);
  for (const int version : {0x11, 0x01, 0x31, 0xf1, 0x00}) {
    EXPECT_EQ(read(signature + static_cast<char>(version)),
              "the PROXY header has an unknown version");
  }
  for (const int command : {0x22, 0x23, 0x2f}) {
    EXPECT_EQ(read(signature + static_cast<char>(command)),
              "the PROXY header has an unknown command");
  }
  for (const int kind : {0x03, 0x0f, 0x13, 0x40, 0x41, 0xf1, 0xff}) {
    EXPECT_EQ(read(signature + '\x21' + static_cast<char>(kind)),
              "the PROXY header has an unknown family or protocol");
  }
  EXPECT_EQ(read(signature + std::string("\x21\x11\x02\x09", 4)), "the PROXY header is too long");
  EXPECT_EQ(read(signature + std::string("\x20\x00\xff\xff", 4)), "the PROXY header is too long");
  for (const auto& [kind, size] :
       {std::pair(0x11U, 11), std::pair(0x11U, 0), std::pair(0x21U, 35), std::pair(0x31U, 215)}) {
    EXPECT_EQ(read(binary_header(kProxy, kind, std::string(static_cast<std::size_t>(size), 'x'))),
              "the PROXY header is too short for its addresses");
  }
}

TEST(ProxyHeader, ASignatureIsWhole) {
  for (std::size_t i = 0; i < kBinarySignature.size(); ++i) {
    std::string header = binary_header(kProxy, 0x11, kIpv4Block);
    header[i] = static_cast<char>(header[i] + 1);
    EXPECT_EQ(read(header), "no PROXY header") << i;
  }
}

TEST(ProxyHeader, AnyByteInAnyPlaceIsTheSameInAnyPackets) {
  const std::string text = "PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\nping\n";
  const std::string binary = binary_header(kProxy, 0x11, kIpv4Block + "more") + "ping\n";
  for (const std::string& header : {text, binary}) {
    for (std::size_t at = 0; at < header.size(); ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string changed = header;
        changed[at] = static_cast<char>(byte);
        const ProxyHeader whole = parse_proxy_header(changed);
        ASSERT_TRUE(are_same(whole, parse_byte_by_byte(changed))) << at << ' ' << byte;
        ASSERT_LE(whole.size, ProxyHeader::kMaxBytes);
        ASSERT_EQ(whole.state == State::kMalformed, !whole.reason.empty());
      }
    }
  }
}

}  // namespace
}  // namespace puzzled::net
