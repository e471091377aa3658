// A list whose elements, as long as they are few, are within it: boards have hundreds of lists of
// cells, and to allocate each took longer than what was done with it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>

namespace puzzled::variants {

/// Up to `kWithin` elements are within it, more on the heap.
template <class T, std::size_t kWithin>
class ShortList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  ShortList() = default;
  explicit ShortList(std::span<const T> all) { append(all); }
  ShortList(std::initializer_list<T> all) { append({all.begin(), all.size()}); }
  ShortList(const ShortList& other) { append(other); }
  ShortList(ShortList&& other) noexcept { take(other); }
  ShortList& operator=(const ShortList& other) {
    if (this != &other) assign(other);
    return *this;
  }
  ShortList& operator=(ShortList&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  ~ShortList() { release(); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  /// REQUIRES: not empty.
  const T& front() const { return data_[0]; }

  void push_back(T one) {
    if (size_ == room_) reserve(2 * room_);
    data_[size_++] = one;
  }
  /// REQUIRES: `all` is no part of it.
  void append(std::span<const T> all) {
    reserve(size_ + all.size());
    std::copy(all.begin(), all.end(), data_ + size_);
    size_ += all.size();
  }
  void assign(std::span<const T> all) {
    size_ = 0;
    append(all);
  }
  /// `count` elements more.
  void append(std::size_t count, T one) {
    reserve(size_ + count);
    std::fill_n(data_ + size_, count, one);
    size_ += count;
  }
  /// REQUIRES: size <= size().
  void shrink(std::size_t size) { size_ = size; }

  void reserve(std::size_t room) {
    if (room <= room_) return;
    T* const larger = new T[room];
    std::copy_n(data_, size_, larger);
    release();
    data_ = larger;
    room_ = room;
  }

  friend bool operator==(const ShortList& a, const ShortList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void release() {
    if (data_ != within_) delete[] data_;
  }
  /// REQUIRES: nothing of its own on the heap.
  void take(ShortList& other) {
    if (other.data_ == other.within_) {
      std::copy_n(other.within_, other.size_, within_);
      data_ = within_;
      room_ = kWithin;
    } else {
      data_ = other.data_;
      room_ = other.room_;
      other.data_ = other.within_;
      other.room_ = kWithin;
    }
    size_ = other.size_;
    other.size_ = 0;
  }

  T* data_ = within_;
  std::size_t size_ = 0;
  std::size_t room_ = kWithin;
  T within_[kWithin];  // not set before
};

}  // namespace puzzled::variants
