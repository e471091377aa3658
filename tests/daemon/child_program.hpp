// Starts a program as a child of a test that has threads. Between fork and exec such a child may
// call only what is safe in a signal handler: another thread may have held the lock of malloc when
// it was forked, and nobody would ever release it.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace puzzled {

struct ChildProgram {
  std::vector<std::string> words;                                  ///< a path, or a name in PATH
  std::vector<std::pair<std::string, std::string>> environment{};  ///< added
  int standard_output = -1;   ///< the descriptor that becomes it; -1: as the test's
  int standard_error = -1;    ///< likewise
  unsigned open_files = 0;    ///< both limits of open files; 0: as they are
  int inherited_socket = -1;  ///< becomes descriptor 3, and LISTEN_PID and LISTEN_FDS say so
};

/// The child's id. It ends with status 127 if there is no such program. The caller waits for it.
pid_t start_child(const ChildProgram& program);

}  // namespace puzzled
