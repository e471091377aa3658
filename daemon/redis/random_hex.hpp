// Random names, by which workers and runs of a feeder are told apart.
#pragma once

#include <random>
#include <string>

namespace puzzled::redis {

/// So many random hexadecimal digits.
inline std::string random_hex(int digits) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device random;
  std::string text;
  for (int i = 0; i < digits; ++i) text += kDigits[random() % 16];
  return text;
}

}  // namespace puzzled::redis
