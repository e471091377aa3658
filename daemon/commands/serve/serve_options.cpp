#include "daemon/commands/serve/serve_options.hpp"

#include <utility>

#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/settings/option_value.hpp"
#include "daemon/commands/cover/problem_files.hpp"
#include "daemon/commands/serve/serve_addresses.hpp"
#include "daemon/commands/serve/serve_limits.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

/// Of `listen`, `unix` and `http` each: more than any machine has networks to tell apart.
constexpr std::uint64_t kMaxAddresses = 16;

constexpr OptionGroup kConfiguration{"Configuration"};
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

std::vector<Option> configuration_options(ServeCommandSettings& s) {
  return {
      {.name = "config",
       .letter = 'c',
       .value = "FILE",
       .help = "TOML file; puzzled.toml(5) explains every key",
       .details = "Read settings from FILE, in TOML; puzzled.toml(5) explains every key. A flag "
                  "overrides a variable, which overrides the file. On SIGHUP the daemon reads the "
                  "file again. It may have 1 MiB at most.",
       .target = &s.config,
       .default_text = "no file",
       .in_file = false},
      {.name = "check-config",
       .help = "check the settings and print them",
       .details = "Check the settings, print each with the place that it comes from, and exit.",
       .target = &s.check_config,
       .in_file = false},
  };
}

std::vector<Option> listening_options(ServeSettings& s) {
  return {
      {.name = "listen",
       .value = "ADDR:PORT",
       .help = "TCP address, may be repeated (default: 127.0.0.1:9009)",
       .details =
           "Address and port of the puzzle protocol. The protocol has no passwords: anybody "
           "who can connect can have puzzles solved, and start searches that run up to "
           "`search-timeout`. Therefore only this machine can connect by default, and the "
           "daemon warns about a wider address. Port 0 takes a free port, `\"\"` turns TCP "
           "off; IPv6 is written `[::1]:9009`. `*:9009` and `[::]:9009` are all addresses of "
           "both families (but see `ipv6-only`), `0.0.0.0:9009` those of IPv4; `9009` alone is "
           "this machine's, and `:9009` is refused. Addresses that overlap are refused. Sockets "
           "passed by systemd (puzzled.socket) replace these and `unix`.",
       .target = &s.listen,
       .maximum = kMaxAddresses,
       .check = check_listen_address,
       .former_letter = 'l'},
      {.name = "unix",
       .value = "PATH",
       .help = "also listen on a Unix socket, may be repeated",
       .details = "Path of a Unix socket, in addition to TCP. `unix-mode` and `unix-group` say who "
                  "may connect, the same for all. The file goes when the daemon ends.",
       .target = &s.unix_paths,
       .default_text = "none",
       .maximum = kMaxAddresses,
       .former_letter = 'u'},
      {.name = "unix-mode",
       .value = "MODE",
       .help = "permissions of Unix sockets, in octal",
       .details = "Permissions of Unix sockets, in octal; write permission allows to connect. "
                  "`0666` lets everybody on this machine connect, as the TCP port does. Nobody can "
                  "connect before the permissions are set.",
       .target = &s.unix_mode,
       .default_text = "0600 (this user and root), or 0660 with unix-group (its members, too)",
       .check = check_mode,
       .is_brief = true},
      {.name = "unix-group",
       .value = "GROUP",
       .help = "group that owns Unix sockets",
       .details = "Name of the group that owns Unix sockets, for example of the users that may "
                  "connect. The daemon must be a member of it, or root; a group that does not "
                  "exist is an error. The systemd unit forbids changing owners; use `SocketMode=` "
                  "and `SocketGroup=` of puzzled.socket there.",
       .target = &s.unix_group,
       .default_text = "the daemon's own",
       .is_brief = true},
      {.name = "http",
       .value = "ADDR:PORT",
       .help = "metrics, status page; may be repeated (default: off)",
       .details = "Address and port of the HTTP listener: `/metrics` for Prometheus, `/healthz`, "
                  "`/readyz`, and `/` for people. Keep it on this machine or on a management "
                  "network: it shows how busy the daemon is, and its page solves puzzles.",
       .target = &s.http,
       .default_text = "off",
       .maximum = kMaxAddresses,
       .check = check_listen_address},
      {.name = "ipv6-only",
       .help = "[::] is the addresses of IPv6 alone",
       .details = "`[::]:PORT`, of `listen` and of `http`, is all addresses of IPv6 and none of "
                  "IPv4, so that `0.0.0.0:PORT` or one address of IPv4 can stand beside it. "
                  "Otherwise one socket serves both families, and such a pair is refused.",
       .target = &s.ipv6_only,
       .is_brief = true},
  };
}

std::vector<Option> thread_options(ServeSettings& s) {
  return {
      {.name = "threads",
       .letter = 't',
       .value = "T",
       .help = "solver threads (default: 0, one per CPU)",
       .details = "Solver threads, for lines of Sudoku.",
       .target = &s.threads,
       .default_text = "0, which is one per CPU that the process may use",
       .maximum = parallel::Workers::kMaxThreads},
      {.name = "search-threads",
       .value = "T",
       .help = "search threads (default: 0, one per CPU)",
       .details = "Search threads, for queens, first, target and count (to more than 16). They run "
                  "at a lower priority than the solver threads, so a search does not delay lines "
                  "of Sudoku; on an idle machine searches get all of it.",
       .target = &s.search_threads,
       .default_text = "0, which is one per CPU that the process may use",
       .maximum = parallel::Workers::kMaxThreads},
      {.name = "io-threads",
       .value = "T",
       .help = "I/O threads, which own the connections (default: 1)",
       .details =
           "I/O threads, which own the connections: they read requests, parse them and write "
           "answers. One thread moves several million lines a second; more help only with "
           "many CPUs and many connections.",
       .target = &s.io_threads,
       .minimum = 1,
       .maximum = 64},
      isa_option(s.isa),
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
      .exit_statuses = {{"0", "Stopped by a signal; all accepted requests were answered."},
                        {"1",
                         "Stopped by a signal, but some accepted request was not answered in "
                         "time."},
                        {"2",
                         "Wrong settings, or an address that cannot be listened on, or open files "
                         "ran out at the start."},
                        {"3",
                         "The system gave no more memory, or no thread at the start: the daemon "
                         "ends at once, with a line that names the limits in force, and is to be "
                         "started again."}},
      .files = {{"/etc/puzzled/puzzled.toml",
                 "The settings of the service that the Debian package "
                 "installs; see puzzled.toml(5)."}},
      .positionals = nullptr};
  add_options(command, kConfiguration, configuration_options(settings));
  add_options(command, kListening, listening_options(s));
  add_options(command, kProblems,
              {{.name = "cover-problems",
                .value = "NAME=FILE,…",
                .help = "problems of the verb cover, by name",
                .details = "Exact cover problems that clients may ask about with `cover NAME`: "
                           "`NAME = FILE, NAME = FILE`. Each file holds one problem in Knuth's "
                           "form (puzzled-cover(1)) and is read at the start; a count uses at most "
                           "64 MiB and `search-timeout`.",
                .target = &s.cover_problems,
                .default_text = "none",
                .check = check_problems,
                .is_brief = true}});
  add_options(command, kThreads, thread_options(s));
  std::vector<Option> log = log_options(s.log_level, s.log_format);
  log.front().reloads = true;
  add_options(command, kLog, log);
  add_limit_options(command, s);
  return command;
}

Result<ReloadedSettings> SettingsReload::read_again(const ServeSettings& running,
                                                    const Warn& warn) {
  ServeCommandSettings fresh;
  const Command command = serve_command(fresh);
  const Result<LayeredValues> values = apply_layers(command, flags_);
  if (!values) return values.error();
  for (const std::string& warning : values->warnings) {
    if (warned_.insert(warning).second) warn(warning);
  }
  if (const Result<> checked = check_addresses(fresh.server, *values); !checked) {
    return checked.error();
  }
  ServeCommandSettings before;
  before.server = running;
  before.config = fresh.config;
  const ChangedOptions options = keep_running(command, serve_command(before));
  return ReloadedSettings{std::move(fresh.server), options.changed, options.need_restart};
}

}  // namespace puzzled::commands
