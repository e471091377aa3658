// What systemd wants to hear of a service (sd_notify(3)). The protocol is a datagram of a few
// words, so no library is needed; without systemd nothing happens.
#pragma once

#include <chrono>
#include <string_view>

namespace puzzled::serve {

/// Sends `state`, lines such as `READY=1`, to the socket that NOTIFY_SOCKET names, if any. Any
/// thread; never blocks.
void notify_service_manager(std::string_view state);

/// `RELOADING=1` with the time that systemd wants beside it.
void notify_reloading();

/// How often the watchdog wants to be fed at least; 0: there is none.
std::chrono::microseconds watchdog_interval();

}  // namespace puzzled::serve
