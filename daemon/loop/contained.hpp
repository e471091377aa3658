// Keeps exceptions where they arise.
#pragma once

#include <exception>
#include <string_view>

namespace puzzled {

/// Calls `call`. False if it threw: then `failed` is called with the reason, and must not throw.
template <typename Call, typename Failed>
bool contained(Call&& call, Failed&& failed) noexcept {
  try {
    call();
    return true;
  } catch (const std::exception& exception) {
    failed(exception.what());
  } catch (...) {
    failed("unknown exception");
  }
  return false;
}

}  // namespace puzzled
