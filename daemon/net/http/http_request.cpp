#include "daemon/net/http/http_request.hpp"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <string_view>

namespace puzzled::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t kBytesAtOnce = 4096;

/// Appends to the buffer what has arrived, something at least.
asio::awaitable<error_code> receive(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                    const HttpParser& parser) {
  if (buffer.size() + kBytesAtOnce > buffer.max_size()) {
    co_return make_error_code(http::error::buffer_overflow);
  }
  error_code error;
  const std::size_t got = co_await stream.async_read_some(
      buffer.prepare(kBytesAtOnce), asio::redirect_error(asio::use_awaitable, error));
  buffer.commit(got);
  if (error != asio::error::eof) co_return error;
  const bool begun = parser.got_some() || buffer.size() > 0;
  co_return make_error_code(begun ? http::error::partial_message : http::error::end_of_stream);
}

/// Looks for lines of a header that go on with the one before (obs-fold). Beast joins them; a proxy
/// before us may have read them otherwise, so they are refused (RFC 9112, 5.2).
class FoldFinder {
 public:
  /// Takes the next bytes of the header. True if a line in what it has taken is folded.
  bool take(std::string_view bytes) {
    for (const char c : bytes) {
      if (last_ == '\n' && (c == ' ' || c == '\t')) return true;
      last_ = c;
    }
    return false;
  }

 private:
  char last_ = 0;
};

/// Has the parser take what it can of the buffer; returns how much that was. No error is left where
/// it only wants more. `folds` looks at what is taken, if it is there.
std::size_t parse(beast::flat_buffer& buffer, HttpParser& parser, FoldFinder* folds,
                  bool& wants_more, error_code& error) {
  wants_more = buffer.size() == 0;
  if (wants_more) return 0;
  const std::size_t taken = parser.put(buffer.data(), error);
  const std::string_view bytes(static_cast<const char*>(buffer.data().data()), taken);
  if (folds != nullptr && folds->take(bytes)) error = make_error_code(http::error::bad_obs_fold);
  buffer.consume(taken);
  wants_more = error == http::error::need_more;
  if (wants_more) error = {};
  return taken;
}

}  // namespace

asio::awaitable<error_code> read_http(HttpPart part, beast::tcp_stream& stream,
                                      beast::flat_buffer& buffer, HttpParser& parser,
                                      std::size_t most) {
  // The parser's own limit is that of what it is given at a time: fields that come one by one would
  // add up to any size.
  std::size_t taken = 0;
  const bool is_header = part == HttpPart::kHeader;
  FoldFinder folds;
  const auto is_complete = [&] { return is_header ? parser.is_header_done() : parser.is_done(); };
  while (!is_complete()) {
    error_code error;
    bool wants_more = false;
    taken += parse(buffer, parser, is_header ? &folds : nullptr, wants_more, error);
    if (error) co_return error;
    // What waits behind a header that has not ended is more of it.
    const std::size_t size = is_header && !is_complete() ? taken + buffer.size() : taken;
    if (size > most) {
      co_return make_error_code(is_header ? http::error::header_limit : http::error::body_limit);
    }
    if (wants_more) error = co_await receive(stream, buffer, parser);
    if (error) co_return error;
  }
  co_return error_code();
}

std::optional<HttpAnswer> refusal_of(const HttpParser::value_type& request) {
  const bool is_old = request.version() < 11;
  const std::size_t hosts = request.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && !is_old))
    return http_failure(400, "a request needs exactly one Host header");
  if (request.count(http::field::origin) > 1) {
    return http_failure(400, "a request may have only one Origin header");
  }
  const std::size_t codings = request.count(http::field::transfer_encoding);
  if (codings > 0) {
    const bool is_plain =
        codings == 1 && beast::iequals(request[http::field::transfer_encoding], "chunked");
    if (!is_plain) return http_failure(501, "the only supported transfer coding is chunked");
    if (is_old || request.count(http::field::content_length) > 0) {
      return http_failure(400,
                          "Transfer-Encoding is not allowed with Content-Length or in HTTP/1.0");
    }
  }
  // The parser lets a length be said twice, if it is the same.
  const auto length = request[http::field::content_length];
  const bool is_number =
      std::all_of(length.begin(), length.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (request.count(http::field::content_length) > 1 || !is_number) {
    return http_failure(400, "a request may have only one Content-Length, a number");
  }
  return std::nullopt;
}

}  // namespace puzzled::net
