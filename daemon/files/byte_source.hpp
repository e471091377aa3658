// Where bytes come from: a file, a pipe, a terminal, compressed or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/result.hpp"
#include "daemon/os/interrupt.hpp"

namespace puzzled {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads between 1 and `size` bytes, waiting for the first; 0 at the end (or once the program is
  /// asked to stop). After an error, and after the end, not to be called again.
  virtual Result<std::size_t> read(char* to, std::size_t size) = 0;

  /// False when read() might wait for somebody to write.
  virtual bool ready() = 0;

  /// Ends a read() that waits, or the next one that would: it returns 0. For another thread to
  /// call; everything else is for one thread at a time.
  virtual void cancel() = 0;

  /// Bytes taken from the file so far, as stored (compressed); what was read ahead among them.
  virtual std::uint64_t consumed() const = 0;
};

/// Opens a file, or standard input for "-". gzip and Zstandard are recognised by their first
/// bytes, whatever the name; what is no text and cannot be unpacked is refused (file_kind.hpp).
/// `interrupt` must outlive the source.
Result<std::unique_ptr<ByteSource>> open_input(const std::string& path, const Interrupt& interrupt);

/// Size of a regular file; nothing for anything else ("-" included, unless redirected from a file).
std::optional<std::uint64_t> input_size(const std::string& path);

/// `standard input` for "-", else the path: how messages name an input.
std::string input_name(const std::string& path);

}  // namespace puzzled
