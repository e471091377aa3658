#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

std::string too_long_answer(const RequestLimits& limits) {
  return error_answer(ErrorCode::kTooLong,
                      "line longer than " + std::to_string(limits.line_bytes) + " bytes");
}

std::string error_answer(ErrorCode code, std::string_view text) {
  std::string answer = "error ";
  answer += name_of(code);
  answer += ' ';
  answer += text;
  return answer;
}

std::string_view name_of(ErrorCode code) {
  return kErrorCodeNames[static_cast<std::size_t>(code)];
}

}  // namespace puzzled::net
