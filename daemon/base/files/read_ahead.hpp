// Reading ahead, for sources that take work to read: a thread fills a few buffers while the
// pipeline solves.
//
//        thread: inner->read()            pipeline: read()
//   ─────────────▶ buffer ─▶ buffer ─▶ buffer ─────────────▶
//                  … kBuffers of them, then the thread waits …
#pragma once

#include <memory>

#include "daemon/base/files/byte_source.hpp"

namespace puzzled {

/// A source of the same bytes as `inner`, errors included, each after all bytes before it. Its
/// destructor ends the thread, also within a read that waits. If the system gives no thread, the
/// result is `inner` itself.
std::unique_ptr<ByteSource> read_ahead(std::unique_ptr<ByteSource> inner);

}  // namespace puzzled
