#include "daemon/net/serve/io_thread.hpp"

#include <algorithm>
#include <boost/asio/generic/stream_protocol.hpp>
#include <utility>
#include <vector>

#include "daemon/net/serve/session.hpp"

namespace puzzled::net {
namespace {

using std::chrono::milliseconds;

/// Deadlines are kept to a quarter, and to that at worst. A sweep over 10 000 sessions takes about
/// a millisecond.
constexpr milliseconds kMaxSweep{250};
constexpr milliseconds kMinSweep{5};
constexpr milliseconds kShutdownSweep{20};
constexpr milliseconds kCrowdedSweep{20};

/// What is to be free of the memory for reading, at least, when clients wait for some: one part of
/// so many. Then it is not for each newcomer that somebody has to be looked for.
constexpr std::uint64_t kFreePart = 64;

/// What a client needs to have a request read and answered.
constexpr std::uint64_t kRoomForOne = 2 * RequestInput::kMinRead;

IoThread::Clock::duration sweep_interval(const ServeSettings& settings) {
  std::chrono::nanoseconds shortest = kMaxSweep * 4;
  for (const std::chrono::nanoseconds limit :
       {settings.read_timeout, settings.idle_timeout, settings.write_timeout}) {
    if (limit.count() > 0) shortest = std::min(shortest, limit);
  }
  return std::max<std::chrono::nanoseconds>(shortest / 4, kMinSweep);
}

/// A connection on its way to its thread.
struct Newcomer {
  Session::Socket socket;
  Admission admission;
};

}  // namespace

IoThread::IoThread(const Service& service, std::shared_ptr<const ServeSettings> settings)
    : service_(service),
      sweep_(loop_,
             [this] {
               sweep();
               schedule_sweep();
             }),
      next_by_rate_(loop_, [this] { resume_by_rate(); }) {
  use_settings(std::move(settings));
}

IoThread::~IoThread() = default;

boost::system::error_code IoThread::adopt(FileDescriptor& connection, Admission& admission) {
  // On the caller's thread, which can do something about it if this fails. The family and protocol
  // matter to bind() and connect() only.
  Session::Socket socket(loop_.context());
  boost::system::error_code error;
  socket.assign(boost::asio::generic::stream_protocol(AF_UNSPEC, 0), connection.get(), error);
  if (error) return error;
  connection.release();
  const auto newcomer =
      std::make_shared<Newcomer>(Newcomer{std::move(socket), std::move(admission)});
  loop_.post([this, newcomer] {
    const auto session = std::make_shared<Session>(*this, std::move(newcomer->socket),
                                                   std::move(newcomer->admission));
    session->start();
    if (shutdown_.has_begun) session->drain();
  });
  return error;
}

void IoThread::add(std::shared_ptr<Session> session) {
  Session* const key = session.get();
  sessions_.emplace(key, std::move(session));
  if (!sweep_.is_active()) schedule_sweep();
}

/// Each may be closed meanwhile, and goes then.
template <typename Call>
void IoThread::for_each_session(Call call) {
  for (auto next = sessions_.begin(); next != sessions_.end();) {
    const std::shared_ptr<Session> session = (next++)->second;
    call(*session);
  }
}

void IoThread::set_settings(std::shared_ptr<const ServeSettings> settings) {
  loop_.post([this, settings = std::move(settings)] {
    use_settings(settings);
    for_each_session([](Session& session) { session.adjust(); });
    schedule_sweep();
  });
}

void IoThread::use_settings(std::shared_ptr<const ServeSettings> settings) {
  settings_ = std::move(settings);
  Result<NetworkList> proxies = NetworkList::parse(settings_->proxy_from);  // which is checked
  proxies_ = proxies ? std::move(*proxies) : NetworkList();
}

void IoThread::drain() {
  loop_.post([this] {
    shutdown_.has_begun = true;
    shutdown_.begun = Clock::now();
    for_each_session([](Session& session) { session.drain(); });
    schedule_sweep();
  });
}

void IoThread::expire() {
  loop_.post([this] {
    shutdown_.is_expired = true;
    shutdown_.expired = Clock::now();
    for_each_session([](Session& session) { session.expire(); });
  });
}

void IoThread::list_clients(std::function<void(ClientList)> call) {
  loop_.post([this, call = std::move(call)] {
    const Clock::time_point now = Clock::now();
    ClientList list{.connected = sessions_.size(), .threads = 1, .clients = {}};
    list.clients.reserve(sessions_.size());
    for (const auto& [key, session] : sessions_) list.clients.push_back(session->listed(now));
    list.fit();
    call(std::move(list));
  });
}

void IoThread::wait_for_rate(std::weak_ptr<Session> session, Clock::time_point when) {
  const auto place = waiting_for_rate_.emplace(when, std::move(session));
  if (place == waiting_for_rate_.begin()) next_by_rate_.start_at(when);
}

void IoThread::resume_by_rate() {
  const Clock::time_point now = Clock::now();
  while (!waiting_for_rate_.empty() && waiting_for_rate_.begin()->first <= now) {
    const std::shared_ptr<Session> session = waiting_for_rate_.begin()->second.lock();
    waiting_for_rate_.erase(waiting_for_rate_.begin());
    if (session) session->resume_by_rate();
  }
  if (!waiting_for_rate_.empty()) next_by_rate_.start_at(waiting_for_rate_.begin()->first);
}

void IoThread::wait_for_room(std::weak_ptr<Session> session) {
  Waiting waiting{std::move(session), Lease(service_.budget.waiting_clients)};
  waiting.count.force(1);
  waiting_.push_back(std::move(waiting));
  if (waiting_.size() == 1) schedule_sweep();
}

void IoThread::notify_waiting() {
  if (waiting_.empty()) return;
  const Budget& budget = service_.budget;
  const std::uint64_t bytes = budget.bytes.left_below(max_for_reading(budget.bytes));
  // They run later. One that finds that it is not enough waits again.
  for (std::uint64_t i = std::min(bytes / kRoomForOne, budget.requests.left());
       i > 0 && !waiting_.empty(); --i) {
    const std::shared_ptr<Session> session = waiting_.front().session.lock();
    waiting_.pop_front();
    if (session) session->resume();
  }
}

/// So that those who wait find room. Bytes are what runs out: requests in flight end by themselves.
void IoThread::drop_worst(Clock::time_point now) {
  const Budget& budget = service_.budget;
  const std::uint64_t waiting = budget.waiting_clients.used();
  if (waiting == 0) return;
  const std::uint64_t most = max_for_reading(budget.bytes);
  const std::uint64_t wanted = std::clamp(waiting * kRoomForOne, most / kFreePart, most / 8);
  const std::uint64_t used = budget.bytes.used();
  if (used <= most - wanted) return;
  std::vector<std::pair<std::uint64_t, std::shared_ptr<Session>>> worst;
  for (const auto& [key, session] : sessions_) {
    const std::uint64_t burden = session->burden(now);
    if (burden > 0) worst.emplace_back(burden, session);
  }
  std::sort(worst.begin(), worst.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::uint64_t freed = 0;
  for (const auto& [burden, session] : worst) {
    if (used - std::min(used, freed) <= most - wanted) break;
    freed += session->held();
    session->drop(CloseReason::kBuffersTotal);
  }
}

/// While there is anybody to look after.
void IoThread::schedule_sweep() {
  if (sessions_.empty() && waiting_.empty()) return;
  Clock::duration interval = sweep_interval(*settings_);
  if (shutdown_.has_begun) interval = kShutdownSweep;
  if (!waiting_.empty()) interval = std::min<Clock::duration>(interval, kCrowdedSweep);
  sweep_.start(interval);
}

void IoThread::sweep() {
  const Clock::time_point now = Clock::now();
  // A look at each of 10 000 sessions takes some milliseconds.
  if (shutdown_.has_begun || now - last_check_ >= sweep_interval(*settings_) - kCrowdedSweep) {
    last_check_ = now;
    for_each_session([now](Session& session) { session.check(now); });
  }
  drop_worst(now);
  notify_waiting();  // other threads' sessions may have made room
}

}  // namespace puzzled::net
