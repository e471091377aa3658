// A text buffer to write into: it grows without zero-initialisation, and text written to its room
// becomes part of it without a copy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

namespace puzzled::sudoku {

/// Movable: what was moved from is empty.
class TextBuffer {
 public:
  TextBuffer() = default;
  explicit TextBuffer(std::string_view text) { append(text); }
  TextBuffer(TextBuffer&& other) noexcept { swap(other); }
  TextBuffer& operator=(TextBuffer&& other) noexcept {
    TextBuffer(std::move(other)).swap(*this);
    return *this;
  }

  std::string_view view() const { return {memory_.get(), size_}; }
  char* data() { return memory_.get(); }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }

  void clear() { size_ = 0; }  // keeps the memory

  /// Drops what stands behind the first `size` bytes. REQUIRES: size <= size().
  void cut(std::size_t size) { size_ = size; }

  /// Drops the first `size` bytes. REQUIRES: size <= size().
  void drop_front(std::size_t size) {
    if (size == 0) return;
    size_ -= size;
    std::memmove(memory_.get(), memory_.get() + size, size_);
  }

  /// The place behind the text, with room for at least `bytes` uninitialised bytes.
  char* room(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(size_ + bytes);
    return memory_.get() + size_;
  }

  /// `text` may stand anywhere in the room.
  void append(std::string_view text) {
    char* const to = room(text.size());
    if (to != text.data() && !text.empty()) std::memmove(to, text.data(), text.size());
    size_ += text.size();
  }

 private:
  void swap(TextBuffer& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  void grow(std::size_t bytes) {
    bytes = std::max(bytes, capacity_ + capacity_ / 2);
    auto memory = std::make_unique_for_overwrite<char[]>(bytes);
    if (size_ > 0) std::memcpy(memory.get(), memory_.get(), size_);
    memory_ = std::move(memory);
    capacity_ = bytes;
  }

  std::unique_ptr<char[]> memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace puzzled::sudoku
