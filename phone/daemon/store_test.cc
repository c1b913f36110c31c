#include "phone/daemon/store.h"

#include <gtest/gtest.h>

#include "base/memory_file_system.h"

namespace reprise::phone {
namespace {

PhoneProfile Small() {
  PhoneProfile profile;
  profile.set_width_px(480);
  return profile;
}

TEST(Store, KeepsWhatWasChanged) {
  MemoryFileSystem files;
  {
    const auto store = *Store::Open(files, "state", Small());
    ASSERT_TRUE(store->Change(
        [](PhoneStore& changed) { changed.set_clipboard("kept"); }));
  }
  PhoneProfile other;
  const auto store = *Store::Open(files, "state", other);
  EXPECT_EQ(store->Get().clipboard(), "kept");
  EXPECT_EQ(store->Profile().width_px(), 480);
}

TEST(Store, RefusesWhatItCannotRead) {
  MemoryFileSystem files;
  ASSERT_TRUE(WriteWholeFile(files, "state", "\xff\xff\xff"));
  const auto damaged = Store::Open(files, "state", Small());
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().kind, ErrorKind::kCorruption);
  PhoneStore later;
  later.set_version(99);
  ASSERT_TRUE(WriteWholeFile(files, "state", later.SerializeAsString()));
  const auto newer = Store::Open(files, "state", Small());
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().kind, ErrorKind::kUnsupported);
}

TEST(Store, ARowOfTheSettingsIsReplacedOrMarkedAsDeleted) {
  PhoneStore store;
  PhoneSetting row;
  row.set_table("system");
  row.set_name("a");
  row.set_value("1");
  PutSetting(store, row);
  row.set_value("2");
  PutSetting(store, row);
  ASSERT_EQ(store.settings_size(), 1);
  EXPECT_EQ(store.settings(0).value(), "2");
  row.clear_value();
  PutSetting(store, row);
  ASSERT_EQ(store.settings_size(), 1);
  EXPECT_FALSE(store.settings(0).has_value());
}

}  // namespace
}  // namespace reprise::phone
