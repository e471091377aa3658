#include "daemon/redis/redis_options.hpp"

#include <cstdlib>

#include "daemon/base/files/input.hpp"
#include "daemon/base/os/message.hpp"

namespace puzzled::redis {
namespace {

constexpr std::size_t kMaxPasswordBytes = 4096;

}  // namespace

std::vector<Option> login_options(std::string& user, std::string& password_file) {
  return {
      Option(
          "user", "NAME", &user, "log in as this user of the server",
          "Log in as this user of the server's access control list. A password is needed with it.",
          {.default_text = "the default user, if there is a password; else nobody"}),
      Option("password-file", "FILE", &password_file, "file that holds the password",
             "File that holds the password and nothing else but a line end.",
             {.default_text = "none; the variable PUZZLED_REDIS_PASSWORD may hold it"}),
  };
}

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

puzzled::Entry stream_operand() {
  return {"redis://HOST:PORT/STREAM",
          "The server and the stream's name: letters, digits and `. _ : -`. The port is 6379 if "
          "none is given; IPv6 is written `[::1]`. A Unix socket is "
          "`redis+unix:///PATH?stream=STREAM`; behind `?`, `db=N` chooses a database."};
}

}  // namespace puzzled::redis
