// Notifications to systemd (sd_notify(3)). The protocol is a datagram of a few words, so we need no
// library; without systemd the functions do nothing.
#pragma once

#include <chrono>
#include <string_view>

namespace puzzled {

/// Sends `state`, lines such as `READY=1`, to the socket that NOTIFY_SOCKET names, if any. Any
/// thread; never blocks.
void notify_service_manager(std::string_view state);

/// Sends `RELOADING=1` with the time that systemd requires.
void notify_reloading();

/// The longest time between two notifications of the watchdog; 0: there is no watchdog.
std::chrono::microseconds watchdog_interval();

}  // namespace puzzled
