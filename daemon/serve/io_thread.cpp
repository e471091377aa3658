#include "daemon/serve/io_thread.hpp"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/serve/contained.hpp"
#include "daemon/serve/session.hpp"

namespace puzzled::serve {
namespace {

using std::chrono::milliseconds;

/// Deadlines are kept to a quarter, and to that at worst. A sweep over 10 000 sessions takes about
/// a millisecond.
constexpr milliseconds kLongestSweep{250};
constexpr milliseconds kShortestSweep{5};
constexpr milliseconds kDrainSweep{20};
constexpr milliseconds kCrowdedSweep{20};

/// What is to be free of the memory for reading, at least, when clients wait for some: one part of
/// so many. Then it is not for each newcomer that somebody has to be looked for.
constexpr std::uint64_t kFreePart = 64;

/// What a client needs to have a request read and answered.
constexpr std::uint64_t kRoomForOne = 2 * RequestInput::kMinRead;

/// How long the loop waits when an exception keeps it from going on.
constexpr milliseconds kPause{10};

IoThread::Clock::duration sweep_interval(const ServeSettings& settings) {
  std::chrono::nanoseconds shortest = kLongestSweep * 4;
  for (const std::chrono::nanoseconds limit :
       {settings.read_timeout, settings.idle_timeout, settings.write_timeout}) {
    if (limit.count() > 0) shortest = std::min(shortest, limit);
  }
  return std::max<std::chrono::nanoseconds>(shortest / 4, kShortestSweep);
}

}  // namespace

IoThread::IoThread(const Service& service, std::shared_ptr<const ServeSettings> settings)
    : service_(service), settings_(std::move(settings)), sweep_timer_(context_) {}

IoThread::~IoThread() = default;

void IoThread::run() {
  const auto guard = boost::asio::make_work_guard(context_);
  const auto tell = [this](std::string_view reason) {
    log_exception(service_.metrics, &service_.log, "I/O", reason);
  };
  // Of a loop only half of which goes on nobody would notice.
  while (!contained([this] { resume(); }, tell)) std::this_thread::sleep_for(kPause);
  while (!contained([this] { context_.run(); }, tell)) {
    while (!contained([this] { resume(); }, tell)) std::this_thread::sleep_for(kPause);
  }
}

/// Whatever an exception has torn down.
void IoThread::resume() {
  mailbox_.resume();
  if (!sweep_.is_active()) schedule_sweep();
  for (const std::function<void()>& call : on_resume_) call();
}

void IoThread::stop() {
  context_.stop();
}

boost::system::error_code IoThread::adopt(FileDescriptor& connection, Lease& lease) {
  // On the caller's thread, which can do something about it if this fails. The family and protocol
  // matter to bind() and connect() only.
  Session::Socket socket(context_);
  boost::system::error_code error;
  socket.assign(boost::asio::generic::stream_protocol(AF_UNSPEC, 0), connection.get(), error);
  if (error) return error;
  connection.release();
  boost::asio::post(
      context_, [this, socket = std::move(socket), lease = std::move(lease)]() mutable {
        const auto session = std::make_shared<Session>(*this, std::move(socket), std::move(lease));
        session->start();
        if (draining_) session->drain();
      });
  return error;
}

void IoThread::add(std::shared_ptr<Session> session) {
  Session* const key = session.get();
  sessions_.emplace(key, std::move(session));
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
  boost::asio::post(context_, [this, settings = std::move(settings)] {
    settings_ = settings;
    for_each_session([](Session& session) { session.adjust(); });
    schedule_sweep();
  });
}

void IoThread::drain() {
  boost::asio::post(context_, [this] {
    draining_ = true;
    for_each_session([](Session& session) { session.drain(); });
    schedule_sweep();
  });
}

void IoThread::expire() {
  boost::asio::post(context_,
                    [this] { for_each_session([](Session& session) { session.expire(); }); });
}

void IoThread::wait_for_room(std::weak_ptr<Session> session) {
  Waiting waiting{std::move(session), Lease(service_.metrics.clients_waiting)};
  waiting.count.force(1);
  waiting_.push_back(std::move(waiting));
  if (waiting_.size() == 1) schedule_sweep();
}

void IoThread::notify_waiting() {
  if (waiting_.empty()) return;
  const Metrics& metrics = service_.metrics;
  const std::uint64_t most = most_for_reading(*settings_);
  const std::uint64_t bytes = most - std::min<std::uint64_t>(most, metrics.buffer_bytes);
  const std::uint64_t lines =
      settings_->requests_total -
      std::min<std::uint64_t>(settings_->requests_total, metrics.requests_in_flight);
  // They run later. Who finds that it is not enough waits again.
  for (std::uint64_t i = std::min(bytes / kRoomForOne, lines); i > 0 && !waiting_.empty(); --i) {
    const std::shared_ptr<Session> session = waiting_.front().session.lock();
    waiting_.pop_front();
    if (session) session->resume();
  }
}

/// So that those who wait find room. Bytes are what runs out: requests in flight end by themselves.
void IoThread::drop_worst(Clock::time_point now) {
  const Metrics& metrics = service_.metrics;
  const std::uint64_t waiting = metrics.clients_waiting;
  if (waiting == 0) return;
  const std::uint64_t most = most_for_reading(*settings_);
  const std::uint64_t wanted = std::clamp(waiting * kRoomForOne, most / kFreePart, most / 8);
  const std::uint64_t used = metrics.buffer_bytes;
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
    session->drop("buffers-total is reached, and this client holds much and takes nothing");
  }
}

void IoThread::schedule_sweep() {
  Clock::duration interval = sweep_interval(*settings_);
  if (draining_) interval = kDrainSweep;
  if (!waiting_.empty()) interval = std::min<Clock::duration>(interval, kCrowdedSweep);
  sweep_timer_.expires_after(interval);
  sweep_timer_.async_wait([this, token = sweep_.begin()](boost::system::error_code error) mutable {
    if (error) return;
    token.end();
    sweep();
    schedule_sweep();
  });
}

void IoThread::sweep() {
  const Clock::time_point now = Clock::now();
  heart_.beat();
  // A look at each of 10 000 sessions takes some milliseconds.
  if (draining_ || now - last_check_ >= sweep_interval(*settings_) - kCrowdedSweep) {
    last_check_ = now;
    for_each_session([now](Session& session) { session.check(now); });
  }
  drop_worst(now);
  notify_waiting();  // other threads' sessions may have made room
}

}  // namespace puzzled::serve
