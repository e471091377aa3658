// Variables of the environment that look like settings and are none.
#pragma once

#include <string>
#include <vector>

namespace puzzled {

/// A warning for each variable whose name is one edit away from that of a setting of any command,
/// as PUZZLED_THREAD is. What Kubernetes sets for a service named `puzzled` (PUZZLED_PORT…,
/// PUZZLED_SERVICE_…) is none of them. `environment` is like environ(7).
std::vector<std::string> variable_warnings(const char* const* environment);

}  // namespace puzzled
