#include "daemon/redis/login.hpp"

#include <cstdlib>

#include "daemon/base/files/whole_file.hpp"
#include "daemon/base/os/message.hpp"

namespace puzzled::redis {
namespace {

constexpr std::size_t kMaxPasswordBytes = 4096;

}  // namespace

Result<Login> read_login(const std::string& user, const std::string& file) {
  Login login{.user = user, .password = {}};
  if (file.empty()) {
    if (const char* const password = std::getenv(kPasswordVariable)) login.password = password;
  } else {
    Result<std::string> text = read_whole(file, kMaxPasswordBytes);
    if (!text) return text.error();
    login.password = std::move(*text);
    const std::size_t end = login.password.find_last_not_of("\r\n");
    login.password.resize(end == std::string::npos ? 0 : end + 1);
    if (login.password.empty()) return Error{single_quoted(file) + " holds no password"};
  }
  if (login.password.empty() && !user.empty()) {
    return Error{"--user needs a password: set --password-file or the variable " +
                 std::string(kPasswordVariable)};
  }
  return login;
}

}  // namespace puzzled::redis
