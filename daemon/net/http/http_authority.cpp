#include "daemon/net/http/http_authority.hpp"

#include <algorithm>
#include <utility>

#include "core/sudoku/text/characters.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::net {
namespace {

using sudoku::is_digit;
using sudoku::lower_case;

constexpr std::string_view kScheme = "http://";

/// The longest name that DNS has.
constexpr std::size_t kMaxNameBytes = 253;

constexpr bool is_in_names(char c) {
  return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '.' || c == '_';
}

bool begins_with_scheme(std::string_view text) {
  return sudoku::equal_ignoring_case(text.substr(0, kScheme.size()), kScheme);
}

/// The last part of a name between points says whether programs take it for an IPv4 address: if it
/// is a number, decimal or, behind 0x, hexadecimal (the URL standard, "ends in a number").
bool ends_in_number(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  std::string_view last = name.substr(name.rfind('.') + 1);
  if (last.starts_with("0x")) {
    last.remove_prefix(2);
    return last.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  }
  return !last.empty() && std::all_of(last.begin(), last.end(), is_digit);
}

/// `text` without the brackets around it is an IPv6 address.
std::optional<IpAddress> parse_bracketed(std::string_view text) {
  const std::string_view inside = text.substr(1, text.size() - 2);
  if (inside.find(':') == std::string_view::npos) return std::nullopt;
  return parse_ip_address(inside);
}

/// Splits `:PORT` off the end; false if what stands there is no port.
bool take_port(std::string_view& text, std::uint16_t& port) {
  const std::size_t bracket = text.rfind(']');
  const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon == std::string_view::npos) return true;
  const std::string_view digits = text.substr(colon + 1);
  text = text.substr(0, colon);
  if (digits.empty()) return true;  // as in `http://localhost:/`
  const std::optional<std::uint16_t> number = parse_whole<std::uint16_t>(digits);
  port = number.value_or(port);
  return number.has_value();
}

}  // namespace

std::optional<HttpAuthority> parse_http_authority(std::string_view text) {
  HttpAuthority authority;
  if (!take_port(text, authority.port)) return std::nullopt;
  if (text.starts_with('[') && text.ends_with(']')) {
    authority.address = parse_bracketed(text);
    return authority.address ? std::optional(std::move(authority)) : std::nullopt;
  }
  if (text.empty() || text.size() > kMaxNameBytes) return std::nullopt;
  authority.name.resize(text.size());
  std::transform(text.begin(), text.end(), authority.name.begin(), lower_case);
  if (!std::all_of(authority.name.begin(), authority.name.end(), is_in_names)) return std::nullopt;
  if (!ends_in_number(authority.name)) return authority;
  authority.address = parse_ip_address(authority.name);
  authority.name.clear();
  return authority.address ? std::optional(std::move(authority)) : std::nullopt;
}

std::optional<HttpAuthority> parse_http_origin(std::string_view text) {
  if (!begins_with_scheme(text)) return std::nullopt;
  return parse_http_authority(text.substr(kScheme.size()));
}

HttpTarget split_http_target(std::string_view target) {
  HttpTarget parts;
  if (begins_with_scheme(target)) {
    target.remove_prefix(kScheme.size());
    parts.authority = target.substr(0, target.find_first_of("/?#"));
    target.remove_prefix(parts.authority->size());
  }
  const std::size_t mark = target.find('?');
  parts.path = target.substr(0, mark);
  if (parts.authority && parts.path.empty()) parts.path = "/";
  if (mark != std::string_view::npos) parts.query = target.substr(mark + 1);
  return parts;
}

}  // namespace puzzled::net
