#include "daemon/redis/redis_options.hpp"

namespace puzzled::redis {

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

puzzled::Entry stream_operand() {
  return {"redis://HOST:PORT/STREAM",
          "The server and the stream's name: letters, digits and `. _ : -`. The port is 6379 if "
          "none is given; IPv6 is written `[::1]`. A Unix socket is "
          "`redis+unix:///PATH?stream=STREAM`; behind `?`, `db=N` chooses a database."};
}

}  // namespace puzzled::redis
