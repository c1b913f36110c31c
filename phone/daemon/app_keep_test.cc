#include "phone/daemon/app_keep.h"

#include <gmock/gmock.h>

#include "base/memory_file_system.h"

namespace reprise::phone {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr int64_t kSecond = 1'000'000'000;

class AppKeepTest : public testing::Test {
 protected:
  AppKeepTest()
      : store_(*Store::Open(files_, "state", PhoneProfile())),
        clock_(true, 0, false),
        keep_(*store_, clock_) {}

  int64_t In(int64_t seconds) const {
    return clock_.UptimeNs() + seconds * kSecond;
  }

  void SetAlarm(const std::string& package, int64_t seconds, bool pending) {
    PhoneKept kept;
    PhoneAlarm& alarm = *kept.mutable_alarms()->add_alarms();
    alarm.set_when_ns(In(seconds));
    alarm.set_until_ns(In(seconds));
    if (pending) alarm.mutable_pending()->set_shown("Intent { act=a }");
    keep_.Take(package, kept);
  }

  PhoneJob& AddJob(PhoneKept& kept, int id) {
    PhoneJob& job = *kept.mutable_jobs()->add_jobs();
    job.set_id(id);
    return job;
  }

  MemoryFileSystem files_;
  std::unique_ptr<Store> store_;
  TimeKeeper clock_;
  AppKeep keep_;
};

TEST_F(AppKeepTest, WakesForTheFirstAlarmOfAPackageThatDoesNotRun) {
  SetAlarm("com.late", 60, true);
  SetAlarm("com.soon", 30, true);
  SetAlarm("com.listens", 10, false);
  ASSERT_TRUE(keep_.NextWake({}));
  EXPECT_EQ(keep_.NextWake({})->package, "com.soon");
  EXPECT_EQ(keep_.NextWake({"com.soon"})->at_ns, In(60));
  EXPECT_FALSE(keep_.NextWake({"com.soon", "com.late"}));
  EXPECT_THAT(keep_.DumpAlarms(), HasSubstr("3 pending alarms"));
}

TEST_F(AppKeepTest, WhatIsDueIsDroppedOnce) {
  SetAlarm("com.broken", 5, true);
  clock_.MoveTo(In(6));
  keep_.DropDue("com.broken");
  EXPECT_FALSE(keep_.NextWake({}));
}

TEST_F(AppKeepTest, AJobWaitsForWhatItNeedsButNotBeyondItsDeadline) {
  PhoneKept kept;
  AddJob(kept, 1).set_network(1);
  keep_.SetSurroundings({.connected = false});
  keep_.Take("com.a", kept);
  EXPECT_FALSE(keep_.NextWake({}));
  keep_.SetSurroundings({.connected = true});
  ASSERT_TRUE(keep_.NextWake({}));
  EXPECT_EQ(keep_.NextWake({})->at_ns, In(0));

  keep_.SetSurroundings({.connected = false});
  kept.mutable_jobs()->mutable_jobs(0)->set_latest_ns(clock_.RealtimeNs() +
                                                      90 * kSecond);
  keep_.Take("com.a", kept);
  ASSERT_TRUE(keep_.NextWake({}));
  EXPECT_EQ(keep_.NextWake({})->at_ns, In(90));
}

TEST_F(AppKeepTest, AJobForWifiDoesNotRunOnMobileData) {
  PhoneKept kept;
  AddJob(kept, 1).set_network(2);
  keep_.SetSurroundings({.wifi = false});
  keep_.Take("com.a", kept);
  EXPECT_FALSE(keep_.NextWake({}));
  keep_.SetSurroundings({});
  EXPECT_TRUE(keep_.NextWake({}));
}

TEST_F(AppKeepTest, ARebootLeavesPersistedJobsAndChannels) {
  PhoneKept kept;
  AddJob(kept, 1);
  AddJob(kept, 2).set_persisted(true);
  kept.mutable_notices()->add_channels()->set_id("news");
  kept.mutable_notices()->add_notices()->set_key("0|com.a|1|null|10001");
  keep_.Take("com.a", kept);
  SetAlarm("com.a", 60, true);
  EXPECT_EQ(keep_.ListNotices(), "0|com.a|1|null|10001\n");
  keep_.Reboot();
  const PhoneKept left = keep_.Of("com.a");
  EXPECT_EQ(left.alarms().alarms_size(), 0);
  ASSERT_EQ(left.jobs().jobs_size(), 1);
  EXPECT_EQ(left.jobs().jobs(0).id(), 2);
  EXPECT_EQ(left.notices().notices_size(), 0);
  EXPECT_EQ(left.notices().channels_size(), 1);
  // The same for a phone that is switched on.
  const AppKeep again(*store_, clock_);
  EXPECT_EQ(again.Of("com.a").SerializeAsString(), left.SerializeAsString());
}

TEST_F(AppKeepTest, ForceStopLeavesChannelsAndClearNothing) {
  PhoneKept kept;
  AddJob(kept, 2).set_persisted(true);
  kept.mutable_notices()->add_channels()->set_id("news");
  kept.mutable_notices()->add_notices()->set_key("key");
  keep_.Take("com.a", kept);
  keep_.Forget("com.a", false);
  EXPECT_EQ(keep_.Of("com.a").jobs().jobs_size(), 0);
  EXPECT_EQ(keep_.ListNotices(), "");
  EXPECT_THAT(keep_.DumpNotices(), HasSubstr("mId='news'"));
  keep_.Forget("com.a", true);
  EXPECT_THAT(keep_.DumpNotices(), Not(HasSubstr("news")));
  EXPECT_TRUE(store_->Get().kept().empty());
}

TEST_F(AppKeepTest, OthersAreShownNoIntents) {
  PhoneKept kept;
  PhoneNotice& notice = *kept.mutable_notices()->add_notices();
  notice.set_title("Hello");
  notice.mutable_content()->set_intents("secret");
  notice.add_actions()->mutable_pending()->set_intents("secret");
  keep_.Take("com.a", kept);
  const std::string shown = keep_.Shown().SerializeAsString();
  EXPECT_THAT(shown, HasSubstr("Hello"));
  EXPECT_THAT(shown, Not(HasSubstr("secret")));
}

TEST_F(AppKeepTest, GrantsOfContentOutliveARebootButNotTheData) {
  PhoneKept kept;
  kept.mutable_uris()->add_grants()->set_uri("content://a/b");
  keep_.Take("com.a", kept);
  keep_.Forget("com.a", false);
  keep_.Reboot();
  EXPECT_EQ(keep_.Of("com.a").uris().grants(0).uri(), "content://a/b");
  EXPECT_EQ(AppKeep(*store_, clock_).Of("com.a").uris().grants_size(), 1);
  keep_.Forget("com.a", true);
  EXPECT_EQ(keep_.Of("com.a").uris().grants_size(), 0);
}

}  // namespace
}  // namespace reprise::phone
