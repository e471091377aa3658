// g++ 12 and newer refer to a version of std::condition_variable::wait that no libstdc++ before
// theirs has, and to nothing else that is as new. The linker leads such calls here (--wrap), so
// that a wheel runs where g++ 11 is the system's compiler (manylinux_2_34).
#include <condition_variable>
#include <mutex>

extern "C" void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(
    std::condition_variable& condition, std::unique_lock<std::mutex>& lock) noexcept {
  pthread_cond_wait(condition.native_handle(), lock.mutex()->native_handle());
}
