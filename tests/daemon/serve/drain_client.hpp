// SIGTERM under load, and what every client must have got by the end.
#pragma once

namespace puzzled::net {

/// Starts a daemon, has clients send puzzles, signals it at a random moment, and checks that each
/// line that was sent by then has its answer, in order, and the daemon's exit status.
void terminate_under_load(unsigned seed);

}  // namespace puzzled::net
