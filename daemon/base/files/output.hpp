// The output of a command: one file, or several that belong together. They appear under their names
// only when the results are complete, all of them or none. Otherwise old files of those names stay
// unchanged, and the incomplete results are kept as NAME.partial if the user asked for it.
//
//   open() ─▶ write() … ─▶ finish(kComplete)      the files get their names
//                      └─▶ finish(kIncomplete), the destructor, or a forced end (interrupt.hpp):
//                          they do not
//
// So a command that fails or is killed damages no file. (Names are given one after the other, when
// all files are complete and closed: only a kill between two of these steps, or a directory that
// refuses a name that it allowed at the beginning, can part them.)
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/files/output_file.hpp"
#include "daemon/base/os/interrupt.hpp"

namespace puzzled {

/// The options of a command that say where results go, and what else is said.
struct OutputSettings {
  std::string output = "-";  ///< `-`: standard output
  bool partial = false;      ///< incomplete results are kept as NAME.partial
  bool quiet = false;        ///< no summary and no progress line
};

enum class Results {
  kComplete,    ///< all input was read and answered
  kIncomplete,  ///< anything else: unread input, lost answers, an interrupt
};

class Output {
 public:
  using Status = OutputFile::Status;

  /// Opens the output. The error: a file could not be written or replaced at the end. `interrupt`
  /// must outlive the output; one output at a time.
  static Result<std::unique_ptr<Output>> open(const OutputSettings& settings, Interrupt& interrupt);

  /// The same with a file of each of these names, instead of the one of the settings.
  static Result<std::unique_ptr<Output>> open(const OutputSettings& settings,
                                              const std::vector<std::string>& names,
                                              Interrupt& interrupt);

  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Does finish(kIncomplete), unless finish() was called.
  ~Output();

  /// Writes all of `text`, one or more whole results, to the file of that number. Once a file has
  /// failed it does nothing.
  /// REQUIRES: SIGPIPE and SIGXFSZ are ignored.
  Status write(std::string_view text, std::size_t file = 0);

  /// The same for the beginning of the file, which is written over if it is there.
  /// REQUIRES: is_rewritable(); the beginning of a file always has the same size.
  Status write_start(std::string_view text, std::size_t file);

  /// Whether all are files that appear when they are complete.
  bool is_rewritable() const;

  /// Waits until the results are on disk, if they go to files: for results that took long.
  Status sync();

  /// Ends the output by the rule above, and reports on stderr which files stay incomplete. After
  /// an interrupt results always count as incomplete: reading may have ended early. Returns the
  /// exit status: `status`, unless the program was interrupted, writing failed or the reader has
  /// closed.
  int finish(Results results, int status);

  /// The status after the last write() or finish(): that of the first file that is not kOk.
  Status status() const;

  /// Whether some results go to a terminal.
  bool is_terminal() const;

 private:
  Output(std::vector<std::unique_ptr<OutputFile>> files, Interrupt& interrupt);

  void publish();
  void abandon();

  const std::vector<std::unique_ptr<OutputFile>> files_;
  Interrupt& interrupt_;
  std::mutex mutex_;  // held while the files get their names: a forced end waits for all
};

/// `NAME-word.csv` of `NAME.csv`: the name of one of several files that belong together.
std::string name_with(std::string_view path, std::string_view word);

}  // namespace puzzled
