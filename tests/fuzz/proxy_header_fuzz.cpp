// Any bytes where a PROXY header should be: nothing is read that is not there, the outcome does not
// depend on how they were cut into packets, and what is said of a header holds.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "daemon/net/wire/proxy_header.hpp"
#include "tests/daemon/wire/proxy_headers.hpp"

using namespace puzzled::net;
using State = ProxyHeader::State;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ProxyHeader header = parse_proxy_header(bytes);
  require(are_same(header, parse_byte_by_byte(bytes)));
  require((header.state == State::kMalformed) == !header.reason.empty());
  require(header.state == State::kComplete || (header.size == 0 && !header.client));
  require(header.size <= size && header.size <= ProxyHeader::kMaxBytes);
  require(header.state != State::kIncomplete || size < ProxyHeader::kMaxBytes);
  if (header.state == State::kComplete) {
    // All of it is needed, and nothing behind it.
    require(are_same(parse_proxy_header(bytes.substr(0, header.size)), header));
    require(parse_proxy_header(bytes.substr(0, header.size - 1)).state == State::kIncomplete);
    if (header.client) require(!header.client->text().empty());
  }
  return 0;
}
