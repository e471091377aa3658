// Asio's objects of our loops, with the type of the executor known: with Asio's own choice, which
// hides the type, calling a handler needs memory, and a handler that gets none is lost.
#pragma once

#include <boost/asio/basic_signal_set.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <chrono>

namespace puzzled::serve {

using LoopExecutor = boost::asio::io_context::executor_type;
using LoopTimer = boost::asio::basic_waitable_timer<
    std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>, LoopExecutor>;
using LoopSignals = boost::asio::basic_signal_set<LoopExecutor>;
using LoopDescriptor = boost::asio::posix::basic_stream_descriptor<LoopExecutor>;
using LoopSocket =
    boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol, LoopExecutor>;

}  // namespace puzzled::serve
