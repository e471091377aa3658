#include "daemon/base/settings/automatic.hpp"

#include "parallel/workers.hpp"

namespace puzzled {

ThreadsSetting::operator int() const {
  return given > 0 ? given : parallel::available_threads();
}

}  // namespace puzzled
