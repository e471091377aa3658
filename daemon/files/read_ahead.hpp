// A stage of its own for sources that take work to read: a thread reads ahead into a few buffers
// while the pipeline solves what it has.
//
//        thread: inner->read()            pipeline: read()
//   ─────────────▶ buffer ─▶ buffer ─▶ buffer ─────────────▶
//                  … kBuffers of them, then the thread waits …
#pragma once

#include <memory>

#include "daemon/files/byte_source.hpp"

namespace puzzled {

/// Gives what `inner` gives, errors included, each after all bytes before it. When it goes, so does
/// the thread, even in the middle of a read that waits. Where no thread can be had, `inner` itself.
std::unique_ptr<ByteSource> read_ahead(std::unique_ptr<ByteSource> inner);

}  // namespace puzzled
