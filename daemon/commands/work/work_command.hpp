// `puzzled work`: a worker for blocks in a stream of Redis.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/redis/work_settings.hpp"

namespace puzzled::commands {

struct WorkCommandSettings {
  redis::WorkSettings work;
  std::vector<std::string> arguments;  ///< the address of the stream
  std::string config;                  ///< a TOML file; empty: none
  bool check_config = false;
};

/// The table of its options, bound to `settings`.
Command work_command(WorkCommandSettings& settings);

/// Works until a signal ends it; returns the exit status. Takes the signals itself.
/// REQUIRES: no other thread runs.
int run_work(const WorkCommandSettings& settings);

}  // namespace puzzled::commands
