// The numbers that a running daemon shows on its HTTP listener.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "daemon_process.hpp"
#include "http_client.hpp"
#include "prometheus_parser.hpp"

namespace puzzled::net {

/// The port of its HTTP listener.
inline std::uint16_t http_port(const DaemonProcess& daemon) {
  const std::string listening = "listening for http on=127.0.0.1:";
  EXPECT_TRUE(daemon.wait_for_log(listening));
  const std::string log = daemon.log();
  return static_cast<std::uint16_t>(std::stoul(log.substr(log.find(listening) + listening.size())));
}

/// Every sample of /metrics by its name and labels.
inline std::map<std::string, double> samples_of(std::uint16_t port) {
  HttpClient client(port);
  const auto reply = client.ask("GET", "/metrics");
  std::map<std::string, double> samples;
  if (!reply) {
    ADD_FAILURE() << "no metrics";
    return samples;
  }
  for (const auto& [name, metric] : parse_exposition(reply->body)) {
    samples.insert(metric.samples.begin(), metric.samples.end());
  }
  return samples;
}

}  // namespace puzzled::net
