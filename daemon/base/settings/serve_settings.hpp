// The settings of the daemon, as plain data: `serve` reads them and knows nothing of options, flags
// and files. Their table is daemon/commands/serve/serve_options.cpp; deploy/puzzled.toml gives the
// reason for each limit.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "daemon/base/settings/automatic.hpp"

namespace puzzled {

struct ServeSettings {
  std::vector<std::string> listen = {"127.0.0.1:9009"};  ///< ADDR:PORT; port 0: any free one
  std::vector<std::string> unix_paths;                   ///< of Unix sockets
  std::string unix_mode;          ///< their permissions, octal; empty: 0600, 0660 with a group
  std::string unix_group;         ///< to whom they are given; empty: to nobody
  std::vector<std::string> http;  ///< ADDR:PORT of metrics and status page
  std::uint64_t http_connections = 1024;  ///< of these addresses, at a time
  bool ipv6_only = false;                 ///< `[::]` is not all addresses of IPv4, too

  ThreadsSetting threads;         ///< of the stream
  ThreadsSetting search_threads;  ///< of queens, target and counts
  IsaSetting isa;
  int io_threads = 1;  ///< that own the connections

  std::uint64_t line_limit = 4096;            ///< bytes of a request line
  std::uint64_t requests_per_client = 32768;  ///< accepted and not yet answered
  std::uint64_t requests_total = 1048576;     ///< the same over all clients
  std::uint64_t output_soft_limit = 1048576;  ///< bytes unsent at which we stop reading a client
  std::uint64_t output_hard_limit = 8388608;  ///< bytes unsent at which we drop it
  std::chrono::nanoseconds write_timeout = std::chrono::seconds(30);  ///< nothing taken: drop it
  std::uint64_t buffers_total = 67108864;  ///< bytes of requests and answers of all clients
  std::uint64_t connections = 10000;
  std::uint64_t address_connections = 0;  ///< of one address at a time; 0: no limit
  std::uint64_t address_rate = 0;         ///< requests a second of one address; 0: no limit
  std::string proxy_from;                 ///< proxies that name their clients; empty: nobody
  std::chrono::nanoseconds read_timeout = std::chrono::seconds(10);    ///< from its first byte
  std::chrono::nanoseconds idle_timeout = std::chrono::minutes(10);    ///< 0: never
  std::chrono::nanoseconds search_timeout = std::chrono::seconds(10);  ///< of one search; 0: none
  std::uint64_t searches_per_client = 16;                              ///< waiting or running
  std::uint64_t searches_total = 256;  ///< the same over all clients
  std::uint64_t queens_limit = 18;     ///< largest N that is counted
  std::uint64_t first_limit = 1000;    ///< most solutions that `first` lists
  std::string cover_problems;          ///< `NAME = FILE, …` of the verb `cover`; empty: none
  std::chrono::nanoseconds shutdown_timeout = std::chrono::seconds(30);

  std::string log_level = "info";   ///< trace|debug|info|warning|error|off
  std::string log_format = "text";  ///< text|json
};

/// What reading the settings again gave.
struct ReloadedSettings {
  ServeSettings settings;                 ///< those to go on with
  std::vector<std::string> changed;       ///< options that are different from now on
  std::vector<std::string> need_restart;  ///< options that differ in the file, but not yet here
};

}  // namespace puzzled
