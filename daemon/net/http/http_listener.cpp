#include "daemon/net/http/http_listener.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/verb.hpp>
#include <charconv>
#include <ctime>
#include <exception>
#include <iterator>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/base/os/peer.hpp"
#include "daemon/net/http/http_authority.hpp"
#include "daemon/net/http/http_request.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/loop/event.hpp"
#include "daemon/net/serve/exceptions.hpp"
#include "daemon/net/serve/request_input.hpp"

namespace puzzled::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// Nothing but our own files: whatever slipped into a page would not be run.
constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Room for a request and the beginning of the next.
constexpr std::size_t kReadBytes = 4096;

// After an answer to a request that was not read to its end, so that the answer is not lost with
// the connection's reset: many clients read no answer before they have sent a body of any size.
// Until they are silent for so long, or have sent so much.
constexpr auto kLingerTime = std::chrono::seconds(1);
constexpr std::size_t kLingerBytes = std::size_t{256} << 20;
constexpr std::size_t kLingerReadBytes = 65536;

// Connections beyond the limit that are being told so, at a time: a descriptor each. If there are
// more, the oldest make room once they have had this long to ask, and meanwhile the newest wait in
// the system's queue.
constexpr std::size_t kMaxRefused = 1024;
constexpr auto kTimeToAsk = std::chrono::milliseconds(250);

// A connection that has said nothing yet may be one whose request is on its way.
constexpr auto kSilence = std::chrono::seconds(1);

// A byte of a body takes six where each is a chunk, and programs that send chunks give them names.
constexpr std::uint64_t kFraming = 8;

// How often we look whether the client of a puzzle is still there. Most are solved before.
constexpr auto kLookInterval = std::chrono::milliseconds(100);

constexpr auto kAcceptPause = std::chrono::milliseconds(100);

// A list of 10 000 clients takes an I/O thread two milliseconds, and whoever asks for it again and
// again shall not take more than a hundredth of its time.
constexpr auto kMaxListAge = std::chrono::milliseconds(200);

// What proxies add.
constexpr const char* kProxyFields[] = {"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host",
                                        "X-Real-IP"};

std::string_view view_of(beast::string_view text) {
  return {text.data(), text.size()};
}

/// IMF-fixdate of RFC 9110, in the C locale, which we never change.
std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[64];
  const std::size_t size = std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text, size};
}

std::optional<std::string> header_of(const HttpParser& parser, beast::string_view name) {
  const auto found = parser.get().find(name);
  if (found == parser.get().end()) return std::nullopt;
  return std::string(view_of(found->value()));
}

/// Whether a proxy has left its name, or that of its client.
bool is_forwarded(const HttpParser& parser) {
  const auto& fields = parser.get();
  return std::any_of(std::begin(kProxyFields), std::end(kProxyFields),
                     [&](const char* name) { return fields.find(name) != fields.end(); });
}

bool wants_continue(const HttpParser& parser) {
  const auto found = parser.get().find(http::field::expect);
  return found != parser.get().end() && beast::iequals(found->value(), "100-continue");
}

bool is_loopback(const tcp::socket& socket) {
  error_code error;
  const asio::ip::address address = socket.local_endpoint(error).address();
  if (error) return false;
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback();
  }
  return address.is_loopback();
}

/// The answer to a request that could not be read. `body_bytes`: the most that its body may have.
HttpAnswer unreadable(error_code error, std::uint64_t body_bytes) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return http_failure(431, "the request's header is too large");
  }
  if (error == http::error::body_limit) {
    return http_failure(413, "the request is too large: its body may have " +
                                 std::to_string(body_bytes) + " bytes");
  }
  if (error == http::error::bad_obs_fold) {
    return http_failure(400, "a header field must not go on in another line");
  }
  return http_failure(400, "this is not HTTP/1.1");
}

/// Whether there is anybody to answer: what went wrong is the request and not the connection.
/// (When time runs out the stream closes itself.)
bool is_answerable(error_code error) {
  return error.category() == http::make_error_code(http::error::bad_method).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

/// The most bytes that the body may have.
std::uint64_t body_limit_of(const HttpParser::value_type& request, const HttpLimits& limits) {
  const HttpTarget target = split_http_target(view_of(request.target()));
  const bool takes_many = target.path == kPairsPath || target.path == kBoardsPath;
  return takes_many ? limits.batch_bytes : limits.body_bytes;
}

/// Whether the header announces a longer body.
bool is_longer(const HttpParser::value_type& request, std::uint64_t most) {
  const std::string_view text = view_of(request[http::field::content_length]);
  std::uint64_t length = 0;
  std::from_chars(text.data(), text.data() + text.size(), length);
  return length > most;
}

struct Session {
  explicit Session(tcp::socket socket) : stream(std::move(socket)) {}

  beast::tcp_stream stream;
  bool waiting = true;  ///< for its client, not the other way round
  bool is_idle = true;  ///< nothing of its next request has come
  bool has_asked = false;
  bool was_told = false;  ///< that there are too many
  const Loop::Clock::time_point begun = Loop::Clock::now();
};

ClientAddress peer_of(int socket) {
  ::sockaddr_storage address{};
  ::socklen_t size = sizeof address;
  const int status = ::getpeername(socket, reinterpret_cast<::sockaddr*>(&address), &size);
  return status == 0 ? ClientAddress(address) : ClientAddress();
}

/// A request on its way through a pool.
struct Solving {
  Solving(Loop& loop, std::unique_ptr<RequestBatch> work, int socket)
      : batch(std::move(work)), answered(loop) {
    batch->cancelled = cancelled;
    batch->client = peer_of(socket);
    batch->arrived = std::chrono::steady_clock::now();
  }

  const std::unique_ptr<RequestBatch> batch;
  const std::shared_ptr<CancelFlag> cancelled = std::make_shared<CancelFlag>(false);
  bool done = false;
  Event answered;
};

/// The list of clients on its way from the I/O threads.
struct Listing {
  explicit Listing(Loop& loop) : changed(loop) {}

  ClientList list;
  Event changed;
};

/// True when nobody waits for an answer any more, as far as one can tell.
bool has_left(int socket) {
  return is_disconnected(socket) || (has_ended_sending(socket) && has_local_peer_closed(socket));
}

}  // namespace

/// All but stop() and expire() happens on the loop's thread.
struct HttpListener::State : std::enable_shared_from_this<State> {
  State(Loop& loop_, std::vector<FileDescriptor> listening, HttpSources sources_, Submit submit_,
        Log& log_, const HttpLimits& limits_, Answer answer_)
      : loop(loop_),
        sources(std::move(sources_)),
        submit(std::move(submit_)),
        log(log_),
        limits(limits_),
        answer_request(std::move(answer_)) {
    for (FileDescriptor& socket : listening) {
      ::sockaddr_storage address{};
      ::socklen_t size = sizeof address;
      ::getsockname(socket.get(), reinterpret_cast<::sockaddr*>(&address), &size);
      acceptors.emplace_back(loop.context(), address.ss_family == AF_INET6 ? tcp::v6() : tcp::v4(),
                             socket.release());
    }
  }

  asio::awaitable<void> accept_all(tcp::acceptor& acceptor);
  asio::awaitable<void> serve(std::shared_ptr<Session> session);
  asio::awaitable<bool> serve_request(std::shared_ptr<Session> session,
                                      std::shared_ptr<beast::flat_buffer> buffer);
  asio::awaitable<HttpAnswer> solve(std::shared_ptr<Session> session,
                                    std::unique_ptr<RequestBatch> work);
  asio::awaitable<std::string> list_clients();
  asio::awaitable<bool> write(std::shared_ptr<Session> session, std::string text);
  asio::awaitable<void> refuse(std::shared_ptr<Session> session, HttpAnswer answer);
  asio::awaitable<void> linger(std::shared_ptr<Session> session);

  bool make_room();
  void begin(tcp::socket socket);
  asio::awaitable<void> wait_to_refuse(Event& pause);
  void turn_away(tcp::socket socket);
  asio::awaitable<void> tell_busy(std::shared_ptr<Session> session);
  void close_all();

  Loop& loop;
  std::list<tcp::acceptor> acceptors;
  const HttpSources sources;
  const Submit submit;
  Log& log;
  const HttpLimits limits;
  const Answer answer_request;
  std::list<std::shared_ptr<Session>> sessions;  ///< by the time of what they did last
  std::list<std::shared_ptr<Session>> refused;   ///< beyond the limit, the oldest first
  bool stopping = false;
  bool is_expired = false;  ///< what is in work is to be refused
  Quota searches{limits.searches};
  bool is_listing = false;  ///< the clients
  std::string clients;      ///< as they were listed last
  Loop::Clock::time_point clients_listed{};
};

namespace {

/// The whole answer as it is sent. (Beast's serializer would be compiled for ten kinds of buffers.)
std::string response_text(const HttpAnswer& answer, unsigned version, bool keep_alive,
                          bool with_body) {
  const auto status = static_cast<http::status>(answer.status);
  std::string text = version < 11 ? "HTTP/1.0 " : "HTTP/1.1 ";
  text += std::to_string(answer.status) + ' ';
  text += view_of(http::obsolete_reason(status));
  const auto add_field = [&](std::string_view name, std::string_view value) {
    ((text += "\r\n") += name) += ": ";
    text += value;
  };
  add_field("Server", "puzzled");
  add_field("Date", date_text());
  add_field("Content-Type", answer.type);
  add_field("Cache-Control", "no-store");
  add_field("X-Content-Type-Options", "nosniff");
  add_field("Content-Security-Policy", kContentPolicy);
  add_field("Referrer-Policy", "no-referrer");
  add_field("Cross-Origin-Resource-Policy", "same-origin");
  if (!answer.allow.empty()) add_field("Allow", answer.allow);
  if (answer.status == 503) add_field("Retry-After", "1");
  const bool is_kept_by_default = version >= 11;
  if (keep_alive != is_kept_by_default)
    add_field("Connection", keep_alive ? "keep-alive" : "close");
  add_field("Content-Length", std::to_string(answer.body.size()));
  text += "\r\n\r\n";
  if (with_body) text += answer.body;
  return text;
}

HttpAnswer too_many() {
  return http_failure(503, "error busy too many connections; try again later");
}

}  // namespace

asio::awaitable<void> HttpListener::State::accept_all(tcp::acceptor& acceptor) {
  const std::shared_ptr<State> self = shared_from_this();
  Event pause(loop);
  bool needs_pause = false;
  while (!stopping) {
    error_code error;
    if (std::exchange(needs_pause, false)) {
      co_await pause.wait(Loop::Clock::now() + kAcceptPause);
      if (stopping) break;
    }
    co_await wait_to_refuse(pause);
    if (stopping) break;
    tcp::socket socket(loop.context());
    co_await acceptor.async_accept(socket, asio::redirect_error(asio::use_awaitable, error));
    if (stopping) break;
    if (!error) begin(std::move(socket));
    if (!error || error == asio::error::connection_aborted) continue;
    log.warning("cannot accept http connection", {{"reason", error.message()}});
    needs_pause = true;  // out of descriptors: nothing gets better at once
  }
}

/// False: all sessions are at work, or their clients have begun to ask, or may just do so.
bool HttpListener::State::make_room() {
  if (sessions.size() < limits.connections) return true;
  const Loop::Clock::time_point now = Loop::Clock::now();
  for (const std::shared_ptr<Session>& session : sessions) {
    if (!session->waiting || !session->is_idle) continue;
    if (!session->has_asked && now - session->begun < kSilence) continue;
    if (bytes_arrived(session->stream.socket().native_handle()) > 0) continue;
    session->waiting = false;
    session->stream.close();
    return true;
  }
  return false;
}

void HttpListener::State::begin(tcp::socket socket) {
  if (!make_room()) {
    ++sources.metrics.connections_refused;
    log.warning("http connection refused: too many connections",
                {{"http-connections", limits.connections}});
    return turn_away(std::move(socket));
  }
  probe_when_silent(socket.native_handle());
  const auto session = std::make_shared<Session>(std::move(socket));
  sessions.push_back(session);
  const auto ended = [self = shared_from_this(), session](const std::exception_ptr& exception) {
    self->sessions.remove(session);
    if (!exception) return;
    contained([&] { std::rethrow_exception(exception); },
              [&](std::string_view reason) {
                ++self->sources.metrics.exceptions;
                self->log.error("exception", {{"doing", "http"}, {"reason", reason}});
              });
  };
  asio::co_spawn(loop.context(), serve(session), ended);
}

/// Makes room for one more connection to be turned away.
asio::awaitable<void> HttpListener::State::wait_to_refuse(Event& pause) {
  while (!stopping && refused.size() >= kMaxRefused && sessions.size() >= limits.connections) {
    const std::shared_ptr<Session> oldest = refused.front();
    const Loop::Clock::time_point when = oldest->begun + kTimeToAsk;
    if (Loop::Clock::now() < when) {
      co_await pause.wait(when);
      continue;
    }
    if (!oldest->was_told) {
      // Its request may be there all the same; if not, it hears it before it has asked.
      const std::string text = response_text(too_many(), 11, false, true);
      std::array<char, kReadBytes> request;
      const int socket = oldest->stream.socket().native_handle();
      ::recv(socket, request.data(), request.size(), MSG_DONTWAIT);
      ::send(socket, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    oldest->stream.close();
    refused.pop_front();
  }
}

/// Says so and closes when the client has heard it: a reset would look like a fault of the network.
void HttpListener::State::turn_away(tcp::socket socket) {
  const auto session = std::make_shared<Session>(std::move(socket));
  refused.push_back(session);
  asio::co_spawn(loop.context(), tell_busy(session),
                 [self = shared_from_this(), session](const std::exception_ptr& /*exception*/) {
                   self->refused.remove(session);
                 });
}

asio::awaitable<void> HttpListener::State::tell_busy(std::shared_ptr<Session> session) {
  // Some clients take an answer to nothing for a fault, and may be as slow to ask as any.
  error_code error;
  session->stream.expires_after(limits.request_time);
  std::string sink(kReadBytes, '\0');
  co_await session->stream.async_read_some(asio::buffer(sink),
                                           asio::redirect_error(asio::use_awaitable, error));
  if (error || !session->stream.socket().is_open()) co_return;
  session->was_told = true;
  co_await refuse(session, too_many());
}

asio::awaitable<void> HttpListener::State::serve(std::shared_ptr<Session> session) {
  const auto buffer =
      std::make_shared<beast::flat_buffer>(limits.header_bytes + limits.body_bytes + kReadBytes);
  bool goes_on = true;
  while (goes_on && !stopping) {
    sessions.remove(session);  // to the end: it has just done something
    sessions.push_back(session);
    goes_on = co_await serve_request(session, buffer);
  }
  error_code ignored;
  session->stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
  session->stream.close();
}

/// False: the connection is to be closed.
asio::awaitable<bool> HttpListener::State::serve_request(
    std::shared_ptr<Session> session, std::shared_ptr<beast::flat_buffer> buffer) {
  error_code error;
  beast::tcp_stream& stream = session->stream;
  session->waiting = true;
  session->is_idle = buffer->size() == 0;
  if (buffer->size() == 0) {
    stream.expires_after(limits.idle_time);
    const auto room = buffer->prepare(kReadBytes);
    const std::size_t got =
        co_await stream.async_read_some(room, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return false;
    buffer->commit(got);
    session->is_idle = false;
  }
  session->has_asked = true;

  stream.expires_after(limits.request_time);
  HttpParser parser;
  parser.header_limit(limits.header_bytes);
  parser.body_limit(limits.batch_bytes);
  error = co_await read_http(HttpPart::kHeader, stream, *buffer, parser, limits.header_bytes);
  const auto& message = parser.get();
  if (!error) {
    if (std::optional<HttpAnswer> refusal = refusal_of(message)) {
      session->waiting = false;
      co_await refuse(session, std::move(*refusal));
      co_return false;
    }
  }
  // Only now the path is known.
  const std::uint64_t body_bytes = body_limit_of(message, limits);
  if (!error && is_longer(message, body_bytes)) error = make_error_code(http::error::body_limit);
  parser.body_limit(body_bytes);
  // Behind the body there may be more fields, which say nothing to us.
  const bool wants_more = message.keep_alive();
  const std::optional<std::string> host = header_of(parser, "Host");
  const std::optional<std::string> origin = header_of(parser, "Origin");
  const std::optional<std::string> action =
      header_of(parser, beast::string_view(kActionHeader.data(), kActionHeader.size()));
  const bool forwarded = is_forwarded(parser);
  if (!error && !parser.is_done() && wants_continue(parser)) {
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await asio::async_write(stream, asio::const_buffer(kContinue.data(), kContinue.size()),
                               asio::redirect_error(asio::use_awaitable, error));
  }
  if (!error) {
    error = co_await read_http(HttpPart::kBody, stream, *buffer, parser, kFraming * body_bytes);
  }
  if (!stream.socket().is_open()) co_return false;  // to make room, or to stop
  session->waiting = false;
  if (error) {
    if (is_answerable(error)) co_await refuse(session, unreadable(error, body_bytes));
    co_return false;
  }

  const bool keep_alive = wants_more && !stopping;
  Lease in_flight(sources.budget.requests);
  const HttpRequest request{.method = view_of(message.method_string()),
                            .target = view_of(message.target()),
                            .host = host,
                            .origin = origin,
                            .action = action,
                            .is_forwarded = forwarded,
                            .body = message.body(),
                            .content_type = view_of(message[http::field::content_type]),
                            .content_encoding = view_of(message[http::field::content_encoding]),
                            .to_loopback = is_loopback(stream.socket())};
  HttpAnswer answer = answer_request(request, sources);
  if (answer.work) {
    in_flight.force(1);  // so that a shutdown waits for the answer
    answer = co_await solve(session, std::move(answer.work));
  } else if (answer.lists_clients) {
    answer.body = co_await list_clients();
  }
  std::string text =
      response_text(answer, message.version(), keep_alive, message.method() != http::verb::head);
  const bool written = co_await write(session, std::move(text));
  co_return written&& keep_alive;
}

/// Has a pool answer the request, and stops when its client has left.
asio::awaitable<HttpAnswer> HttpListener::State::solve(std::shared_ptr<Session> session,
                                                       std::unique_ptr<RequestBatch> work) {
  const int socket = session->stream.socket().native_handle();
  const auto solving = std::make_shared<Solving>(loop, std::move(work), socket);
  RequestBatch& batch = *solving->batch;
  Lease ours(searches);
  Lease search(sources.budget.searches);
  if (batch.kind == BatchKind::kSearch && !(ours.grow(1) && search.grow(1))) {
    net::refuse(batch, ErrorCode::kBusy, "too many searches in progress; try again later");
    add_tally(batch, sources.metrics);
    co_return http_answer_line(std::string(batch.answers.view()));
  }
  // What may be the last reference is given up on the loop's thread.
  submit(batch, [&to = loop, mine = solving]() mutable {
    to.post([solving = std::move(mine)] {
      solving->done = true;
      solving->answered.notify();
    });
  });
  while (!solving->done) {
    co_await solving->answered.wait(Loop::Clock::now() + kLookInterval);
    if (solving->done) break;
    if (is_expired || has_left(socket)) {
      *solving->cancelled = true;
    }
  }
  co_return http_answer_line(std::string(batch.answers.view()));
}

/// The I/O threads are asked, one list at a time, and no more often than a list may be old.
asio::awaitable<std::string> HttpListener::State::list_clients() {
  Event pause(loop);
  while (is_listing) co_await pause.wait(Loop::Clock::now() + kLookInterval);
  if (Loop::Clock::now() - clients_listed < kMaxListAge) co_return clients;
  is_listing = true;
  const auto asked = std::make_shared<Listing>(loop);
  sources.list_clients([asked](ClientList some) {
    asked->list.append(std::move(some));
    asked->changed.notify();
  });
  const Loop::Clock::time_point deadline = Loop::Clock::now() + limits.list_time;
  while (asked->list.threads < sources.io_threads && Loop::Clock::now() < deadline) {
    co_await asked->changed.wait(deadline);
  }
  clients = clients_json(std::move(asked->list), sources.io_threads);
  clients_listed = Loop::Clock::now();
  is_listing = false;
  co_return clients;
}

asio::awaitable<bool> HttpListener::State::write(std::shared_ptr<Session> session,
                                                 std::string text) {
  error_code error;
  session->stream.expires_after(limits.write_time);
  co_await asio::async_write(session->stream, asio::const_buffer(text.data(), text.size()),
                             asio::redirect_error(asio::use_awaitable, error));
  co_return !error;
}

/// Answers a request that is not taken, and which need not have been read to its end.
asio::awaitable<void> HttpListener::State::refuse(std::shared_ptr<Session> session,
                                                  HttpAnswer answer) {
  std::string text = response_text(answer, 11, false, true);
  const bool written = co_await write(session, std::move(text));
  if (written) co_await linger(session);
}

asio::awaitable<void> HttpListener::State::linger(std::shared_ptr<Session> session) {
  error_code error;
  session->stream.socket().shutdown(tcp::socket::shutdown_send, error);
  session->waiting = true;
  std::string sink(kLingerReadBytes, '\0');
  const Loop::Clock::time_point end = Loop::Clock::now() + limits.request_time;
  for (std::size_t read = 0; !error && read < kLingerBytes && Loop::Clock::now() < end;) {
    session->stream.expires_after(kLingerTime);
    read += co_await session->stream.async_read_some(
        asio::buffer(sink), asio::redirect_error(asio::use_awaitable, error));
  }
}

void HttpListener::State::close_all() {
  stopping = true;
  error_code ignored;
  for (tcp::acceptor& acceptor : acceptors) acceptor.close(ignored);
  for (const std::shared_ptr<Session>& session : sessions) {
    if (session->waiting) session->stream.close();
  }
  for (const std::shared_ptr<Session>& session : refused) session->stream.close();
}

HttpListener::HttpListener(Loop& loop, std::vector<FileDescriptor> listening, HttpSources sources,
                           Submit submit, Log& log, const HttpLimits& limits, Answer answer)
    : state_(std::make_shared<State>(loop, std::move(listening), std::move(sources),
                                     std::move(submit), log, limits, std::move(answer))) {
  for (tcp::acceptor& acceptor : state_->acceptors) {
    asio::co_spawn(loop.context(), state_->accept_all(acceptor), asio::detached);
  }
}

HttpListener::~HttpListener() = default;

void HttpListener::expire() {
  state_->loop.post([state = state_] { state->is_expired = true; });
}

void HttpListener::stop() {
  state_->loop.post([state = state_] { state->close_all(); });
}

}  // namespace puzzled::net
