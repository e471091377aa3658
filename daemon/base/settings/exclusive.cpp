#include "daemon/base/settings/exclusive.hpp"

#include <string>

namespace puzzled {

Result<> resolve_exclusive(const GivenValues& flags, Switch a, Switch b) {
  if (!a.on || !b.on) return {};
  const bool a_is_flag = flags.contains(a.option);
  const bool b_is_flag = flags.contains(b.option);
  if (a_is_flag == b_is_flag) {
    return Error{"--" + std::string(a.option) + " and --" + std::string(b.option) +
                 " cannot be combined"};
  }
  (a_is_flag ? b : a).on = false;
  return {};
}

}  // namespace puzzled
