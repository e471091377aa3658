// The sessions of one I/O thread, what they share, and the queue of those that wait for room.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "daemon/base/log/log.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/base/text/ip_address.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/job.hpp"
#include "daemon/net/serve/request_input.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

class Session;
class SolverPools;

/// What all connections share. Thread-safe.
struct Service {
  SolverPools& pools;
  Budget& budget;
  Metrics& metrics;
  Log& log;
};

/// The state of the daemon's shutdown.
struct Shutdown {
  using Clock = std::chrono::steady_clock;

  bool has_begun = false;       ///< accepted requests are answered, then every session closes
  bool is_expired = false;      ///< the shutdown timeout is over
  Clock::time_point begun{};    ///< if has_begun
  Clock::time_point expired{};  ///< if is_expired
};

/// The message to a client whose address is at its limit of connections, and to the log.
inline constexpr std::string_view kTooManyOfAddress =
    "too many connections from your address; try again later";
inline constexpr std::string_view kRefusedByAddress =
    "connection refused: too many connections from its address";

/// An admitted connection's client and leases.
struct Admission {
  ClientAddress client;        ///< its socket's
  bool awaits_header = false;  ///< it is a proxy, whose header will name the client
  Lease connection;            ///< of Budget::connections
  AddressLease address{};      ///< of Budget::addresses; nobody's if awaits_header
};

/// For the thread of its loop, except has_lost_answers().
class SessionGroup {
 public:
  using Clock = std::chrono::steady_clock;

  /// `sweep` is called regularly while there are sessions.
  SessionGroup(Loop& loop, const Service& service, std::shared_ptr<const ServeSettings> settings,
               std::function<void()> sweep);

  Loop& loop() { return loop_; }
  const Service& service() const { return service_; }
  const ServeSettings& settings() const { return *settings_; }
  const Shutdown& shutdown() const { return shutdown_; }

  /// Whether `peer` is a proxy whose PROXY header is trusted (`proxy-from`).
  bool is_proxy(const ClientAddress& peer) const { return contains(proxies_, peer); }

  void add(std::shared_ptr<Session> session);
  void remove(Session& session) { sessions_.erase(&session); }
  std::size_t size() const { return sessions_.size(); }

  /// Calls `call(session)` for each session; any may be removed meanwhile.
  template <typename Call>
  void for_each(Call call) {
    for (auto next = sessions_.begin(); next != sessions_.end();) {
      const std::shared_ptr<Session> session = (next++)->second;
      call(session);
    }
  }

  /// Submits the batch to the pools. Sudoku lines go there when all clients that have sent some by
  /// now have been read, with theirs: many small requests are solved faster together. If they are
  /// bulk, there is nothing to wait for.
  void submit(Job job);

  // A session that has more to parse waits for its turn, until the others have had theirs.

  void add_turn() { ++turns_; }
  void end_turn() { --turns_; }
  std::uint64_t work_of_turn() const { return work_of_turn(turns_); }

  /// What a session may do in a turn while so many others wait, as RequestParser counts it: all
  /// turns together take some milliseconds, however many sessions wait. A newcomer waits for five
  /// or so rounds of turns: to be accepted, added, read, parsed and answered.
  static std::uint64_t work_of_turn(std::uint64_t others) {
    return std::clamp<std::uint64_t>(kWorkOfAllTurns / (others + 1), 1, RequestParser::kMaxWork);
  }

  /// Calls `resume` when there may be room for a client's requests again. If memory is missing,
  /// clients that hold much of it without progress are dropped if necessary.
  void wait_for_room(std::function<void()> resume);

  /// Calls `resume` at that time.
  void wait_for_rate(Clock::time_point when, std::function<void()> resume);

  /// Resources have been returned that sessions may be waiting for.
  void notify_waiting();

  /// A client was dropped at the shutdown timeout before it had read its answers.
  void report_lost_answers() noexcept { has_lost_answers_ = true; }
  bool has_lost_answers() const { return has_lost_answers_; }  ///< any thread

  void use_settings(std::shared_ptr<const ServeSettings> settings);
  void begin_shutdown();
  void expire_shutdown();

  /// How often deadlines are checked, at least.
  Clock::duration sweep_interval() const;

  /// The memory that requests may use. The rest is for answers: if requests could take all of it,
  /// none would ever be answered.
  static std::uint64_t max_for_reading(const Quota& bytes) {
    return bytes.limit() - bytes.limit() / 8;
  }

  /// The memory that clients with answers to take may share. The rest is kept for those that hold
  /// nothing, so that newcomers do not wait for a crowd that sends much and reads nothing.
  static std::uint64_t max_to_share(const Quota& bytes) {
    return max_for_reading(bytes) - max_for_reading(bytes) / 16;
  }

  /// Memory that a client needs to have a request read and answered.
  static constexpr std::uint64_t kRoomForOne = 2 * RequestInput::kMinRead;

  /// How often clients that wait for room are checked.
  static constexpr std::chrono::milliseconds kCrowdedSweep{20};

  static constexpr std::uint64_t kWorkOfAllTurns = 16 * RequestParser::kMaxWork;

 private:
  struct Waiting {
    std::function<void()> resume;
    Lease count;  // of Budget::waiting_clients
  };

  void submit_gathered();
  void schedule_sweep();
  void resume_by_rate();

  Loop& loop_;
  const Service service_;
  std::shared_ptr<const ServeSettings> settings_;
  NetworkList proxies_;  // of the settings
  std::unordered_map<Session*, std::shared_ptr<Session>> sessions_;
  std::deque<Waiting> waiting_;
  std::multimap<Clock::time_point, std::function<void()>> waiting_for_rate_;  // until then
  std::vector<Job> gathered_;  // to be submitted together
  std::uint64_t gathered_lines_ = 0;
  std::uint64_t turns_ = 0;  // that sessions wait for
  LoopTimer sweep_;
  LoopTimer next_by_rate_;
  Shutdown shutdown_;
  std::atomic<bool> has_lost_answers_ = false;
};

}  // namespace puzzled::net
