// What has to hold of a server and a stream before blocks are taken or added, each time that a
// connection was opened: the server may be another one by then, or the same one without its data.
#pragma once

#include <map>
#include <string>

#include "daemon/redis/connection.hpp"
#include "daemon/redis/keys.hpp"
#include "daemon/redis/reply.hpp"

namespace puzzled::redis {

/// How blocks of a stream are answered: each setting that changes answers, as text.
using AnswerSettings = std::map<std::string, std::string>;

/// Refuses a server that is too old, and one that may evict keys when its memory is full: it would
/// drop whole streams. A server that does not tell its policy is taken.
Outcome<> check_server(Connection& connection);

/// Whether the server refuses blocks because it has as much memory as it may.
Outcome<bool> has_full_memory(Connection& connection);

/// Makes the stream and its group if they are not there. Blocks that were added before are in it.
Outcome<> make_group(Connection& connection, const Keys& keys);

/// Records the settings if none are recorded; else refuses a stream whose settings differ.
Outcome<> agree_on_settings(Connection& connection, const Keys& keys,
                            const AnswerSettings& settings);

}  // namespace puzzled::redis
