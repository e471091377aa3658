#include "daemon/base/files/whole_file.hpp"

#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/files/input.hpp"

namespace puzzled {
namespace {

Result<std::string> read_rest(ByteSource& source, std::size_t max_bytes, const std::string& path) {
  constexpr std::size_t kStep = 64 * 1024;
  std::string text;
  for (;;) {
    const std::size_t size = text.size();
    text.resize(size + kStep);
    const Result<std::size_t> got = source.read(text.data() + size, kStep);
    if (!got) return got.error();
    text.resize(size + *got);
    if (*got == 0) break;
    if (text.size() > max_bytes) {
      return Error{input_name(path) + " is longer than " + std::to_string(max_bytes) + " bytes"};
    }
  }
  return text;
}

}  // namespace

Result<std::string> read_whole(const std::string& path, std::size_t max_bytes,
                               const Interrupt& interrupt) {
  const Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt);
  if (!source) return source.error();
  return read_rest(**source, max_bytes, path);
}

Result<std::string> read_whole(const std::string& path, std::size_t max_bytes) {
  const Result<std::unique_ptr<ByteSource>> source = open_input(path);
  if (!source) return source.error();
  return read_rest(**source, max_bytes, path);
}

}  // namespace puzzled
