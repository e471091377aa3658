// Why a connection was closed: one reason for each, by which it is counted and logged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace puzzled::net {

enum class CloseReason : std::uint8_t {
  kNone,  ///< it is open, and stays so
  // The client ended it, or we did so as announced.
  kEndOfInput,    ///< the client has ended its side, and has its answers
  kEndRequest,    ///< `end` or `quit`
  kDisconnected,  ///< reset, or gone without a word
  kShutdown,      ///< everything was answered, and the daemon ends
  // The client broke a rule that ends the connection, and was told so.
  kLineTooLong,
  kHttp,                ///< it spoke HTTP
  kAddressConnections,  ///< behind a proxy: its address has as many connections as it may
  // From here on the daemon drops the client: is_drop().
  kReadTimeout,  ///< a line was not ended in time
  kProxyHeader,  ///< a proxy did not say whose connection it is, or not in time
  kIdleTimeout,
  kWriteTimeout,     ///< it took no answers for too long
  kOutputLimit,      ///< too many bytes of answers waited for it
  kBuffersTotal,     ///< the memory for all clients was used up, and this one held much of it
  kRequestTooLarge,  ///< for the memory of all clients together
  kShutdownTimeout,  ///< the daemon ended before it had taken its answers
  kException,
};
inline constexpr std::size_t kCloseReasons = static_cast<std::size_t>(CloseReason::kException) + 1;
inline constexpr std::string_view kCloseReasonNames[kCloseReasons] = {"none",
                                                                      "end-of-input",
                                                                      "end-request",
                                                                      "disconnected",
                                                                      "shutdown",
                                                                      "line-too-long",
                                                                      "http",
                                                                      "address-connections",
                                                                      "read-timeout",
                                                                      "proxy-header",
                                                                      "idle-timeout",
                                                                      "write-timeout",
                                                                      "output-limit",
                                                                      "buffers-total",
                                                                      "request-too-large",
                                                                      "shutdown-timeout",
                                                                      "exception"};

constexpr std::string_view name_of(CloseReason reason) {
  return kCloseReasonNames[static_cast<std::size_t>(reason)];
}

/// Whether the daemon ends the connection against the client's will.
constexpr bool is_drop(CloseReason reason) {
  return reason >= CloseReason::kReadTimeout;
}

}  // namespace puzzled::net
