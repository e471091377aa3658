// Reads HTTP requests from a connection, each of bounded size, and refuses those whose header is
// ambiguous about their end, sender or host. A proxy in front of us must not read them differently
// than we do (request smuggling: RFC 9112, 11.2).
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstddef>
#include <optional>

#include "daemon/net/http/http_answer.hpp"

namespace puzzled::net {

using HttpParser = boost::beast::http::request_parser<boost::beast::http::string_body>;

enum class HttpPart { kHeader, kBody };

/// Reads until the parser has that part of a request, of at most `most` bytes; of a chunked body
/// they include the framing of its chunks and the trailer. `buffer` keeps the bytes behind it. The
/// error is the parser's or the connection's. All arguments must live until it is done.
boost::asio::awaitable<boost::system::error_code> read_http(HttpPart part,
                                                            boost::beast::tcp_stream& stream,
                                                            boost::beast::flat_buffer& buffer,
                                                            HttpParser& parser, std::size_t most);

/// The answer to a request that is refused for its header, after which the connection must be
/// closed.
std::optional<HttpAnswer> refusal_of(const HttpParser::value_type& request);

}  // namespace puzzled::net
