// The options that `puzzled work` and `puzzled feed` have in common: who they are to the server.
#pragma once

#include <string>
#include <vector>

#include "daemon/base/settings/option.hpp"

namespace puzzled::redis {

/// `--user` and `--password-file`; both targets must outlive the rows.
std::vector<Option> login_options(std::string& user, std::string& password_file);

/// The argument that names the server and its stream.
puzzled::Entry stream_operand();

}  // namespace puzzled::redis
