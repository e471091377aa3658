// The interface of everything that is read as a stream of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/result.hpp"

namespace puzzled {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads between 1 and `size` bytes and waits for the first; 0 at the end, or once the program is
  /// asked to stop. REQUIRES: no call has returned an error or 0 before.
  virtual Result<std::size_t> read(char* to, std::size_t size) = 0;

  /// False if read() might have to wait for data.
  virtual bool ready() = 0;

  /// For readers that would rather take many bytes at once: waits until `wanted` bytes can be read,
  /// but only while more keep arriving, and 10 ms at most. True if the source is ready now.
  virtual bool gather(std::size_t wanted) {
    static_cast<void>(wanted);
    return false;
  }

  /// Ends a read() that waits, or the next one that would: it returns 0. Another thread may call
  /// this; everything else is for one thread at a time.
  virtual void cancel() = 0;

  /// Bytes read from the file so far, as stored (compressed), including those read ahead.
  virtual std::uint64_t consumed() const = 0;
};

/// Whether more than white space is there behind what has been read of a source, of which `rest`
/// was not used. Never waits; takes bytes from the source, of which nothing else is wanted. More
/// white space than kMaxBlankBytes counts as text: some sources never end.
inline constexpr std::size_t kMaxBlankBytes = std::size_t{1} << 20;
bool has_text_left(std::string_view rest, ByteSource& source, bool source_ended);

}  // namespace puzzled
