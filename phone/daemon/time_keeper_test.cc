#include "phone/daemon/time_keeper.h"

#include <gtest/gtest.h>

namespace reprise::phone {
namespace {

TEST(TimeKeeper, AProcessOfARealPhoneReadsTheHostsClock) {
  EXPECT_EQ(TimeKeeper(false, 0, false).Message().uptime_ns(), 0);
  EXPECT_EQ(TimeKeeper(true, 0, false).Message().uptime_ns(),
            kVirtualBeginUptimeNs);
}

}  // namespace
}  // namespace reprise::phone
