// The options that `puzzled work` and `puzzled feed` have in common: who they are to the server. A
// password never comes from the command line, which all users of a machine see.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/redis/connection.hpp"

namespace puzzled::redis {

/// `--user` and `--password-file`; both targets must outlive the rows.
std::vector<Option> login_options(std::string& user, std::string& password_file);

/// The variable that may hold the password.
inline constexpr const char* kPasswordVariable = "PUZZLED_REDIS_PASSWORD";

/// Reads the password from the file, without the line end behind it; if `file` is empty, from the
/// variable; else there is none.
Result<Login> read_login(const std::string& user, const std::string& file);

/// The argument that names the server and its stream.
puzzled::Entry stream_operand();

}  // namespace puzzled::redis
