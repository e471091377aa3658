// Variables of the environment with misspelt names of settings.
#pragma once

#include <string>
#include <vector>

namespace puzzled::commands {

/// A warning for each variable whose name is one edit away from that of a setting of any command,
/// as PUZZLED_THREAD is. Variables that Kubernetes sets for a service named `puzzled`
/// (PUZZLED_PORT…, PUZZLED_SERVICE_…) are left out. `environment` is like environ(7).
std::vector<std::string> variable_warnings(const char* const* environment);

}  // namespace puzzled::commands
