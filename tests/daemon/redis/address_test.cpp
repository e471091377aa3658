#include "daemon/redis/address.hpp"

#include <gtest/gtest.h>

namespace puzzled::redis {
namespace {

StreamAddress parsed(std::string_view text) {
  const Result<StreamAddress> address = parse_stream_address(text);
  if (address) return *address;
  ADD_FAILURE() << address.error().message;
  return {};
}

std::string refusal(std::string_view text) {
  const Result<StreamAddress> address = parse_stream_address(text);
  return address ? "taken" : address.error().message;
}

TEST(StreamAddress, ReadsHostPortAndStream) {
  const StreamAddress address = parsed("redis://queue.example:7001/daily.17");
  EXPECT_EQ(address.server.host, "queue.example");
  EXPECT_EQ(address.server.port, 7001);
  EXPECT_EQ(address.server.database, 0U);
  EXPECT_EQ(address.stream, "daily.17");
  EXPECT_EQ(address.server.text(), "queue.example:7001");
}

TEST(StreamAddress, TakesTheUsualPortIfNoneIsGiven) {
  EXPECT_EQ(parsed("redis://localhost/s").server.port, 6379);
  EXPECT_EQ(parsed("redis://[::1]/s").server.text(), "[::1]:6379");
}

TEST(StreamAddress, ReadsAddressesOfIpv6) {
  const StreamAddress address = parsed("redis://[::1]:7001/s?db=3");
  EXPECT_EQ(address.server.host, "::1");
  EXPECT_EQ(address.server.text(), "[::1]:7001");
  EXPECT_EQ(address.server.database, 3U);
}

TEST(StreamAddress, ReadsUnixSockets) {
  for (const char* const scheme : {"redis+unix", "unix"}) {
    const StreamAddress address = parsed(scheme + std::string(":///run/redis.sock?stream=s&db=1"));
    EXPECT_EQ(address.server.host, "");
    EXPECT_EQ(address.server.path, "/run/redis.sock");
    EXPECT_EQ(address.server.text(), "/run/redis.sock");
    EXPECT_EQ(address.server.database, 1U);
    EXPECT_EQ(address.stream, "s");
  }
}

TEST(StreamAddress, SaysWhatIsWrong) {
  EXPECT_EQ(refusal("localhost:6379"),
            "'localhost:6379' is no address of a stream: it must be redis://HOST:PORT/STREAM or "
            "redis+unix:///PATH?stream=STREAM");
  EXPECT_NE(refusal("redis://localhost:6379").find("names no stream"), std::string::npos);
  EXPECT_NE(refusal("redis://localhost:6379/").find("names no stream"), std::string::npos);
  // Elsewhere that is a database.
  EXPECT_NE(refusal("redis://h/0").find("redis://HOST:PORT/STREAM?db=0"), std::string::npos);
  EXPECT_NE(refusal("redis+unix:///s?stream=12").find("no number alone"), std::string::npos);
  EXPECT_EQ(parsed("redis://h/0a").stream, "0a");
  EXPECT_NE(refusal("redis:///s").find("names no host"), std::string::npos);
  EXPECT_NE(refusal("redis://h:0/s").find("a port from 1"), std::string::npos);
  EXPECT_NE(refusal("redis://h:99999/s").find("a port from 1"), std::string::npos);
  EXPECT_NE(refusal("redis://::1/s").find("redis://HOST:PORT/STREAM"), std::string::npos);
  EXPECT_NE(refusal("redis://h/a/b").find("letters, digits"), std::string::npos);
  EXPECT_NE(refusal("redis://h/{a}").find("letters, digits"), std::string::npos);
  EXPECT_NE(refusal("redis://h/s?dB=1").find("unknown parameter 'dB=1'"), std::string::npos);
  EXPECT_NE(refusal("redis://h/s?db=x").find("its db must be a number"), std::string::npos);
  EXPECT_NE(refusal("redis://h/?stream=s").find("behind the slash"), std::string::npos);
  EXPECT_NE(refusal("redis+unix:///run/s").find("names no stream"), std::string::npos);
  EXPECT_NE(refusal("redis+unix://run/s?stream=a").find("begin with /"), std::string::npos);
  EXPECT_NE(refusal("rediss://h/s").find("TLS"), std::string::npos);
  EXPECT_NE(refusal("unix:///" + std::string(200, 'a') + "?stream=s").find("at most"),
            std::string::npos);
  EXPECT_NE(refusal("redis://h/" + std::string(201, 'a')).find("at most 200"), std::string::npos);
}

TEST(StreamAddress, RefusesPasswordsAndDoesNotRepeatThem) {
  for (const char* const text :
       {"redis://:secret@h:6379/s", "redis://me:secret@h/s", "rediss://:secret@h/s"}) {
    const std::string message = refusal(text);
    EXPECT_EQ(message.find("secret"), std::string::npos) << message;
    EXPECT_NE(message.find("://...@h"), std::string::npos) << message;
  }
  EXPECT_NE(refusal("redis://:secret@h/s").find("--password-file"), std::string::npos);
}

}  // namespace
}  // namespace puzzled::redis
