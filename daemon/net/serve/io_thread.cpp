#include "daemon/net/serve/io_thread.hpp"

#include <algorithm>
#include <boost/asio/generic/stream_protocol.hpp>
#include <utility>
#include <vector>

#include "daemon/net/serve/session.hpp"

namespace puzzled::net {
namespace {

/// What is to be free of the memory for reading, at least, when clients wait for some: one part of
/// so many. Then it is not for each newcomer that somebody has to be looked for.
constexpr std::uint64_t kFreePart = 64;

/// A connection on its way to its thread.
struct Newcomer {
  Session::Socket socket;
  Admission admission;
};

}  // namespace

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
    const auto session = std::make_shared<Session>(sessions_, std::move(newcomer->socket),
                                                   std::move(newcomer->admission));
    session->start();
    if (sessions_.shutdown().has_begun) session->drain();
  });
  return error;
}

void IoThread::set_settings(std::shared_ptr<const ServeSettings> settings) {
  loop_.post([this, settings = std::move(settings)] {
    sessions_.use_settings(settings);
    sessions_.for_each([](const auto& session) { session->adjust(); });
  });
}

void IoThread::drain() {
  loop_.post([this] {
    sessions_.begin_shutdown();
    sessions_.for_each([](const auto& session) { session->drain(); });
  });
}

void IoThread::expire() {
  loop_.post([this] {
    sessions_.expire_shutdown();
    sessions_.for_each([](const auto& session) { session->expire(); });
  });
}

void IoThread::list_clients(std::function<void(ClientList)> call) {
  loop_.post([this, call = std::move(call)] {
    const Clock::time_point now = Clock::now();
    ClientList list{.connected = sessions_.size(), .threads = 1, .clients = {}};
    list.clients.reserve(sessions_.size());
    sessions_.for_each([&](const auto& session) { list.clients.push_back(session->listed(now)); });
    list.fit();
    call(std::move(list));
  });
}

/// So that those who wait find room. Bytes are what runs out: requests in flight end by themselves.
void IoThread::drop_worst(Clock::time_point now) {
  const Budget& budget = sessions_.service().budget;
  const std::uint64_t waiting = budget.waiting_clients.used();
  if (waiting == 0) return;
  const std::uint64_t most = SessionGroup::max_to_share(budget.bytes);
  const std::uint64_t wanted =
      std::clamp(waiting * SessionGroup::kRoomForOne, most / kFreePart, most / 8);
  const std::uint64_t used = budget.bytes.used();
  if (used <= most - wanted) return;
  std::vector<std::pair<std::uint64_t, std::shared_ptr<Session>>> worst;
  sessions_.for_each([&](const std::shared_ptr<Session>& session) {
    const std::uint64_t score = session->eviction_score(now);
    if (score > 0) worst.emplace_back(score, session);
  });
  std::sort(worst.begin(), worst.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::uint64_t freed = 0;
  for (const auto& [score, session] : worst) {
    if (used - std::min(used, freed) <= most - wanted) break;
    freed += session->held();
    session->drop(CloseReason::kBuffersTotal);
  }
}

void IoThread::sweep() {
  const Clock::time_point now = Clock::now();
  // A look at each of 10 000 sessions takes some milliseconds.
  if (sessions_.shutdown().has_begun ||
      now - last_check_ >= sessions_.sweep_interval() - SessionGroup::kCrowdedSweep) {
    last_check_ = now;
    sessions_.for_each([now](const auto& session) { session->check(now); });
  }
  drop_worst(now);
}

}  // namespace puzzled::net
