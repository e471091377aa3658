// An open file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <utility>

namespace puzzled {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
  }

  int get() const { return number_; }
  bool valid() const { return number_ >= 0; }

  /// Releases the number to the caller; the descriptor stays open.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

}  // namespace puzzled
