#include "daemon/base/files/byte_source.hpp"

namespace puzzled {
namespace {

bool has_text(std::string_view bytes) {
  return bytes.find_first_not_of(" \t\r\n\f\v") != std::string_view::npos;
}

}  // namespace

bool has_text_left(std::string_view rest, ByteSource& source, bool source_ended) {
  if (has_text(rest)) return true;
  char more[4096];
  std::size_t blanks = 0;
  while (!source_ended && source.ready()) {
    const Result<std::size_t> got = source.read(more, sizeof more);
    source_ended = !got || *got == 0;
    if (source_ended) break;
    blanks += *got;
    if (has_text(std::string_view(more, *got)) || blanks > kMaxBlankBytes) return true;
  }
  return false;
}

}  // namespace puzzled
