#include "daemon/redis/redis_options.hpp"

namespace puzzled::redis {

std::vector<Option> login_options(std::string& user, std::string& password_file) {
  return {
      {.name = "user",
       .value = "NAME",
       .help = "log in as this user of the server",
       .details = "Log in as this user of the server's access control list. A password is needed "
                  "with it.",
       .target = &user,
       .default_text = "the default user, if there is a password; else nobody"},
      {.name = "password-file",
       .value = "FILE",
       .help = "file that holds the password",
       .details = "File that holds the password and nothing else but a line end.",
       .target = &password_file,
       .default_text = "none; the variable PUZZLED_REDIS_PASSWORD may hold it"},
  };
}

}  // namespace puzzled::redis
