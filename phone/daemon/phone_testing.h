// A phone with fake processes in a folder of its own, for tests: its loop runs
// in a thread, as it does in the supervisor.
//
// Threads: the test's.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>

#include "adb/loop.h"
#include "apk/apk_testing.h"
#include "base/file.h"
#include "phone/daemon/virtual_phone.h"

namespace reprise::phone {

inline std::string FakeFramework() {
  return std::filesystem::absolute("phone/daemon/fake_framework.py");
}

class TestFolder {
 public:
  TestFolder() {
    std::string path = testing::TempDir() + "/phone-XXXXXX";
    EXPECT_NE(mkdtemp(path.data()), nullptr);
    path_ = path;
    setenv("XDG_CACHE_HOME", (path + "/cache").c_str(), 1);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

  // An APK; the fake framework takes the package from the file's name.
  std::string Apk(const std::string& package, int version = 1) const {
    MemoryFileSystem files;
    const auto file = files.Create("apk");
    apk::ZipWriter writer(**file);
    EXPECT_TRUE(writer.Add("AndroidManifest.xml",
                           apk::TestManifest("", 1, package),
                           apk::ZipMethod::kDeflated));
    EXPECT_TRUE(writer.Add("version", std::to_string(version),
                           apk::ZipMethod::kStored));
    EXPECT_TRUE(writer.Finish());
    const auto bytes = ReadWholeFile(files, "apk", 1 << 20);
    const std::string path =
        path_ + "/" + package + "-" + std::to_string(version) + ".apk";
    EXPECT_TRUE(WriteWholeFile(RealFileSystem(), path, *bytes));
    return path;
  }

 private:
  std::string path_;
};

class TestPhone {
 public:
  explicit TestPhone(const TestFolder& folder, bool virtual_clock = false)
      : folder_(*PhoneFolder::Open(folder.path() + "/phone")) {
    PhoneProfile profile;
    profile.set_width_px(480);
    profile.set_height_px(800);
    profile.set_density_dpi(240);
    store_ = *Store::Open(RealFileSystem(), folder_.state(), profile);
    PhoneOptions options;
    options.virtual_clock = virtual_clock;
    options.framework = FakeFramework();
    phone_ = *VirtualPhone::Make(loop_, folder_, *store_, options);
    thread_ = std::thread([this] { loop_.Run(); });
  }
  ~TestPhone() { Shutdown(); }

  void Shutdown() {
    if (!thread_.joinable()) return;
    loop_.Post([this] {
      phone_->OnShutdown();
      loop_.Stop();
    });
    thread_.join();
  }

  VirtualPhone* operator->() { return phone_.get(); }
  VirtualPhone& operator*() { return *phone_; }
  const PhoneFolder& folder() const { return folder_; }

  // Waits for a line of the log.
  bool Logged(const std::string& text) {
    uint64_t after = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < end) {
      for (const LogLine& line : phone_->log().Read(after, 1000)) {
        after = line.number;
        if (line.text.find(text) != std::string::npos) return true;
      }
      (void)phone_->log().WaitFor(after, 100);
    }
    return false;
  }

  Result<PhoneReply::Started> Start(const std::string& package) {
    PhoneIntent intent;
    intent.set_package_name(package);
    return phone_->Start(intent, {});
  }

 private:
  PhoneFolder folder_;
  std::unique_ptr<Store> store_;
  adb::Loop loop_;
  std::unique_ptr<VirtualPhone> phone_;
  std::thread thread_;
};

}  // namespace reprise::phone
