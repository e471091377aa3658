// Reads HTTP requests from a connection, each bounded as a whole, and knows those that are refused
// because of what they say about themselves: where they end, who sends them and to whom. A proxy
// before us and we must not take them differently (request smuggling: RFC 9112, 11.2).
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

/// Reads until the parser has that part of a request, of `most` bytes at most: of a body with all
/// that belongs to its chunks, and the fields behind them. `buffer` keeps what comes behind it. The
/// error is the parser's or the connection's. All arguments must live until it is done.
boost::asio::awaitable<boost::system::error_code> read_http(HttpPart part,
                                                            boost::beast::tcp_stream& stream,
                                                            boost::beast::flat_buffer& buffer,
                                                            HttpParser& parser, std::size_t most);

/// The answer to a request that is refused for its header; behind it the connection is of no use.
std::optional<HttpAnswer> refusal_of(const HttpParser::value_type& request);

}  // namespace puzzled::net
