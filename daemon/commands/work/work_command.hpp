// `puzzled work`: a worker for blocks in a stream of Redis.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/settings/common_options.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/redis/work_settings.hpp"

namespace puzzled::commands {

struct WorkCommandSettings : ConfigSettings {
  redis::WorkSettings work;
  std::vector<std::string> arguments;  ///< the address of the stream
};

Command work_command(WorkCommandSettings& settings);

/// Works until a signal ends it; returns the exit status. Takes the signals itself.
/// REQUIRES: no other thread runs.
int run_work(const WorkCommandSettings& settings);

}  // namespace puzzled::commands
