// Any bytes where a host and a port should be: what is read is all that was there, and written
// again it is the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/net/http/http_authority.hpp"

using namespace puzzled;
using namespace puzzled::net;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string written(const HttpAuthority& authority) {
  std::string host = authority.name;
  if (authority.address) {
    host = ip_address_text(*authority.address);
    if (!is_ipv4(*authority.address)) host = '[' + host + ']';
  }
  return host + ':' + std::to_string(authority.port);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto authority = parse_http_authority(text)) {
    require(authority->address.has_value() == authority->name.empty());
    require(text.find_first_of("@/?#\\% \t\r\n") == std::string::npos);
    require(parse_http_authority(written(*authority)) == authority);
    require(parse_http_origin("http://" + text) == authority);
    require(!parse_http_authority(text + "@evil.example"));
    require(!parse_http_authority(text + ":80:80"));
  }
  const HttpTarget target = split_http_target(text);
  require(target.path.size() + target.query.size() <= size + 1);
  require(!target.authority || target.authority->find('/') == std::string_view::npos);
  return 0;
}
