// The table of the options of `puzzled serve`, and its manual.
#include <string>
#include <utility>
#include <vector>

#include "core/queens/unit_count.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/base/text/ip_address.hpp"
#include "daemon/commands/cover/problem_files.hpp"
#include "daemon/commands/serve/serve_command.hpp"
#include "daemon/net/limits/token_bucket.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

constexpr OptionGroup kListening{"Where to listen"};
constexpr OptionGroup kProblems{"Exact cover problems"};
constexpr OptionGroup kThreads{"Threads"};

/// Permissions of the owner, the group and others, in octal: `0660`, `660`.
Result<> check_mode(const std::string& text) {
  const bool is_mode = (text.size() == 3 || (text.size() == 4 && text.front() == '0')) &&
                       text.find_first_not_of("01234567") == std::string::npos;
  if (is_mode || text.empty()) return {};
  return wrong_value("must be a mode such as 0600 or 0660", text);
}

Result<> check_problems(const std::string& text) {
  if (const auto files = parse_problem_files(text); !files) return files.error();
  return {};
}

std::vector<Option> listening_options(ServeSettings& s) {
  return {
      Option("listen", "ADDR:PORT", &s.listen,
             "TCP address, may be repeated (default: 127.0.0.1:9009)",
             "Address and port of the puzzle protocol. The protocol has no passwords: anybody who "
             "can connect can have puzzles solved, and start searches that run up to "
             "`search-timeout`. Therefore only this machine can connect by default, and the daemon "
             "warns about a wider address. Port 0 takes a free port, `\"\"` turns TCP off; IPv6 is "
             "written `[::1]:9009`. `*:9009` and `[::]:9009` are all addresses of both families "
             "(but see `ipv6-only`), `0.0.0.0:9009` those of IPv4; `9009` alone is this machine's, "
             "and `:9009` is refused. Addresses that overlap are refused. Sockets passed by "
             "systemd (puzzled.socket) replace these and `unix`.",
             {.maximum = kMaxAddresses, .check = check_listen_address}),
      Option("unix", "PATH", &s.unix_paths, "also listen on a Unix socket, may be repeated",
             "Path of a Unix socket, in addition to TCP. `unix-mode` and `unix-group` say who may "
             "connect, the same for all. The file goes when the daemon ends.",
             {.default_text = "none", .maximum = kMaxAddresses}),
      Option(
          "unix-mode", "MODE", &s.unix_mode, "permissions of Unix sockets, in octal",
          "Permissions of Unix sockets, in octal; write permission allows to connect. `0666` lets "
          "everybody on this machine connect, as the TCP port does. Nobody can connect before the "
          "permissions are set.",
          {.default_text = "0600 (this user and root), or 0660 with unix-group (its members, too)",
           .check = check_mode,
           .is_brief = true}),
      Option("unix-group", "GROUP", &s.unix_group, "group that owns Unix sockets",
             "Name of the group that owns Unix sockets, for example of the users that may connect. "
             "The daemon must be a member of it, or root; a group that does not exist is an error. "
             "The systemd unit forbids changing owners; use `SocketMode=` and `SocketGroup=` of "
             "puzzled.socket there.",
             {.default_text = "the daemon's own", .is_brief = true}),
      http_option(s.http, "metrics, status page; may be repeated (default: off)",
                  ", and `/` for people. Keep it on this machine or on a management network: it "
                  "shows how busy the daemon is, and its page solves puzzles."),
      Option("ipv6-only", "", &s.ipv6_only, "[::] is the addresses of IPv6 alone",
             "`[::]:PORT`, of `listen` and of `http`, is all addresses of IPv6 and none of IPv4, "
             "so that `0.0.0.0:PORT` or one address of IPv4 can stand beside it. Otherwise one "
             "socket serves both families, and such a pair is refused.",
             {.is_brief = true}),
  };
}

std::vector<Option> thread_options(ServeSettings& s) {
  return {
      threads_option("threads", s.threads, "solver threads (default: 0, one per CPU)",
                     "Solver threads, for lines of Sudoku."),
      threads_option("search-threads", s.search_threads, "search threads (default: 0, one per CPU)",
                     "Search threads, for queens, first, target and count (to more than 16). They "
                     "run at a lower priority than the solver threads, so a search does not delay "
                     "lines of Sudoku; on an idle machine searches get all of it."),
      Option("io-threads", "T", &s.io_threads,
             "I/O threads, which own the connections (default: 1)",
             "I/O threads, which own the connections: they read requests, parse them and write "
             "answers. One thread moves several million lines a second; more help only with many "
             "CPUs and many connections.",
             {.minimum = 1, .maximum = 64}),
      isa_option(s.isa),
  };
}

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;
constexpr std::uint64_t kGiB = 1024 * kMiB;

/// What limits the clients of the daemon: a number, a size or a time.
Option count_limit(std::string_view name, std::uint64_t& target, std::string help,
                   std::string details, OptionTraits traits) {
  traits.is_brief = traits.reloads = true;
  return Option(name, traits.is_size ? "SIZE" : "N", &target, std::move(help), std::move(details),
                std::move(traits));
}

Option size_limit(std::string_view name, std::uint64_t& target, std::string help,
                  std::string details, OptionTraits traits) {
  traits.is_size = true;
  return count_limit(name, target, std::move(help), std::move(details), std::move(traits));
}

Option time_limit(std::string_view name, std::chrono::nanoseconds& target, std::string help,
                  std::string details) {
  return Option(name, "TIME", &target, std::move(help), std::move(details),
                {.is_brief = true, .reloads = true});
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
      size_limit("line-limit", s.line_limit, "longest request line",
                 "Longest request line. A puzzle has 81 characters, and a tag and a verb fit "
                 "easily. A longer line means that framing is lost: the daemon answers `error "
                 "too-long` and closes the connection.",
                 {.minimum = 128, .maximum = kMiB}),
      count_limit("requests-per-client", s.requests_per_client, "unanswered requests of one client",
                  "Requests accepted and not yet answered. At this limit the daemon stops reading, "
                  "and TCP holds the client back; the client notices nothing else. Large enough to "
                  "keep all threads busy (8192 puzzles are solved together), small enough that the "
                  "backlog of one client is a few milliseconds.",
                  {.minimum = 1, .maximum = kAnyNumber, .at_most = "requests-total"}),
      count_limit(
          "searches-per-client", s.searches_per_client, "waiting or running searches of one client",
          "Searches waiting or running. At this limit the daemon stops reading, as above. A search "
          "may take `search-timeout`, and 16 are enough to keep the threads of most machines busy.",
          {.minimum = 1, .maximum = kAnyNumber, .at_most = "searches-total"}),
      size_limit(
          "output-soft-limit", s.output_soft_limit,
          "unread answers at which a client's requests wait",
          "Answers that the client has not read. At this limit the daemon stops reading its "
          "requests, so the client costs no more memory than this and its requests in flight. 1 "
          "MiB is 12 000 answers, far more than a working network needs in flight.",
          {.minimum = 4 * kKiB, .maximum = kGiB, .at_most = "output-hard-limit"}),
      size_limit("output-hard-limit", s.output_hard_limit,
                 "unread answers at which a client is dropped",
                 "Requests in flight at the soft limit are still answered into the same buffer. At "
                 "this limit the client has stopped reading, and the daemon drops it.",
                 {.minimum = 4 * kKiB, .maximum = kGiB}),
      time_limit("write-timeout", s.write_timeout, "drop a client that reads nothing for this long",
                 "A client that reads not one byte for this long while answers wait for it is "
                 "dropped. Otherwise clients that never read would hold their buffers forever."),
      time_limit("read-timeout", s.read_timeout, "time from the first byte of a line to its end",
                 "Time from the first byte of a line to its end. A client that sends a byte a "
                 "second (\"slow loris\") would hold a connection without end; a line fits in one "
                 "packet, so 10 s are generous."),
      time_limit("idle-timeout", s.idle_timeout, "close a connection on which nothing happens",
                 "A connection on which nothing happens and nothing waits is closed after this "
                 "time: the peer may have vanished without a word. Clients that wait for people "
                 "should send `ping` now and then."),
  };
}

std::vector<Option> address_limits(ServeSettings& s) {
  return {
      count_limit("address-connections", s.address_connections, "connections of one address",
                  "Connections of one address at a time. One more is answered `error busy` and "
                  "closed. Otherwise one client could take all of `connections`.",
                  {.default_text = "0, which is no limit", .maximum = 1'000'000}),
      count_limit("address-rate", s.address_rate, "requests per second of one address",
                  "Requests per second of one address; up to one second's worth may come in a "
                  "burst. Beyond that the daemon stops reading, and TCP holds the client back: "
                  "nothing is refused, and no answer is lost. Otherwise one client could keep all "
                  "threads busy. Every line counts, be it a puzzle, a search or a `ping`.",
                  {.default_text = "0, which is no limit", .maximum = net::TokenBucket::kMaxRate}),
      Option("proxy-from", "LIST", &s.proxy_from,
             "proxies that name their clients by PROXY headers",
             "Proxies that name their clients: addresses and networks such as `127.0.0.1, "
             "10.0.0.0/8, ::1`, and `unix` for whoever connects to the Unix socket. Each "
             "connection from there must begin with a header of the PROXY protocol, version 1 or 2 "
             "(HAProxy: `send-proxy-v2`), or it is closed; limits and log then use the address in "
             "the header. From any other address such a header is a bad request, since anybody "
             "could make one up. The page proxy.md of the documentation shows HAProxy with client "
             "certificates in front of a Unix socket.",
             {.default_text = "no proxies",
              .check = check_networks,
              .is_brief = true,
              .reloads = true}),
  };
}

std::vector<Option> search_limits(ServeSettings& s) {
  return {
      time_limit(
          "search-timeout", s.search_timeout, "longest search",
          "Time of one search, and of one line of Sudoku, from when a thread begins it. Waiting "
          "for other work does not count, so the answer depends on the request and not on who else "
          "is asking. A search that takes longer is answered `error timeout` with the best result "
          "so far. Searches can take hours, and a client could occupy all threads."),
      count_limit(
          "queens-limit", s.queens_limit, "largest N of a count of queens",
          "Largest N of `queens N`; a larger one is answered `error limit`. The cost grows about "
          "eightfold with each N: 18 takes a second or two of all threads, 20 a minute.",
          {.minimum = 1, .maximum = queens::kMaxQueens}),
      count_limit("first-limit", s.first_limit, "most solutions of queens that are listed",
                  "Largest K of `first K N`; a larger one is answered `error limit`. The solutions "
                  "come in one line, which is kept in memory until it is sent: 1000 solutions of "
                  "18 queens are 45 kB.",
                  {.minimum = 1, .maximum = kAnyNumber}),
  };
}

std::vector<Option> limits_of_all(ServeSettings& s) {
  return {
      count_limit("connections", s.connections, "connections of all clients",
                  "Connections. One more is answered `error busy` and closed at once; when one "
                  "ends, the next can connect. Each costs a file descriptor (`LimitNOFILE` of the "
                  "unit must be larger) and, idle, less than 20 kB.",
                  {.minimum = 1, .maximum = 1'000'000}),
      Option("http-connections", "N", &s.http_connections, "connections of HTTP clients",
             "Connections to the addresses of `http`, which `connections` does not count. Beyond "
             "them one that waits for its client is closed; if all are at work, a new one is "
             "answered 503 with `Retry-After`. Each costs a file descriptor and, idle, some "
             "kilobytes.",
             {.minimum = 1, .maximum = 100'000, .is_brief = true}),
      count_limit("requests-total", s.requests_total, "unanswered requests of all clients",
                  "Requests accepted and not yet answered: bounds the memory of all queues (about "
                  "170 bytes each, so 170 MiB). At this limit the daemon stops reading from all "
                  "clients until some are answered.",
                  {.minimum = 1, .maximum = kAnyNumber}),
      size_limit(
          "buffers-total", s.buffers_total, "memory for requests and answers of all clients",
          "Memory for requests and answers of all clients, whatever they ask for: memory for an "
          "answer is reserved before the answer is made. As it fills up, the share of each client "
          "shrinks (to an eighth of what is left). When it is full, the daemon drops the clients "
          "that hold most and have moved nothing for a second, first those that do not read, so "
          "that new clients are answered; the log names the reason. The process may take up to "
          "twice as much in a rush, because freed memory is fragmented.",
          {.minimum = kMiB, .maximum = 1024 * kGiB}),
      count_limit(
          "searches-total", s.searches_total, "waiting or running searches of all clients",
          "Searches waiting or running; one more is answered `error busy`. The last one in the "
          "queue waits for searches-total x search-timeout / search-threads in the worst case.",
          {.minimum = 1, .maximum = kAnyNumber}),
  };
}

std::vector<Option> shutdown_options(ServeSettings& s) {
  return {
      time_limit(
          "shutdown-timeout", s.shutdown_timeout, "longest wait for accepted requests at the end",
          "On SIGTERM the daemon accepts no more connections and requests, answers accepted "
          "requests, and exits. After this time it stops searches and answers what is left with "
          "`error shutting-down`; clients that do not read their answers within one more second "
          "are disconnected. Without a limit a search or a client may hold the daemon up forever "
          "unless `search-timeout` and `write-timeout` end them. A second SIGTERM exits at once. "
          "`TimeoutStopSec` of the systemd unit must be at least three seconds longer."),
  };
}

}  // namespace

Command serve_command(ServeCommandSettings& settings) {
  ServeSettings& s = settings.server;
  Command command{
      .name = "serve",
      .help = "answer puzzles over TCP and Unix sockets until a signal stops it",
      .arguments = "",
      .description =
          "The daemon: it answers lines of Sudoku, and of the other requests that "
          "puzzled-protocol(7) describes, over TCP and Unix sockets. Answers come in the order of "
          "the requests of a connection, and clients need not wait for one before they send the "
          "next.\n\n"
          "On SIGTERM or SIGINT it answers accepted requests, then exits. On SIGHUP it reads its "
          "settings again: log level and limits change at once, the rest at the next start. On "
          "SIGUSR1 it reopens the file that standard error goes to, as programs that rotate logs "
          "expect; where the log is not a file, it says that the signal is ignored, as SIGUSR2 "
          "is.\n\n"
          "Every option is also a variable and a key of the configuration file. A time limit of 0 "
          "is no limit.",
      .examples = {{"puzzled serve --unix puzzled.sock --http 127.0.0.1:9010",
                    "Listen on port 9009 of this machine and on a Unix socket, and show metrics "
                    "and a status page at http://127.0.0.1:9010/ (Ctrl-C stops the daemon):"},
                   {"puzzled serve --check-config --search-timeout 2min",
                    "Print the settings and where each comes from:"}},
      .exit_statuses =
          {{"0", "Stopped by a signal; all accepted requests were answered."},
           {"1",
            "Stopped by a signal, but some accepted request was not answered in time; or there "
            "was no pong for `--ping`."},
           {"2",
            "Wrong settings, or an address that cannot be listened on, or open files ran out at "
            "the start."},
           {"3",
            "The system gave no more memory, or no thread at the start: the daemon ends at once, "
            "with a line that names the limits in force, and is to be started again."}},
      .files =
          {{"/etc/puzzled/puzzled.toml",
            "The settings of the service that the Debian package installs; see puzzled.toml(5)."}},
      .positionals = nullptr};
  std::vector<Option> configuration = config_options(
      settings, "TOML file; puzzled.toml(5) explains every key",
      "Read settings from FILE, in TOML; puzzled.toml(5) explains every key. A flag overrides "
      "a variable, which overrides the file. On SIGHUP the daemon reads the file again. It may "
      "have 1 MiB at most.");
  configuration.push_back(Option(
      "ping", "", &settings.ping, "ask the daemon that runs with these settings for a pong",
      "Ask the daemon that runs with these settings, at its first address, for a `pong`, and "
      "exit: with status 0 if it has come within three seconds, else 1. For health checks.",
      {.is_brief = true, .in_file = false}));
  add_options(command, kConfiguration, configuration);
  add_options(command, kListening, listening_options(s));
  add_options(
      command, kProblems,
      {Option("cover-problems", "NAME=FILE,…", &s.cover_problems,
              "problems of the verb cover, by name",
              "Exact cover problems that clients may ask about with `cover NAME`: `NAME = FILE, "
              "NAME = FILE`. Each file holds one problem in Knuth's form (puzzled-cover(1)) and is "
              "read at the start; a count uses at most 64 MiB and `search-timeout`.",
              {.default_text = "none", .check = check_problems, .is_brief = true})});
  add_options(command, kThreads, thread_options(s));
  std::vector<Option> log = log_options(s.log_level, s.log_format);
  log.front().reloads = true;
  add_options(command, kLog, log);
  add_options(command, kClient, client_limits(s));
  add_options(command, kAddress, address_limits(s));
  add_options(command, kSearch, search_limits(s));
  add_options(command, kAll, limits_of_all(s));
  add_options(command, kShutdown, shutdown_options(s));
  return command;
}

}  // namespace puzzled::commands
