// The file that the log is written to, if it is one: it can be opened anew after somebody has
// renamed it, as logrotate does.
#pragma once

#include <string>

#include "core/result.hpp"

namespace puzzled {

class LogFile {
 public:
  /// Notes the name of the regular file that `descriptor` leads to, which must stay open.
  explicit LogFile(int descriptor);

  /// Its name; empty if the descriptor leads to something else, such as a terminal or the journal.
  const std::string& path() const { return path_; }

  /// Has the descriptor lead to the file of that name as it is now; a missing one is made, with the
  /// permissions of the one before. After an error it leads where it did.
  /// REQUIRES: path() is not empty.
  Result<> reopen() const;

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace puzzled
