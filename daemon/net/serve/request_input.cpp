#include "daemon/net/serve/request_input.hpp"

#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace puzzled::net {
namespace {

/// Bytes of one read and what was left of the last, hence of a batch: eight thousand lines. (With
/// four thousand, lines of 17 clues take a tenth more processor time.)
constexpr std::uint64_t kMaxRead = std::uint64_t{656} << 10;

}  // namespace

std::size_t bytes_arrived(int socket) {
  int bytes = 0;
  if (::ioctl(socket, FIONREAD, &bytes) != 0) return 0;
  return static_cast<std::size_t>(std::max(bytes, 0));
}

RequestInput::RequestInput(const RequestLimits& limits, Quota& bytes, Metrics& metrics)
    : metrics_(metrics),
      parser_(limits),
      held_(bytes),
      line_begun_(Clock::now()),
      last_read_(line_begun_) {}

RequestInput::Receipt RequestInput::receive(int socket, std::uint64_t most, std::uint64_t total) {
  const std::size_t before = bytes_.size();
  const bool begins_line = !has_part();
  // As much as has arrived and no more, so that a small request gets a small buffer. Nothing has
  // arrived: this is the end, or an error.
  most = std::clamp<std::uint64_t>(most, 1, kMaxRead - std::min(before, kMaxRead - kMinRead));
  std::size_t wanted = std::clamp<std::uint64_t>(bytes_arrived(socket), 1, most);
  if (!make_room(before + wanted, total)) {
    wanted = std::min<std::size_t>(wanted, kMinRead);
    if (!make_room(before + wanted, total)) return Receipt::kNoRoom;
  }
  char* const room = bytes_.room(wanted);
  const ssize_t got = ::recv(socket, room, wanted, MSG_DONTWAIT);
  const int code = errno;
  bytes_.append({room, static_cast<std::size_t>(std::max<ssize_t>(got, 0))});
  if (bytes_.empty()) clear();
  if (got < 0) {
    const bool is_early = code == EAGAIN || code == EWOULDBLOCK || code == EINTR;
    return is_early ? Receipt::kNothing : Receipt::kBroken;
  }
  last_read_ = Clock::now();
  if (begins_line) line_begun_ = last_read_;
  at_end_ = got == 0;
  has_lines_ = has_part();  // parse() has not looked
  received_ += static_cast<std::uint64_t>(got);
  metrics_.bytes_in += static_cast<std::uint64_t>(got);
  return Receipt::kSome;
}

void RequestInput::parse(std::uint64_t most, std::vector<std::unique_ptr<RequestBatch>>& batches,
                         std::uint64_t grant, std::uint64_t work) {
  const std::size_t before = left();
  parser_.parse(bytes_, at_end_, batches, most, grant, work);
  if (parser_.ended()) bytes_ = sudoku::TextBuffer();
  if (left() != before) line_begun_ = Clock::now();
  has_lines_ =
      parser_.needs() > 0 ||
      (at_end_ ? has_part() : bytes_.view().find('\n', parser_.taken()) != std::string_view::npos);
  account();
}

/// REQUIRES: nothing is cut yet.
void RequestInput::drop_front(std::size_t bytes) {
  bytes_.drop_front(bytes);
  if (bytes_.empty()) bytes_ = sudoku::TextBuffer();
  has_lines_ = has_part();
  account();
}

void RequestInput::clear() {
  bytes_ = sudoku::TextBuffer();
  has_lines_ = false;
  account();
}

/// Gets a buffer for so many bytes; false if that would make it more than `total` with all others.
bool RequestInput::make_room(std::size_t bytes, std::uint64_t total) {
  if (bytes <= bytes_.capacity()) return true;
  // A new one, for one that grows takes more than it is asked for. Rounded up: clients that send a
  // byte at a time do not make a new one for each.
  constexpr std::size_t kStep = 256;
  const std::size_t size = (bytes + kStep - 1) / kStep * kStep;
  if (!held_.grow_below(size - std::min<std::uint64_t>(size, held_.amount()), total)) return false;
  sudoku::TextBuffer larger;
  larger.room(size);
  larger.append(bytes_.view());
  bytes_ = std::move(larger);
  account();
  return true;
}

void RequestInput::account() {
  held_.set(bytes_.capacity());
}

}  // namespace puzzled::net
