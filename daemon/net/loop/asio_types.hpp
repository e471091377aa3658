// Asio's objects with a concrete executor type. Asio's default erases that type, which costs an
// allocation for each handler.
#pragma once

#include <boost/asio/basic_signal_set.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <chrono>

namespace puzzled::net {

using LoopExecutor = boost::asio::io_context::executor_type;
using AsioTimer = boost::asio::basic_waitable_timer<
    std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>, LoopExecutor>;
using AsioSignals = boost::asio::basic_signal_set<LoopExecutor>;
using AsioDescriptor = boost::asio::posix::basic_stream_descriptor<LoopExecutor>;
using AsioSocket =
    boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol, LoopExecutor>;

}  // namespace puzzled::net
