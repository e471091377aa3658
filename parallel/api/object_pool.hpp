// A pool of objects that are expensive to make, such as solvers with their memory.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace puzzled {

/// Holds as many objects as were ever in use at once. Any number of threads may borrow from it.
template <class T>
class ObjectPool {
 public:
  /// An object in use; it goes back to the pool, which must outlive this.
  class Loan {
   public:
    Loan(ObjectPool& pool, std::unique_ptr<T> object) : pool_(pool), object_(std::move(object)) {}
    ~Loan() { pool_.give_back(std::move(object_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    T& operator*() const { return *object_; }
    T* operator->() const { return object_.get(); }

   private:
    ObjectPool& pool_;
    std::unique_ptr<T> object_;
  };

  /// An idle object, or a new one made of `arguments`.
  template <class... Arguments>
  Loan borrow(Arguments&&... arguments) {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<T> object = std::move(idle_.back());
        idle_.pop_back();
        return Loan(*this, std::move(object));
      }
    }
    return Loan(*this, std::make_unique<T>(std::forward<Arguments>(arguments)...));
  }

 private:
  void give_back(std::unique_ptr<T> object) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(object));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

/// The pool of a type for the whole process. Never destroyed: at the end of the process threads may
/// still be using it.
template <class T>
ObjectPool<T>& pool_of() {
  static auto* const pool = new ObjectPool<T>;
  return *pool;
}

}  // namespace puzzled
