// The state of the other end of a connection.
#pragma once

#include <cstddef>

namespace puzzled {

/// True when the connection is gone in both directions: reset, or a Unix socket whose client has
/// closed. Costs one system call.
bool is_disconnected(int socket);

/// True when the client has ended its side of the connection. It may still read.
bool has_ended_sending(int socket);

/// True when there is room for more bytes to the client.
bool takes_bytes(int socket);

/// Bytes that we have written and the client's system has not acknowledged; of a Unix socket, those
/// that the client has not read.
std::size_t bytes_unsent(int socket);

/// True when the client's end of a TCP connection, on this machine, belongs to no process any more.
///
/// A client that closes and one that only ends its own sending (`nc -N`) send the same packet, and
/// TCP shows no difference until we send an answer, or probe after a minute (keepalive): for a
/// client on another machine this is always false. About one on this machine the kernel says more
/// (sock_diag(7)), in three system calls.
bool has_local_peer_closed(int socket);

/// Makes the kernel probe silent peers (keepalive). It detects peers that vanished (power, network)
/// within two minutes, and peers that close during their search after one minute: their system has
/// forgotten the connection by then, and answers the probe with a reset.
void probe_when_silent(int socket);

}  // namespace puzzled
