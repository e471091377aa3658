// A hundred ends at random moments.
#include <gtest/gtest.h>

#include "drain_client.hpp"

namespace puzzled::net {
namespace {

TEST(DrainLong, UnderLoad) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    terminate_under_load(seed);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace puzzled::net
