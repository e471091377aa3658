#include "daemon/commands/serve/serve_limits.hpp"

#include <string>
#include <utility>
#include <vector>

#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/text/ip_address.hpp"
#include "daemon/net/limits/token_bucket.hpp"

namespace puzzled::commands {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;
constexpr std::uint64_t kGiB = 1024 * kMiB;

/// A number that limits what clients may ask of the daemon.
Option count_limit(std::uint64_t& target, Option option) {
  option.value = "N";
  option.target = &target;
  option.is_brief = true;
  option.reloads = true;
  return option;
}

Option size_limit(std::uint64_t& target, Option option) {
  option = count_limit(target, std::move(option));
  option.value = "SIZE";
  option.is_size = true;
  return option;
}

Option time_limit(std::chrono::nanoseconds& target, Option option) {
  option.value = "TIME";
  option.target = &target;
  option.is_brief = true;
  option.reloads = true;
  return option;
}

constexpr OptionGroup kClient{
    "Limits of one client",
    "A client may be slow, broken or hostile. Each limit below bounds what it can cost. A client "
    "that reads its answers and sends whole lines reaches none of them."};
constexpr OptionGroup kAddress{
    "Limits of one address",
    "The limits above are those of one connection, and a client may open many. The limits here "
    "count all connections from one address: an IPv4 address, or the /64 network of an IPv6 "
    "address, since one client usually has all addresses of such a network. They are for daemons "
    "that strangers can reach, and off by default: a whole company may share one address. They do "
    "not apply to Unix sockets, whose permissions say who may connect."};
constexpr OptionGroup kSearch{"Limits of one search"};
constexpr OptionGroup kAll{"Limits of all clients together"};
constexpr OptionGroup kShutdown{"Shutdown"};

Result<> check_networks(const std::string& text) {
  const Result<NetworkList> networks = NetworkList::parse(text);
  return networks ? Result<>() : networks.error();
}

std::vector<Option> client_limits(ServeSettings& s) {
  return {
      size_limit(s.line_limit,
                 {.name = "line-limit",
                  .help = "longest request line",
                  .details = "Longest request line. A puzzle has 81 characters, and a tag and a "
                             "verb fit easily. A longer line means that framing is lost: the "
                             "daemon answers `error too-long` and closes the connection.",
                  .minimum = 128,
                  .maximum = kMiB}),
      count_limit(s.requests_per_client,
                  {.name = "requests-per-client",
                   .help = "unanswered requests of one client",
                   .details = "Requests accepted and not yet answered. At this limit the daemon "
                              "stops reading, and TCP holds the client back; the client notices "
                              "nothing else. Large enough to keep all threads busy (8192 puzzles "
                              "are solved together), small enough that the backlog of one client "
                              "is a few milliseconds.",
                   .minimum = 1,
                   .maximum = kAnyNumber,
                   .at_most = "requests-total"}),
      count_limit(
          s.searches_per_client,
          {.name = "searches-per-client",
           .help = "waiting or running searches of one client",
           .details = "Searches waiting or running. At this limit the daemon stops reading, "
                      "as above. A search may take `search-timeout`, and 16 are enough to "
                      "keep the threads of most machines busy.",
           .minimum = 1,
           .maximum = kAnyNumber,
           .at_most = "searches-total"}),
      formerly("unsent-pause",
               size_limit(s.output_soft_limit,
                          {.name = "output-soft-limit",
                           .help = "unread answers at which a client's requests wait",
                           .details = "Answers that the client has not read. At this limit the "
                                      "daemon stops reading its requests, so the client costs no "
                                      "more memory than this and its requests in flight. 1 MiB is "
                                      "12 000 answers, far more than a working network needs in "
                                      "flight.",
                           .minimum = 4 * kKiB,
                           .maximum = kGiB,
                           .at_most = "output-hard-limit"})),
      formerly(
          "unsent-drop",
          size_limit(s.output_hard_limit,
                     {.name = "output-hard-limit",
                      .help = "unread answers at which a client is dropped",
                      .details = "Requests in flight at the soft limit are still answered into "
                                 "the same buffer. At this limit the client has stopped "
                                 "reading, and the daemon drops it.",
                      .minimum = 4 * kKiB,
                      .maximum = kGiB})),
      formerly(
          "stall-limit",
          time_limit(s.write_timeout,
                     {.name = "write-timeout",
                      .help = "drop a client that reads nothing for this long",
                      .details = "A client that reads not one byte for this long while answers "
                                 "wait for it is dropped. Otherwise clients that never read "
                                 "would hold their buffers forever."})),
      formerly(
          "line-deadline",
          time_limit(s.read_timeout,
                     {.name = "read-timeout",
                      .help = "time from the first byte of a line to its end",
                      .details = "Time from the first byte of a line to its end. A client that "
                                 "sends a byte a second (\"slow loris\") would hold a "
                                 "connection without end; a line fits in one packet, so 10 s "
                                 "are generous."})),
      time_limit(s.idle_timeout,
                 {.name = "idle-timeout",
                  .help = "close a connection on which nothing happens",
                  .details = "A connection on which nothing happens and nothing waits is closed "
                             "after this time: the peer may have vanished without a word. Clients "
                             "that wait for people should send `ping` now and then."}),
  };
}

std::vector<Option> address_limits(ServeSettings& s) {
  return {
      count_limit(s.address_connections,
                  {.name = "address-connections",
                   .help = "connections of one address",
                   .details = "Connections of one address at a time. One more is answered `error "
                              "busy` and closed. Otherwise one client could take all of "
                              "`connections`.",
                   .default_text = "0, which is no limit",
                   .maximum = 1'000'000}),
      count_limit(s.address_rate,
                  {.name = "address-rate",
                   .help = "requests per second of one address",
                   .details = "Requests per second of one address; up to one second's worth may "
                              "come in a burst. Beyond that the daemon stops reading, and TCP "
                              "holds the client back: nothing is refused, and no answer is lost. "
                              "Otherwise one client could keep all threads busy. Every line "
                              "counts, be it a puzzle, a search or a `ping`.",
                   .default_text = "0, which is no limit",
                   .maximum = net::TokenBucket::kMaxRate}),
      {.name = "proxy-from",
       .value = "LIST",
       .help = "proxies that name their clients by PROXY headers",
       .details = "Proxies that name their clients: addresses and networks such as `127.0.0.1, "
                  "10.0.0.0/8, ::1`, and `unix` for whoever connects to the Unix socket. Each "
                  "connection from there must begin with a header of the PROXY protocol, version "
                  "1 or 2 (HAProxy: `send-proxy-v2`), or it is closed; limits and log then use the "
                  "address in the header. From any other address such a header is a bad request, "
                  "since anybody could make one up. The page proxy.md of the documentation shows "
                  "HAProxy with client certificates in front of a Unix socket.",
       .target = &s.proxy_from,
       .default_text = "no proxies",
       .check = check_networks,
       .is_brief = true,
       .reloads = true},
  };
}

std::vector<Option> search_limits(ServeSettings& s) {
  return {
      formerly("search-limit",
               time_limit(s.search_timeout,
                          {.name = "search-timeout",
                           .help = "longest search",
                           .details = "Time of one search, and of one line of Sudoku, from when a "
                                      "thread begins it. Waiting for other work does not count, "
                                      "so the answer depends on the request and not on who else "
                                      "is asking. A search that takes longer is answered `error "
                                      "timeout` with the best result so far. Searches can take "
                                      "hours, and a client could occupy all threads."})),
      count_limit(
          s.queens_limit,
          {.name = "queens-limit",
           .help = "largest N of a count of queens",
           .details = "Largest N of `queens N`; a larger one is answered `error limit`. The "
                      "cost grows about eightfold with each N: 18 takes a second or two of "
                      "all threads, 20 a minute.",
           .minimum = 1,
           .maximum = 28}),
      count_limit(s.first_limit,
                  {.name = "first-limit",
                   .help = "most solutions of queens that are listed",
                   .details = "Largest K of `first K N`; a larger one is answered `error limit`. "
                              "The solutions come in one line, which is kept in memory until it is "
                              "sent: 1000 solutions of 18 queens are 45 kB.",
                   .minimum = 1,
                   .maximum = kAnyNumber}),
  };
}

std::vector<Option> limits_of_all(ServeSettings& s) {
  return {
      count_limit(s.connections,
                  {.name = "connections",
                   .help = "connections of all clients",
                   .details = "Connections. One more is answered `error busy` and closed at once; "
                              "when one ends, the next can connect. Each costs a file descriptor "
                              "(`LimitNOFILE` of the unit must be larger) and, idle, less than 20 "
                              "kB.",
                   .minimum = 1,
                   .maximum = 1'000'000}),
      count_limit(s.requests_total,
                  {.name = "requests-total",
                   .help = "unanswered requests of all clients",
                   .details = "Requests accepted and not yet answered: bounds the memory of all "
                              "queues (about 170 bytes each, so 170 MiB). At this limit the daemon "
                              "stops reading from all clients until some are answered.",
                   .minimum = 1,
                   .maximum = kAnyNumber}),
      size_limit(s.buffers_total,
                 {.name = "buffers-total",
                  .help = "memory for requests and answers of all clients",
                  .details = "Memory for requests and answers of all clients, whatever they ask "
                             "for: memory for an answer is reserved before the answer is made. As "
                             "it fills up, the share of each client shrinks (to an eighth of what "
                             "is left). When it is full, the daemon drops the clients that hold "
                             "most and have moved nothing for a second, first those that do not "
                             "read, so that new clients are answered; the log names the reason. "
                             "The process may take up to twice as much in a rush, because freed "
                             "memory is fragmented.",
                  .minimum = kMiB,
                  .maximum = 1024 * kGiB}),
      count_limit(s.searches_total,
                  {.name = "searches-total",
                   .help = "waiting or running searches of all clients",
                   .details = "Searches waiting or running; one more is answered `error busy`. The "
                              "last one in the queue waits for searches-total x search-timeout / "
                              "search-threads in the worst case.",
                   .minimum = 1,
                   .maximum = kAnyNumber}),
  };
}

std::vector<Option> shutdown_options(ServeSettings& s) {
  return {
      formerly("drain-limit",
               time_limit(s.shutdown_timeout,
                          {.name = "shutdown-timeout",
                           .help = "longest wait for accepted requests at the end",
                           .details = "On SIGTERM the daemon accepts no more connections and "
                                      "requests, answers accepted requests, and exits. After this "
                                      "time it stops searches and answers what is left with `error "
                                      "shutting-down`; clients that do not read their answers "
                                      "within one more second are disconnected. Without a limit a "
                                      "search or a client may hold the daemon up forever unless "
                                      "`search-timeout` and `write-timeout` end them. A second "
                                      "SIGTERM exits at once. `TimeoutStopSec` of the systemd unit "
                                      "must be at least three seconds longer."})),
  };
}

}  // namespace

void add_limit_options(Command& serve, ServeSettings& settings) {
  add_options(serve, kClient, client_limits(settings));
  add_options(serve, kAddress, address_limits(settings));
  add_options(serve, kSearch, search_limits(settings));
  add_options(serve, kAll, limits_of_all(settings));
  add_options(serve, kShutdown, shutdown_options(settings));
}

}  // namespace puzzled::commands
