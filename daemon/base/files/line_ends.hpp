// Text whose lines end with carriage returns alone, as old Macs wrote it and some programs still
// do.
#pragma once

#include <memory>

#include "daemon/base/files/byte_source.hpp"

namespace puzzled {

/// A source that reads `text`. If its first line end is a carriage return without a line feed, and
/// no line feed comes within the length of a line, each carriage return becomes a line feed.
std::unique_ptr<ByteSource> with_line_feeds(std::unique_ptr<ByteSource> text);

}  // namespace puzzled
