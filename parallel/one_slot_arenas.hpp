// Work that comes now and then, done by workers of oneTBB: a function of the caller's runs in an
// arena of one slot until it returns, and is started again when there is more to do.
#pragma once

#include <functional>
#include <memory>

namespace puzzled::parallel {

/// A number of such arenas, all with one function. Not copyable.
class OneSlotArenas {
 public:
  /// `work` gets the number of its arena, from 0 to count - 1. It must not throw. In no arena is it
  /// called while a call of it still runs there. REQUIRES: 1 <= count <= Workers::kMaxThreads.
  OneSlotArenas(int count, std::function<void(int)> work);
  /// REQUIRES: no call of `work` runs but for its last instructions, and none is to come.
  ~OneSlotArenas();
  OneSlotArenas(const OneSlotArenas&) = delete;
  OneSlotArenas& operator=(const OneSlotArenas&) = delete;

  /// Has `work` called once, soon, on a worker of oneTBB. It may be called from `work` of another
  /// arena, and for the same one from its last instructions. Thread-safe. Takes 2 us, and longer
  /// if a worker has to be woken up.
  void start(int arena);

 private:
  struct Arenas;
  std::unique_ptr<Arenas> arenas_;
};

}  // namespace puzzled::parallel
