// Zero-initialised arrays that begin on a cache line, for vectors of 512 bits.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace puzzled::cover::search {

template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size) {
    const std::size_t bytes = (size * sizeof(T) / kLine + 1) * kLine;
    data_.reset(static_cast<T*>(::operator new(bytes, kAlignment)));
    std::memset(static_cast<void*>(data_.get()), 0, bytes);
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::align_val_t kAlignment{kLine};

  struct Free {
    void operator()(T* data) const { ::operator delete(data, kAlignment); }
  };
  std::unique_ptr<T, Free> data_;
};

}  // namespace puzzled::cover::search
