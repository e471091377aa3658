// `puzzled feed`: has workers of a Redis stream answer files.
#pragma once

#include <string>
#include <vector>

#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/redis/feed_settings.hpp"

namespace puzzled::commands {

struct FeedCommandSettings : OutputSettings {
  redis::FeedSettings feed;
  std::vector<std::string> arguments;  ///< the address of the stream, then files
  bool json_summary = false;
};

Command feed_command(FeedCommandSettings& settings);

/// Returns the exit status. REQUIRES: SIGPIPE is ignored.
int run_feed(const FeedCommandSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
