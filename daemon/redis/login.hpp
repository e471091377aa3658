// Where the password for the server comes from: never from the command line, which all users of a
// machine see.
#pragma once

#include <string>

#include "core/result.hpp"
#include "daemon/redis/connection.hpp"

namespace puzzled::redis {

/// The variable that may hold the password.
inline constexpr const char* kPasswordVariable = "PUZZLED_REDIS_PASSWORD";

/// Reads the password from the file, without the line end behind it; if `file` is empty, from the
/// variable; else there is none.
Result<Login> read_login(const std::string& user, const std::string& file);

}  // namespace puzzled::redis
